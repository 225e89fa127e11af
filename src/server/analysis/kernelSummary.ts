/** One line about a kernel, for the lens above it and the pick list. */
import type { Language } from '../../core/knowledge/language.js';
import type { Access, Kernel, Site } from '../../core/schema.js';

export interface KernelCounts {
  readonly peerWrites: number;
  readonly peerReads: number;
  /** Ways that data takes to a peer: NVLink, RDMA. */
  readonly paths: number;
  readonly gaps: number;
  readonly barriers: number;
}

/** `sites`: those of the kernel's file. */
export function countKernel(kernel: Kernel, sites: readonly Site[]): KernelCounts {
  const { nodes, edges } = kernel.graph;
  const peers = new Set(nodes.filter((node) => node.space === 'peer').map(({ id }) => id));
  const inside = sites.filter(({ line }) => kernel.line <= line && line <= kernel.endLine);
  const uses = inside.filter(({ kind }) => kind === 'peer-pointer').flatMap(({ consumers }) => consumers);
  const count = (...wanted: readonly Access[]): number => uses.filter(({ access }) => wanted.includes(access)).length;
  // The graph also sees what callees do; where it has nothing yet, the sites in the kernel's own text count.
  return {
    peerWrites: edges.filter(({ to }) => peers.has(to)).length || count('remote-store', 'remote-atomic'),
    peerReads: edges.filter(({ from }) => peers.has(from)).length || count('remote-load'),
    paths: new Set(edges.flatMap(({ path }) => path ?? [])).size,
    gaps: nodes.filter(({ kind }) => kind === 'gap').length || edges.filter(({ gap }) => gap === true).length,
    barriers: kernel.barriers.length,
  };
}

export function summaryOf(counts: KernelCounts, language: Language): string {
  const parts = language === 'zh-cn' ? chinese(counts) : english(counts);
  return parts.join(' · ');
}

function english({ peerWrites, peerReads, paths, gaps, barriers }: KernelCounts): string[] {
  const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return [
    ...(peerWrites > 0 || peerReads === 0 ? [some(peerWrites, 'peer write')] : []),
    ...(peerReads > 0 ? [some(peerReads, 'peer read')] : []),
    ...(paths > 0 ? [some(paths, 'path')] : []),
    ...(barriers > 0 && paths === 0 ? [some(barriers, 'barrier')] : []),
    some(gaps, 'gap'),
  ];
}

function chinese({ peerWrites, peerReads, paths, gaps, barriers }: KernelCounts): string[] {
  return [
    ...(peerWrites > 0 || peerReads === 0 ? [`${peerWrites} 处对端写`] : []),
    ...(peerReads > 0 ? [`${peerReads} 处对端读`] : []),
    ...(paths > 0 ? [`${paths} 条路径`] : []),
    ...(barriers > 0 && paths === 0 ? [`${barriers} 个屏障`] : []),
    `${gaps} 处缺口`,
  ];
}
