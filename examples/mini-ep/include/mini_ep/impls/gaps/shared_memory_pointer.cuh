#pragma once

#include "../../comm.cuh"

// Gap: the address of a shared-memory array is translated. Shared memory is no part of the window; the difference to
// the window's base is an accident, and the peer address made from it points anywhere.
//
// Try: hover over `get_sym_ptr` ("wants the local address of a symmetric object") and follow `histogram` to its declaration.
namespace mini_ep::gaps {

template <int kNumExperts, int kNumThreads>
__global__ void __launch_bounds__(kNumThreads, 1)
share_histogram_kernel(const int* topk_idx, int num_choices, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, int* sum, int* ready) {
    const int thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, 0);

    __shared__ int histogram[kNumExperts];
    for (int i = thread_idx; i < kNumExperts; i += kNumThreads)
        histogram[i] = 0;
    __syncthreads();
    for (int i = thread_idx; i < num_choices; i += kNumThreads)
        if (topk_idx[i] >= 0)
            atomicAdd_block(&histogram[topk_idx[i]], 1);
    __syncthreads();

    // Each warp adds the own histogram to that of one peer after the other.
    for (int peer = ptx::warp_idx(); peer < gin.lsa.nRanks; peer += kNumThreads / 32) {
        // Meant was `sum`, which lies in the window.
        int* const peer_sum = gin.get_sym_ptr<ncclTeamTagLsa>(histogram, peer);
        for (int i = ptx::lane_idx(); i < kNumExperts; i += 32)
            atomicAdd_system(peer_sum + i, histogram[i]);
    }

    __syncthreads();
    for (int peer = thread_idx; peer < gin.lsa.nRanks; peer += kNumThreads)
        ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>(ready, peer), 1);
    if (thread_idx == 0)
        sum[0] = histogram[0];
}

}  // namespace mini_ep::gaps
