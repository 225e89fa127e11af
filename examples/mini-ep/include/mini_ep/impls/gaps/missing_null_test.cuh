#pragma once

#include "../../comm.cuh"

// Gap: a peer pointer is used without asking whether there is one.
//
// The kernel pushes a fixed-size block of scale factors to one rank per block of threads. It was written when all
// ranks shared one NVLink domain (`ncclTeamTagLsa`, never null) and later moved to the world team; the bulk store
// stayed as it was. The first job on two domains faults, or writes through address 0.
//
// Try: hover over `get_sym_ptr`, then let the quick fix insert the test and the RDMA path.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumThreads, int kNumScaleBytes>
__global__ void __launch_bounds__(kNumThreads, 1)
push_scales_kernel(const void* scales, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* recv_scales, void* workspace_base,
                   int rank_idx) {
    MINI_EP_STATIC_ASSERT(kNumScaleBytes % 16 == 0, "bulk copies move multiples of 16 bytes");

    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    extern __shared__ __align__(128) uint8_t staged[];
    __shared__ ptx::mbarrier loaded;
    if (thread_idx == 0)
        ptx::mbarrier_init(&loaded, 1);
    __syncthreads();

    for (int dst_rank_idx = sm_idx, round = 0; dst_rank_idx < kNumRanks; dst_rank_idx += static_cast<int>(gridDim.x), ++round) {
        const auto src_ptr = static_cast<const char*>(scales) + static_cast<int64_t>(dst_rank_idx) * kNumScaleBytes;
        const auto slot_ptr = math::advance_ptr(recv_scales, static_cast<int64_t>(rank_idx) * kNumScaleBytes);

        if (thread_idx == 0) {
            ptx::tma_store_wait();
            ptx::mbarrier_arrive_and_set_tx(&loaded, kNumScaleBytes);
            ptx::tma_load_1d(staged, src_ptr, &loaded, kNumScaleBytes);
            ptx::mbarrier_wait(&loaded, round & 1);

            // Ranks of other domains have no address: `peer_ptr` is null for them.
            const auto peer_ptr = gin.get_sym_ptr<ncclTeamTagWorld>(slot_ptr, dst_rank_idx);
            ptx::tma_store_1d(peer_ptr, staged, kNumScaleBytes);
            ptx::tma_store_commit();
        }
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
