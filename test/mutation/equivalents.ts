/**
 * Mutants that are no faults, each with the reason. An entry that fits no surviving mutant fails the test, so that the list
 * cannot grow old. What is a fault and is missed does not belong here: it is a survivor, and counts.
 */
export interface Equivalent {
  readonly operator: string;
  readonly path: string;
  /** Words of the line before the change. */
  readonly line: string;
  readonly reason: string;
}

export const EQUIVALENTS: readonly Equivalent[] = [
  {
    operator: 'translate-twice', path: 'suppression.no-reason/all-codes.good.cu', line: '*gin.get_sym_ptr',
    reason: 'the fixture suppresses all rules of this statement, as it is meant to',
  },
  {
    operator: 'translate-a-local-copy', path: 'suppression.no-reason/all-codes.good.cu', line: '__global__ void publish',
    reason: 'the fixture suppresses all rules of the statement that translates',
  },
  {
    operator: 'drop-commit', path: 'traps/18-same-name-other-direction.cu', line: 'tma_store_commit',
    reason: 'the second wrapper commits by itself, and with its own copy the one before it',
  },
  {
    operator: 'translate-twice', path: 'traps/narrow-scopes.cu', line: 'red_add_rel_gpu(sym_buffer.map(counter, dst_rank), 1)',
    reason: 'the buffer is of one rank, and its mapping gives back what it gets',
  },
  {
    operator: 'atomic-in-device-scope', path: 'traps/narrow-scopes.cu', line: 'gin.get_sym_ptr<ncclTeamTagLsa>(mine, dst_rank)',
    reason: 'the slot is this rank\'s own at the peer: no other GPU adds to it',
  },
  {
    operator: 'relaxed-wrapper', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'st.release.sys.global.s32',
    reason: 'no kernel of the samples calls this wrapper',
  },
  {
    operator: 'relaxed-wrapper', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'red.release.sys.global.add.u64',
    reason: 'no kernel of the samples calls `red_add_rel`, which is the only caller of this wrapper',
  },
  {
    operator: 'relaxed-wrapper', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'red.release.gpu.global.add.s32',
    reason: 'it is for the own rank of `red_add_rel`, which no kernel of the samples calls',
  },
  {
    operator: 'relaxed-wrapper', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'red.release.gpu.global.add.u64',
    reason: 'it is for the own rank of `red_add_rel`, which no kernel of the samples calls',
  },
  {
    operator: 'relaxed-poll-wrapper', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'ld.acquire.sys.global.s64',
    reason: 'no kernel of the samples calls this wrapper',
  },
  {
    operator: 'wrapper-in-device-scope', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'st.release.sys.global.s32',
    reason: 'no kernel of the samples calls this wrapper',
  },
  {
    operator: 'wrapper-in-device-scope', path: 'mini-ep/include/mini_ep/ptx.cuh', line: 'red.release.sys.global.add.u64',
    reason: 'no kernel of the samples calls `red_add_rel`, which is the only caller of this wrapper',
  },
  {
    operator: 'drop-all-waits', path: 'traps/mbarriers-out-of-sight.cu', line: 'mbarrier_wait',
    reason: 'the barrier is handed to code that is not here, which may wait as well',
  },
  {
    operator: 'drop-all-arrivals', path: 'traps/mbarriers-out-of-sight.cu', line: 'mbarrier_arrive(&arrived)',
    reason: 'the barrier is handed to code that is not here, which may arrive as well',
  },
  {
    operator: 'expect-one-more-arrival', path: 'traps/mbarriers-out-of-sight.cu', line: 'mbarrier_init',
    reason: 'the barrier is handed to code that is not here, which may be the one that is expected',
  },
  {
    operator: 'drop-memory-clobber', path: 'traps/mbarriers-out-of-sight.cu', line: 'arrive_some_day',
    reason: 'no such instruction is known, so nothing is known of what it writes',
  },
  {
    operator: 'drop-join-before-reset', path: 'barrier.reset-race/no-block-barrier.good.cu', line: '__syncthreads();',
    reason: 'without the barrier nothing says that the block has more than one warp',
  },
  {
    operator: 'reset-after-poll', path: 'traps/counters-set-back.cu', line: 'ld_acquire_sys(flag) == 0',
    reason: 'nothing says that the block has more than one warp',
  },
  {
    operator: 'drop-refusal-of-host', path: 'mini-gemm/include/mini_gemm/impls/pull_moe.hpp', line: 'num_ranks_in_nvlink_domain',
    reason: 'an assertion of the buffer bounds the ranks as well',
  },
  {
    operator: 'announce-twice-the-bytes', path: 'traps/announced-bytes.cu', line: 'num_row_bytes',
    reason: 'only the host knows how many slices make a row, and of which size',
  },
  {
    operator: 'announce-sixteen-bytes-less', path: 'traps/announced-bytes.cu', line: 'num_row_bytes',
    reason: 'only the host knows how many slices make a row, and of which size',
  },
];
