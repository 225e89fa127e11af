#pragma once

#include "../../comm.cuh"

// Gap: the null pointer is noticed and then forgotten. The result for a rank of another domain is staged in the send
// buffer, as in combine.cuh, but the put that would carry it there is missing: the kernel ends without an error, and
// the other rank adds up whatever its receive buffer held before.
//
// Try: in the data-flow graph the edge from the send buffer leads to nowhere.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumWarps, int kNumRowBytes>
__global__ void __launch_bounds__(kNumWarps * 32, 1)
return_rows_kernel(const void* rows, const int2* sources, int num_rows, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* recv,
                   void* send, void* workspace_base, int rank_idx) {
    constexpr int kNumThreads = kNumWarps * 32;
    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const int warp_idx = ptx::warp_idx();
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    extern __shared__ __align__(128) uint8_t smem[];
    uint8_t* const staged = smem + warp_idx * kNumRowBytes;
    __shared__ ptx::mbarrier loaded[kNumWarps];
    if (ptx::elect_one_sync())
        ptx::mbarrier_init(&loaded[warp_idx], 1);
    __syncwarp();

    uint32_t phase = 0;
    for (int i = sm_idx * kNumWarps + warp_idx; i < num_rows; i += static_cast<int>(gridDim.x) * kNumWarps) {
        const int src_rank_idx = sources[i].x;
        const int64_t row_offset = static_cast<int64_t>(sources[i].y) * kNumRowBytes;
        const auto peer_ptr = gin.get_sym_ptr<ncclTeamTagWorld>(math::advance_ptr(recv, row_offset), src_rank_idx);
        void* const target = peer_ptr != nullptr ? peer_ptr : math::advance_ptr(send, row_offset);

        if (ptx::elect_one_sync()) {
            ptx::tma_store_wait();
            ptx::mbarrier_arrive_and_set_tx(&loaded[warp_idx], kNumRowBytes);
            ptx::tma_load_1d(staged, static_cast<const char*>(rows) + static_cast<int64_t>(i) * kNumRowBytes, &loaded[warp_idx], kNumRowBytes);
            ptx::mbarrier_wait_and_flip_phase(&loaded[warp_idx], phase);
            ptx::tma_store_1d(target, staged, kNumRowBytes);
            ptx::tma_store_commit();
        }
        __syncwarp();
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
