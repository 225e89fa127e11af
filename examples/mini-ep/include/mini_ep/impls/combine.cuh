#pragma once

#include "../comm.cuh"

namespace mini_ep {

// Sends the experts' results back to the ranks that the tokens came from.
//
// Where the result is written is decided once per token: `result` is either the peer's slot itself (NVLink) or our
// own send buffer (RDMA), and everything that follows writes through it without asking again. The only other place
// that cares is the last step, which hands the send buffer to the NIC.
template <bool kScaleupIsNvlink, int kNumRanks, int kNumSms, int kNumWarps, int kNumHiddenBytes, int kNumTopk, int kMaxTokensPerRank,
          typename team_t = std::conditional_t<kScaleupIsNvlink, ncclTeamTagLsa, ncclTeamTagWorld>>
__global__ void __launch_bounds__(kNumWarps * 32, 1)
combine_kernel(const void* expert_out, const float* weights, const int2* sources, int num_received, const __grid_constant__ ncclDevComm_t comm,
               ncclWindow_t window, void* buffer, void* workspace_base, int rank_idx) {
    MINI_EP_STATIC_ASSERT(kNumTopk <= 32, "one lane holds one weight");
    constexpr int kNumThreads = kNumWarps * 32;

    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const int warp_idx = ptx::warp_idx(), lane_idx = ptx::lane_idx();
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    extern __shared__ __align__(128) uint8_t smem[];
    const auto token_layout = layout::TokenLayout(kNumHiddenBytes, kNumTopk);
    const auto staged = layout::BufferLayout<true>(token_layout, 1, kNumWarps, smem).get_token_buffer(warp_idx);
    const auto recv_buffer = layout::BufferLayout<false>(token_layout, kNumRanks, kMaxTokensPerRank, buffer);
    const auto send_buffer = layout::BufferLayout<false>(token_layout, kNumRanks, kMaxTokensPerRank, recv_buffer.get_end_ptr());

    uint32_t phase = 0;
    const auto loaded = staged.get_mbarrier_ptr();
    if (ptx::elect_one_sync())
        ptx::mbarrier_init(loaded, 1);
    __syncwarp();

    comm::gpu_barrier<kScaleupIsNvlink, kNumRanks, kNumThreads, false>(gin, workspace, rank_idx, sm_idx, thread_idx);

    for (int i = sm_idx * kNumWarps + warp_idx; i < num_received; i += kNumSms * kNumWarps) {
        // Where the token came from: the rank in the kernel's team, and its index there.
        const int src_rank_idx = sources[i].x;
        const int src_token_idx = sources[i].y;
        const bool has_nvlink = gin.is_nvlink_accessible<team_t>(src_rank_idx);

        const layout::TokenLayout result = [=]() {
            if (has_nvlink) {
                auto slot = recv_buffer.get_rank_buffer(rank_idx).get_token_buffer(src_token_idx);
                slot.set_base_ptr(gin.get_sym_ptr<team_t>(slot.get_base_ptr(), src_rank_idx));
                return slot;
            }
            return send_buffer.get_rank_buffer(src_rank_idx).get_token_buffer(src_token_idx);  // handed to the NIC below
        }();

        if (ptx::elect_one_sync()) {
            // The store of the previous token reads the same shared buffer.
            ptx::tma_store_wait();
            const auto src_ptr = static_cast<const char*>(expert_out) + static_cast<int64_t>(i) * kNumHiddenBytes;
            ptx::mbarrier_arrive_and_set_tx(loaded, kNumHiddenBytes);
            ptx::tma_load_1d(staged.get_base_ptr(), src_ptr, loaded, kNumHiddenBytes);
            ptx::mbarrier_wait_and_flip_phase(loaded, phase);
            ptx::tma_store_1d(result.get_base_ptr(), staged.get_base_ptr(), kNumHiddenBytes);
            ptx::tma_store_commit();
        }

        // The weights are few: plain stores, to the peer or to the send buffer alike.
        if (lane_idx < kNumTopk)
            result.get_topk_weights_ptr()[lane_idx] = weights[i * kNumTopk + lane_idx];
        ptx::fence_acq_rel_sys();
        __syncwarp();

        if (!has_nvlink && ptx::elect_one_sync()) {
            ptx::tma_store_wait();
            ptx::fence_acq_rel_sys();
            const auto slot_ptr = recv_buffer.get_rank_buffer(rank_idx).get_token_buffer(src_token_idx).get_base_ptr();
            gin.put<team_t>(slot_ptr, result.get_base_ptr(), result.get_num_bytes<false>(), src_rank_idx);
        }
        __syncwarp();
    }

    comm::gpu_barrier<kScaleupIsNvlink, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);
}

}  // namespace mini_ep
