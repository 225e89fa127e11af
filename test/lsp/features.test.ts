/** What an editor gets from the built server, on the sample workspaces. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CodeAction, CodeLens, Diagnostic, DocumentSymbol, Hover, MarkupContent, SemanticTokens } from 'vscode-languageserver';
import { CHANGED, EXPORT_GRAPH, KERNEL_GRAPH, KERNELS, OVERVIEW, type KernelGraphResult, type KernelSummary, type OverviewResult } from '../../src/server/protocol.js';
import { applied, DISPATCH, HANDLE, MISSING_TEST, positionOf, PULL, sample } from './support/sample.js';
import { startServer, type Published, type Server } from './support/serverProcess.js';

const files = sample();
let server: Server;
beforeAll(async () => {
  server = await startServer({ folders: files.folders, initializationOptions: { ruleDocs: 'file:///docs' } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  files.remove();
});

let version = 1;
function open(path: string, text = files.text(path)): string {
  server.open(files.uri(path), text);
  return text;
}
function replace(path: string, text: string): number {
  server.change(files.uri(path), ++version, [{ text }]);
  return version;
}
const close = (path: string): Promise<void> => server.connection.sendNotification('textDocument/didClose', { textDocument: { uri: files.uri(path) } });
const codes = ({ diagnostics }: Published): unknown[] => diagnostics.map(({ code }) => code);
const atVersion = (wanted: number) => (published: Published): boolean => published.version === wanted;

async function hover(path: string, word: string, before?: string): Promise<string> {
  const position = positionOf(files.text(path), word, before);
  const answer = await server.connection.sendRequest<Hover | null>('textDocument/hover', { textDocument: { uri: files.uri(path) }, position });
  return (answer?.contents as MarkupContent | undefined)?.value ?? '';
}

test('says what it can do', () => {
  expect(server.initialized.serverInfo).toEqual({ name: 'symscope', version: '0.1.0' });
  expect(server.initialized.capabilities).toMatchObject({
    positionEncoding: 'utf-16',
    textDocumentSync: { openClose: true, change: 2 },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: ['quickfix'] },
    codeLensProvider: {},
    documentSymbolProvider: {},
    inlayHintProvider: true,
  });
});

describe('diagnostics and their fixes', () => {
  const uri = files.uri(MISSING_TEST);
  const actions = async (diagnostics: readonly Diagnostic[]): Promise<CodeAction[]> => {
    const range = diagnostics[0]?.range;
    return server.connection.sendRequest<CodeAction[]>('textDocument/codeAction', { textDocument: { uri }, range, context: { diagnostics } });
  };

  test('a finding carries code, page, and the path with its places', async () => {
    const text = open(MISSING_TEST);
    const { diagnostics } = await server.diagnostics(uri, ({ diagnostics: list }) => list.length > 0);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({
      code: 'pointer.unchecked', severity: 1, source: 'symscope', codeDescription: { href: 'file:///docs/pointer.unchecked.md' },
      range: { start: positionOf(text, 'tma_store_1d', 'ptx::') },
    });
    expect(diagnostics[0]?.relatedInformation?.map(({ location }) => location.uri)).toEqual([uri, files.uri(HANDLE), uri]);
  });

  test('the fix removes the finding', async () => {
    const text = files.text(MISSING_TEST);
    const { diagnostics } = await server.diagnostics(uri, (published) => published.diagnostics.length > 0);
    const fix = (await actions(diagnostics)).find(({ isPreferred }) => isPreferred === true);
    const fixed = applied(text, fix);
    expect(fixed).not.toBe(text);
    const published = await server.diagnostics(uri, atVersion(replace(MISSING_TEST, fixed)));
    expect(codes(published)).not.toContain('pointer.unchecked');
    await server.diagnostics(uri, atVersion(replace(MISSING_TEST, text)));
  });

  test('so does a suppression, which carries a reason', async () => {
    const text = files.text(MISSING_TEST);
    const { diagnostics } = await server.diagnostics(uri, (published) => published.diagnostics.length > 0);
    const suppress = (await actions(diagnostics)).find(({ title }) => title.startsWith('Suppress'));
    const suppressed = applied(text, suppress);
    expect(suppressed).toContain('            // symscope-ignore: pointer.unchecked reason\n            ptx::tma_store_1d(peer_ptr');
    const published = await server.diagnostics(uri, atVersion(replace(MISSING_TEST, suppressed)));
    expect(codes(published)).toEqual([]);
    await server.diagnostics(uri, atVersion(replace(MISSING_TEST, text)));
  });

  test('unsaved text of an included file counts: a handle that reaches everybody needs no test', async () => {
    const handle = open(HANDLE);
    const changed: string[] = [];
    const subscription = server.connection.onNotification(CHANGED, ({ uris }: { uris: string[] }) => void changed.push(...uris));
    const withoutNull = handle.replace('if (!is_nvlink_accessible<team_t>(dst_rank_idx))\n            return nullptr;', '');
    expect(withoutNull).not.toBe(handle);
    replace(HANDLE, withoutNull);
    await server.diagnostics(uri, ({ diagnostics: list }) => list.length === 0);
    await expect.poll(() => changed).toContain(uri);
    subscription.dispose();
    await close(HANDLE);
    await server.diagnostics(uri, ({ diagnostics: list }) => list.length === 1);
  });

  test('several changes in one notification are applied one after the other', async () => {
    const text = files.text(MISSING_TEST);
    const start = positionOf(text, 'tma_store_1d', 'ptx::');
    const at = (character: number) => ({ start: { line: start.line, character }, end: { line: start.line, character } });
    const insert = start.character - 'ptx::tma_store_1d('.length;
    server.change(uri, ++version, [
      { range: at(insert), text: ') ' },
      { range: at(insert), text: 'peer_ptr != nullptr' },
      { range: at(insert), text: 'if (' },
    ]);
    expect(codes(await server.diagnostics(uri, atVersion(version)))).not.toContain('pointer.unchecked');
    await server.diagnostics(uri, atVersion(replace(MISSING_TEST, text)));
  });
});

const SHARED = 'mini-ep/include/mini_ep/impls/gaps/shared_memory_pointer.cuh';

describe('hovers', () => {
  test('on a peer pointer: null, handling, use, and the other approach from its own source', async () => {
    open(DISPATCH);
    await hover(DISPATCH, 'get_sym_ptr', '.');
    await expect.poll(() => hover(DISPATCH, 'get_sym_ptr', '.'), { timeout: 20_000 }).toMatch(/\[pull\\?_moe\.cuh:[^|]*\(as in DeepGEMM\)/u);
    const text = await hover(DISPATCH, 'get_sym_ptr', '.');
    expect(text).toMatch(/^\*\*`gin\.get_sym_ptr<.+>`\*\* — peer pointer/u);
    expect(text).toContain('**May be null**');
    expect(text).toContain('**Handled**');
    expect(text).toContain(`${files.uri(DISPATCH)}#L`);
    expect(text.split('\n').length).toBeLessThan(30);
    expect(text).not.toContain('command:');
  });

  test('on a mapped pointer: the mirror image', async () => {
    open(PULL);
    const text = await hover(PULL, 'map', ' = sym_buffer.');
    expect(text).toContain('**Never null**');
    expect(text).toContain('here (as in DeepGEMM) | [');
    // The formula of the open function, not that of the project whose way it goes.
    expect(text).toMatch(/\| translate \| `[^|]*distance\[dst_rank_idx\][^|]*` \|/u);
  });

  test('on a predicate, a put and a barrier', async () => {
    open(HANDLE);
    expect(await hover(HANDLE, 'is_nvlink_accessible', '!')).toContain('reachability predicate');
    expect(await hover(DISPATCH, 'put', 'gin.')).toContain('one-sided operation');
    expect(await hover(DISPATCH, 'gpu_barrier', 'comm::')).toContain('— barrier');
    await close(HANDLE);
  });

  test('on a barrier of the block: what it orders', async () => {
    open(SHARED);
    const text = await hover(SHARED, '__syncthreads', '');
    expect(text).toContain('`__syncthreads`');
    expect(text).toMatch(/\*\*Orders\*\* `histogram` written \[19\]\([^)]*\) → /u);
    await close(SHARED);
  });

  test('on a term, also in a comment; on nothing else', async () => {
    expect(await hover(MISSING_TEST, 'ncclTeamTagLsa')).toContain('LSA, load/store accessible');
    expect(await hover(MISSING_TEST, 'thread_idx')).toBe('');
  });
});

describe('kernels', () => {
  test('have a lens, symbols with roles, an entry in the list, and a graph with coordinates', async () => {
    const uri = files.uri(DISPATCH);
    const lenses = await server.connection.sendRequest<CodeLens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.length).toBeGreaterThan(0);
    expect(lenses[0]?.command?.title).toMatch(/^Analyze kernel · \d+ peer writes? · .*\d+ gaps?$/u);
    const symbols = await server.connection.sendRequest<DocumentSymbol[]>('textDocument/documentSymbol', { textDocument: { uri } });
    const symbol = symbols.find(({ detail }) => detail === 'kernel');
    expect(symbol?.children?.length).toBeGreaterThan(1);
    const kernels = await server.connection.sendRequest<KernelSummary[]>(KERNELS, {});
    expect(new Set(kernels.map((kernel) => kernel.uri))).toContain(files.uri(PULL));
    const layout = { detail: 'roles', toggled: [] };
    const graph = await server.connection.sendRequest<KernelGraphResult | null>(KERNEL_GRAPH, { uri, name: symbol?.name, layout });
    expect(graph?.kernel.name).toBe(symbol?.name);
    expect(graph?.positioned.nodes.length).toBeGreaterThan(0);
    for (const { file } of graph?.kernel.graph.nodes ?? []) expect(graph?.uris[file]).toMatch(/^file:\/\//u);
    expect(await server.connection.sendRequest(KERNEL_GRAPH, { uri, name: 'no such kernel', layout })).toBeNull();
  });

  test('have barriers, pipelines and their files in the answer, also specialised, and are exported as text', async () => {
    const uri = files.uri(DISPATCH);
    const ask = (given: readonly unknown[]) => server.connection.sendRequest<KernelGraphResult | null>(KERNEL_GRAPH, { uri, layout: { detail: 'roles', toggled: [], given } });
    const paths = (graph: KernelGraphResult | null) => [...new Set(graph?.positioned.edges.flatMap((edge) => edge.path ?? []))].sort();
    const whole = await ask([]);
    expect(whole?.language).toBe('en');
    expect(whole?.kernel.pipelines.length).toBeGreaterThan(0);
    const steps = (whole?.kernel.synchronisation ?? []).flatMap(({ protocols = [] }) => protocols.flatMap((protocol) => protocol.steps));
    expect(steps.map(({ does }) => does)).toEqual(expect.arrayContaining(['signal', 'wait']));
    for (const { file } of steps) expect(whole?.uris[file]).toMatch(/^file:\/\//u);
    expect(paths(whole)).toEqual(['nvlink', 'rdma']);
    const given = [{ name: 'kScaleupIsNvlink', value: 'true' }];
    const special = await ask([...given, { name: 'kUnknown', value: 'true' }]);
    expect([paths(special), special?.positioned.given]).toEqual([['nvlink'], given]);
    const text = await server.connection.sendRequest<string | null>(EXPORT_GRAPH, { uri, layout: { detail: 'roles', toggled: [], given }, format: 'mermaid' });
    expect(text).toMatch(/^flowchart LR\n/u);
    expect(text).not.toContain('-.->');
    expect(await server.connection.sendRequest(EXPORT_GRAPH, { uri, name: 'no such kernel', layout: { detail: 'roles', toggled: [] }, format: 'dot' })).toBeNull();
  });
});

test('semantic tokens stand on the names of peer pointers and of what forms and guards them', async () => {
  const text = open(HANDLE);
  const ask = (path: string) => server.connection.sendRequest<SemanticTokens | null>('textDocument/semanticTokens/full', { textDocument: { uri: files.uri(path) } });
  const words = async (path: string, lines: readonly string[]): Promise<ReadonlySet<string>> => {
    const { data } = (await ask(path)) ?? { data: [] };
    const found = new Set<string>();
    let line = 0;
    let column = 0;
    for (let i = 0; i < data.length; i += 5) {
      const [down = 0, right = 0, length = 0, type = 0, modifiers = 0] = data.slice(i, i + 5);
      line += down;
      column = down > 0 ? right : column + right;
      found.add(`${lines[line]?.slice(column, column + length) ?? ''} ${type} ${modifiers}`);
    }
    return found;
  };
  expect(await words(DISPATCH, files.text(DISPATCH).split('\n'))).toEqual(new Set(['peer_ptr 0 1', 'get_sym_ptr 1 1']));
  expect(await words(HANDLE, text.split('\n'))).toContain('is_nvlink_accessible 1 2');
  await close(HANDLE);
});

describe('the tree', () => {
  test('has the kernel of an open file with its roles, both paths and barriers, each with a place that exists', async () => {
    const { kernels, rules } = await server.connection.sendRequest<OverviewResult>(OVERVIEW, { whole: true });
    const dispatch = kernels.find(({ target }) => target?.uri === files.uri(DISPATCH));
    expect(dispatch?.children.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['role Count role', 'role Token role', 'barrier gpu_barrier', 'barrier gpu_barrier']);
    const tokens = dispatch?.children[1]?.children ?? [];
    expect(tokens.filter(({ kind }) => kind === 'write').map(({ label }) => label)).toEqual(['recv_buffer @ peer', 'recv_buffer @ remote']);
    expect(tokens.filter(({ kind }) => kind === 'pipeline').map(({ label, children }) => [label, children.length])).toEqual([['loaded', 3]]);
    const put = positionOf(files.text(DISPATCH), 'put<team_t>', 'gin.');
    expect(tokens.map(({ target }) => target?.line)).toContain(put.line + 1);
    expect(rules.map(({ label }) => label)).toContain('pointer.unchecked');
  });

  test('in the whole workspace has what is in files that are not open', async () => {
    const names = async () => (await server.connection.sendRequest<OverviewResult>(OVERVIEW, { whole: true })).kernels.map(({ label }) => label);
    await expect.poll(names, { timeout: 20_000 }).toEqual(expect.arrayContaining(['combine_kernel', 'dispatch_kernel', 'pull_moe_kernel']));
  });
});

test('a cancelled request is answered and costs nothing', async () => {
  const { CancellationTokenSource } = await import('vscode-languageserver/node');
  const source = new CancellationTokenSource();
  const pending = server.connection.sendRequest(KERNELS, {}, source.token).then(() => 'answered', () => 'cancelled');
  source.cancel();
  expect(['answered', 'cancelled']).toContain(await pending);
  expect(await hover(DISPATCH, 'get_sym_ptr', '.')).toContain('peer pointer');
});
