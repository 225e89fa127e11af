/** The server in this process, with a client at the other end of two streams. */
import { PassThrough } from 'node:stream';
import {
  createConnection, createProtocolConnection, PublishDiagnosticsNotification, StreamMessageReader, StreamMessageWriter,
  type ClientCapabilities, type Diagnostic, type InitializeResult, type ProtocolConnection,
} from 'vscode-languageserver/node';
import type { Analyzer } from '../../../src/core/analyzer.js';
import { startServer } from '../../../src/server/server.js';
import { nodeFileSystem } from '../../../src/server/workspace/nodeFileSystem.js';

export interface ServerClient {
  readonly connection: ProtocolConnection;
  readonly capabilities: InitializeResult['capabilities'];
  /** All that was published, newest last. */
  readonly published: { readonly uri: string; readonly version?: number; readonly diagnostics: readonly Diagnostic[] }[];
  readonly log: string[];
  /** Settings that the next pull gives. */
  settings: unknown;
  open(uri: string, text: string, version?: number): Promise<void>;
  change(uri: string, text: string, version: number): Promise<void>;
  /** The next diagnostics for the document that fulfil the condition, also if they came already. */
  diagnosticsOf(uri: string, condition?: (diagnostics: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

export interface ServerClientOptions {
  readonly analyzer: Analyzer;
  readonly folders?: readonly string[];
  readonly settings?: unknown;
  readonly locale?: string;
  readonly initializationOptions?: unknown;
  readonly capabilities?: ClientCapabilities;
}

export async function startClient(options: ServerClientOptions): Promise<ServerClient> {
  const toServer = new PassThrough();
  const toClient = new PassThrough();
  startServer(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), {
    version: '1.2.3',
    createAnalyzer: () => Promise.resolve(options.analyzer),
    fileSystem: (scheme) => (scheme === 'file' ? nodeFileSystem : undefined),
  });
  const connection = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  const client = makeClient(connection, options.settings);
  connection.listen();
  const { capabilities } = await connection.sendRequest<InitializeResult>('initialize', {
    processId: null,
    rootUri: null,
    locale: options.locale,
    capabilities: { workspace: { configuration: true }, ...options.capabilities },
    initializationOptions: options.initializationOptions,
    workspaceFolders: (options.folders ?? []).map((uri) => ({ uri, name: uri.slice(uri.lastIndexOf('/') + 1) })),
  });
  await connection.sendNotification('initialized', {});
  return Object.assign(client, {
    capabilities,
    async close() {
      await connection.sendRequest('shutdown');
      connection.dispose();
      toServer.end();
      toClient.end();
    },
  });
}

function makeClient(connection: ProtocolConnection, settings: unknown): Omit<ServerClient, 'capabilities' | 'close'> {
  const waiting = new Set<() => void>();
  const client: Omit<ServerClient, 'capabilities' | 'close'> = {
    connection,
    published: [],
    log: [],
    settings,
    open: (uri, text, version = 1) =>
      connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'cuda-cpp', version, text } }),
    change: (uri, text, version) =>
      connection.sendNotification('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] }),
    diagnosticsOf: (uri, condition = () => true) =>
      new Promise((resolve) => {
        const look = (): void => {
          const newest = client.published.findLast((each) => each.uri === uri);
          if (newest === undefined || !condition(newest.diagnostics)) return;
          waiting.delete(look);
          resolve(newest.diagnostics);
        };
        waiting.add(look);
        look();
      }),
  };
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    client.published.push(params);
    waiting.forEach((look) => { look(); });
  });
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => void client.log.push(message));
  connection.onRequest('workspace/configuration', () => [client.settings ?? null] as unknown[]);
  connection.onRequest('client/registerCapability', () => null);
  return client;
}
