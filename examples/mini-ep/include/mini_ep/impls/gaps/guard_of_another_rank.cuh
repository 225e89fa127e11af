#pragma once

#include "../../comm.cuh"

// Gap: the right question about the wrong rank. Tokens are relayed: they come from `src_rank_idx` and go on to
// `dst_rank_idx`. Whether the source is near says nothing about the destination.
//
// Try: rename one of the two variables to the name of the other; the finding follows the values, not the names.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumThreads, int kNumRowBytes>
__global__ void __launch_bounds__(kNumThreads, 1)
relay_rows_kernel(const int2* routes, int num_rows, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* inbox, void* outbox,
                  void* workspace_base, int rank_idx) {
    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    for (int i = sm_idx; i < num_rows; i += static_cast<int>(gridDim.x)) {
        const int src_rank_idx = routes[i].x;
        const int dst_rank_idx = routes[i].y;
        const auto row = math::advance_ptr<const int4>(inbox, static_cast<int64_t>(i) * kNumRowBytes);
        const auto slot = math::advance_ptr<int4>(outbox, static_cast<int64_t>(i) * kNumRowBytes);

        const bool has_nvlink = gin.is_nvlink_accessible<ncclTeamTagWorld>(src_rank_idx);
        if (has_nvlink) {
            int4* const peer_slot = gin.get_sym_ptr<ncclTeamTagWorld>(slot, dst_rank_idx);
            for (int k = thread_idx; k < kNumRowBytes / static_cast<int>(sizeof(int4)); k += kNumThreads)
                peer_slot[k] = row[k];
        } else if (thread_idx == 0) {
            gin.put<ncclTeamTagWorld>(slot, row, kNumRowBytes, dst_rank_idx);
        }
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
