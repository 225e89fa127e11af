#pragma once

#include "common.cuh"

namespace mini_gemm {

// The symmetric allocation as one rank sees it. Every rank maps the allocations of all others into its own address
// space; where they land differs, so what is kept is the distance from the own mapping to each peer's.
//
// There is no null and no question to ask: the table holds an address for every rank, and the address is good only
// if NVLink reaches that rank. Whoever launches the kernel has to see to that (see pull_moe.hpp).
template <uint32_t kNumRanks>
struct SymBuffer {
    static_assert(kNumRanks <= kMaxRanks, "one NVLink domain at most");

    void* base;
    int64_t distance[kMaxRanks];
    uint32_t rank_idx;

    SymBuffer() = default;

    // `mappings[r]`: where rank r's allocation is mapped in this process.
    SymBuffer(void* const* mappings, uint32_t rank_idx) : base(mappings[rank_idx]), rank_idx(rank_idx) {
        for (uint32_t rank = 0; rank < kMaxRanks; ++rank)
            distance[rank] = rank < kNumRanks ? static_cast<char*>(mappings[rank]) - static_cast<char*>(base) : 0;
    }

    // The address of the object at `ptr` (local, inside the allocation) on rank `dst_rank_idx`.
    template <typename pointer_t>
    MINI_GEMM_DEVICE pointer_t map(pointer_t ptr, uint32_t dst_rank_idx) const {
        if constexpr (kNumRanks < 2)
            return ptr;
        const int64_t address = reinterpret_cast<int64_t>(ptr) + distance[dst_rank_idx];
        return reinterpret_cast<pointer_t>(address);
    }
};

}  // namespace mini_gemm
