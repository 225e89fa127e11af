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

  const common = (edgesOf.get(KERNEL_BAND) ?? []).filter(({ edge }) => edge.file === kernel.file).map(({ edge }) => edge.line);
  const barriers = planBarriers(kernel, roles, common, detail, words);
  const makeBand = (id: string, role: Role | undefined): PlanBand => {
    const order = kernel.graph.nodes.filter((node) => nodesOf.get(id)?.has(node.id) === true);
    const joined = joinNodes(id, order, detail);
    const edges = joinEdges(id, edgesOf.get(id) ?? [], joined.drawnAs, detail);
    return { id, role, ...splitSources(joined.nodes, edges), barriers: barriers.filter((barrier) => barrier.role !== undefined && barrier.role === role?.name) };
  };

  const across = barriers.filter((barrier) => barrier.role === undefined);
  const rows: (PlanBand | PlanBarrier)[] = across.filter((barrier) => barrier.slot === 0);
  if (nodesOf.has(KERNEL_BAND)) rows.push(makeBand(KERNEL_BAND, undefined));
  roles.forEach((role, index) => {
    rows.push(...across.filter((barrier) => barrier.slot === index + 1), makeBand(`role-${index}`, role));
  });
  rows.push(...across.filter((barrier) => barrier.slot === roles.length + 1));
  return { rows: detail === 'overview' ? withoutEmpty(rows) : rows };
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
 */
function splitSources(nodes: readonly PlanNode[], edges: readonly PlanEdge[]): Pick<PlanBand, 'nodes' | 'edges'> {
  const targets = (id: string): readonly string[] => [...new Set(edges.filter((edge) => edge.from === id).map((edge) => edge.to))];
  const isTarget = (id: string): boolean => edges.some((edge) => edge.to === id);
  const split = new Map(nodes
    .filter((node) => node.nodes[0].space === 'register' && node.nodes[0].kind === 'memory')
    .map((node) => [node.id, targets(node.id)] as const)
    .filter(([id, to]) => to.length > (isTarget(id) ? 0 : 1)));
  const copyId = (id: string, to: string): string => `${id}~${split.get(id)?.indexOf(to) ?? 0}`;
  return {
    nodes: nodes.flatMap((node) => [...(isTarget(node.id) || !split.has(node.id) ? [node] : []), ...(split.get(node.id) ?? []).map((to) => ({ ...node, id: copyId(node.id, to) }))]),
    edges: edges.map((edge) => (split.has(edge.from) ? { ...edge, from: copyId(edge.from, edge.to) } : edge)),
  };
}
