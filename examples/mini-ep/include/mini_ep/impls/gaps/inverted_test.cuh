#pragma once

#include "../../comm.cuh"

// Gap: the two arms are swapped. Where the pointer is null the kernel stores through it, and where NVLink would do
// it takes the detour through the NIC. On one domain nothing breaks: the null arm is never taken, the rest is slow.
//
// Try: the finding's related locations lead from the call over the test to the store.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumThreads>
__global__ void __launch_bounds__(kNumThreads, 1)
send_counts_kernel(const int* counts, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* workspace_base, int rank_idx) {
    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    if (sm_idx == 0) {
        for (int dst_rank_idx = thread_idx; dst_rank_idx < kNumRanks; dst_rank_idx += kNumThreads) {
            int64_t* const count_ptr = workspace.get_recv_count_ptr(rank_idx);
            const int64_t encoded = static_cast<int64_t>(counts[dst_rank_idx]) + 1;

            int64_t* const peer_ptr = gin.get_sym_ptr<ncclTeamTagWorld>(count_ptr, dst_rank_idx);
            if (peer_ptr == nullptr) {
                ptx::st_relaxed_sys(peer_ptr, encoded);
            } else {
                gin.gin.putValue(gin.world, dst_rank_idx, window, gin.get_sym_offset(count_ptr), encoded);
            }
        }
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
