/**
 * Which node and which edge is drawn in which band, before any coordinates.
 *
 * An edge is drawn in the band of the role that executes it. A node is drawn in its own band and in every other band that has
 * an edge at it, so that no edge ever leaves its band: memory that one role fills and another reads appears in both,
 * and each band reads as a whole.
 */
import type { GraphEdge, GraphNode, Kernel, Role } from '../../core/schema.js';
import type { Detail } from '../../panel/graphModel.js';
import { edgeName } from '../../panel/text.js';
import { planBarriers } from './barriers.js';
import type { PlanBarrier } from './barriers.js';
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
  /** Indexes into the kernel's edges and the edges themselves, at least one. */
  readonly indexes: readonly number[];
  readonly edges: readonly [GraphEdge, ...GraphEdge[]];
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

export function planBands(kernel: Kernel, detail: Detail): Plan {
  const selection = selectDetail(kernel, detail);
  const roles = uniqueRoles(kernel.roles);
  const bandIds = new Map(roles.map((role, index) => [role.name, `role-${index}`]));
  const nodes = new Map(kernel.graph.nodes.map((node) => [node.id, node]));
  const bandOf = (role: string | undefined): string => (role === undefined ? KERNEL_BAND : (bandIds.get(role) ?? KERNEL_BAND));

  const edgesOf = new Map<string, number[]>();
  const nodesOf = new Map<string, Set<string>>();
  const put = (band: string, nodeId: string): void => {
    const set = nodesOf.get(band) ?? new Set();
    nodesOf.set(band, set.add(nodeId));
  };
  for (const index of selection.edges) {
    const edge = kernel.graph.edges[index];
    if (edge === undefined) continue;
    const band = bandOf(edge.role ?? nodes.get(edge.from)?.role ?? nodes.get(edge.to)?.role);
    edgesOf.set(band, [...(edgesOf.get(band) ?? []), index]);
    put(band, edge.from);
    put(band, edge.to);
  }
  const placed = new Set([...nodesOf.values()].flatMap((ids) => [...ids]));
  for (const node of kernel.graph.nodes) {
    if (node.kind === 'barrier' || !selection.nodeIds.has(node.id)) continue;
    if (node.role !== undefined || !placed.has(node.id)) put(bandOf(node.role), node.id);
  }

  const barriers = planBarriers(kernel, roles, detail);
  const makeBand = (id: string, role: Role | undefined): PlanBand => {
    const order = kernel.graph.nodes.filter((node) => nodesOf.get(id)?.has(node.id) === true);
    const joined = joinNodes(id, order, detail);
    const edges = joinEdges(id, kernel, edgesOf.get(id) ?? [], joined.drawnAs, detail);
    return { id, role, nodes: joined.nodes, edges, barriers: barriers.filter((barrier) => barrier.role !== undefined && barrier.role === role?.name) };
  };

  const rows: (PlanBand | PlanBarrier)[] = [];
  if (nodesOf.has(KERNEL_BAND)) rows.push(makeBand(KERNEL_BAND, undefined));
  const across = barriers.filter((barrier) => barrier.role === undefined);
  roles.forEach((role, index) => {
    rows.push(...across.filter((barrier) => barrier.slot === index));
    rows.push(makeBand(`role-${index}`, role));
  });
  rows.push(...across.filter((barrier) => barrier.slot === roles.length));
  // A barrier before everything stands above the kernel's own band as well.
  const first = rows[0];
  const second = rows[1];
  if (first !== undefined && second !== undefined && !isBarrier(first) && isBarrier(second) && first.id === KERNEL_BAND && startsBefore(second, first)) {
    rows.splice(0, 2, second, first);
  }
  return { rows };
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

function startsBefore(barrier: PlanBarrier, band: PlanBand): boolean {
  return band.edges.every((edge) => edge.edges.every((e) => barrier.places.every((place) => place.line < e.line)));
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
function joinEdges(band: string, kernel: Kernel, indexes: readonly number[], drawnAs: ReadonlyMap<string, string>, detail: Detail): readonly PlanEdge[] {
  const groups = new Map<string, { from: string; to: string; indexes: number[]; edges: [GraphEdge, ...GraphEdge[]] }>();
  for (const index of indexes) {
    const edge = kernel.graph.edges[index];
    const from = edge === undefined ? undefined : drawnAs.get(edge.from);
    const to = edge === undefined ? undefined : drawnAs.get(edge.to);
    if (edge === undefined || from === undefined || to === undefined) continue;
    const what = detail === 'everything' ? String(index) : detail === 'roles' ? edgeName(edge) : '';
    const key = JSON.stringify(from === to ? [from] : [from, to, edge.path, edge.gap === true, what]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { from, to, indexes: [index], edges: [edge] });
    else {
      group.indexes.push(index);
      group.edges.push(edge);
    }
  }
  return [...groups.values()].map((group) => ({ id: `${band}/edge-${group.indexes[0] ?? 0}`, ...group }));
}
