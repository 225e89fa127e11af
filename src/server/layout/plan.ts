/**
 * Which node and which edge is drawn in which band, before any coordinates.
 *
 * An edge is drawn in the band of the role that executes it. A node is drawn in its own band and in every other band that has
 * an edge at it, so that no edge ever leaves its band: memory that one role fills and another reads appears in both,
 * and each band reads as a whole.
 */
import type { GraphEdge, GraphNode, Kernel, Role } from '../../core/schema.js';
import type { Detail } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { edgeName } from '../../panel/text.js';
import { planBarriers } from './barriers.js';
import type { PlanBarrier } from './barriers.js';
import { routeEdges } from './route.js';
import type { Drawn } from './route.js';
import { selectDetail } from './select.js';

/** The id of the band for what belongs to no role. */
export const KERNEL_BAND = 'kernel';

export interface PlanNode {
  readonly id: string;
  /** The graph nodes that it stands for, at least one. */
  readonly nodes: readonly [GraphNode, ...GraphNode[]];
  /** Of computed values that are drawn once for several objects: for how many. */
  readonly targets?: number;
}

export interface PlanEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Indexes into the kernel's edges and the edges as drawn, at least one. */
  readonly indexes: readonly number[];
  readonly edges: readonly [GraphEdge, ...GraphEdge[]];
  /** It only leads to a decision and has no label. */
  readonly isLeadIn: boolean;
}

export interface PlanBand {
  readonly id: string;
  readonly role: Role | undefined;
  readonly nodes: readonly PlanNode[];
  readonly edges: readonly PlanEdge[];
  /** The same with parallel edges that do the same joined, for a pane that is too narrow for each on its own; undefined: there are none. */
  readonly joined?: readonly PlanEdge[];
  readonly barriers: readonly PlanBarrier[];
}

export interface Plan {
  /** Bands and barriers of the whole kernel, top to bottom. */
  readonly rows: readonly (PlanBand | PlanBarrier)[];
}

export function planBands(kernel: Kernel, detail: Detail, words: GraphWords): Plan {
  const selection = selectDetail(kernel, detail);
  const roles = uniqueRoles(kernel.roles);
  const bandIds = new Map(roles.map((role, index) => [role.name, `role-${index}`]));
  const nodes = new Map(kernel.graph.nodes.map((node) => [node.id, node]));
  const bandOf = (role: string | undefined): string => (role === undefined ? KERNEL_BAND : (bandIds.get(role) ?? KERNEL_BAND));

  const edgesOf = new Map<string, Drawn[]>();
  const nodesOf = new Map<string, Set<string>>();
  const put = (band: string, nodeId: string): void => {
    const set = nodesOf.get(band) ?? new Set();
    nodesOf.set(band, set.add(nodeId));
  };
  for (const drawn of routeEdges(kernel, selection.edges, words)) {
    const { edge } = drawn;
    const band = bandOf(edge.role ?? nodes.get(edge.from)?.role ?? nodes.get(edge.to)?.role);
    edgesOf.set(band, [...(edgesOf.get(band) ?? []), drawn]);
    put(band, edge.from);
    put(band, edge.to);
  }
  const placed = new Set([...nodesOf.values()].flatMap((ids) => [...ids]));
  for (const node of kernel.graph.nodes) {
    if (node.kind === 'barrier' || !selection.nodeIds.has(node.id)) continue;
    if (node.role !== undefined || !placed.has(node.id)) put(bandOf(node.role), node.id);
  }

  const bands = bandOrder(kernel, roles, edgesOf.get(KERNEL_BAND)?.map(({ edge }) => edge), nodesOf.has(KERNEL_BAND));
  const barriers = planBarriers(kernel, roles, bands.map(({ line }) => line), detail, words);
  const makeBand = (id: string, role: Role | undefined): PlanBand => {
    const order = kernel.graph.nodes.filter((node) => nodesOf.get(id)?.has(node.id) === true);
    const { nodes: drawn, drawnAs } = joinNodes(id, order, detail);
    const edgesAt = (at: Detail) => splitSources(drawn, joinEdges(id, edgesOf.get(id) ?? [], drawnAs, at));
    const all = edgesAt(detail);
    const joined = detail === 'everything' ? edgesAt('roles').edges : all.edges;
    return { id, role, ...all, ...(joined.length < all.edges.length ? { joined } : {}), barriers: barriers.filter((barrier) => barrier.role !== undefined && barrier.role === role?.name) };
  };

  const across = barriers.filter((barrier) => barrier.role === undefined);
  const rows = bands.flatMap(({ id, role }, index) => [...across.filter(({ slot }) => slot === index), makeBand(id, role)]);
  rows.push(...across.filter(({ slot }) => slot === bands.length));
  return { rows: detail === 'overview' ? withoutEmpty(rows) : rows };
}

interface BandPlace {
  readonly id: string;
  readonly role: Role | undefined;
  /** Where it stands in the source: a role where it begins, the band of the whole kernel by the middle of its lines. */
  readonly line: number;
}

/** The bands in source order. */
function bandOrder(kernel: Kernel, roles: readonly Role[], common: readonly GraphEdge[] = [], hasKernelBand: boolean): readonly BandPlace[] {
  const lines = common.filter(({ file }) => file === kernel.file).map(({ line }) => line).sort((a, b) => a - b);
  const own: BandPlace = { id: KERNEL_BAND, role: undefined, line: lines[Math.floor((lines.length - 1) / 2)] ?? kernel.line };
  const others = roles.map((role, index): BandPlace => ({ id: `role-${index}`, role, line: role.line }));
  return [...(hasKernelBand ? [own] : []), ...others].sort((a, b) => a.line - b.line);
}

