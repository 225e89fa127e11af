#pragma once

#include "../../comm.cuh"

// Gap: the offset is added before the test. A null base plus a chunk's offset is not null, so the test below is
// always passed, the RDMA path is dead code, and only the first chunk (offset 0) takes it.
//
// Try: move the arithmetic into the argument, `get_sym_ptr(recv + offset, …)`, and the finding goes.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumThreads, int kNumChunkBytes>
__global__ void __launch_bounds__(kNumThreads, 1)
copy_chunks_kernel(const void* send, int num_chunks, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* recv, void* workspace_base,
                   int rank_idx, int dst_rank_idx) {
    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    for (int chunk = sm_idx; chunk < num_chunks; chunk += static_cast<int>(gridDim.x)) {
        const int64_t offset = static_cast<int64_t>(chunk) * kNumChunkBytes;
        const auto src = reinterpret_cast<const int4*>(static_cast<const char*>(send) + offset);

        const auto peer_base = gin.get_sym_ptr<ncclTeamTagWorld>(static_cast<char*>(recv), dst_rank_idx);
        const auto dst = reinterpret_cast<int4*>(peer_base + offset);
        if (dst != nullptr) {
            for (int k = thread_idx; k < kNumChunkBytes / static_cast<int>(sizeof(int4)); k += kNumThreads)
                dst[k] = src[k];
        } else if (thread_idx == 0) {
            gin.put<ncclTeamTagWorld>(static_cast<char*>(recv) + offset, src, kNumChunkBytes, dst_rank_idx);
        }
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
