#pragma once

#include "common.cuh"
#include "ptx.cuh"

// Where things lie in the symmetric window. The window is one allocation per rank with the same inner layout,
// so an address computed here for the own rank names the same object on every peer, once it is translated.
namespace mini_ep::layout {

// One token: hidden values, then its top-k expert indices and weights, then (in shared memory) an mbarrier.
struct TokenLayout {
    int num_hidden_bytes;
    int num_topk;
    void* base;

    __host__ __device__ TokenLayout(int num_hidden_bytes, int num_topk, void* base = nullptr)
        : num_hidden_bytes(num_hidden_bytes), num_topk(num_topk), base(base) {}

    __host__ __device__ int get_num_metadata_bytes() const {
        return math::round_up(num_topk * static_cast<int>(sizeof(int) + sizeof(float)));
    }

    template <bool kWithMbarrier>
    __host__ __device__ int get_num_bytes() const {
        const int payload = math::round_up(num_hidden_bytes) + get_num_metadata_bytes();
        return kWithMbarrier ? payload + math::kAlignment : payload;
    }

    __host__ __device__ void* get_base_ptr() const { return base; }

    // Re-bases the token, for example onto a peer's copy of it.
    __host__ __device__ void set_base_ptr(void* new_base) { base = new_base; }

    __host__ __device__ int* get_topk_idx_ptr() const {
        return math::advance_ptr<int>(base, math::round_up(num_hidden_bytes));
    }

    __host__ __device__ float* get_topk_weights_ptr() const {
        return reinterpret_cast<float*>(get_topk_idx_ptr() + num_topk);
    }

    __device__ ptx::mbarrier* get_mbarrier_ptr() const {
        return math::advance_ptr<ptx::mbarrier>(base, get_num_bytes<false>());
    }
};

// An array of tokens per rank: `num_ranks` regions of `max_tokens_per_rank` tokens each.
template <bool kWithMbarrier>
struct BufferLayout {
    TokenLayout token;
    int num_ranks;
    int max_tokens_per_rank;
    void* base;

    __host__ __device__ BufferLayout(const TokenLayout& token, int num_ranks, int max_tokens_per_rank, void* base = nullptr)
        : token(token), num_ranks(num_ranks), max_tokens_per_rank(max_tokens_per_rank), base(base) {}

    __host__ __device__ int64_t get_num_bytes_per_rank() const {
        return static_cast<int64_t>(token.template get_num_bytes<kWithMbarrier>()) * max_tokens_per_rank;
    }

    __host__ __device__ void* get_end_ptr() const {
        return math::advance_ptr(base, get_num_bytes_per_rank() * num_ranks);
    }

    __host__ __device__ BufferLayout get_rank_buffer(int region) const {
        return BufferLayout(token, 1, max_tokens_per_rank, math::advance_ptr(base, get_num_bytes_per_rank() * region));
    }

    __host__ __device__ TokenLayout get_token_buffer(int token_idx) const {
        TokenLayout result = token;
        result.set_base_ptr(math::advance_ptr(base, static_cast<int64_t>(token.template get_num_bytes<kWithMbarrier>()) * token_idx));
        return result;
    }
};

// Small things at fixed places: barrier words first, then counters indexed by rank or by expert.
struct Workspace {
    static constexpr int kMaxRanks = 256;

    void* base;

    __host__ __device__ explicit Workspace(void* base) : base(base) {}

    // How many NVLink barriers this rank has passed; its low bits choose the signal word and the sign.
    __host__ __device__ uint32_t* get_nvl_barrier_counter_ptr() const { return static_cast<uint32_t*>(base); }

    __host__ __device__ int* get_nvl_barrier_signal_ptr(int phase) const { return static_cast<int*>(base) + 2 + phase; }

    // Slots handed out so far for each destination rank. Local use only, but it lives in the window all the same.
    __host__ __device__ int* get_sender_counter_ptr() const { return math::advance_ptr<int>(base, 32); }

    // Written by peers: `[rank]` holds one plus the number of tokens that the rank sends here, 0 while it is unknown.
    __host__ __device__ int64_t* get_recv_count_ptr(int src_rank_idx) const {
        return math::advance_ptr<int64_t>(base, 32 + kMaxRanks * sizeof(int)) + src_rank_idx;
    }

    // Written by peers: a byte-sized progress count of the chunks that a rank has delivered.
    __host__ __device__ int64_t* get_progress_ptr(int src_rank_idx) const { return get_recv_count_ptr(kMaxRanks) + src_rank_idx; }
};

}  // namespace mini_ep::layout
