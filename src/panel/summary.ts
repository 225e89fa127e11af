/** The figures in the panel's heading. */
import type { Kernel } from '../core/schema.js';

export interface KernelSummary {
  /** Edges that write to or signal at another rank. */
  readonly peerWrites: number;
  /** Of NVLink and RDMA, how many are used. */
  readonly paths: number;
  readonly gaps: number;
}

export function summarize(kernel: Kernel): KernelSummary {
  const { nodes, edges } = kernel.graph;
  const peers = new Set(nodes.filter((node) => node.remote || node.space === 'peer' || node.space === 'remote').map((node) => node.id));
  const gapNodes = nodes.filter((node) => node.kind === 'gap').map((node) => node.id);
  return {
    peerWrites: edges.filter((edge) => edge.gap !== true && peers.has(edge.to)).length,
    paths: new Set(edges.flatMap((edge) => (edge.path === undefined ? [] : [edge.path]))).size,
    gaps: new Set([...gapNodes, ...edges.filter((edge) => edge.gap === true).map((edge) => edge.to)]).size,
  };
}

/** `1 gap`, `2 gaps`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
