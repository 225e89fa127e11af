#pragma once

#include "ptx.cuh"
#include "sym_buffer.cuh"
#include "workspace.cuh"

namespace mini_gemm::comm {

// Spins on a counter that only grows; the difference is signed, so the counter may wrap.
template <typename load_t>
MINI_GEMM_DEVICE void wait_at_least(const load_t& load, uint32_t target, const char* what) {
    static constexpr long long kTimeoutCycles = 60ll * 2'000'000'000ll;
    const long long start = clock64();
    while (static_cast<int32_t>(load() - target) < 0) {
        if (clock64() - start > kTimeoutCycles) {
            printf("mini-gemm: timeout in %s, block %d, target %u\n", what, blockIdx.x, target);
            asm volatile("trap;");
        }
    }
}

// All blocks meet. `sync_group` joins the calling threads of one block (a warp role, not always the whole block).
// Each block adds one to a counter; the barrier is passed when the counter reaches the next multiple of the blocks.
template <uint32_t kNumSms, uint32_t kGridIndex, typename sync_t>
MINI_GEMM_DEVICE void grid_sync(const Workspace& workspace, uint32_t thread_idx, const sync_t& sync_group) {
    sync_group();
    if (thread_idx == 0) {
        uint32_t* const count_ptr = workspace.get_grid_count_ptr<kGridIndex>();
        const uint32_t before = ptx::atomic_add_rel_gpu(count_ptr, 1);
        const uint32_t target = (before / kNumSms + 1) * kNumSms;
        wait_at_least([=] { return ptx::ld_acquire_gpu(count_ptr); }, target, "grid_sync");
    }
    sync_group();
}

// All ranks meet: block 0 adds one to the signal word of every rank and waits until all ranks have added to the own.
// The signal word is never reset: the epoch says how much it must have grown to.
//
// sync_before: the other blocks' work of this rank belongs before the barrier. sync_after: it must not start before.
template <uint32_t kNumRanks, uint32_t kNumSms, uint32_t kNumThreads, uint32_t kGridIndex, typename sync_t>
MINI_GEMM_DEVICE void nvlink_barrier(const Workspace& workspace, const SymBuffer<kNumRanks>& sym_buffer, uint32_t sm_idx, uint32_t thread_idx,
                                     const sync_t& sync_group, bool sync_before = true, bool sync_after = true) {
    static_assert(kNumRanks <= kNumThreads, "one thread signals one rank");

    if (sync_before)
        grid_sync<kNumSms, kGridIndex>(workspace, thread_idx, sync_group);

    if (sm_idx == 0) {
        const uint32_t epoch = *workspace.get_nvl_barrier_epoch_ptr();
        uint32_t* const signal_ptr = workspace.get_nvl_barrier_signal_ptr();
        sync_group();

        if (thread_idx < kNumRanks)
            ptx::red_add_rel_sys(sym_buffer.map(signal_ptr, thread_idx), 1);

        if (thread_idx == 0) {
            *workspace.get_nvl_barrier_epoch_ptr() = epoch + 1;
            wait_at_least([=] { return ptx::ld_acquire_sys(signal_ptr); }, (epoch + 1) * kNumRanks, "nvlink_barrier");
        }
        sync_group();
    }

    if (sync_after)
        grid_sync<kNumSms, kGridIndex>(workspace, thread_idx, sync_group);
}

}  // namespace mini_gemm::comm
