/** A language client without an editor: starts the built server over stdio and speaks to it. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type Hover,
  type Position,
} from 'vscode-languageserver/node';
import { SMALL_HEAP, SMALL_MALLOC } from '../src/host/tiering.js';
import { STATUS, type StatusParams } from '../src/server/protocol.js';

export interface Client {
  open(file: string, text: string): void;
  /** Replaces the whole text. */
  change(file: string, version: number, text: string): void;
  hover(file: string, position: Position): Promise<Hover | null>;
  /** Resolves when the server says that everything is analysed that was sent before. Call it right after a change. */
  analysed(): Promise<void>;
  /** Resident memory of the server's process in bytes; undefined where the system does not tell. */
  memory(): number | undefined;
  stop(): Promise<void>;
}

/** `root`: the folder that is opened as the workspace. */
export async function startServer(repository: string, root: string): Promise<Client> {
  const child = spawn(process.execPath, [...SMALL_HEAP, join(repository, 'dist/server.cjs'), '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...SMALL_MALLOC, ...process.env } });
  const connection = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
  let waiting: { sawBusy: boolean; resolve: () => void }[] = [];
  connection.onNotification(STATUS, ({ busy }: StatusParams) => {
    if (busy) for (const waiter of waiting) waiter.sawBusy = true;
    else {
      for (const { sawBusy, resolve } of waiting) if (sawBusy) resolve();
      waiting = waiting.filter(({ sawBusy }) => !sawBusy);
    }
  });
  connection.onUnhandledNotification(() => undefined);
  connection.listen();
  const uriOf = (file: string): string => pathToFileURL(join(root, file)).toString();

  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- LSP still requires the field; `workspaceFolders` is what counts.
    rootUri: null,
    workspaceFolders: [{ uri: pathToFileURL(root).toString(), name: 'bench' }],
    capabilities: { textDocument: { publishDiagnostics: { versionSupport: true, relatedInformation: true } } },
    initializationOptions: { settings: { analyze: 'workspace' } },
  });
  await connection.sendNotification(InitializedNotification.type, {});

  return Object.freeze({
    open: (file: string, text: string) => {
      void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument: { uri: uriOf(file), languageId: 'cuda-cpp', version: 1, text } });
    },
    change: (file: string, version: number, text: string) => {
      void connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument: { uri: uriOf(file), version }, contentChanges: [{ text }] });
    },
    hover: (file: string, position: Position) => connection.sendRequest(HoverRequest.type, { textDocument: { uri: uriOf(file) }, position }),
    analysed: () =>
      new Promise<void>((resolve) => {
        waiting.push({ sawBusy: false, resolve });
      }),
    memory: () => residentBytes(child.pid),
    stop: async () => {
      await connection.sendRequest(ShutdownRequest.type);
      await connection.sendNotification(ExitNotification.type);
      connection.dispose();
      child.kill();
    },
  });
}

function residentBytes(pid: number | undefined): number | undefined {
  if (pid === undefined) return undefined;
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
}
