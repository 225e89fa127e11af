/** The server over a real connection, with an analyser that the tests make up. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import { SymbolKind, type CodeAction, type CodeLens, type Diagnostic, type DocumentSymbol, type InlayHint, type SemanticTokens } from 'vscode-languageserver';
import type { FileAnalysis } from '../../src/core/analyzer.js';
import type { Finding, Kernel, Pipeline, Site } from '../../src/core/schema.js';
import { CHANGED, INACTIVE_REGIONS, KERNELS, OVERVIEW, STATUS, type KernelSummary, type OverviewItem, type OverviewResult, type StatusParams } from '../../src/server/protocol.js';
import { createFakeAnalyzer, type FakeAnalysis } from './support/fakeAnalyzer.js';
import { startClient, type ServerClient, type ServerClientOptions } from './support/serverClient.js';

const A = 'untitled:a.cu';
const clients: ServerClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function start(analysis: FakeAnalysis, options: Partial<ServerClientOptions> = {}) {
  const analyzer = createFakeAnalyzer(analysis);
  const client = await startClient({ analyzer, ...options });
  clients.push(client);
  return { analyzer, client };
}

/** One finding for each `BAD` in the text. */
const findBad: FakeAnalysis = (path, text) => ({
  findings: text.split('\n').flatMap((line, i) => (line.includes('BAD') ? [finding(path, i + 1, line.indexOf('BAD') + 1)] : [])),
});

function finding(file: string, line: number, column: number): Finding {
  return {
    rule: 'pointer.unchecked',
    level: 'error',
    confidence: 'certain',
    file,
    line,
    column,
    endLine: line,
    endColumn: column + 3,
    message: '`p` can be null here',
    related: [{ file, line: 1, column: 1, text: 'pointer formed here' }],
    fixes: ['Test for null'],
    fixEdits: [{ title: 'Test for null', edits: [{ file, startLine: line, startColumn: column, endLine: line, endColumn: column, newText: 'if (p) ' }] }],
  };
}

const position = { textDocument: { uri: A } };
const whole = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };

