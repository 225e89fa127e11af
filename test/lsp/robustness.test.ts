/** The built server under what goes wrong: odd files, crashes, files that come and go, a client that vanishes. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { URI } from 'vscode-uri';
import type { DocumentSymbol, Hover } from 'vscode-languageserver';
import { READ_DIRECTORY, READ_FILE, STAT, STATUS, type FileParams, type StatusParams } from '../../src/server/protocol.js';
import { HANDLE, MISSING_TEST, positionOf, sample, type Sample } from './support/sample.js';
import { startServer, type Server, type ServerOptions } from './support/serverProcess.js';

const servers: Server[] = [];
const samples: Sample[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) if (server.process.exitCode === null && server.process.signalCode === null) await server.stop();
  for (const files of samples.splice(0)) files.remove();
});

async function start(options: ServerOptions = {}): Promise<Server> {
  const server = await startServer(options);
  servers.push(server);
  return server;
}

function newSample(): Sample {
  const files = sample();
  samples.push(files);
  return files;
}

const symbols = (server: Server, uri: string): Promise<DocumentSymbol[]> => server.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } });
/** The smallest kernel of ours: it forms one peer pointer. */
const KERNEL = '__global__ void grow(int* p, int r) { int* q = (int*)nvshmem_ptr(p, r); if (q != nullptr) *q = 1; }\n';

describe('odd texts', () => {
  const odd: readonly (readonly [string, string])[] = [
    ['nothing', ''],
    ['binary', String.fromCharCode(...Array.from({ length: 5000 }, (_, i) => (i * 7919) % 256))],
    ['only zeros', '\0'.repeat(10_000)],
    ['half a character', `/* \uD83D */ ${KERNEL}`],
    ['a byte order mark', `\uFEFF${KERNEL}`],
    ['one long line', `int x = ${'1 + '.repeat(200_000)}1;`],
    ['deep nesting', `void f() { ${'{('.repeat(20_000)} }`],
    ['open ends', '#if 1\n#define A( \n/* " \' R"x( template <<< __global__ void k('],
    ['a macro of itself', '#define A B A\n#define B A B\nA B A\n'],
  ];
  test.each(odd)('%s', async (_name, text) => {
    const server = await start();
    const uri = 'untitled:odd.cu';
    server.open(uri, text);
    expect(Array.isArray(await symbols(server, uri))).toBe(true);
    await server.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 3 } });
    server.change(uri, 2, [{ text: KERNEL }]);
    expect((await symbols(server, uri)).map(({ name }) => name)).toEqual(['grow']);
    expect(server.log.filter((line) => /failed|Error/u.test(line))).toEqual([]);
  });

  test('20 MB are refused quickly, and said so', async () => {
    const server = await start();
    const uri = 'untitled:large.cu';
    server.open(uri, KERNEL.repeat(Math.ceil((20 << 20) / KERNEL.length)));
    const { diagnostics } = await server.diagnostics(uri, (published) => published.diagnostics.length > 0);
    expect(diagnostics.map(({ code }) => code)).toEqual(['analysis.too-large']);
    server.open('untitled:small.cu', KERNEL);
    expect(await symbols(server, 'untitled:small.cu')).toHaveLength(1);
  });

  test('line ends do not move places', async () => {
    const server = await start();
    const text = `/* 中文 😀 */\n\n/* 😀 */ ${KERNEL}`;
    for (const [name, end] of [['unix', '\n'], ['windows', '\r\n']] as const) {
      const uri = `untitled:${name}.cu`;
      server.open(uri, text.replaceAll('\n', end));
      expect((await symbols(server, uri))[0]?.selectionRange.start).toEqual({ line: 2, character: 25 });
    }
  });
});

describe('life and death', () => {
  test('killed, it can be started again, and says the same of the same documents', async () => {
    const files = newSample();
    const uri = files.uri(MISSING_TEST);
    const unsaved = `// not on the disk\n${files.text(MISSING_TEST)}`;
    const first = await start({ folders: files.folders });
    first.open(uri, unsaved);
    const before = await first.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    const died = new Promise((resolve) => first.process.once('exit', (_code, signal) => { resolve(signal); }));
    first.process.kill('SIGKILL');
    expect(await died).toBe('SIGKILL');
    first.connection.dispose();
    const second = await start({ folders: files.folders });
    second.open(uri, unsaved);
    const after = await second.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
    expect(after.diagnostics).toEqual(before.diagnostics);
  });

  test('ends when the client goes without a word', async () => {
    const server = await start();
    const ended = new Promise((resolve) => server.process.once('exit', resolve));
    server.connection.dispose();
    server.process.stdin?.end();
    await ended;
  });

  test('writes nothing but the protocol, and exits with 0', async () => {
    const server = await start();
    server.open('untitled:a.cu', KERNEL);
    await symbols(server, 'untitled:a.cu');
    expect(await server.stop()).toBe(0);
  });

  test('a request before the workspace is read waits for it', async () => {
    const files = newSample();
    const server = await start({ folders: files.folders });
    const uri = files.uri(MISSING_TEST);
    server.open(uri, files.text(MISSING_TEST));
    const position = positionOf(files.text(MISSING_TEST), 'get_sym_ptr', 'gin.');
    const hover = await server.connection.sendRequest<Hover | null>('textDocument/hover', { textDocument: { uri }, position });
    // The contract is in another file, which was not open.
    expect(JSON.stringify(hover)).toContain('May be null');
  });
});

