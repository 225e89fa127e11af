import type { GraphEdge, GraphNode, Kernel } from '../../core/schema.js';
import type { Detail } from '../../panel/graphModel.js';

/** The part of a graph that a level of detail shows. Edges by index into `kernel.graph.edges`. */
export interface Selection {
  readonly nodeIds: ReadonlySet<string>;
  readonly edges: readonly number[];
}

/**
 * `overview` keeps what answers "how does the data get to the peer, and where not": peers and gaps, the choices on the way,
 * the memory just before them, and the arguments of the kernel that are copied there. A kernel without peers and gaps keeps everything.
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
  return { nodeIds: kept, edges };
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
      if (!goesOn && edge.path === undefined) continue;
      open.push(edge.from);
      if (edge.via !== undefined) open.push(edge.via);
    }
  }
  for (const id of sources(kept, nodes, incoming)) kept.add(id);
  return kept;
}

/** Global memory that is copied into the shared memory from which a peer is written. */
function sources(kept: ReadonlySet<string>, nodes: ReadonlyMap<string, GraphNode>, incoming: ReadonlyMap<string, readonly GraphEdge[]>): readonly string[] {
  const staging = [...kept].filter((id) => nodes.get(id)?.space === 'shared');
  return staging.flatMap((id) => (incoming.get(id) ?? []).map((edge) => edge.from)).filter((id) => nodes.get(id)?.space === 'global');
}
