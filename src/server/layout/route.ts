import type { GraphEdge, Kernel } from '../../core/schema.js';
import type { GraphWords } from '../../panel/graphWords.js';

/** An edge as it is drawn: one of the graph, or a piece of one that goes through a decision. */
export interface Drawn {
  readonly edge: GraphEdge;
  /** Index of the edge in the kernel's graph. */
  readonly index: number;
  /** The piece up to the decision: what is done is said on the piece after it. */
  readonly isLeadIn: boolean;
}

/**
 * Routes the edges that a decision chooses (`via`) through its node. The RDMA path often leaves from a staging buffer that is
 * filled before the choice: then the decision leads to that buffer, and the edge itself stays as it is. Computed values are no such buffer.
 */
export function routeEdges(kernel: Kernel, indexes: readonly number[], words: GraphWords): readonly Drawn[] {
  const { edges, nodes } = kernel.graph;
  const decisions = new Map(nodes.filter((node) => node.kind === 'decision').map((node) => [node.id, node]));
  const registers = new Set(nodes.filter((node) => node.space === 'register').map((node) => node.id));
  const chosen = indexes.flatMap((index) => edges[index] ?? []);
  return indexes.flatMap((index): readonly Drawn[] => {
    const edge = edges[index];
    if (edge === undefined) return [];
    const decision = edge.via === undefined ? undefined : decisions.get(edge.via);
    if (decision === undefined) return [{ edge, index, isLeadIn: false }];
    const { id, file, line } = decision;
    const role = edge.role ?? decision.role;
    const piece = { file, line, ...(role === undefined ? {} : { role }) };
    if (edge.path === 'rdma' && !registers.has(edge.from) && isStaged(edge, chosen)) {
      const choice: GraphEdge = { ...piece, from: id, to: edge.from, label: words.noNvlink, path: 'rdma' };
      return [{ edge: choice, index, isLeadIn: false }, { edge, index, isLeadIn: false }];
    }
    const leadIn: GraphEdge = { ...piece, from: edge.from, to: id, label: '' };
    return [{ edge: leadIn, index, isLeadIn: true }, { edge: { ...edge, from: id, ...(role === undefined ? {} : { role }) }, index, isLeadIn: false }];
  });
}

/** Whether an RDMA edge leaves from another object than the NVLink edge of the same choice. */
function isStaged(edge: GraphEdge, edges: readonly GraphEdge[]): boolean {
  const others = edges.filter((other) => other.via === edge.via && other.path === 'nvlink');
  return others.length > 0 && others.every((other) => other.from !== edge.from);
}
