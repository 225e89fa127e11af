#pragma once

#include "../../comm.cuh"

// Gap: a peer's address is handed to a function that translates by itself. `put` subtracts the base of the *own*
// window from its first argument; from a peer's address that gives an offset far outside, and the NIC writes there.
//
// Try: the finding names both translations; the repair is to pass `slot` instead of `peer_slot`.
namespace mini_ep::gaps {

template <int kNumRanks, int kNumThreads, int kNumRowBytes>
__global__ void __launch_bounds__(kNumThreads, 1)
broadcast_row_kernel(const void* send_row, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* recv_rows, void* workspace_base,
                     int rank_idx) {
    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);
    void* const slot = math::advance_ptr(recv_rows, static_cast<int64_t>(rank_idx) * kNumRowBytes);

    for (int dst_rank_idx = sm_idx; dst_rank_idx < kNumRanks; dst_rank_idx += static_cast<int>(gridDim.x)) {
        void* const peer_slot = gin.get_sym_ptr<ncclTeamTagWorld>(slot, dst_rank_idx);
        if (peer_slot != nullptr) {
            const auto src = static_cast<const int4*>(send_row);
            const auto dst = static_cast<int4*>(peer_slot);
            for (int k = thread_idx; k < kNumRowBytes / static_cast<int>(sizeof(int4)); k += kNumThreads)
                dst[k] = src[k];
        }

        // Every rank also gets a copy through the NIC, for the log.
        if (thread_idx == 0)
            gin.put<ncclTeamTagWorld>(peer_slot, send_row, kNumRowBytes, dst_rank_idx);
    }

    comm::gpu_barrier<false, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep::gaps
