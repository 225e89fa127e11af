/** CUTLASS and CuTe wrappers, said as the instructions that they issue. Facts: CUTLASS `include/cutlass/arch`, `include/cute/arch`. */
import { effect, family, ptx } from './describe.js';
import { templateArg } from '../ptx/index.js';
import type { CallEntry, CatalogData, TypeEntry } from './types.js';
import { RETURN_VALUE } from './types.js';
import { BARRIER_METHODS, PIPELINE_PATTERNS } from './cutlassBarriers.js';
import { COPY_ATOMS, COPY_PATTERNS } from './cutlassCopies.js';

const cute = family('cute', 'CUTLASS cute/arch', { namespaces: ['cute'] });
const arch = family('cutlass', 'CUTLASS cutlass/arch', { namespaces: ['cutlass', 'arch'] });
const cutlass = family('cutlass', 'CUTLASS cutlass/cutlass.h', { namespaces: ['cutlass'] });

const CUTE: readonly CallEntry[] = [
  cute('elect_one_sync', ptx('elect.sync _|%r, 0xffffffff;'), { args: [0, 0], result: 'elected' }),
  cute('elect_one_leader_sync', ptx('elect.sync _|%r, 0xffffffff;'), { args: [0, 0], result: 'elected' }),
  cute('cluster_arrive_relaxed', ptx('barrier.cluster.arrive.relaxed.aligned;'), { args: [0, 0] }),
  cute('cluster_arrive', ptx('barrier.cluster.arrive.aligned;'), { args: [0, 0] }),
  cute('cluster_wait', ptx('barrier.cluster.wait.aligned;'), { args: [0, 0] }),
  cute('cluster_sync', [effect('cluster-sync', 'barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned', { order: 'acq_rel', scope: 'cluster', aligned: true })], { args: [0, 0] }),
  cute('set_block_rank', [effect('register', 'mapa.shared::cluster.u32', { results: [RETURN_VALUE], inputs: [0, 1] })], { args: [2, 2], passthroughArg: 0 }),
  ...['block_rank_in_cluster', 'block_id_in_cluster', 'cluster_shape', 'cluster_id_in_grid', 'cluster_grid_dims'].map((name) => cute(name, [], { args: [0, 0] })),
  cute('store_shared_remote', ptx('st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%1], %0, [%2];', 0, 1, 2), { args: [4, 4] }),
  cute('cast_smem_ptr_to_uint', [], { args: [1, 1], passthroughArg: 0 }),
  // Stores of the copy engine. `tma_store_wait` waits only for the reading of the source.
  cute('tma_store_fence', ptx('fence.proxy.async.shared::cta;'), { args: [0, 0] }),
  cute('tma_store_arrive', ptx('cp.async.bulk.commit_group;'), { args: [0, 0] }),
  cute('tma_store_wait', ptx('cp.async.bulk.wait_group.read %0;', templateArg(0)), { args: [0, 0] }),
  cute('tma_desc_commit_group', ptx('cp.async.bulk.commit_group;'), { args: [0, 0] }),
  cute('tma_desc_wait_group', ptx('cp.async.bulk.wait_group.read 0;'), { args: [0, 0] }),
  cute('prefetch_tma_descriptor', ptx('prefetch.tensormap [%0];', 0), { args: [1, 1] }),
  cute('tma_descriptor_fence_release', ptx('fence.proxy.tensormap::generic.release.gpu;'), { args: [0, 0] }),
  cute('tma_descriptor_fence_acquire', ptx('fence.proxy.tensormap::generic.acquire.gpu [%0], 128;', 0), { args: [1, 1] }),
  // Free functions on an mbarrier given by reference.
  cute('initialize_barrier', ptx('mbarrier.init.shared::cta.b64 [%0], %1;', 0, 1), { args: [1, 2] }),
  cute('set_barrier_transaction_bytes', ptx('mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;', 0, 1), { args: [2, 2] }),
  cute('arrive_barrier', ptx('mbarrier.arrive.shared::cta.b64 _, [%0];', 0), { args: [1, 1] }),
  cute('wait_barrier', ptx('L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra L;', 0, 1), { args: [2, 2] }),
  // Non-bulk copies.
  cute('cp_async_fence', ptx('cp.async.commit_group;'), { args: [0, 0] }),
  cute('cp_async_wait', ptx('cp.async.wait_group %0;', templateArg(0)), { args: [0, 0] }),
  // Warpgroup matrix instructions.
  cute('warpgroup_arrive', ptx('wgmma.fence.sync.aligned;'), { args: [0, 0] }),
  cute('warpgroup_commit_batch', ptx('wgmma.commit_group.sync.aligned;'), { args: [0, 0] }),
  cute('warpgroup_wait', ptx('wgmma.wait_group.sync.aligned %0;', templateArg(0)), { args: [0, 0] }),
  cute('warpgroup_fence_operand', [effect('compiler-fence', '')], { args: [1, 1] }),
  ...['min', 'max', 'abs', 'ceil_div', 'round_up', 'gcd', 'lcm', 'get', 'size', 'rank', 'shape', 'stride', 'make_tuple', 'make_coord', 'make_shape', 'make_stride', 'make_layout', 'make_smem_ptr', 'make_gmem_ptr', 'make_int_sequence', 'make_index_sequence'].map((name) =>
    cute(name, [], name.endsWith('_ptr') ? { passthroughArg: 0 } : {}),
  ),
  ...['make_instr_desc', 'make_runtime_instr_desc', 'make_instr_desc_block_scaled', 'make_runtime_instr_desc_block_scaled'].map((name) =>
    family('cute', 'CUTLASS cute/arch/mma_sm100_desc.hpp', { namespaces: ['cute', 'UMMA'] })(name),
  ),
];