/** The overview has no place for roles that have nothing to do with peers, unless there are no others. */
function withoutEmpty(rows: readonly (PlanBand | PlanBarrier)[]): readonly (PlanBand | PlanBarrier)[] {
  const isFilled = (row: PlanBand | PlanBarrier): boolean => isBarrier(row) || row.nodes.length > 0 || row.barriers.length > 0;
  return rows.some((row) => !isBarrier(row) && row.nodes.length > 0) ? rows.filter(isFilled) : rows;
}

/** The roles in source order; one that comes back later in the source is one band. */
function uniqueRoles(roles: readonly Role[]): readonly Role[] {
  const byName = new Map<string, Role>();
  for (const role of [...roles].sort((a, b) => a.line - b.line)) {
    const same = byName.get(role.name);
    byName.set(role.name, same === undefined ? role : { ...same, endLine: Math.max(same.endLine, role.endLine) });
  }
  return [...byName.values()];
}

export function isBarrier(row: PlanBand | PlanBarrier): row is PlanBarrier {
  return 'slot' in row;
}

/** Joins memory with the same name and space in one band, except where everything is asked for. */
function joinNodes(band: string, nodes: readonly GraphNode[], detail: Detail): { readonly nodes: readonly PlanNode[]; readonly drawnAs: ReadonlyMap<string, string> } {
  const groups = new Map<string, [GraphNode, ...GraphNode[]]>();
  for (const node of nodes) {
    const key = detail === 'everything' || node.kind !== 'memory' ? node.id : `${node.space} ${node.label}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  const drawnAs = new Map<string, string>();
  const joined = [...groups.values()].map((group) => {
    const id = `${band}/${group[0].id}`;
    for (const node of group) drawnAs.set(node.id, id);
    return { id, nodes: group };
  });
  return { nodes: joined, drawnAs };
}

/**
 * Joins parallel edges: those that do the same at `roles`, those on the same path at `overview`. Edges from a node to itself are
 * always joined: there is one loop above it.
 */
function joinEdges(band: string, drawn: readonly Drawn[], drawnAs: ReadonlyMap<string, string>, detail: Detail): readonly PlanEdge[] {
  const groups = new Map<string, { from: string; to: string; isLeadIn: boolean; indexes: number[]; edges: [GraphEdge, ...GraphEdge[]] }>();
  for (const { edge, index, isLeadIn } of drawn) {
    const from = drawnAs.get(edge.from);
    const to = drawnAs.get(edge.to);
    if (from === undefined || to === undefined) continue;
    const what = isLeadIn || detail === 'overview' ? '' : detail === 'everything' ? String(index) : edgeName(edge);
    const key = JSON.stringify(from === to ? [from] : [from, to, edge.path, edge.gap === true, what]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { from, to, isLeadIn, indexes: [index], edges: [edge] });
    else {
      group.indexes.push(index);
      group.edges.push(edge);
    }
  }
  return [...groups.values()].map((group, index) => ({ id: `${band}/edge-${index}`, ...group }));
}

/**
 * Computed values are no object that the eye should follow: registers are drawn once for each target, next to it, and what is loaded into
 * registers ends there. One node with a fan of edges to everything would hide what is worth following, and join what has nothing in common.
 * Only the targets from which nothing goes on share one node: counters and flags that are set here, with nothing to follow.
 */
function splitSources(nodes: readonly PlanNode[], edges: readonly PlanEdge[]): Pick<PlanBand, 'nodes' | 'edges'> {
  const isTarget = (id: string): boolean => edges.some((edge) => edge.to === id);
  const registers = nodes.filter((node) => node.nodes[0].space === 'register' && node.nodes[0].kind === 'memory');
  const copies = new Map(registers.flatMap(({ id }) => {
    const to = [...new Set(edges.filter((edge) => edge.from === id).map((edge) => edge.to))];
    if (to.length <= (isTarget(id) ? 0 : 1)) return [];
    const ends = to.filter((target) => isEnd(target, id, nodes, edges));
    const shared = ends.length < SHARED_ABOVE ? [] : ends;
    const groups = [...(shared.length === 0 ? [] : [shared]), ...to.filter((target) => !shared.includes(target)).map((target) => [target])];
    return [[id, groups.map((targets, index) => ({ id: `${id}~${index}`, targets }))] as const];
  }));
  return {
    nodes: nodes.flatMap((node) => [
      ...(isTarget(node.id) || !copies.has(node.id) ? [node] : []),
      ...(copies.get(node.id) ?? []).map(({ id, targets }) => ({ ...node, id, ...(targets.length > 1 ? { targets: targets.length } : {}) })),
    ]),
    edges: edges.map((edge) => ({ ...edge, from: copies.get(edge.from)?.find(({ targets }) => targets.includes(edge.to))?.id ?? edge.from })),
  };
}

/** As many targets from which nothing goes on share their source. */
const SHARED_ABOVE = 3;

/** This rank's memory that only these registers are stored to, and that nothing here reads. */
function isEnd(target: string, source: string, nodes: readonly PlanNode[], edges: readonly PlanEdge[]): boolean {
  const first = nodes.find(({ id }) => id === target)?.nodes[0];
  if (first === undefined || first.kind !== 'memory' || first.remote || first.space === 'peer' || first.space === 'remote' || first.space === 'register') return false;
  return edges.every(({ from, to }) => from !== target && (to !== target || from === source));
}