describe('diagnostics', () => {
  test('carry code, page, path and data', async () => {
    const { client } = await start(findBad, { initializationOptions: { ruleDocs: 'file:///ext/docs/rules' } });
    await client.open(A, 'ok;\n  BAD;\n');
    const [diagnostic] = await client.diagnosticsOf(A, (list) => list.length > 0);
    expect(diagnostic).toEqual({
      range: { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } },
      severity: 1,
      source: 'symscope',
      code: 'pointer.unchecked',
      codeDescription: { href: 'file:///ext/docs/rules/pointer.unchecked.md' },
      message: '`p` can be null here',
      relatedInformation: [
        { location: { uri: A, range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } } }, message: 'pointer formed here' },
      ],
      data: { rule: 'pointer.unchecked', fixes: ['Test for null'] },
    });
  });

  test('follow the text with its version, and go when the document is closed', async () => {
    const { client } = await start(findBad);
    await client.open(A, 'BAD', 1);
    await client.diagnosticsOf(A, (list) => list.length === 1);
    await client.change(A, 'BAD\nBAD', 2);
    await client.diagnosticsOf(A, (list) => list.length === 2);
    expect(client.published.at(-1)?.version).toBe(2);
    await client.connection.sendNotification('textDocument/didClose', position);
    await client.diagnosticsOf(A, (list) => list.length === 0);
  });

  test('many quick edits are analysed once', async () => {
    const { client, analyzer } = await start(findBad);
    await client.open(A, '0');
    for (let i = 2; i < 30; i++) await client.change(A, `${i}\nBAD`, i);
    await client.diagnosticsOf(A, (list) => list.length === 1);
    expect(client.published.at(-1)?.version).toBe(29);
    expect(analyzer.analyzed.length).toBeLessThan(4);
  });

  test('an includer is judged again when the file that it includes changes', async () => {
    const { client } = await start((path, text) => ({ ...findBad(path, text, {}), dependencies: [path, '~/untitled/lib.cuh'] }));
    await client.open(A, 'BAD');
    await client.diagnosticsOf(A, (list) => list.length === 1);
    const before = client.published.length;
    const changed: string[][] = [];
    client.connection.onNotification(CHANGED, ({ uris }: { uris: string[] }) => void changed.push(uris));
    await client.open('untitled:lib.cuh', 'x');
    await client.diagnosticsOf(A, () => client.published.slice(before).some(({ uri }) => uri === A));
    await expect.poll(() => changed.flat()).toContain(A);
  });

  test('a file without device code costs nothing, and one that loses it loses its findings', async () => {
    const { client, analyzer } = await start(findBad);
    const uri = 'untitled:plain.hpp';
    await client.open(uri, 'int BAD;');
    expect(await client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri } })).toEqual([]);
    expect(analyzer.analyzed).toEqual([]);
    await client.change(uri, '__device__ int BAD;', 2);
    await client.diagnosticsOf(uri, (list) => list.length === 1);
    await client.change(uri, 'int BAD;', 3);
    await client.diagnosticsOf(uri, (list) => list.length === 0);
  });

  test('come when a file is opened that was analysed while it was closed, and go when it is closed again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'symscope-opening-'));
    try {
      const text = '__global__ void BAD() {}';
      const other = join(root, 'b.cu');
      const uri = pathToFileURL(other).href;
      writeFileSync(other, text);
      const completed: string[] = [];
      const analysis: FakeAnalysis = (path, content) => ({ sites: [{ ...site, file: path }], complete: () => (completed.push(path), { sites: [], findings: [] }), ...findBad(path, content, {}) });
      const { client, analyzer } = await start(analysis, { folders: [pathToFileURL(root).href] });
      await client.open(A, 'auto p = get_peer(x, r);');
      // The counterpart of a site is looked for in all files, in the background.
      await client.connection.sendRequest('textDocument/hover', { ...position, position: { line: 0, character: 12 } });
      await expect.poll(() => completed).toHaveLength(2);
      expect(client.published.filter((each) => each.uri === uri)).toEqual([]);
      await client.open(uri, text, 7);
      await client.diagnosticsOf(uri, (list) => list.length === 1);
      expect(client.published.at(-1)?.version).toBe(7);
      expect(analyzer.analyzed).toHaveLength(2);
      await client.connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
      await client.diagnosticsOf(uri, (list) => list.length === 0);
    } finally {
      rmSync(root, { recursive: true });
    }
  });

  test('say once what was not understood', async () => {
    const problems: FileAnalysis['report']['problems'] = [
      { code: 'syntax', message: 'Not understood.', line: 2, column: 1 },
      { code: 'syntax', message: 'Not understood.', line: 9, column: 1 },
    ];
    const { client } = await start((path) => ({ report: { path, parse: 'partial', problems } }));
    await client.open(A, 'x\ny');
    const list = await client.diagnosticsOf(A, (each) => each.length > 0);
    expect(list.map(({ message, severity, code }) => [message, severity, code])).toEqual([
      ['Not understood. There are 1 more such places in this file.', 4, 'analysis.syntax'],
    ]);
  });
});

describe('failures', () => {
  test('of the analysis are logged once and end neither the server nor other features', async () => {
    const { client } = await start((path, text) => {
      if (text.includes('BOOM')) throw new Error('boom');
      return findBad(path, text, {});
    });
    await client.open(A, 'BOOM');
    await client.change(A, 'BOOM BOOM', 2);
    expect(await client.connection.sendRequest('textDocument/codeLens', position)).toEqual([]);
    expect(await client.connection.sendRequest('textDocument/documentSymbol', position)).toEqual([]);
    await client.change(A, 'BAD', 3);
    await client.diagnosticsOf(A, (list) => list.length === 1);
    expect(client.log.filter((line) => line.includes('boom'))).toHaveLength(1);
  });
});

