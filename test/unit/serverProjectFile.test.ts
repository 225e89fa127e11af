/** Project files in the server, over a real connection, on a disk, with the real analyser. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { URI } from 'vscode-uri';
import type { Diagnostic, FileSystemWatcher, Registration, UnregistrationParams } from 'vscode-languageserver';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { runJob } from '../../src/cli/job.js';
import { run } from '../../src/cli/run.js';
import type { Analyzer, Configuration } from '../../src/core/analyzer.js';
import { grammarBytes } from './support/grammar.js';
import { startClient, type ServerClient } from './support/serverClient.js';

const UNCHECKED = '__global__ void k(int* inbox, int value, int peer) { *(int*)nvshmem_ptr(inbox, peer) = value; }\n';
const KERNEL = `#include <nvshmem.h>\n${UNCHECKED}`;

let root: string;
const clients: ServerClient[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symscope project 中文 '));
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  rmSync(root, { recursive: true, force: true });
});

const uriOf = (path: string): string => URI.file(join(root, path)).toString();
function write(path: string, text: string): string {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  return uriOf(path);
}

interface Started {
  readonly client: ServerClient;
  /** Globs that the client was asked to watch last, in folders of their own. */
  readonly watched: () => readonly string[];
  readonly changed: (uri: string) => Promise<void>;
}

async function start(folders: readonly string[], settings?: unknown): Promise<Started> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0' });
  const client = await startClient({
    analyzer, settings, folders: folders.map(uriOf),
    capabilities: { workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true }, didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true } } },
  });
  clients.push(client);
  const registered = new Map<string, Registration>();
  client.connection.onRequest('client/registerCapability', ({ registrations }: { registrations: Registration[] }) => {
    for (const each of registrations) registered.set(each.id, each);
    return null;
  });
  client.connection.onRequest('client/unregisterCapability', ({ unregisterations }: UnregistrationParams) => {
    for (const { id } of unregisterations) registered.delete(id);
    return null;
  });
  return {
    client,
    watched: () => [...registered.values()].flatMap(({ registerOptions }) => (registerOptions as { watchers?: FileSystemWatcher[] }).watchers ?? [])
      .flatMap(({ globPattern }) => (typeof globPattern === 'string' ? [] : [`${globPattern.baseUri as string}/${globPattern.pattern}`])).sort(),
    changed: (uri) => client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] }),
  };
}

const ERROR = 1;
const HINT = 4;
const severities = (list: readonly Diagnostic[]): string => list.map(({ code, severity }) => `${code ?? ''} ${severity ?? ''}`).join();
const is = (text: string) => (list: readonly Diagnostic[]): boolean => severities(list) === text;

