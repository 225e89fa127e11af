import { describe, expect, it } from 'vitest';
import type { GraphEdge, GraphNode, Kernel, Space, SyncStep } from '../../src/core/schema.js';
import { COLLAPSE_ABOVE } from '../../src/panel/graphModel.js';
import type { Box, Detail, Point, PositionedGraph } from '../../src/panel/graphModel.js';
import { layoutKernel } from '../../src/server/layout.js';
import { pullKernel } from './support/syncFixture.js';
import { dispatchKernel, edge, gapKernel, gemmKernel, kernel, largeKernel, node } from './support/kernelFixture.js';

const layout = (k: Kernel, detail: Detail = 'roles', toggled: readonly string[] = []): Promise<PositionedGraph> => layoutKernel(k, { detail, toggled });

/** A choice of path as the analyser gives it: the edges name the decision that chooses them. */
const chosenKernel = kernel(
  'chosen',
  [],
  [
    node(['smem', 'tma_buffer', 'shared', 5]),
    node(['send', 'send_buffer', 'own-window', 6]),
    node(['peer', 'recv @ peer', 'peer', 10]),
    node(['remote', 'recv @ remote', 'remote', 15]),
    node(['choice', 'dst != nullptr?', 'unknown', 11, undefined, { kind: 'decision' }]),
  ],
  [
    edge(['smem', 'peer', 'bulk store', 12, { path: 'nvlink', via: 'choice', condition: 'dst != nullptr' }]),
    edge(['smem', 'send', 'bulk store', 9]),
    edge(['send', 'remote', 'put', 15, { path: 'rdma', via: 'choice', condition: 'dst == nullptr' }]),
  ],
);

/** A kernel of pseudo-random shape, the same for the same seed. */
function randomKernel(seed: number): Kernel {
  let state = seed;
  const next = (bound: number): number => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state % bound;
  };
  const spaces: readonly Space[] = ['global', 'shared', 'tensor', 'own-window', 'peer', 'remote', 'host', 'register', 'unknown'];
  const kinds: readonly GraphNode['kind'][] = ['memory', 'memory', 'memory', 'decision', 'gap'];
  const roles = [0, 1, 2].map((i) => ({ name: `role ${i}`, condition: `warp_idx == ${i}`, line: 10 + i * 10, endLine: 19 + i * 10 }));
  const nodes = Array.from({ length: 8 + next(20) }, (_, i) =>
    node([`n${i}`, 'a_rather_long_name_of_an_object'.slice(0, 3 + next(28)), spaces[next(spaces.length)] ?? 'unknown', 10 + i, next(4) === 0 ? undefined : `role ${next(3)}`, { kind: kinds[next(kinds.length)] ?? 'memory', ...(next(3) === 0 ? { detail: 'something about it' } : {}) }]),
  );
  const edges = Array.from({ length: nodes.length + next(20) }, (_, i): GraphEdge => {
    const [from, to] = [nodes[next(nodes.length)], nodes[next(nodes.length)]];
    return edge([from?.id ?? 'n0', to?.id ?? 'n1', 'st.global'.slice(0, 2 + next(8)), 10 + i, next(2) === 0 ? { condition: 'lane_idx < kNumTopk and the_other_thing != nullptr' } : {}]);
  });
  return kernel(`random_${seed}`, roles, nodes, edges);
}

function overlaps(a: Box, b: Box, slack = 0.5): boolean {
  return a.x + slack < b.x + b.width && b.x + slack < a.x + a.width && a.y + slack < b.y + b.height && b.y + slack < a.y + a.height;
}

function piece(a: Point, b: Point): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x) + 1, height: Math.abs(a.y - b.y) + 1 };
}

