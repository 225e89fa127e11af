/** The figures in the panel's heading. The lens above a kernel counts the same way. */
import type { Kernel } from '../core/schema.js';

export interface KernelSummary {
  /** Edges into another rank's window, through NVLink. */
  readonly peerWrites: number;
  /** Edges out of another rank's window, through NVLink. */
  readonly peerReads: number;
  /** One-sided operations of the network: edges to or from another rank's window, through RDMA. */
  readonly rdma: number;
  /** Of NVLink and RDMA, how many are used. */
  readonly paths: number;
  readonly gaps: number;
}

export function summarize(kernel: Kernel): KernelSummary {
  const { nodes, edges } = kernel.graph;
  const inSpace = (space: 'peer' | 'remote'): ReadonlySet<string> => new Set(nodes.filter((node) => node.space === space).map((node) => node.id));
  const peers = inSpace('peer');
  const remotes = inSpace('remote');
  const gapNodes = nodes.filter((node) => node.kind === 'gap').length;
  return {
    peerWrites: edges.filter((edge) => peers.has(edge.to)).length,
    peerReads: edges.filter((edge) => peers.has(edge.from)).length,
    rdma: edges.filter((edge) => remotes.has(edge.to) || remotes.has(edge.from)).length,
    paths: new Set(edges.flatMap((edge) => edge.path ?? [])).size,
    gaps: gapNodes > 0 ? gapNodes : edges.filter((edge) => edge.gap === true).length,
  };
}

/** `1 gap`, `2 gaps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
