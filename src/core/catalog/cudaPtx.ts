/**
 * `cuda::ptx`: libcu++ functions that are one PTX instruction each. Modifiers are leading tag arguments, so that the count
 * of arguments tells the forms apart. Facts: libcu++ documentation, "PTX API"; `cuda/__ptx/instructions`.
 */
import { family, ptx } from './describe.js';
import type { Effects } from './describe.js';
import type { CallEntry, CatalogPattern } from './types.js';

const SOURCE = 'libcu++ documentation, PTX API';
const NAMESPACES = ['cuda', 'ptx'] as const;
const of = family('libcudacxx', SOURCE, { namespaces: NAMESPACES });
const fn = (name: string, count: number, effects: Effects, orderArg?: number, scopeArg?: number): CallEntry =>
  of(name, effects, { args: [count, count], ...(orderArg === undefined ? {} : { orderArg }), ...(scopeArg === undefined ? {} : { scopeArg }) });

/** `mbarrier_arrive(addr[, count])` and `(sem, scope, space, addr[, count])`. */
const ARRIVALS: readonly CallEntry[] = [
  fn('mbarrier_arrive', 1, ptx('mbarrier.arrive.shared.b64 %r, [%0];', 0)),
  fn('mbarrier_arrive', 2, ptx('mbarrier.arrive.shared.b64 %r, [%0], %1;', 0, 1)),
  fn('mbarrier_arrive', 4, ptx('mbarrier.arrive.shared::cluster.b64 %r, [%0];', 3), 0, 1),
  fn('mbarrier_arrive', 5, ptx('mbarrier.arrive.shared::cluster.b64 %r, [%0], %1;', 3, 4), 0, 1),
  fn('mbarrier_arrive_no_complete', 2, ptx('mbarrier.arrive.noComplete.shared.b64 %r, [%0], %1;', 0, 1)),
  fn('mbarrier_arrive_expect_tx', 5, ptx('mbarrier.arrive.expect_tx.shared::cluster.b64 %r, [%0], %1;', 3, 4), 0, 1),
  fn('mbarrier_expect_tx', 5, ptx('mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;', 3, 4), 0, 1),
];

/** `mbarrier_try_wait(addr, state)`, `(sem, scope, addr, state)`, and the parity forms. */
const WAITS: readonly CallEntry[] = (['try_wait', 'test_wait'] as const).flatMap((wait) =>
  (['', '.parity'] as const).flatMap((parity) => {
    const name = `mbarrier_${wait}${parity.replace('.', '_')}`;
    const template = `mbarrier.${wait}${parity}.shared::cta.b64 %r, [%0], %1;`;
    return [fn(name, 2, ptx(template, 0, 1)), fn(name, 4, ptx(template, 2, 3), 0, 1)];
  }),
);

/** `cp_async_bulk(to, from, dst, src, size[, bar])`; without a barrier it completes in a bulk group. */
const COPIES: readonly CallEntry[] = [
  of('cp_async_bulk', ptx('cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 2, 3, 4, 5), { args: [6, 6], when: { arg: 1, types: ['space_shared_t'] } }),
  fn('cp_async_bulk', 6, ptx('cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 2, 3, 4, 5)),
  fn('cp_async_bulk', 7, ptx('cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;', 2, 3, 4, 5, 6)),
  fn('cp_async_bulk', 5, ptx('cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;', 2, 3, 4)),
  fn('cp_reduce_async_bulk', 7, ptx('cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u64 [%0], [%1], %2, [%3];', 3, 4, 5, 6)),
  fn('cp_reduce_async_bulk', 6, ptx('cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [%0], [%1], %2;', 3, 4, 5)),
  fn('cp_async_bulk_commit_group', 0, ptx('cp.async.bulk.commit_group;')),
  fn('cp_async_bulk_wait_group', 1, ptx('cp.async.bulk.wait_group %0;', 0)),
  fn('cp_async_bulk_wait_group_read', 1, ptx('cp.async.bulk.wait_group.read %0;', 0)),
  fn('cp_async_mbarrier_arrive', 1, ptx('cp.async.mbarrier.arrive.shared.b64 [%0];', 0)),
  fn('cp_async_mbarrier_arrive_noinc', 1, ptx('cp.async.mbarrier.arrive.noinc.shared.b64 [%0];', 0)),
  // (to, from, dst, tensor map, coordinates, bar) and (to, from, tensor map, coordinates, src).
  fn('cp_async_bulk_tensor', 6, ptx('cp.async.bulk.tensor.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {c}], [%2];', 2, 3, 5)),
  fn('cp_async_bulk_tensor', 5, ptx('cp.async.bulk.tensor.global.shared::cta.bulk_group [%0, {c}], [%1];', 2, 4)),
];

const FENCES: readonly CallEntry[] = [
  fn('fence', 2, ptx('fence.acq_rel.sys;'), 0, 1),
  fn('fence_mbarrier_init', 2, ptx('fence.mbarrier_init.release.cluster;')),
  fn('fence_proxy_alias', 0, ptx('fence.proxy.alias;')),
  fn('fence_proxy_async', 0, ptx('fence.proxy.async;')),
  fn('fence_proxy_async', 1, ptx('fence.proxy.async.shared::cta;')),
  fn('fence_proxy_tensormap_generic', 2, ptx('fence.proxy.tensormap::generic.release.gpu;'), 0, 1),
  fn('fence_proxy_tensormap_generic', 4, ptx('fence.proxy.tensormap::generic.acquire.gpu [%0], %1;', 2, 3), 0, 1),
  of('barrier_cluster_arrive', ptx('barrier.cluster.arrive;'), { args: [0, 2] }),
  of('barrier_cluster_wait', ptx('barrier.cluster.wait;'), { args: [0, 2] }),
];

const OTHER: readonly CallEntry[] = [
  fn('mbarrier_init', 2, ptx('mbarrier.init.shared.b64 [%0], %1;', 0, 1)),
  fn('st_async', 3, ptx('st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];', 0, 1, 2)),
  fn('red_async', 4, ptx('red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];', 1, 2, 3)),
  fn('multimem_ld_reduce', 4, ptx('multimem.ld_reduce.relaxed.sys.global.add.u32 %r, [%0];', 3), 0, 1),
  fn('multimem_red', 5, ptx('multimem.red.relaxed.sys.global.add.u32 [%0], %1;', 3, 4), 0, 1),
  fn('multimem_st', 4, ptx('multimem.st.relaxed.sys.global.u32 [%0], %1;', 2, 3), 0, 1),
  of('elect_sync', ptx('elect.sync _|%r, %0;', 0), { args: [1, 1], result: 'elected' }),
  of('mapa', [], { args: [3, 3], passthroughArg: 1 }),
  of('getctarank', [], { args: [2, 2] }),
  of('trap', ptx('trap;'), { args: [0, 0], noReturn: true }),
  of('exit', ptx('exit;'), { args: [0, 0], noReturn: true }),
];

export const CUDA_PTX: readonly CallEntry[] = [...ARRIVALS, ...WAITS, ...COPIES, ...FENCES, ...OTHER];

export const CUDA_PTX_PATTERNS: readonly CatalogPattern[] = [
  { prefix: 'get_sreg_', pattern: 'get_sreg_laneid', namespaces: NAMESPACES, entry: of('get_sreg', [], { args: [0, 0], result: 'lane' }) },
  { prefix: 'get_sreg_', pattern: 'get_sreg_\\w+', namespaces: NAMESPACES, entry: of('get_sreg', [], { args: [0, 0] }) },
];