/** Everything that would be unreadable, in words. */
function clashes(graph: PositionedGraph): readonly string[] {
  const labels = graph.edges.flatMap((e) => (e.label === undefined ? [] : [{ id: e.id, box: e.label }]));
  const boxes = [...graph.nodes, ...graph.barriers];
  const found: string[] = [];
  graph.nodes.forEach((a, i) => {
    for (const b of [...graph.nodes.slice(i + 1), ...graph.barriers]) if (overlaps(a, b)) found.push(`${a.id} over ${b.id}`);
  });
  labels.forEach((a, i) => {
    for (const b of boxes) if (overlaps(a.box, b)) found.push(`label of ${a.id} over ${b.id}`);
    for (const b of labels.slice(i + 1)) if (overlaps(a.box, b.box)) found.push(`label of ${a.id} over label of ${b.id}`);
  });
  for (const e of graph.edges) {
    const pieces = e.points.slice(1).map((point, i) => piece(e.points[i] ?? point, point));
    for (const p of pieces) {
      for (const label of labels) if (label.id !== e.id && overlaps(p, label.box, 1.5)) found.push(`${e.id} through label of ${label.id}`);
      for (const n of graph.nodes) if (n.id !== e.from && n.id !== e.to && overlaps(p, n, 1.5)) found.push(`${e.id} through ${n.id}`);
    }
  }
  return found;
}