describe('the disk', () => {
  const changed = (server: Server, uri: string, type: 1 | 2 | 3): Promise<void> =>
    server.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });

  test('a change of an included file, its end and its return are followed', async () => {
    const files = newSample();
    const server = await start({ folders: files.folders });
    const uri = files.uri(MISSING_TEST);
    const handle = files.text(HANDLE);
    server.open(uri, files.text(MISSING_TEST));
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
    files.write(HANDLE, handle.replace('if (!is_nvlink_accessible<team_t>(dst_rank_idx))\n            return nullptr;', ''));
    await changed(server, files.uri(HANDLE), 2);
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
    files.write(HANDLE, handle);
    await changed(server, files.uri(HANDLE), 2);
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
    rmSync(URI.parse(files.uri(HANDLE)).fsPath);
    await changed(server, files.uri(HANDLE), 3);
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test('the whole workspace is reported on if it is wanted, and the status counts it', async () => {
    const files = newSample();
    const server = await start({ folders: files.folders, settings: { analyze: 'workspace' } });
    const states: StatusParams[] = [];
    server.connection.onNotification(STATUS, (params: StatusParams) => void states.push(params));
    await server.diagnostics(files.uri(MISSING_TEST), ({ diagnostics }) => diagnostics.length > 0);
    await expect.poll(() => states.at(-1)?.busy, { timeout: 20_000 }).toBe(false);
    expect(states.at(-1)?.files).toBeGreaterThan(20);
    expect(new Set(server.published.map(({ uri }) => uri)).size).toBeGreaterThan(5);
  });

  test('a rule that is switched off is silent', async () => {
    const files = newSample();
    const uri = files.uri(MISSING_TEST);
    const server = await start({ folders: files.folders, settings: { rules: { pointer: { unchecked: 'off' } } } });
    server.open(uri, files.text(MISSING_TEST));
    await symbols(server, uri);
    await expect.poll(() => server.published.filter((published) => published.uri === uri).flatMap(({ diagnostics }) => diagnostics.map(({ code }) => code))).not.toContain('pointer.unchecked');
  });
});

describe('folders', () => {
  test('come and go while the server runs', async () => {
    const files = newSample();
    const capabilities = { workspace: { configuration: true, workspaceFolders: true } };
    const server = await start({ folders: [], capabilities });
    let folders: Sample['folders'] = [];
    server.connection.onRequest('workspace/workspaceFolders', () => folders as unknown[]);
    const uri = files.uri(MISSING_TEST);
    server.open(uri, files.text(MISSING_TEST));
    // Without its folder the file's handle is unknown, so that nothing is said.
    expect((await symbols(server, uri)).map(({ detail }) => detail)).toContain('kernel');
    folders = files.folders;
    await server.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: folders, removed: [] } });
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 1);
    folders = [];
    await server.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event: { added: [], removed: files.folders } });
    await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length === 0);
  });

  test('of another scheme than `file` are read through the client', async () => {
    const files = newSample();
    const root = URI.parse(files.uri('')).fsPath;
    const real = (uri: string): string => join(root, URI.parse(uri).path);
    const kindOf = (path: string): 'file' | 'directory' | null => {
      const status = statSync(path, { throwIfNoEntry: false });
      return status === undefined ? null : status.isDirectory() ? 'directory' : 'file';
    };
    const server = await startServer({
      folders: [{ uri: 'vfs://host/mini-ep', name: 'mini-ep' }],
      initializationOptions: { fileAccess: true },
      prepare(connection) {
        connection.onRequest(READ_DIRECTORY, ({ uri }: FileParams) => readdirSync(real(uri), { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: entry.isDirectory() ? 'directory' : 'file' })));
        connection.onRequest(STAT, ({ uri }: FileParams) => kindOf(real(uri)));
        connection.onRequest(READ_FILE, ({ uri }: FileParams) => readFileSync(real(uri)).toString('base64'));
      },
    });
    servers.push(server);
    const uri = `vfs://host/${MISSING_TEST}`;
    server.open(uri, files.text(MISSING_TEST));
    const { diagnostics } = await server.diagnostics(uri, (published) => published.diagnostics.length === 1);
    expect(diagnostics[0]?.relatedInformation?.map(({ location }) => location.uri)).toContain(`vfs://host/${HANDLE}`);
  });
});

test('of 300 quick edits the last one counts', async () => {
  const files = newSample();
  const server = await start({ folders: files.folders });
  const uri = files.uri(MISSING_TEST);
  const text = files.text(MISSING_TEST);
  server.open(uri, text);
  await server.diagnostics(uri, ({ diagnostics }) => diagnostics.length > 0);
  for (let i = 2; i < 300; i++) {
    server.change(uri, i, [{ text: `${text}// ${i}\n` }]);
    if (i % 3 === 0) await symbols(server, uri);
  }
  server.change(uri, 300, [{ text }]);
  const last = await server.diagnostics(uri, ({ version }) => version === 300);
  expect(last.diagnostics).toHaveLength(1);
});
