#pragma once

#include <cstdint>
#include <cstdio>

#define MINI_GEMM_DEVICE __device__ __forceinline__
#define MINI_GEMM_HOST_DEVICE __host__ __device__ __forceinline__

namespace mini_gemm {

// As many GPUs as the largest NVLink domain holds.
static constexpr uint32_t kMaxRanks = 72;

template <typename value_t>
MINI_GEMM_HOST_DEVICE value_t* advance(void* base, uint64_t num_bytes) {
    return reinterpret_cast<value_t*>(static_cast<char*>(base) + num_bytes);
}

}  // namespace mini_gemm