describe('quick fixes', () => {
  const actions = async (client: ServerClient, only?: string[]) => {
    const diagnostics = (await client.diagnosticsOf(A, (list) => list.length > 0)) as Diagnostic[];
    return client.connection.sendRequest<CodeAction[]>('textDocument/codeAction', { ...position, range: whole, context: { diagnostics, only } });
  };

  test('apply the finding\'s edits, or suppress it with a reason on the line above', async () => {
    const { client } = await start(findBad);
    await client.open(A, 'ok;\n\t  BAD;\n', 5);
    const [fix, suppress] = await actions(client);
    expect(fix).toMatchObject({ title: 'Test for null', isPreferred: true, kind: 'quickfix', diagnostics: [{ code: 'pointer.unchecked' }] });
    expect(fix?.edit?.documentChanges).toEqual([
      { textDocument: { uri: A, version: 5 }, edits: [{ range: { start: { line: 1, character: 3 }, end: { line: 1, character: 3 } }, newText: 'if (p) ' }] },
    ]);
    expect(suppress?.edit?.documentChanges).toEqual([
      {
        textDocument: { uri: A, version: 5 },
        edits: [{ range: { start: { line: 1, character: 0 }, end: { line: 1, character: 0 } }, newText: '\t  // symscope-ignore: pointer.unchecked reason\n' }],
      },
    ]);
  });

  test('let the reason be typed where the client can do that', async () => {
    const { client } = await start(findBad, { capabilities: { workspace: { configuration: true, workspaceEdit: { snippetEditSupport: true } } } });
    await client.open(A, 'BAD');
    const suppress = (await actions(client)).at(-1);
    expect(JSON.stringify(suppress)).toContain('// symscope-ignore: pointer.unchecked ${1:reason}\\n');
  });

  test('put the comment above a macro definition, not into it', async () => {
    const { client } = await start(findBad);
    await client.open(A, 'x\n  #define M \\\n  a; \\\n  BAD\n');
    const edit = JSON.stringify((await actions(client)).at(-1)?.edit);
    expect(edit).toContain('"start":{"line":1,"character":0}');
  });

  test('are not offered for other kinds of action', async () => {
    const { client } = await start(findBad);
    await client.open(A, 'BAD');
    expect(await actions(client, ['refactor'])).toEqual([]);
    expect(await actions(client, [''])).toHaveLength(2);
  });
});

const kernel: Kernel = {
  name: 'dispatch',
  file: '~/untitled/a.cu',
  line: 2,
  endLine: 9,
  column: 8,
  roles: [{ name: 'senders', condition: 'warp_idx < 4', line: 3, endLine: 99 }],
  graph: {
    nodes: [
      { id: 's', kind: 'memory', label: 'tile', space: 'shared', file: 'f', line: 3, remote: false },
      { id: 'p', kind: 'memory', label: 'window', space: 'peer', file: 'f', line: 4, remote: true },
      { id: 'r', kind: 'memory', label: 'window', space: 'remote', file: 'f', line: 5, remote: true },
    ],
    edges: [
      { from: 's', to: 'p', label: 'bulk store', file: 'f', line: 4, path: 'nvlink' },
      { from: 's', to: 'p', label: 'store', file: 'f', line: 4, path: 'nvlink' },
      { from: 's', to: 'r', label: 'put', file: 'f', line: 5, path: 'rdma' },
    ],
  },
  pipelines: [],
  barriers: [],
};
const site: Site = {
  kind: 'peer-pointer', api: 'get_peer', family: 'workspace', file: '~/untitled/a.cu', line: 1, column: 10, endColumn: 18, function: 'dispatch',
  isKernel: true, team: { expr: 'team_t', values: ['Lsa', 'World'] }, nullness: 'maybe', evidence: [], fallback: [], consumers: [],
};

