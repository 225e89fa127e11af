import type { PtxEffect, PtxEffectKind } from './types.js';

const TRANSFERS: ReadonlySet<PtxEffectKind> = new Set<PtxEffectKind>([
  'load', 'store', 'atomic', 'reduction', 'bulk-load', 'bulk-store', 'bulk-copy', 'bulk-reduce', 'tensor-load', 'tensor-store',
  'tensor-reduce', 'async-copy', 'async-store', 'async-reduce',
]);

const ORDERS: ReadonlySet<PtxEffectKind> = new Set<PtxEffectKind>([
  'fence', 'fence-proxy', 'fence-mbarrier-init', 'barrier-sync', 'barrier-arrive', 'warp-sync', 'cluster-arrive', 'cluster-wait',
  'cluster-sync', 'grid-sync', 'mbarrier-arrive', 'mbarrier-arrive-tx', 'mbarrier-wait', 'bulk-wait', 'async-wait', 'async-arrive',
  'grid-dependency-wait', 'grid-dependency-launch', 'matrix-fence', 'matrix-wait', 'matrix-commit', 'bulk-commit', 'async-commit',
]);

const TOUCHES_ONLY: ReadonlySet<PtxEffectKind> = new Set<PtxEffectKind>([
  'mbarrier-init', 'mbarrier-inval', 'mbarrier-expect-tx', 'mbarrier-complete-tx', 'tensormap-write', 'tensor-memory-alloc', 'matrix',
]);

/** The effect moves data from or to memory (not only a hint, a barrier object or an order). */
export function transfersData(effect: PtxEffect): boolean {
  return TRANSFERS.has(effect.kind);
}

/** The effect orders other memory accesses, by itself or (acquire, release, volatile) with its own access. */
export function ordersMemory(effect: PtxEffect): boolean {
  if (ORDERS.has(effect.kind)) return true;
  return effect.order !== undefined && !['weak', 'relaxed'].includes(effect.order) && transfersData(effect);
}

/** The effect reads or writes memory in any way; `unknown` counts, because nothing says otherwise. */
export function accessesMemory(effect: PtxEffect): boolean {
  return effect.kind === 'unknown' || transfersData(effect) || ordersMemory(effect) || TOUCHES_ONLY.has(effect.kind);
}