describe('layout of a kernel', () => {
  it('draws one band a role, in source order, and the barriers across them where they stand in the source', async () => {
    const graph = await layout(dispatchKernel);
    expect(graph.bands.map((band) => [band.name, band.condition, band.line])).toEqual([
      ['Notify warps', 'warp_idx < kNumNotifyWarps', 80],
      ['Dispatch warps', 'else (warp_idx >= kNumNotifyWarps)', 260],
    ]);
    const [start, end] = graph.barriers;
    const [notify, dispatch] = graph.bands;
    expect([start?.label, end?.label]).toEqual(['gpu_barrier · 74', 'gpu_barrier · 398']);
    expect(start?.y).toBeLessThan(notify?.y ?? 0);
    expect(end?.y).toBeGreaterThan((dispatch?.y ?? 0) + (dispatch?.height ?? 0));
    expect(start?.width).toBe(notify?.width);
  });

  it('draws what belongs to no role where it stands in the source, before or after the roles and the barriers', async () => {
    const role = { name: 'r', condition: '', line: 50, endLine: 90 };
    const withStoreAt = (line: number): Kernel => kernel('k', [role], [
      node(['v', 'computed values', 'register', line]), node(['flags', 'flags', 'global', 33]),
      node(['a', 'a', 'global', 60, 'r']), node(['b', 'b', 'shared', 61, 'r']), node(['meet', 'grid_sync', 'unknown', 100, undefined, { kind: 'barrier' }]),
    ], [edge(['v', 'flags', 'st', line]), edge(['a', 'b', 'st', 62, { role: 'r' }])]);
    const rows = async (line: number): Promise<readonly string[]> => {
      const { bands, barriers } = await layout(withStoreAt(line));
      return [...bands.map(({ name, y }) => [name, y] as const), ...barriers.map(({ label, y }) => [label, y] as const)].sort((x, y) => x[1] - y[1]).map(([name]) => name);
    };
    expect(await rows(40)).toEqual(['Whole kernel', 'r', 'grid_sync · 100']);
    expect(await rows(95)).toEqual(['r', 'Whole kernel', 'grid_sync · 100']);
    expect(await rows(110)).toEqual(['r', 'grid_sync · 100', 'Whole kernel']);
  });

  it('keeps every edge inside one band and draws shared objects in each band that uses them', async () => {
    const graph = await layout(gemmKernel);
    const bandOf = new Map(graph.nodes.map((n) => [n.id, n.band]));
    for (const e of graph.edges) expect([bandOf.get(e.from), bandOf.get(e.to)]).toEqual([e.band, e.band]);
    const shared = graph.nodes.filter((n) => n.nodeIds.includes('smem_a'));
    expect(shared.map((n) => [n.band, n.alsoIn])).toEqual([
      ['role-0', ['MMA warp']],
      ['role-1', ['Bulk-load warp']],
    ]);
  });

  it('puts a barrier of one role into its band', async () => {
    const graph = await layout(gemmKernel);
    const barrier = graph.barriers.find((b) => b.nodeIds.includes('sync'));
    const band = graph.bands.find((b) => b.name === 'Epilogue warps');
    expect(barrier?.band).toBe(band?.id);
    expect(barrier?.y).toBeGreaterThan(band?.y ?? Infinity);
  });

  it('gives a barrier that only the list of barriers has a line too', async () => {
    const plain = kernel('k', [], [node(['a', 'a', 'global', 40])], []);
    const graph = await layout({ ...plain, barriers: [{ file: plain.file, line: 50, column: 3, text: '__syncthreads' }] });
    expect(graph.barriers.map((b) => [b.label, b.places[0]?.line])).toEqual([['__syncthreads · 50', 50]]);
  });

  it('labels an edge with what, where and the condition, shortened, and keeps all of it in the title', async () => {
    const graph = await layout(dispatchKernel);
    const put = graph.edges.find((e) => e.places.some((p) => p.line === 389));
    expect(put?.label?.upper).toBe('gin.put · 389');
    expect(put?.label?.lower).toBe('… dst_ptr == nullptr');
    expect(put?.title).toContain('if not kIsScaleupNVLink and slot >= 0 and dst_ptr == nullptr');
    expect(put?.path).toBe('rdma');
  });

  it('joins parallel edges that do the same, except where everything is asked for', async () => {
    const stores = (graph: PositionedGraph): readonly string[] => graph.edges.filter((e) => e.places.some((p) => p.line === 321 || p.line === 323)).map((e) => e.label?.upper ?? '');
    expect(stores(await layout(dispatchKernel, 'roles'))).toEqual(['st.shared · 321, 323']);
    expect(stores(await layout(dispatchKernel, 'everything'))).toEqual(['st.shared · 321', 'st.shared · 323']);
  });

  it('draws every node and edge of the graph at the level of everything', async () => {
    const graph = await layout(dispatchKernel, 'everything');
    const drawn = new Set([...graph.nodes, ...graph.barriers].flatMap((item) => item.nodeIds));
    expect(dispatchKernel.graph.nodes.filter((n) => !drawn.has(n.id))).toEqual([]);
    expect(graph.edges.flatMap((e) => e.edges).sort((a, b) => a - b)).toEqual(dispatchKernel.graph.edges.map((_, i) => i));
  });

  it('shows in the overview only what leads to a peer or to nowhere, and what is copied there', async () => {
    const graph = await layout(dispatchKernel, 'overview');
    const ids = graph.nodes.flatMap((n) => n.nodeIds);
    expect(ids).toEqual(expect.arrayContaining(['tma', 'null', 'recv_nvl', 'send', 'recv_rdma']));
    expect(ids).toContain('x');
    expect(ids).not.toContain('host_counts');
    const gap = await layout(gapKernel, 'overview');
    expect(gap.edges.filter((e) => e.gap).map((e) => e.to)).toEqual(['role-1/nowhere']);
  });

  it('begins a large kernel with the overview and a small one with its roles', async () => {
    const few = kernel('k', [], [node(['a', 'a', 'global', 40]), node(['b', 'b @ peer', 'peer', 41])], [edge(['a', 'b', 'store', 41, { path: 'nvlink' }])]);
    expect((await layoutKernel(few, { toggled: [] })).detail).toBe('roles');
    expect((await layoutKernel(largeKernel(60), { toggled: [] })).detail).toBe('overview');
  });

  it('is narrower where there is less room, with the same nodes', async () => {
    const [wide, narrow] = await Promise.all([1800, 900].map((room) => layoutKernel(dispatchKernel, { detail: 'overview', toggled: [], room })));
    expect(narrow?.width).toBeLessThan(wide?.width ?? 0);
    expect(new Set(narrow?.nodes.map(({ id }) => id))).toEqual(new Set(wide?.nodes.map(({ id }) => id)));
    expect(clashes(narrow ?? expect.fail('no layout'))).toEqual([]);
  });

  it('says under a barrier what it does, for each instantiation', async () => {
    const [first] = pullKernel.synchronisation?.filter(({ level }) => level === 'ranks') ?? [];
    const barriers = [{ file: pullKernel.file, line: first?.line ?? 0, column: 1, text: first?.text ?? '' }];
    const rows = async (language?: 'zh-cn') => (await layoutKernel({ ...pullKernel, barriers }, { toggled: [] }, language)).barriers.find(({ label }) => label.startsWith('rank_barrier'))?.details;
    expect(await rows()).toEqual([
      'kNVLink: grid sync → signal release.sys (NVLink) → wait acquire.sys',
      'not kNVLink: flush → signal (RDMA) → wait acquire.sys',
    ]);
    expect(await rows('zh-cn')).toContain('kNVLink: 网格同步 → 发信号 release.sys (NVLink) → 等待 acquire.sys');
  });

  it('says of a barrier inside a barrier whom it joins, of a counter that nothing else tells that it counts, and of alternatives what they do once', async () => {
    const step = (line: number, does: SyncStep['does'], rest: Partial<SyncStep> = {}): SyncStep => ({ file: 'b.cuh', line, column: 1, does, mechanism: does, ...rest });
    const rows = async (steps: readonly SyncStep[]) => {
      const at = { file: dispatchKernel.file, line: 74, column: 1, text: 'gpu_barrier' };
      const k: Kernel = { ...dispatchKernel, barriers: [at], synchronisation: [{ ...at, level: 'ranks', protocols: [{ given: [], steps }] }] };
      return (await layout(k)).barriers.find(({ places: [place] }) => place?.line === 74)?.details;
    };
    const grid = [step(30, 'count', { order: 'release', scope: 'gpu', within: 'grid_sync', part: 'grid' }), step(35, 'wait', { order: 'acquire', scope: 'gpu', within: 'grid_sync', part: 'grid' })];
    const signal = step(68, 'signal', { path: 'nvlink', order: 'release', scope: 'sys', when: 'sm_idx == 0' });
    const own = step(73, 'count', { order: 'relaxed', scope: 'gpu' });
    expect(await rows([...grid, signal, own, step(76, 'wait', { order: 'acquire', scope: 'sys' }), ...grid])).toEqual(['grid sync → signal release.sys (NVLink) → wait acquire.sys → grid sync']);
    expect(await rows([step(30, 'count', { order: 'release', scope: 'gpu' }), step(35, 'wait', { order: 'acquire', scope: 'gpu' })])).toEqual(['count release.gpu → wait acquire.gpu']);
    const arms = ['both and one and x', 'not (both and one) and x'].flatMap((when) => [step(68, 'signal', { path: 'nvlink', when }), step(76, 'wait', { when }), step(58, 'signal', { path: 'rdma', when })]);
    expect(await rows(arms)).toEqual(['signal (NVLink) → wait → signal (RDMA)']);
  });

  it('says under barriers of the same name at which line what is done, and for which value that the barrier itself asks for', async () => {
    const step = (line: number, path: 'nvlink' | 'rdma', when?: string): SyncStep => ({ file: 'b.cuh', line, column: 1, does: 'signal', path, mechanism: 'm', ...(when === undefined ? {} : { when }) });
    const at = (line: number) => ({ file: dispatchKernel.file, line, column: 1, text: 'gpu_barrier' });
    const rows = async (synchronisation: Kernel['synchronisation'] = []) => {
      const k = kernel('barriers', [], [], []);
      const places = synchronisation.map(({ line }) => ({ ...at(line), file: k.file }));
      const graph = await layout({ ...k, choices: [{ name: 'kNVLink', values: ['true', 'false'] }], barriers: places, synchronisation: synchronisation.map((sync) => ({ ...sync, file: k.file })) });
      return graph.barriers.flatMap(({ details }) => details);
    };
    const sync = (line: number, steps: readonly SyncStep[]): NonNullable<Kernel['synchronisation']>[number] => ({ ...at(line), level: 'ranks', protocols: [{ given: [], steps }] });
    const arms = [step(5, 'nvlink', 'do_scaleup and kNVLink'), step(6, 'rdma', 'do_scaleup and not kNVLink')];
    expect(await rows([sync(27, [step(6, 'rdma')]), sync(32, arms)])).toEqual(['27: signal (RDMA)', '32: kNVLink: signal (NVLink)', '32: not kNVLink: signal (RDMA)']);
    expect(await rows([sync(27, [step(6, 'rdma')]), sync(32, [step(6, 'rdma')])])).toEqual(['signal (RDMA)']);
    const long = Array.from({ length: 8 }, (_, i) => step(i, i % 2 === 0 ? 'rdma' : 'nvlink'));
    const width = async (room: number) => (await layoutKernel({ ...kernel('barriers', [], [], []), barriers: [{ ...at(27), file: kernel('barriers', [], [], []).file }], synchronisation: [{ ...sync(27, long), file: kernel('barriers', [], [], []).file }] }, { toggled: [], room })).width;
    expect(await width(800)).toBe(800);
    expect(await width(600)).toBeLessThan(800);
  });

  it('speaks Chinese, except what comes from the source', async () => {
    const { nodes, bands } = await layoutKernel(dispatchKernel, { toggled: [] }, 'zh-cn');
    expect(nodes.find(({ nodeIds }) => nodeIds.includes('recv_rdma'))).toMatchObject({ label: ['recv_buffer @ peer'], caption: expect.stringContaining('对端，RDMA') as string });
    expect(bands.map(({ name }) => name)).toContain('Notify warps');
  });

  it('shows all of a kernel without peers in the overview', async () => {
    const plain = kernel('k', [], [node(['a', 'a', 'global', 1]), node(['b', 'b', 'shared', 2])], [edge(['a', 'b', 'ld', 3])]);
    const graph = await layout(plain, 'overview');
    expect(graph.nodes).toHaveLength(2);
    expect(graph.bands.map((band) => [band.kind, band.name])).toEqual([['kernel', 'All warps']]);
  });

  it('closes the largest bands of a very large kernel, and opens what the reader opens', async () => {
    const large = largeKernel(200, 6);
    const graph = await layout(large);
    expect(graph.nodes.length).toBeLessThanOrEqual(COLLAPSE_ABOVE);
    const closed = graph.bands.filter((band) => band.collapsed);
    expect(closed.length).toBeGreaterThan(0);
    const [first] = closed;
    const opened = await layout(large, 'roles', [first?.id ?? '']);
    expect(opened.bands.find((band) => band.id === first?.id)?.collapsed).toBe(false);
    expect(opened.nodes.length).toBe(graph.nodes.length + (first?.nodeCount ?? 0));
  });

  it('ends edges on the outline of a diamond, not on its box', async () => {
    const graph = await layout(dispatchKernel);
    const diamond = graph.nodes.find((n) => n.nodeIds.includes('null'));
    const out = graph.edges.filter((e) => e.from === diamond?.id);
    expect(out).toHaveLength(2);
    for (const e of out) {
      const [start] = e.points;
      if (diamond === undefined || start === undefined) throw new Error('no edge');
      const across = Math.abs(start.x - (diamond.x + diamond.width / 2)) / (diamond.width / 2);
      const down = Math.abs(start.y - (diamond.y + diamond.height / 2)) / (diamond.height / 2);
      expect(across + down).toBeCloseTo(1, 1);
    }
  });

  it('leads the edges that a decision chooses through its node, and the RDMA path through its staging buffer', async () => {
    const graph = await layout(chosenKernel);
    const drawn = graph.edges.map((e) => [e.from, e.to, e.label?.upper, e.path]);
    expect(drawn).toEqual([
      ['kernel/smem', 'kernel/choice', undefined, undefined],
      ['kernel/choice', 'kernel/peer', 'bulk store · 12', 'nvlink'],
      ['kernel/smem', 'kernel/send', 'bulk store · 9', undefined],
      ['kernel/choice', 'kernel/send', 'no NVLink path · 11', 'rdma'],
      ['kernel/send', 'kernel/remote', 'put · 15', 'rdma'],
    ]);
    const overview = await layout(chosenKernel, 'overview');
    expect(overview.nodes.map((n) => n.id)).toContain('kernel/choice');
  });

  it('leads both paths out of the decision if they have the same source', async () => {
    const direct = { ...chosenKernel, graph: { ...chosenKernel.graph, edges: chosenKernel.graph.edges.map((e) => (e.path === 'rdma' ? { ...e, from: 'smem' } : e)) } };
    const graph = await layout(direct);
    expect(graph.edges.filter((e) => e.from === 'kernel/choice').map((e) => e.to)).toEqual(['kernel/peer', 'kernel/remote']);
  });

  it('leads both paths out of the decision if what the RDMA path carries is computed', async () => {
    const { graph } = chosenKernel;
    const nodes = [...graph.nodes, node(['v', 'computed values', 'register', 14])];
    const direct = { ...chosenKernel, graph: { ...graph, nodes, edges: graph.edges.map((e) => (e.path === 'rdma' ? { ...e, from: 'v' } : e)) } };
    const { edges } = await layout(direct);
    expect(edges.filter((e) => e.from === 'kernel/choice').map((e) => e.to)).toEqual(['kernel/peer', 'kernel/remote']);
    expect(edges.filter((e) => e.to === 'kernel/choice').map((e) => e.from)).toEqual(['kernel/smem', 'kernel/v']);
  });

  it('draws computed values next to each of their targets', async () => {
    const computed = kernel('k', [], [node(['v', 'computed values', 'register', 5]), node(['a', 'a', 'shared', 6]), node(['b', 'b', 'global', 7])], [edge(['v', 'a', 'st', 8]), edge(['v', 'b', 'st', 9])]);
    const graph = await layout(computed);
    expect(graph.nodes.filter((n) => n.nodeIds.includes('v'))).toHaveLength(2);
    expect(new Set(graph.edges.map((e) => e.from)).size).toBe(2);
  });

  it('draws computed values once, with their number, for the objects of this rank from which nothing goes on', async () => {
    const own = ['a', 'b', 'c'].map((name, i) => node([name, name, 'own-window', 10 + i]));
    const k = kernel('k', [], [node(['v', 'computed values', 'register', 5]), ...own, node(['read', 'read', 'shared', 20]), node(['out', 'out', 'global', 21]), node(['peer', 'flag @ peer', 'peer', 22])],
      [...['a', 'b', 'c', 'read', 'peer'].map((to, i) => edge(['v', to, 'st', 30 + i])), edge(['read', 'out', 'st', 40])]);
    const { nodes, edges } = await layout(k, 'everything');
    const sources = nodes.filter(({ nodeIds }) => nodeIds.includes('v'));
    expect(sources.map(({ id, label }) => [label.join(' '), edges.filter(({ from }) => from === id).length] as const).sort((a, b) => b[1] - a[1])).toEqual([['computed values × 3', 3], ['computed values', 1], ['computed values', 1]]);
  });

  it('joins parallel edges rather than leading them back where there is no room for each, and names all lines', async () => {
    const ways = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    const k = kernel('k', [], [node(['a', 'a', 'global', 5]), node(['b', 'b', 'shared', 6]), node(['c', 'c', 'own-window', 7])],
      [...ways.map((way, i) => edge(['a', 'b', 'bulk load', 10 + i, { condition: `${way}_is_the_condition` }])), ...ways.map((way, i) => edge(['b', 'c', 'bulk store', 30 + i, { condition: `${way}_is_the_condition` }]))]);
    const [narrow, wide] = await Promise.all([600, 1800].map((room) => layoutKernel(k, { detail: 'everything', toggled: [], room })));
    expect(wide?.edges).toHaveLength(14);
    expect(narrow?.edges.map(({ edges }) => edges.length)).toEqual([7, 7]);
    expect(narrow?.edges[0]?.label?.upper).toBe('bulk load · 10, 11, 12, …');
    expect(narrow === undefined ? undefined : clashes(narrow)).toEqual([]);
  });

  it('ends what is loaded into registers there, and draws what is computed for each target on its own', async () => {
    const k = kernel('pull', [], [node(['from', 'tokens @ peer', 'peer', 5]), node(['r', 'computed values', 'register', 6]), node(['a', 'a', 'own-window', 7]), node(['b', 'b', 'own-window', 8])],
      [edge(['from', 'r', 'load', 6, { path: 'nvlink' }]), edge(['r', 'a', 'store', 7]), edge(['r', 'b', 'store', 8])]);
    const { nodes, edges } = await layout(k);
    expect(nodes.filter(({ space }) => space === 'register')).toHaveLength(3);
    const [load] = edges.filter(({ path }) => path === 'nvlink');
    expect(edges.some(({ from }) => from === load?.to)).toBe(false);
  });

  it('leaves roles without peers out of the overview, and follows what was pulled to where it stays', async () => {
    const roles = [{ name: 'Init', condition: 'warp == 0', line: 40, endLine: 50 }, { name: 'Pull', condition: 'warp == 1', line: 60, endLine: 90 }];
    const k = kernel('pull', roles,
      [node(['from', 'tokens @ peer', 'peer', 65, 'Pull']), node(['stage', 'stage', 'shared', 66, 'Pull']), node(['pool', 'pool', 'own-window', 67]), node(['i', 'flags', 'shared', 41, 'Init']), node(['c', 'constants', 'global', 42])],
      [edge(['from', 'stage', 'bulk load', 66, { path: 'nvlink', role: 'Pull' }]), edge(['stage', 'pool', 'bulk store', 67, { role: 'Pull' }]), edge(['c', 'i', 'store', 42, { role: 'Init' }])]);
    const overview = await layout(k, 'overview');
    expect(overview.bands.map(({ name }) => name)).toEqual(['Pull']);
    expect(overview.nodes.map(({ label }) => label.join(' '))).toEqual(['tokens @ peer', 'stage', 'pool']);
    expect((await layout(k)).bands.map(({ name }) => name)).toEqual(['Init', 'Pull']);
  });

  it('follows a buffer that leaves by RDMA or is relayed back to what fills it, and draws no computed values on the way', async () => {
    const roles = [{ name: 'Send', condition: 'warp == 0', line: 40, endLine: 59 }, { name: 'Forward', condition: 'warp == 1', line: 60, endLine: 90 }];
    const k = kernel('relay', roles, [
      node(['x', 'x', 'global', 40]), node(['sent', 'stage', 'shared', 41, 'Send']), node(['send', 'send_buffer', 'own-window', 42]), node(['far', 'recv @ remote', 'remote', 43, 'Send']),
      node(['recv', 'recv_buffer', 'own-window', 60]), node(['relayed', 'relay', 'shared', 61, 'Forward']), node(['near', 'out @ peer', 'peer', 62, 'Forward']), node(['tail', 'tail @ peer', 'peer', 63, 'Forward']),
      node(['values', 'computed values', 'register', 61, 'Forward']), node(['pulled', 'weights @ peer', 'peer', 64, 'Forward']), node(['kept', 'weights', 'global', 65]),
    ], [
      edge(['x', 'sent', 'bulk load', 41, { role: 'Send' }]), edge(['sent', 'send', 'bulk store', 42, { role: 'Send' }]), edge(['send', 'far', 'put', 43, { path: 'rdma', role: 'Send' }]),
      edge(['recv', 'relayed', 'bulk load', 61, { role: 'Forward' }]), edge(['values', 'relayed', 'store', 61, { role: 'Forward' }]), edge(['relayed', 'near', 'bulk store', 62, { path: 'nvlink', role: 'Forward' }]),
      edge(['values', 'tail', 'st.relaxed.sys', 63, { path: 'nvlink', role: 'Forward' }]), edge(['values', 'send', 'store', 66, { role: 'Forward' }]),
      edge(['pulled', 'values', 'load', 64, { path: 'nvlink', role: 'Forward' }]), edge(['pulled', 'kept', 'store', 65, { path: 'nvlink', role: 'Forward' }]),
    ]);
    const drawn = ({ nodes, edges }: PositionedGraph): readonly string[] => {
      const names = new Map(nodes.map(({ id, label }) => [id, label.join(' ')]));
      return edges.map(({ from, to }) => `${names.get(from) ?? ''} > ${names.get(to) ?? ''}`).sort();
    };
    expect(drawn(await layout(k, 'overview'))).toEqual([
      'computed values > tail @ peer', 'recv_buffer > relay', 'relay > out @ peer', 'send_buffer > recv @ remote', 'stage > send_buffer', 'weights @ peer > weights', 'x > stage',
    ]);
    expect(drawn(await layout(k, 'roles'))).toHaveLength(k.graph.edges.length);
  });

  it('puts the parts of an overview side by side as long as that is readable', async () => {
    const pairs = (count: number): Kernel => kernel('pairs', [], Array.from({ length: count }, (_, i) => [node([`s${i}`, `source ${i}`, 'shared', i + 1]), node([`p${i}`, `target ${i} @ peer`, 'peer', i + 1])]).flat(),
      Array.from({ length: count }, (_, i) => edge([`s${i}`, `p${i}`, 'bulk store', i + 1, { path: 'nvlink' }])));
    const [few, many] = [await layout(pairs(3), 'overview'), await layout(pairs(40), 'overview')];
    expect(few.height).toBeLessThan((await layout(pairs(3))).height);
    expect(many.width).toBe((await layout(pairs(40))).width);
  });

  it('draws the edges from an object to itself as one loop above it', async () => {
    const counter = kernel('k', [], [node(['c', 'counter', 'own-window', 5])], [edge(['c', 'c', 'atomicAdd', 6]), edge(['c', 'c', 'ld', 7, { path: 'nvlink' }])]);
    const graph = await layout(counter, 'everything');
    expect(graph.edges.map((e) => [e.edges, e.label?.upper])).toEqual([[[0, 1], 'atomicAdd, ld · 6, 7']]);
    const [loop] = graph.edges;
    expect(loop?.points.every((point) => point.y <= (graph.nodes[0]?.y ?? 0))).toBe(true);
  });

  it('is the same every time', async () => {
    expect(JSON.stringify(await layout(dispatchKernel))).toBe(JSON.stringify(await layout(dispatchKernel)));
  });

  it('takes edges to nodes that do not exist, roles that are not listed and repeated role names', async () => {
    const role = { name: 'r', condition: '', line: 5, endLine: 9 };
    const odd = kernel('k', [role, { ...role, line: 20, endLine: 30 }], [node(['a', 'a', 'global', 6, 'r']), node(['b', 'b', 'shared', 7, 'elsewhere'])], [edge(['a', 'gone', 'st', 8]), edge(['a', 'b', 'st', 9])]);
    const graph = await layout(odd);
    expect(graph.edges).toHaveLength(1);
    expect(graph.bands.map((band) => [band.name, band.line, band.endLine])).toEqual([['r', 5, 30], ['Whole kernel', 32, 409]]);
  });

  it('lays out a kernel without any graph', async () => {
    const graph = await layout(kernel('k', [], [], []));
    expect([graph.nodes, graph.edges, graph.bands, graph.barriers]).toEqual([[], [], [], []]);
  });

  it.each([dispatchKernel, gapKernel, gemmKernel, largeKernel(60)].flatMap((k) => (['overview', 'roles', 'everything'] as const).map((detail) => ({ k, detail, name: k.name }))))(
    'leaves no text over another thing: $name, $detail',
    async ({ k, detail }) => {
      expect(clashes(await layout(k, detail))).toEqual([]);
    },
  );

  it('wraps a flow that is too long for a narrow pane', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const chain = kernel('k', [], names.map((name, i) => node([name, name, 'global', 6 + i])), names.slice(1).map((name, i) => edge([names[i] ?? '', name, 'st', 20 + i])));
    const [narrow, wide] = await Promise.all([600, 1800].map((room) => layoutKernel(chain, { detail: 'everything', toggled: [], room })));
    expect(narrow?.width).toBeLessThan((wide?.width ?? 0) * 0.8);
    expect(narrow?.height).toBeGreaterThan(wide?.height ?? 0);
    expect(narrow === undefined ? undefined : clashes(narrow)).toEqual([]);
  });

  it('leads a flow that is too long for the pane down: nothing goes back up, ends are on the outlines, and a decision has its line beside it', async () => {
    const [narrow, wide] = await Promise.all([700, 1800].map((room) => layoutKernel(chosenKernel, { detail: 'overview', toggled: [], room })));
    if (narrow === undefined || wide === undefined) throw new Error('no layout');
    expect(narrow.width).toBeLessThanOrEqual(700);
    for (const { points } of narrow.edges) expect(points.map(({ y }) => y)).toEqual(points.map(({ y }) => y).toSorted((a, b) => a - b));
    const diamond = narrow.nodes.find((n) => n.kind === 'decision') ?? expect.fail('no decision');
    expect([diamond.isBeside, wide.nodes.find((n) => n.kind === 'decision')?.isBeside]).toEqual([true, undefined]);
    for (const { points: [start] } of narrow.edges.filter((e) => e.from === diamond.id)) {
      if (start === undefined) throw new Error('no edge');
      const across = Math.abs(start.x - (diamond.x + diamond.width / 2)) / (diamond.width / 2);
      const down = (start.y - (diamond.y + diamond.height / 2)) / (diamond.height / 2);
      expect(across + down).toBeCloseTo(1, 1);
    }
    expect(clashes(narrow)).toEqual([]);
  });

  it('leaves no text over another thing in a narrow pane either', async () => {
    for (let seed = 1; seed <= 8; seed += 1) expect(clashes(await layoutKernel(randomKernel(seed), { detail: 'everything', toggled: [], room: 600 })), `seed ${seed}`).toEqual([]);
  });

  it('leaves no text over another thing in graphs of any shape', async () => {
    for (let seed = 1; seed <= 12; seed += 1) expect(clashes(await layout(randomKernel(seed), 'everything')), `seed ${seed}`).toEqual([]);
  });
});
