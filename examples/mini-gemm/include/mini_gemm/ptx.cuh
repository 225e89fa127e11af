#pragma once

#include "common.cuh"

namespace mini_gemm::ptx {

MINI_GEMM_DEVICE uint32_t smem_address(const void* ptr) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
}

MINI_GEMM_DEVICE bool elect_one_sync() {
    uint32_t is_elected;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(is_elected));
    return is_elected != 0;
}

// ---- Barriers of a block -----------------------------------------------------------------------

// A named barrier for `num_threads` threads; `aligned` promises that whole warps arrive together.
MINI_GEMM_DEVICE void sync_aligned(uint32_t num_threads, uint32_t barrier_idx) {
    asm volatile("barrier.sync.aligned %0, %1;" ::"r"(barrier_idx), "r"(num_threads) : "memory");
}

MINI_GEMM_DEVICE void sync_unaligned(uint32_t num_threads, uint32_t barrier_idx) {
    asm volatile("barrier.sync %0, %1;" ::"r"(barrier_idx), "r"(num_threads) : "memory");
}

// An mbarrier in shared memory: a phase is over when all arrivals and all announced bytes have come.
struct Barrier {
    uint64_t state;

    MINI_GEMM_DEVICE void init(uint32_t num_arrivals) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem_address(this)), "r"(num_arrivals) : "memory");
    }

    MINI_GEMM_DEVICE void arrive() {
        asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem_address(this)) : "memory");
    }

    MINI_GEMM_DEVICE void arrive_and_expect_tx(uint32_t num_bytes) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem_address(this)), "r"(num_bytes) : "memory");
    }

    // Returns once the phase with this parity is over. Parity 1 of a fresh barrier counts as over.
    MINI_GEMM_DEVICE void wait(uint32_t parity) {
        uint32_t is_over = 0;
        do {
            asm volatile(
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                : "=r"(is_over) : "r"(smem_address(this)), "r"(parity) : "memory");
        } while (is_over == 0);
    }
};

MINI_GEMM_DEVICE void fence_barrier_init() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// ---- Bulk copies -------------------------------------------------------------------------------

MINI_GEMM_DEVICE void tma_load_1d(void* smem_dst, const void* gmem_src, Barrier* barrier, uint32_t num_bytes) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(smem_address(smem_dst)), "l"(gmem_src), "r"(num_bytes), "r"(smem_address(barrier)) : "memory");
}

MINI_GEMM_DEVICE void tma_store_1d(void* gmem_dst, const void* smem_src, uint32_t num_bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 ::"l"(gmem_dst), "r"(smem_address(smem_src)), "r"(num_bytes) : "memory");
}

MINI_GEMM_DEVICE void tma_store_commit() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int kPending = 0>
MINI_GEMM_DEVICE void tma_store_wait() {
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kPending) : "memory");
}

// Global memory that was made visible to this thread becomes visible to the bulk loads that it issues.
MINI_GEMM_DEVICE void fence_proxy_async() {
    asm volatile("fence.proxy.async;" ::: "memory");
}

// ---- Flags and counters ------------------------------------------------------------------------

MINI_GEMM_DEVICE uint32_t ld_acquire_gpu(const uint32_t* ptr) {
    uint32_t value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(ptr) : "memory");
    return value;
}

MINI_GEMM_DEVICE uint32_t ld_acquire_sys(const uint32_t* ptr) {
    uint32_t value;
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(ptr) : "memory");
    return value;
}

MINI_GEMM_DEVICE void st_release_gpu(uint32_t* ptr, uint32_t value) {
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

MINI_GEMM_DEVICE uint32_t atomic_add_rel_gpu(uint32_t* ptr, uint32_t value) {
    uint32_t old;
    asm volatile("atom.release.gpu.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(ptr), "r"(value) : "memory");
    return old;
}

MINI_GEMM_DEVICE void red_add_rel_sys(uint32_t* ptr, uint32_t value) {
    asm volatile("red.release.sys.global.add.u32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

MINI_GEMM_DEVICE uint64_t atomic_add_sys(uint64_t* ptr, uint64_t value) {
    uint64_t old;
    asm volatile("atom.relaxed.sys.global.add.u64 %0, [%1], %2;" : "=l"(old) : "l"(ptr), "l"(value) : "memory");
    return old;
}

}  // namespace mini_gemm::ptx