const commit = (name: string, spelling: string, count: number): CallEntry => arch(name, ptx(`${spelling} [%0]${count > 1 ? ', %1' : ''};`, 0, 1), { args: [count, count], elects: !name.endsWith('no_elect') });
const ONE = 'mbarrier::arrive::one.shared::cluster';

const ARCH: readonly CallEntry[] = [
  arch('fence_barrier_init', ptx('fence.mbarrier_init.release.cluster;'), { args: [0, 0] }),
  arch('fence_view_async_shared', ptx('fence.proxy.async.shared::cta;'), { args: [0, 0] }),
  arch('fence_view_shared', ptx('fence.release.sync_restrict::shared::cta.cluster;'), { args: [0, 0] }),
  arch('fence_view_async_tmem_load', ptx('tcgen05.wait::ld.sync.aligned;'), { args: [0, 0] }),
  arch('fence_view_async_tmem_store', ptx('tcgen05.wait::st.sync.aligned;'), { args: [0, 0] }),
  arch('cpasync_barrier_arrive', ptx('cp.async.mbarrier.arrive.shared::cta.b64 [%0];', 0), { args: [1, 1] }),
  arch('cpasync_barrier_arrive_noinc', ptx('cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];', 0), { args: [1, 1] }),
  commit('umma_arrive', `tcgen05.commit.cta_group::1.${ONE}.b64`, 1),
  commit('umma_arrive_2x1SM', `tcgen05.commit.cta_group::2.${ONE}.b64`, 1),
  commit('umma_arrive_multicast', `tcgen05.commit.cta_group::1.${ONE}.multicast::cluster.b64`, 2),
  commit('umma_arrive_multicast_2x1SM', `tcgen05.commit.cta_group::2.${ONE}.multicast::cluster.b64`, 2),
  commit('umma_arrive_multicast_no_elect', `tcgen05.commit.cta_group::1.${ONE}.multicast::cluster.b64`, 2),
  commit('umma_arrive_multicast_2x1SM_no_elect', `tcgen05.commit.cta_group::2.${ONE}.multicast::cluster.b64`, 2),
  arch('umma_arrive_2x1SM_sm0', ptx('mbarrier.arrive.shared::cluster.b64 _, [%0];', 0), { args: [1, 1] }),
  arch('warpgroup_reg_alloc', ptx('setmaxnreg.inc.sync.aligned.u32 %0;', templateArg(0)), { args: [0, 0] }),
  arch('warpgroup_reg_dealloc', ptx('setmaxnreg.dec.sync.aligned.u32 %0;', templateArg(0)), { args: [0, 0] }),
  arch('launch_dependent_grids', ptx('griddepcontrol.launch_dependents;'), { args: [0, 0] }),
  arch('wait_on_dependent_grids', ptx('griddepcontrol.wait;'), { args: [0, 0] }),
];

const CUTLASS_FUNCTIONS: readonly CallEntry[] = [
  cutlass('canonical_warp_idx_sync', [], { args: [0, 0], result: 'uniform-warp' }),
  cutlass('canonical_warp_idx', [], { args: [0, 0], result: 'uniform-warp' }),
  cutlass('canonical_warp_group_idx', [], { args: [0, 0], result: 'uniform-warp' }),
  cutlass('canonical_lane_idx', [], { args: [0, 0], result: 'lane' }),
  cutlass('canonical_thread_idx_in_cta', [], { args: [0, 0], result: 'thread' }),
  ...['ceil_div', 'round_nearest', 'fast_min', 'fast_max'].map((name) => cutlass(name)),
];

const ALLOCATORS: readonly CallEntry[] = (['Allocator1Sm', 'Allocator2Sm'] as const).flatMap((owner, i) => {
  const of = family('cute', 'CUTLASS cute/arch/tmem_allocator_sm100.hpp', { owner });
  const group = `cta_group::${i + 1}`;
  return [
    of('allocate', ptx(`tcgen05.alloc.${group}.sync.aligned.shared::cta.b32 [%0], %1;`, 1, 0), { args: [2, 2] }),
    of('free', ptx(`tcgen05.dealloc.${group}.sync.aligned.b32 %0, %1;`, 0, 1), { args: [2, 2] }),
    of('release_allocation_lock', ptx(`tcgen05.relinquish_alloc_permit.${group}.sync.aligned;`), { args: [0, 0] }),
  ];
});

const BARRIER_SOURCE = 'CUTLASS cutlass/arch/barrier.h';
const TYPES: readonly TypeEntry[] = [
  ...['ClusterBarrier', 'ClusterTransactionBarrier'].map((name): TypeEntry => ({
    name, namespaces: ['cutlass', 'arch'], family: 'cutlass', role: { kind: 'mbarrier' }, source: BARRIER_SOURCE,
  })),
  { name: 'NamedBarrier', namespaces: ['cutlass', 'arch'], family: 'cutlass', role: { kind: 'value' }, source: BARRIER_SOURCE },
  ...['Allocator1Sm', 'Allocator2Sm'].map((name): TypeEntry => ({
    name, namespaces: ['cute', 'TMEM'], family: 'cute', role: { kind: 'value' }, source: 'CUTLASS cute/arch/tmem_allocator_sm100.hpp',
  })),
];

export const CUTLASS: CatalogData = {
  entries: [...CUTE, ...ARCH, ...CUTLASS_FUNCTIONS, ...ALLOCATORS, ...BARRIER_METHODS, ...COPY_ATOMS],
  types: TYPES,
  symbols: [],
  patterns: [...COPY_PATTERNS, ...PIPELINE_PATTERNS],
};
