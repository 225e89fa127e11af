/** Joins the connection, the session and the features. The same for every process. */
import {
  DidChangeConfigurationNotification, FileChangeType, LogMessageNotification, MessageType, TextDocumentSyncKind, TextDocuments,
  type Connection, type FileEvent as LspFileEvent, type ServerCapabilities,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { clientOf, type Client } from './client.js';
import { features } from './features/index.js';
import { createGuard, sendQuietly } from './guard.js';
import type { ServerHost } from './host.js';
import type { Registry } from './registry.js';
import { createSession, type Session } from './session.js';
import { watchFiles } from './watching.js';
import { createClientFileSystem } from './workspace/clientFileSystem.js';
import { dispatchFileSystem } from './workspace/dispatchFileSystem.js';
import type { FileEvent } from './workspace/workspace.js';

/** How long a request waits for a workspace that is still being read, in milliseconds; then it is answered from what is there. */
const PATIENCE = 10_000;

export function startServer(connection: Connection, host: ServerHost): void {
  const guard = createGuard((message) => { sendQuietly(() => connection.sendNotification(LogMessageNotification.type, { type: MessageType.Error, message })); });
  const documents = new TextDocuments(TextDocument);
  const starters: ((session: Session) => void)[] = [];
  let client: Client | undefined;
  let started: Promise<Session | undefined> = Promise.resolve(undefined);

  const registry: Registry = {
    connection,
    version: host.version,
    answer: (feature, fallback, handler) => (params, token) =>
      guard.runAsync(feature, fallback, async () => {
        const session = await started;
        if (session === undefined) return fallback;
        await atMost(PATIENCE, session.ready);
        return token.isCancellationRequested ? fallback : await handler(session, params, token);
      }),
    onSession: (start) => starters.push(start),
  };
  for (const feature of features) feature.register(registry);

  connection.onInitialize((params) => {
    client = clientOf(params);
    return { capabilities: capabilities(), serverInfo: { name: 'symscope', version: host.version } };
  });
  connection.onInitialized(() => {
    started = guard.runAsync('start', undefined, () => start(client));
  });
  connection.onShutdown(async () => {
    (await started)?.dispose();
  });
  documents.onDidChangeContent(({ document }) => {
    void started.then((session) => { session?.setText(document, document.getText()); });
  });
  documents.onDidClose(({ document }) => {
    void started.then((session) => { session?.close(document.uri); });
  });
  documents.listen(connection);
  connection.listen();

  async function start(client: Client | undefined): Promise<Session | undefined> {
    if (client === undefined) return undefined;
    const own = createClientFileSystem((method, params) => connection.sendRequest(method, params));
    const fileSystem = dispatchFileSystem((scheme) => host.fileSystem(scheme) ?? (client.options.fileAccess === true ? own : undefined));
    const [analyzer, section] = await Promise.all([host.createAnalyzer(), readSettings(connection, client)]);
    const openText = (uri: string): string | undefined => documents.get(uri)?.getText();
    const session = createSession({ connection, client, guard, analyzer, fileSystem, openText, section, collectGarbage: host.collectGarbage });
    for (const each of starters) each(session);
    for (const document of documents.all()) session.setText(document, document.getText());
    follow(connection, client, session);
    return session;
  }
}

function capabilities(): ServerCapabilities {
  return Object.assign(
    {
      positionEncoding: 'utf-16',
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
    ...features.map((feature) => feature.capabilities),
  ) as ServerCapabilities;
}

/** Keeps settings, folders and the disk in view. */
function follow(connection: Connection, client: Client, session: Session): void {
  connection.onDidChangeConfiguration(({ settings }) => {
    const pushed = (settings as { readonly symscope?: unknown } | null)?.symscope;
    void (client.pullsSettings ? readSettings(connection, client) : Promise.resolve(pushed)).then(session.setSettings);
  });
  connection.onDidChangeWatchedFiles(({ changes }) => { session.filesChanged(changes.map(fileEvent)); });
  if (client.announcesSettings) {
    sendQuietly(() => connection.client.register(DidChangeConfigurationNotification.type, { section: 'symscope' }));
  }
  if (client.announcesFolders) {
    connection.workspace.onDidChangeWorkspaceFolders(() => {
      sendQuietly(() => connection.workspace.getWorkspaceFolders().then((folders) => { session.setFolders(folders ?? []); }));
    });
  }
  watchFiles(connection, client, session);
}

async function readSettings(connection: Connection, client: Client): Promise<unknown> {
  if (!client.pullsSettings) return client.options.settings;
  return connection.workspace.getConfiguration('symscope').catch(() => client.options.settings) as Promise<unknown>;
}

function fileEvent({ uri, type }: LspFileEvent): FileEvent {
  if (type === FileChangeType.Created) return { uri, type: 'created' };
  return { uri, type: type === FileChangeType.Deleted ? 'deleted' : 'changed' };
}

async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}
