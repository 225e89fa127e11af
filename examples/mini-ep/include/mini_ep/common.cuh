#pragma once

#include <cstdint>
#include <cstdio>

// Stops the kernel with the failed condition; cheap enough for per-token code, too dear for per-byte code.
#define MINI_EP_DEVICE_ASSERT(condition)                                      \
    do {                                                                      \
        if (!(condition)) {                                                   \
            printf("mini-ep %s:%d: %s\n", __FILE__, __LINE__, #condition);    \
            asm volatile("trap;");                                            \
        }                                                                     \
    } while (0)

#define MINI_EP_STATIC_ASSERT(condition, reason) static_assert(condition, reason)

namespace mini_ep::math {

// Bulk copies want 16-byte addresses and sizes; 32 leaves room for vector types in the metadata.
static constexpr int kAlignment = 32;

__host__ __device__ constexpr int ceil_div(int value, int divisor) {
    return (value + divisor - 1) / divisor;
}

__host__ __device__ constexpr int round_up(int value, int multiple = kAlignment) {
    return ceil_div(value, multiple) * multiple;
}

// Byte arithmetic on an untyped pointer. The offset is 64-bit: tokens times bytes passes 2^31 easily.
template <typename element_t = void>
__host__ __device__ __forceinline__ element_t* advance_ptr(void* base, int64_t num_bytes) {
    return reinterpret_cast<element_t*>(static_cast<char*>(base) + num_bytes);
}

}  // namespace mini_ep::math
