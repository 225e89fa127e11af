#pragma once

#include "common.cuh"

namespace mini_gemm {

// One token of a peer that an expert of this rank has to work on.
struct alignas(8) Source {
    uint32_t token_topk_idx;
    uint32_t local_expert_idx;
};

// The head of the symmetric allocation: counters and lists, then the tokens. Same places on every rank.
struct Workspace {
    static constexpr uint32_t kNumGridCounters = 2;
    static constexpr uint64_t kNumCounterBytes = 64;

    void* base;
    uint32_t num_ranks;
    uint32_t max_sources_per_rank;

    MINI_GEMM_HOST_DEVICE Workspace(void* base, uint32_t num_ranks, uint32_t max_sources_per_rank)
        : base(base), num_ranks(num_ranks), max_sources_per_rank(max_sources_per_rank) {}

    // Arrivals of all blocks since the program started; one word per group of warps that meets.
    template <uint32_t kIndex>
    MINI_GEMM_DEVICE uint32_t* get_grid_count_ptr() const {
        static_assert(kIndex < kNumGridCounters, "no such grid barrier");
        return advance<uint32_t>(base, kIndex * sizeof(uint32_t));
    }

    // How many cross-rank barriers this rank has passed (local), and all arrivals at them (written by every peer).
    MINI_GEMM_DEVICE uint32_t* get_nvl_barrier_epoch_ptr() const { return static_cast<uint32_t*>(base) + kNumGridCounters; }
    MINI_GEMM_DEVICE uint32_t* get_nvl_barrier_signal_ptr() const { return get_nvl_barrier_epoch_ptr() + 1; }

    // Tokens that ever came here, for statistics (written by every peer).
    MINI_GEMM_DEVICE uint64_t* get_total_received_ptr() const { return advance<uint64_t>(base, kNumCounterBytes - 8); }

    // Entries of this launch for each destination (local) and from each source (written by that peer).
    MINI_GEMM_DEVICE uint32_t* get_send_count_ptr(uint32_t dst_rank_idx) const {
        return advance<uint32_t>(base, kNumCounterBytes) + dst_rank_idx;
    }
    MINI_GEMM_DEVICE uint32_t* get_recv_count_ptr(uint32_t src_rank_idx) const { return get_send_count_ptr(num_ranks) + src_rank_idx; }

    // Launch number for which a pulled token is complete.
    MINI_GEMM_DEVICE uint32_t* get_ready_ptr(uint32_t pool_idx) const { return get_recv_count_ptr(num_ranks) + pool_idx; }

    MINI_GEMM_DEVICE Source* get_source_ptr(uint32_t src_rank_idx, uint32_t slot_idx) const {
        const auto lists = reinterpret_cast<Source*>(get_ready_ptr(num_ranks * max_sources_per_rank));
        return lists + static_cast<uint64_t>(src_rank_idx) * max_sources_per_rank + slot_idx;
    }
};

}  // namespace mini_gemm