describe('the diagnostic of a project file', () => {
  const cases: readonly (readonly [string, string, string, readonly string[]])[] = [
    ['a key that does not exist', '{\n  "macros": []\n}', '"macros"', ['There is no setting "macros".', 'the rest of the file counts']],
    ['the key, not a word like it', '{ "exclude": ["cudaArch"],\n "cudaArch": 9 }', '"cudaArch"', ['"cudaArch" wants']],
    ['a level', '{ "levels": { "pointer.unchecked": "loud" } }', '"pointer.unchecked"', ['wants one of error, warning']],
    ['several', '{ "x": 1, "y": 2 }', '"x"', ['no setting "x"', 'no setting "y"']],
    ['a word that is no value', '{ "cudaArch": sm_90 }', 'sm_90', ['It is no JSON', 'the file counts for nothing']],
    ['a baseline that is not there', '{ "baseline": "gone.json" }', '"baseline"', ['The baseline "gone.json" could not be read.', '--write-baseline']],
    ['brackets without end', `{ "x": ${'['.repeat(200_000)}${']'.repeat(200_000)} }`, '', ['There is no setting "x"']],
  ];
  test.each(cases)('%s', async (_, text, place, words) => {
    const uri = write('p/.symscope.json', text);
    const { client } = await start(['p']);
    const list = await client.diagnosticsOf(uri, (all) => all.length > 0);
    expect(list).toMatchObject([{ severity: ERROR, source: 'symscope', code: 'project-file' }]);
    for (const word of words) expect(list[0]?.message).toContain(word);
    const lines = text.split('\n');
    const { start: from, end: to } = list[0]?.range ?? { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
    if (place !== '') expect(lines[from.line]?.slice(from.character, to.character)).toBe(place);
    if (place === '"cudaArch"') expect(from.line).toBe(1);
  });

  test('is one for a file above two folders of the workspace, and goes with the fault and with the file', async () => {
    write('.git/HEAD', '');
    const uri = write('.symscope.json', '{ "macros": [] }');
    for (const path of ['a/a.cu', 'b/b.cu']) write(path, KERNEL);
    const { client, changed } = await start(['a', 'b']);
    expect(await client.diagnosticsOf(uri, (all) => all.length > 0)).toHaveLength(1);
    write('.symscope.json', '{}');
    await changed(uri);
    await client.diagnosticsOf(uri, (all) => all.length === 0);
    write('.symscope.json', '[]');
    await changed(uri);
    expect((await client.diagnosticsOf(uri, (all) => all.length > 0))[0]?.message).toContain('It wants an object');
    rmSync(join(root, '.symscope.json'));
    await changed(uri);
    await client.diagnosticsOf(uri, (all) => all.length === 0);
  });
});

describe('a project file above the workspace', () => {
  test('counts up to the top of the repository and is watched, also where there is none yet', async () => {
    write('.symscope.json', '{ "levels": { "pointer.unchecked": "off" } }');
    write('repository/.git/HEAD', '');
    const file = write('repository/csrc/kernels/k.cu', KERNEL);
    const { client, watched, changed } = await start(['repository/csrc/kernels']);
    await client.open(file, KERNEL);
    await client.diagnosticsOf(file, is(`pointer.unchecked ${ERROR}`));
    await expect.poll(watched).toEqual([uriOf('repository/.symscope.json'), uriOf('repository/csrc/.symscope.json')]);
    const top = write('repository/.symscope.json', '{ "levels": { "pointer.unchecked": "hint" }, "exclude": ["csrc/kernels/gen"] }');
    await changed(top);
    await client.diagnosticsOf(file, is(`pointer.unchecked ${HINT}`));
    const nearer = write('repository/csrc/.symscope.json', '{}');
    await changed(nearer);
    await client.diagnosticsOf(file, is(`pointer.unchecked ${ERROR}`));
    // What is above the nearest does not count.
    await expect.poll(watched).toEqual([nearer]);
  });

  test('without a repository it is read, and nothing is watched that may have nothing to do with it', async () => {
    write('.symscope.json', '{ "levels": { "pointer.unchecked": "hint" } }');
    const file = write('p/k.cu', KERNEL);
    const { client, watched } = await start(['p']);
    await client.open(file, KERNEL);
    await client.diagnosticsOf(file, is(`pointer.unchecked ${HINT}`));
    await expect.poll(watched).toEqual([uriOf('.symscope.json')]);
  });
});

describe('what counts before what', () => {
  test('a setting that somebody set, the project file, the default', async () => {
    write('p/.symscope.json', '{ "levels": { "pointer.unchecked": "hint", "size.int32-offset": "off" } }');
    const file = write('p/k.cu', KERNEL);
    const { client } = await start(['p']);
    await client.open(file, KERNEL);
    await client.diagnosticsOf(file, is(`pointer.unchecked ${HINT}`));
    client.settings = { rules: { pointer: { unchecked: 'warning' } } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.diagnosticsOf(file, is('pointer.unchecked 2'));
    client.settings = {};
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await client.diagnosticsOf(file, is(`pointer.unchecked ${HINT}`));
  });
});

describe('the baseline', () => {
  const SECOND = UNCHECKED.replace(' k(', ' second(');

  test('of the command line is that of the editor: what is in it is not reported, what is new is; it is watched', async () => {
    const project = join(root, 'p');
    write('p/.symscope.json', '{ "baseline": "known/base line.json" }');
    const file = write('p/src/ä/k.cu', KERNEL + SECOND);
    const { watched, changed, client } = await start(['p']);
    await client.open(file, KERNEL + SECOND);
    await client.diagnosticsOf(file, is([ERROR, ERROR].map((level) => `pointer.unchecked ${level}`).join()));
    await client.diagnosticsOf(uriOf('p/.symscope.json'), (all) => all.length === 1);
    const baseline = uriOf('p/known/base line.json');
    await expect.poll(watched).toEqual([`${uriOf('p/known')}/base line.json`]);
    await analyzeAndWrite(project);
    await changed(baseline);
    await client.diagnosticsOf(file, is(''));
    await client.diagnosticsOf(uriOf('p/.symscope.json'), is(''));
    // Lines move; a third is new.
    const third = UNCHECKED.replace(' k(', ' third(');
    await client.change(file, `// A comment.\n\n${KERNEL}  ${SECOND}${third}`, 2);
    const [fresh, ...more] = await client.diagnosticsOf(file, (all) => all.length > 0);
    expect([fresh?.range.start.line, more]).toEqual([5, []]);
    writeFileSync(join(project, 'known/base line.json'), 'no baseline');
    await changed(baseline);
    expect((await client.diagnosticsOf(uriOf('p/.symscope.json'), (all) => all.length === 1))[0]?.message).toContain('is no baseline: it is no JSON');
    await client.diagnosticsOf(file, (all) => all.length === 3);
  });

  async function analyzeAndWrite(cwd: string): Promise<void> {
    const make = async (configuration: Configuration): Promise<Analyzer> => {
      const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0' });
      analyzer.configure(configuration);
      return analyzer;
    };
    const status = await run(['analyze', '.', '--write-baseline'], {
      cwd, version: '0', ruleDocs: undefined, out: () => undefined, err: () => undefined, parallelism: 1,
      drawing: () => import('../../src/report/drawings.js'), createAnalyzer: make, analyze: (jobs) => Promise.all(jobs.map((job) => runJob(job, make))),
    });
    expect(status).toBe(0);
  }
});
