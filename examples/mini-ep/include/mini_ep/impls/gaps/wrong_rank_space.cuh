#pragma once

#include "../../comm.cuh"

// Gap: a world rank is used as a rank of the NVLink domain. On the first domain the two numbers are the same, so the
// kernel passes every test on one machine; on the second domain rank 8 asks for the ninth of eight ranks.
//
// Try: hover over `get_sym_ptr` ("rank: LSA index") and over `right` ("world rank").
namespace mini_ep::gaps {

template <int kNumThreads>
__global__ void __launch_bounds__(kNumThreads, 1)
shift_right_kernel(const float* row, int row_length, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, float* recv_row, int* ready) {
    const int thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, 0);

    // The right neighbour around the ring of all ranks …
    const int right = (gin.world.rank + 1) % gin.world.nRanks;

    // … looked up among the ranks of this domain. Right: `(gin.lsa.rank + 1) % gin.lsa.nRanks`.
    float* const peer_row = gin.get_sym_ptr<ncclTeamTagLsa>(recv_row, right);
    for (int i = thread_idx; i < row_length; i += kNumThreads)
        peer_row[i] = row[i];

    __syncthreads();
    const int own_right = (gin.lsa.rank + 1) % gin.lsa.nRanks;
    if (thread_idx == 0)
        ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>(ready, own_right), 1);
}

}  // namespace mini_ep::gaps
