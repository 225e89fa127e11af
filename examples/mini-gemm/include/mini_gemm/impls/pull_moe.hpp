#pragma once

#include <stdexcept>

#include "pull_moe.cuh"

namespace mini_gemm {

// The host side. It is the only place that can know whether NVLink reaches every rank, so it is the place to ask:
// the kernel's `map` takes it for granted.
template <uint32_t kNumRanks>
void launch_pull_moe(const SymBuffer<kNumRanks>& sym_buffer, uint32_t num_ranks_in_nvlink_domain, float* input, float* pool, float* results,
                     const int* topk_idx, const float* topk_weights, const float* weights, float* output, uint32_t num_tokens, uint32_t launch_idx,
                     cudaStream_t stream) {
    if (kNumRanks > num_ranks_in_nvlink_domain)
        throw std::invalid_argument("pull_moe: all ranks must be in one NVLink domain");

    constexpr uint32_t kNumSms = 64, kHidden = 1024, kNumExpertsPerRank = 8, kNumTopk = 4, kMaxTokens = 512;
    constexpr uint32_t kNumStages = 4, kBlockK = 8, kNumPullWarps = 4, kNumMathWarps = kHidden / 128;
    const auto kernel = pull_moe_kernel<kNumRanks, kNumSms, kHidden, kNumExpertsPerRank, kNumTopk, kMaxTokens, kNumStages, kBlockK, kNumPullWarps>;

    // One block per SM, so that all blocks are resident and may wait for each other.
    // Tiles, the pull role's rows, the mbarriers, and room for alignment.
    constexpr int kNumSmemBytes = kNumStages * (kBlockK * kHidden * 4 + 128) + kNumPullWarps * kHidden * 4 + 1024;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kNumSmemBytes);
    kernel<<<kNumSms, (kNumPullWarps + 1 + kNumMathWarps) * 32, kNumSmemBytes, stream>>>(
        sym_buffer, input, pool, results, topk_idx, topk_weights, weights, output, num_tokens, launch_idx);
}

}  // namespace mini_gemm
