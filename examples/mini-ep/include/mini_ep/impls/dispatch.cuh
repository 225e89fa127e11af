#pragma once

#include "../comm.cuh"

namespace mini_ep {

// Sends every token to the ranks that own its experts.
//
//   x --bulk load--> shared memory --bulk store--> the peer's receive buffer           (NVLink connects the peer)
//                                  --bulk store--> own send buffer --RDMA put--> same   (it does not)
//
// One warp moves one token at a time; the last warp of each block counts instead. A rank's copy of the receive
// buffer has one region per source rank, so sources never compete for a slot.
//
// `team_t` follows the topology: with NVLink between all ranks they form an LSA team and every peer has an address;
// otherwise the team is the world, and `get_sym_ptr` answers null for peers outside this NVLink domain.
template <bool kScaleupIsNvlink, int kNumRanks, int kNumSms, int kNumTokenWarps, int kNumHiddenBytes, int kNumTopk, int kNumExperts,
          int kMaxTokensPerRank, typename team_t = std::conditional_t<kScaleupIsNvlink, ncclTeamTagLsa, ncclTeamTagWorld>>
__global__ void __launch_bounds__((kNumTokenWarps + 1) * 32, 1)
dispatch_kernel(const void* x, const int* topk_idx, const float* topk_weights, int* token_slots, int num_tokens, const __grid_constant__ ncclDevComm_t comm,
                ncclWindow_t window, void* buffer, void* workspace_base, int rank_idx) {
    MINI_EP_STATIC_ASSERT(kNumTopk <= 32, "one lane holds one choice");
    MINI_EP_STATIC_ASSERT(kNumExperts % kNumRanks == 0, "every rank owns the same number of experts");
    constexpr int kNumThreads = (kNumTokenWarps + 1) * 32;
    constexpr int kExpertsPerRank = kNumExperts / kNumRanks;

    const int sm_idx = static_cast<int>(blockIdx.x), thread_idx = static_cast<int>(threadIdx.x);
    const int warp_idx = ptx::warp_idx(), lane_idx = ptx::lane_idx();
    const auto gin = handle::GinHandle(comm, window, sm_idx);
    const auto workspace = layout::Workspace(workspace_base);

    // Peers may still read what the previous round left in their buffers.
    comm::gpu_barrier<kScaleupIsNvlink, kNumRanks, kNumThreads, false>(gin, workspace, rank_idx, sm_idx, thread_idx);

    if (warp_idx == kNumTokenWarps) {
        // ---- Count role: tells every rank how many tokens it will get from here -----------------
        for (int dst_rank_idx = sm_idx; dst_rank_idx < kNumRanks; dst_rank_idx += kNumSms) {
            int num_sent = 0;
            for (int token_idx = lane_idx; token_idx < num_tokens; token_idx += 32) {
                bool chosen = false;
                for (int k = 0; k < kNumTopk; ++k) {
                    const int expert_idx = topk_idx[token_idx * kNumTopk + k];
                    chosen |= expert_idx >= 0 && expert_idx / kExpertsPerRank == dst_rank_idx;
                }
                num_sent += chosen;
            }
            num_sent = __reduce_add_sync(~0u, num_sent);

            // One more than the count, so that zero can mean "not there yet".
            if (lane_idx == 0)
                gin.put_value<team_t>(workspace.get_recv_count_ptr(rank_idx), static_cast<int64_t>(num_sent) + 1, dst_rank_idx);
        }
    } else {
        // ---- Token role ---------------------------------------------------------------------------
        extern __shared__ __align__(128) uint8_t smem[];
        const auto token_layout = layout::TokenLayout(kNumHiddenBytes, kNumTopk);
        const auto staged = layout::BufferLayout<true>(token_layout, 1, kNumTokenWarps, smem).get_token_buffer(warp_idx);
        const auto recv_region = layout::BufferLayout<false>(token_layout, kNumRanks, kMaxTokensPerRank, buffer);
        const auto recv_buffer = recv_region.get_rank_buffer(rank_idx);
        const auto send_buffer = layout::BufferLayout<false>(token_layout, 1, kMaxTokensPerRank, recv_region.get_end_ptr());
        const int num_token_bytes = staged.get_num_bytes<false>();

        uint32_t phase = 0;
        const auto loaded = staged.get_mbarrier_ptr();
        if (ptx::elect_one_sync())
            ptx::mbarrier_init(loaded, 1);
        __syncwarp();

        for (int token_idx = sm_idx * kNumTokenWarps + warp_idx; token_idx < num_tokens; token_idx += kNumSms * kNumTokenWarps) {
            // The previous token's stores still read the shared buffer; every lane waits for its own.
            ptx::tma_store_wait();
            __syncwarp();

            if (ptx::elect_one_sync()) {
                const auto src_ptr = static_cast<const char*>(x) + static_cast<int64_t>(token_idx) * kNumHiddenBytes;
                ptx::mbarrier_arrive_and_set_tx(loaded, kNumHiddenBytes);
                ptx::tma_load_1d(staged.get_base_ptr(), src_ptr, loaded, kNumHiddenBytes);
            }
            __syncwarp();

            // Each lane looks after one choice; of several choices on one rank the first lane sends.
            int dst_rank_idx = -1;
            if (lane_idx < kNumTopk) {
                const int expert_idx = topk_idx[token_idx * kNumTopk + lane_idx];
                dst_rank_idx = expert_idx >= 0 ? expert_idx / kExpertsPerRank : -1;
                staged.get_topk_idx_ptr()[lane_idx] = expert_idx;
                staged.get_topk_weights_ptr()[lane_idx] = topk_weights[token_idx * kNumTopk + lane_idx];
            }
            const unsigned same_rank = __match_any_sync(~0u, dst_rank_idx);
            const bool sends = dst_rank_idx >= 0 && __ffs(same_rank) - 1 == lane_idx;
            const int slot_idx = sends ? atomicAdd(workspace.get_sender_counter_ptr() + dst_rank_idx, 1) : -1;
            if (lane_idx < kNumTopk)
                token_slots[token_idx * kNumTopk + lane_idx] = slot_idx;

            // The metadata went through the generic proxy, the bulk stores read it through the async one.
            ptx::tma_store_fence();
            __syncwarp();
            ptx::mbarrier_wait_and_flip_phase(loaded, phase);

            // NVLink path: straight into the peer's receive buffer.
            const auto peer_ptr = sends ? gin.get_sym_ptr<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), dst_rank_idx) : nullptr;
            if (peer_ptr != nullptr)
                ptx::tma_store_1d(peer_ptr, staged.get_base_ptr(), num_token_bytes);
            ptx::tma_store_commit();

            // RDMA path: the NIC reads from the window, so the token needs a copy there first.
            if constexpr (!kScaleupIsNvlink) {
                const bool needs_rdma = sends && peer_ptr == nullptr;
                const auto send_ptr = send_buffer.get_token_buffer(token_idx).get_base_ptr();
                if (__any_sync(~0u, needs_rdma) && ptx::elect_one_sync()) {
                    ptx::tma_store_1d(send_ptr, staged.get_base_ptr(), num_token_bytes);
                    ptx::tma_store_commit();
                    ptx::tma_store_wait();
                    ptx::fence_acq_rel_sys();
                }
                __syncwarp();
                if (needs_rdma)
                    gin.put<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), send_ptr, num_token_bytes, dst_rank_idx);
            }
        }
    }

    // Publishes everything above; the next kernel reads the receive buffer.
    comm::gpu_barrier<kScaleupIsNvlink, kNumRanks, kNumThreads, true>(gin, workspace, rank_idx, sm_idx, thread_idx);

    // No peer reads the slot counters: they are ready for the next round.
    if (sm_idx == 0 && thread_idx < kNumRanks)
        workspace.get_sender_counter_ptr()[thread_idx] = 0;
}

}  // namespace mini_ep
