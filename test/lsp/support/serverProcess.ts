/** The built server as a process of its own, spoken to over stdio as any editor would. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createProtocolConnection, StreamMessageReader, StreamMessageWriter,
  type ClientCapabilities, type Diagnostic, type InitializeResult, type ProtocolConnection,
} from 'vscode-languageserver/node';

export const SERVER = join(import.meta.dirname, '../../../dist/server.cjs');

export interface Published {
  readonly uri: string;
  readonly version?: number;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Server {
  readonly connection: ProtocolConnection;
  readonly process: ChildProcess;
  readonly initialized: InitializeResult;
  readonly published: readonly Published[];
  readonly log: readonly string[];
  open(uri: string, text: string): void;
  change(uri: string, version: number, changes: readonly { readonly range?: unknown; readonly text: string }[]): void;
  /** Resolves with the newest diagnostics of a document as soon as they fulfil the condition. */
  diagnostics(uri: string, condition?: (published: Published) => boolean): Promise<Published>;
  /** Shuts down in order; resolves with the exit code. */
  stop(): Promise<number | null>;
}

export interface ServerOptions {
  readonly folders?: readonly { readonly uri: string; readonly name: string }[];
  readonly settings?: unknown;
  readonly locale?: string;
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
  /** Registers further handlers before the server starts to ask. */
  readonly prepare?: (connection: ProtocolConnection) => void;
}

export async function startServer(options: ServerOptions = {}): Promise<Server> {
  if (!existsSync(SERVER)) throw new Error('dist/server.cjs is missing: run `npm run build` first.');
  const child = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  const published: Published[] = [];
  const log: string[] = [];
  const waiting = new Set<() => void>();
  connection.onNotification('textDocument/publishDiagnostics', (params: Published) => {
    published.push(params);
    waiting.forEach((look) => { look(); });
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void log.push(message));
  connection.onRequest('workspace/configuration', () => [options.settings ?? null] as unknown[]);
  connection.onRequest('client/registerCapability', () => null);
  connection.onRequest('workspace/codeLens/refresh', () => null);
  options.prepare?.(connection);
  connection.listen();
  const initialized = await connection.sendRequest<InitializeResult>('initialize', {
    processId: process.pid,
    rootUri: null,
    locale: options.locale,
    capabilities: { workspace: { configuration: true }, ...options.capabilities },
    initializationOptions: options.initializationOptions,
    workspaceFolders: options.folders ?? null,
  });
  await connection.sendNotification('initialized', {});
  return {
    connection,
    process: child,
    initialized,
    published,
    log,
    open(uri, text) {
      void connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'cuda-cpp', version: 1, text } });
    },
    change(uri, version, contentChanges) {
      void connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges });
    },
    diagnostics: (uri, condition = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const newest = published.findLast((each) => each.uri === uri);
          if (newest === undefined || !condition(newest)) return;
          waiting.delete(look);
          resolve(newest);
        };
        waiting.add(look);
        look();
      }),
    stop: async () => {
      const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      const code = await exit;
      connection.dispose();
      return code;
    },
  };
}
