#pragma once

#include <cooperative_groups.h>

#include "handle.cuh"
#include "layout.cuh"
#include "ptx.cuh"

// Barriers, from small to large. A barrier joins threads; what it publishes depends on the fences inside it.
namespace mini_ep::comm {

// Spins until `arrived()` holds; a peer that never comes is reported instead of hanging the job without a word.
template <typename predicate_t>
__device__ __forceinline__ void spin_until(const predicate_t& arrived, const char* what) {
    static constexpr long long kTimeoutCycles = 60ll * 2'000'000'000ll;  // about a minute
    const long long start = clock64();
    while (!arrived()) {
        if (clock64() - start > kTimeoutCycles) {
            printf("mini-ep: timeout in %s, block %d, thread %d\n", what, blockIdx.x, threadIdx.x);
            asm volatile("trap;");
        }
    }
}

// All ranks of the NVLink domain meet. Runs on block 0; the other blocks are held by a grid barrier around it.
//
// Every rank adds +1 to the signal word of every rank (itself too) and waits for the number of ranks. The next
// barrier of the same word adds -1 and waits for 0, so nothing is ever reset. Two words alternate, because a fast
// rank may be in the next barrier while a slow one still looks at this one.
template <int kNumRanks>
__device__ __forceinline__ void nvlink_barrier_wo_local_sync(const handle::GinHandle& gin, const layout::Workspace& workspace, int sm_idx,
                                                             int thread_idx) {
    if (sm_idx != 0)
        return;

    const uint32_t epoch = *workspace.get_nvl_barrier_counter_ptr();
    int* const signal_ptr = workspace.get_nvl_barrier_signal_ptr(epoch & 1);
    const bool counts_down = (epoch & 2) != 0;
    __syncthreads();

    // The LSA team is the NVLink domain: the pointer is never null here.
    if (thread_idx < kNumRanks)
        ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>(signal_ptr, thread_idx), counts_down ? -1 : 1);

    if (thread_idx == 0) {
        *workspace.get_nvl_barrier_counter_ptr() = epoch + 1;
        const int target = counts_down ? 0 : kNumRanks;
        spin_until([=] { return ptx::ld_acquire_sys(signal_ptr) == target; }, "nvlink barrier");
    }
    __syncthreads();
}

// All ranks of `team_t` meet through the NIC: one signal slot per source rank, the expected value in its shadow.
template <typename team_t, int kNumRanks, int kNumThreads>
__device__ __forceinline__ void gin_barrier_wo_local_sync(const handle::GinHandle& gin, int own_rank_idx, int sm_idx, int thread_idx) {
    if (sm_idx != 0)
        return;

    const auto team = gin.rdma_team<team_t>();
    const ncclGin_StrongSignalInc arrive{static_cast<ncclGinSignal_t>(own_rank_idx)};
    for (int peer = thread_idx; peer < kNumRanks; peer += kNumThreads) {
        // Stores through NVLink pointers were made by other threads: the signal must not overtake them.
        gin.gin.signal(team, peer, arrive, ncclCoopThread(), ncclGin_None(), cuda::thread_scope_thread, cuda::thread_scope_system);
    }
    for (int peer = thread_idx; peer < kNumRanks; peer += kNumThreads) {
        const auto slot = static_cast<ncclGinSignal_t>(peer);
        gin.gin.increaseSignalShadow(slot, 1);
        gin.gin.waitSignalMeetShadow(ncclCoopThread(), slot);
    }
    __syncthreads();
}

// All blocks of all ranks of the kernel's team meet.
//
// kPublish: what this kernel wrote to peers before the barrier is visible to them after it. Bulk stores are drained
// by the threads that issued them; the system fence then orders them, and ordinary stores, before the signals.
template <bool kScaleupIsNvlink, int kNumRanks, int kNumThreads, bool kPublish>
__device__ __forceinline__ void gpu_barrier(const handle::GinHandle& gin, const layout::Workspace& workspace, int own_rank_idx, int sm_idx,
                                            int thread_idx) {
    if constexpr (kPublish) {
        ptx::tma_store_commit();
        ptx::tma_store_wait();
        ptx::fence_acq_rel_sys();
        if constexpr (!kScaleupIsNvlink)
            gin.flush();
    }
    cooperative_groups::this_grid().sync();

    if constexpr (kScaleupIsNvlink) {
        nvlink_barrier_wo_local_sync<kNumRanks>(gin, workspace, sm_idx, thread_idx);
    } else {
        gin_barrier_wo_local_sync<ncclTeamTagWorld, kNumRanks, kNumThreads>(gin, own_rank_idx, sm_idx, thread_idx);
    }
    cooperative_groups::this_grid().sync();
}

}  // namespace mini_ep::comm
