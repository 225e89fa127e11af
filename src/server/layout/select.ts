import type { GraphEdge, GraphNode, Kernel } from '../../core/schema.js';
import type { Detail } from '../../panel/graphModel.js';

/** The part of a graph that a level of detail shows. Edges by index into `kernel.graph.edges`. */
export interface Selection {
  readonly nodeIds: ReadonlySet<string>;
  readonly edges: readonly number[];
}

/**
 * `overview` keeps what answers "how does the data get to the peer, and where not": peers and gaps, the choices on the way,
 * the memory before them back to what it is copied from. A kernel without peers and gaps keeps everything.
 */
export function selectDetail(kernel: Kernel, detail: Detail): Selection {
  // Barriers are drawn as lines across the bands, so that an edge from or to one is not drawn.
  const ends = new Set(kernel.graph.nodes.filter((node) => node.kind !== 'barrier').map((node) => node.id));
  const all: Selection = {
    nodeIds: new Set(kernel.graph.nodes.map((node) => node.id)),
    edges: kernel.graph.edges.flatMap((edge, index) => (ends.has(edge.from) && ends.has(edge.to) ? [index] : [])),
  };
  if (detail !== 'overview') return all;
  const kept = pathNodes(kernel, all);
  if (kept.size === 0) return all;
  for (const node of kernel.graph.nodes) if (node.kind === 'barrier') kept.add(node.id);
  const edges = all.edges.filter((index) => {
    const edge = kernel.graph.edges[index];
    return edge !== undefined && kept.has(edge.from) && kept.has(edge.to);
  });
  return withoutRegisters(kernel, kept, edges);
}

/**
 * The overview follows data between memories: what is computed is drawn only where it is itself what reaches a peer, and what comes from one
 * ends in registers only if nothing stores it. Values computed for a buffer on the way, often what clears it, would look like its source.
 */
function withoutRegisters(kernel: Kernel, kept: ReadonlySet<string>, indexes: readonly number[]): Selection {
  const nodes = new Map(kernel.graph.nodes.map((node) => [node.id, node]));
  const isRegister = (id: string): boolean => nodes.get(id)?.space === 'register';
  const chosen = indexes.flatMap((index) => kernel.graph.edges[index] ?? []);
  const isStored = (from: string): boolean => chosen.some((edge) => edge.from === from && edge.path !== undefined && !isRegister(edge.to));
  const edges = indexes.filter((index) => {
    const edge = kernel.graph.edges[index];
    if (edge === undefined) return false;
    if (isRegister(edge.from)) return edge.path !== undefined || edge.gap === true || nodes.get(edge.to)?.kind === 'decision';
    return !isRegister(edge.to) || !isStored(edge.from);
  });
  const drawn = new Set(edges.flatMap((index) => [kernel.graph.edges[index]?.from, kernel.graph.edges[index]?.to]));
  return { nodeIds: new Set([...kept].filter((id) => !isRegister(id) || drawn.has(id))), edges };
}

/** Peers and gaps, and backwards from them through decisions up to the first memory. */
function pathNodes(kernel: Kernel, all: Selection): Set<string> {
  const nodes = new Map(kernel.graph.nodes.map((node) => [node.id, node]));
  const isTarget = (id: string): boolean => {
    const node = nodes.get(id);
    return node !== undefined && (node.kind === 'gap' || node.remote || node.space === 'peer' || node.space === 'remote');
  };
  const incoming = new Map<string, GraphEdge[]>();
  for (const index of all.edges) {
    const edge = kernel.graph.edges[index];
    if (edge !== undefined) incoming.set(edge.to, [...(incoming.get(edge.to) ?? []), edge]);
  }
  /** What was pulled from a peer is followed through the staging memory to where it stays. */
  const staged = (id: string): readonly string[] => {
    const isPulled = nodes.get(id)?.space === 'shared' && (incoming.get(id) ?? []).some((edge) => edge.path !== undefined && isTarget(edge.from));
    if (!isPulled) return [];
    const isMemory = (node: GraphNode | undefined): boolean => node?.kind === 'memory' && node.space !== 'register';
    return [...incoming.values()].flat().filter((edge) => edge.from === id && isMemory(nodes.get(edge.to))).map((edge) => edge.to);
  };
  /** A buffer of the own window that leaves from here is followed back to the shared memory that fills it. */
  const isFilled = ({ from, to }: GraphEdge): boolean => nodes.get(to)?.space === 'own-window' && nodes.get(from)?.space === 'shared';
  const kept = new Set<string>();
  const open = kernel.graph.nodes.filter((node) => isTarget(node.id)).map((node) => node.id);
  for (const edge of kernel.graph.edges) if (edge.path !== undefined || edge.gap === true) open.push(edge.to);
  while (open.length > 0) {
    const id = open.pop();
    if (id === undefined || kept.has(id)) continue;
    kept.add(id);
    open.push(...staged(id));
    const goesOn = isTarget(id) || nodes.get(id)?.kind === 'decision';
    for (const edge of incoming.get(id) ?? []) {
      if (!goesOn && edge.path === undefined && !isFilled(edge)) continue;
      open.push(edge.from);
      if (edge.via !== undefined) open.push(edge.via);
    }
  }
  for (const id of sources(kept, nodes, incoming)) kept.add(id);
  return kept;
}

/** Global memory, and the own window that peers fill, that is copied into the shared memory from which a peer is written. */
function sources(kept: ReadonlySet<string>, nodes: ReadonlyMap<string, GraphNode>, incoming: ReadonlyMap<string, readonly GraphEdge[]>): readonly string[] {
  const staging = [...kept].filter((id) => nodes.get(id)?.space === 'shared');
  return staging.flatMap((id) => (incoming.get(id) ?? []).map((edge) => edge.from)).filter((id) => ['global', 'own-window'].includes(nodes.get(id)?.space ?? ''));
}