describe('kernels', () => {
  test('have a lens, a symbol with their roles, and an entry in the list', async () => {
    const functions = [
      { name: 'dispatch', isKernel: true, line: 2, endLine: 9, nameLine: 3, nameColumn: 6, nameEndColumn: 14 },
      { name: 'Handle::put', isKernel: false, line: 12, endLine: 14, nameLine: 12, nameColumn: 6, nameEndColumn: 9 },
    ];
    const { client } = await start(() => ({ kernels: [kernel], sites: [site], functions }));
    await client.open(A, 'x');
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', position);
    expect(lenses.map(({ command }) => command)).toEqual([
      { title: 'Analyze kernel · 2 peer writes · 2 paths · 0 gaps', command: 'symscope.analyzeKernel', arguments: [{ uri: A, name: 'dispatch', line: 2 }] },
    ]);
    const [symbol, method] = await client.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', position);
    expect([symbol?.name, symbol?.detail, method?.name, method?.kind]).toEqual(['dispatch', 'kernel', 'Handle::put', SymbolKind.Method]);
    expect(symbol?.selectionRange).toEqual({ start: { line: 2, character: 5 }, end: { line: 2, character: 13 } });
    expect(symbol?.children?.map(({ name, detail, range }) => [name, detail, range.end.line])).toEqual([['senders', 'warp_idx < 4', 8]]);
    const list = await client.connection.sendRequest<KernelSummary[]>(KERNELS, { uri: A });
    expect(list).toEqual([{ name: 'dispatch', uri: A, line: 2, endLine: 9, summary: '2 peer writes · 2 paths · 0 gaps' }]);
  });

  test('speak the user\'s language; lenses can be switched off', async () => {
    const { client } = await start(() => ({ kernels: [kernel] }), { locale: 'zh-CN' });
    await client.open(A, 'x');
    const titles = async (): Promise<(string | undefined)[]> =>
      (await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', position)).map(({ command }) => command?.title);
    expect(await titles()).toEqual(['分析内核 · 2 处对端写 · 2 条路径 · 0 处缺口']);
    client.settings = { codeLens: { enabled: false } };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await expect.poll(titles).toEqual([]);
  });
});

describe('the tree', () => {
  const ring: Pipeline = {
    object: 'full', stages: 'kNumStages', init: [],
    arrive: [{ file: kernel.file, line: 4, column: 3, text: 'full[s].arrive()', role: 'senders', threads: 'one', how: 'arrive', target: 'own block' }],
    wait: [{ file: kernel.file, line: 7, column: 3, role: 'readers', threads: 'all', phase: 'phase' }],
  };
  const nodes: Kernel['graph']['nodes'] = [
    ...kernel.graph.nodes,
    { id: 'b', kind: 'barrier', label: 'gpu_barrier', space: 'unknown', file: kernel.file, line: 8, column: 2, remote: true, detail: 'joins ranks' },
    { id: 'g', kind: 'gap', label: 'nowhere', space: 'unknown', file: kernel.file, line: 6, remote: false },
  ];
  const edges: Kernel['graph']['edges'] = [
    { from: 's', to: 'p', label: 'bulk store', mechanism: 'cp.async.bulk', condition: 'p != nullptr', file: kernel.file, line: 4, role: 'senders', path: 'nvlink' },
    { from: 'p', to: 's', label: 'load', file: kernel.file, line: 5, role: 'senders' },
    { from: 's', to: 'g', label: 'nothing', file: kernel.file, line: 6, gap: true },
    { from: 's', to: 's', label: 'within the block', file: kernel.file, line: 6, role: 'senders' },
  ];
  const whole: Kernel = { ...kernel, graph: { nodes, edges }, pipelines: [ring] };
  const bare: Kernel = { ...kernel, name: 'plain', graph: { nodes: [], edges: [] } };
  const outline = (items: readonly OverviewItem[], depth = 0): string[] =>
    items.flatMap(({ kind, label, description, target, children }) => [
      `${'  '.repeat(depth)}${kind} ${label} | ${description ?? ''} | ${target === undefined ? '' : `${target.line}:${target.column}`}`,
      ...outline(children, depth + 1),
    ]);

  test('has kernels with what each role does to peers, and findings by rule; a kernel of nothing is left out', async () => {
    const { client } = await start((path, text) => ({ ...findBad(path, text, {}), kernels: [whole, bare] }));
    await client.open(A, 'BAD;\nBAD;\n');
    await client.diagnosticsOf(A, (list) => list.length === 2);
    const { kernels, rules } = await client.connection.sendRequest<OverviewResult>(OVERVIEW, {});
    expect(outline(kernels)).toEqual([
      'kernel dispatch | 1 peer write · 1 peer read · 1 path · 1 gap | 2:8',
      '  role senders | warp_idx < 4 | 3:1',
      '    write window | 4 · ← tile · bulk store · p != nullptr | 4:1',
      '    read window | 5 · → tile · load | 5:1',
      '    pipeline full | × kNumStages | 4:3',
      '      operation arrival |  | 4:3',
      '  gap gap | 6 · ← tile · nothing | 6:1',
      '  barrier gpu_barrier | joins ranks | 8:2',
    ]);
    expect(outline(rules)).toEqual([
      'rule pointer.unchecked | Peer pointer used without a null test · 2 | ',
      '  error `p` can be null here | a.cu:1 | 1:1',
      '  error `p` can be null here | a.cu:2 | 2:1',
    ]);
    expect(kernels[0]?.target?.uri).toBe(A);
  });

  test('is asked for again when a second look has found more', async () => {
    const later: Finding[] = [];
    const { client } = await start((path) => ({ findings: later, complete: () => (later.push(finding(path, 1, 1)), { sites: [], findings: later }) }));
    const changed: string[][] = [];
    client.connection.onNotification(CHANGED, ({ uris }: { uris: string[] }) => void changed.push(uris));
    await client.open(A, 'x');
    await expect.poll(() => changed).toEqual([[A], [A]]);
    expect((await client.connection.sendRequest<OverviewResult>(OVERVIEW, {})).rules).toHaveLength(1);
  });

  test('has what only a second look finds as soon as it has a file, also right after an edit', async () => {
    const { client } = await start((path) => {
      const later: Finding[] = [];
      return { findings: later, complete: () => (later.push(finding(path, 1, 1)), { sites: [], findings: later }) };
    });
    await client.open(A, 'x');
    const seen: number[] = [];
    const look = async (): Promise<void> => void seen.push((await client.connection.sendRequest<OverviewResult>(OVERVIEW, {})).rules.length);
    await expect.poll(async () => (await look(), seen.at(-1))).toBe(1);
    for (let version = 2; version < 8; version++) {
      await client.change(A, `x ${version}`, version);
      await look();
    }
    expect(seen.slice(seen.indexOf(1))).not.toContain(0);
  });

  test('speaks the user\'s language', async () => {
    const { client } = await start(() => ({ kernels: [whole] }), { locale: 'zh-cn' });
    await client.open(A, 'x');
    await expect.poll(async () => outline((await client.connection.sendRequest<OverviewResult>(OVERVIEW, {})).kernels).join('\n')).toMatch(/operation 到达.*gap 缺口/su);
  });
});

describe('the rest of the editor', () => {
  test('inlay hints stand behind the call, if they are switched on', async () => {
    const known: Site = { ...site, nullWhen: '`rank < 0`', team: { expr: 'team_t', values: ['Lsa', 'World'], note: 'Lsa when `kNvlink` is true' } };
    const { client } = await start(() => ({ sites: [known] }), { settings: { inlayHints: { enabled: true } } });
    await client.open(A, 'auto p = get_peer<team_t>(f(")", x), /* ) */ r) + 1;');
    const hints = await client.connection.sendRequest<InlayHint[]>('textDocument/inlayHint', { ...position, range: whole });
    expect(hints).toEqual([{ position: { line: 0, character: 47 }, label: 'LSA/world, may be null', kind: 1, paddingLeft: true, tooltip: 'null when `rank < 0`\nLsa when `kNvlink` is true' }]);
    client.settings = {};
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await expect.poll(() => client.connection.sendRequest('textDocument/inlayHint', { ...position, range: whole })).toEqual([]);
  });

  test('semantic tokens mark peer pointers and predicates; null where there is none, or by the setting', async () => {
    const predicate: Site = { ...site, kind: 'reachability', line: 2, column: 5, endColumn: 8 };
    const { client } = await start((_path, text) => {
      const at = text.indexOf('ptr');
      return at < 0 ? {} : { sites: [site, predicate], peerNames: [{ start: at, end: at + 3 }, { start: text.indexOf('ptr', at + 1), end: text.indexOf('ptr', at + 1) + 3 }] };
    });
    const ask = (uri: string) => client.connection.sendRequest<SemanticTokens | null>('textDocument/semanticTokens/full', { textDocument: { uri } });
    await client.open(A, 'auto     get_peer ptr\r\n    can(ptr)');
    await client.open('untitled:plain.cu', 'int x;');
    const { legend } = client.capabilities.semanticTokensProvider ?? {};
    expect(legend).toEqual({ tokenTypes: ['variable', 'function'], tokenModifiers: ['peerPointer', 'reachability'] });
    // Line and column are relative to the token before; then length, type, modifiers as bits.
    expect((await ask(A))?.data).toEqual([0, 9, 8, 1, 1, 0, 9, 3, 0, 1, 1, 4, 3, 1, 2, 0, 4, 3, 0, 1]);
    expect(await ask('untitled:plain.cu')).toBeNull();
    client.settings = { semanticTokens: 'off' };
    await client.connection.sendNotification('workspace/didChangeConfiguration', { settings: null });
    await expect.poll(() => ask(A)).toBeNull();
  });

  test('inactive regions and the status are announced', async () => {
    const { client } = await start((path, text) => ({
      inactive: [{ start: text.indexOf('#if'), end: text.indexOf('#endif') }],
      report: { path, parse: 'partial', problems: [{ code: 'syntax', message: 'Not understood.', line: 3, column: 1 }] },
    }));
    const regions: unknown[] = [];
    const states: StatusParams[] = [];
    client.connection.onNotification(INACTIVE_REGIONS, (params: unknown) => void regions.push(params));
    client.connection.onNotification(STATUS, (params: StatusParams) => void states.push(params));
    await client.open(A, 'a\r\n#if 0\r\nb\r\n#endif\r\n', 3);
    await expect.poll(() => states.at(-1)?.documents.length).toBe(1);
    expect(regions.at(-1)).toEqual({ uri: A, version: 3, regions: [{ start: 2, end: 3 }] });
    expect(states.at(-1)).toEqual({
      busy: false, files: 1, skipped: 0, documents: [{ uri: A, parse: 'partial', problems: ['3: Not understood.'], findings: 0, kernels: 0, sites: 0 }],
    });
  });
});

test('the second look is taken at what is shown, not at an analysis that an edit may have made wrong', async () => {
  const root = mkdtempSync(join(tmpdir(), 'symscope-second-look-'));
  try {
    const other = join(root, 'b.cu');
    writeFileSync(other, '__global__ void k() {}');
    const completed: string[] = [];
    const { client } = await start(
      (path, text) => ({ complete: () => (completed.push(path), { sites: [], findings: [] }), ...findBad(path, text, {}) }),
      { folders: [pathToFileURL(root).href] },
    );
    await client.open(A, '__global__ void BAD() {}');
    await client.diagnosticsOf(A, (list) => list.length === 1);
    // Asked for without being shown: there is an analysis of it from now on.
    await client.connection.sendRequest('textDocument/documentSymbol', { textDocument: { uri: pathToFileURL(other).href } });
    await client.change(A, '__global__ void BAD_BAD() {}', 2);
    await expect.poll(() => completed).toEqual(['~/untitled/a.cu', '~/untitled/a.cu']);
    await new Promise((resolve) => { setTimeout(resolve, 300); });
    expect(completed).toEqual(['~/untitled/a.cu', '~/untitled/a.cu']);
  } finally {
    rmSync(root, { recursive: true });
  }
});
