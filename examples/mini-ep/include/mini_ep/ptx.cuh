#pragma once

#include <cstdint>

// Thin names for the instructions that the kernels use. Each body is one instruction (or one wait loop),
// so that what a call does to memory can be read off its text: state space, order, scope, completion.
namespace mini_ep::ptx {

struct alignas(8) mbarrier {
    uint64_t state;
};

__device__ __forceinline__ uint32_t smem_address(const void* ptr) {
    return static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
}

// ---- Who am I ----------------------------------------------------------------------------------

__device__ __forceinline__ int lane_idx() {
    int lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

// The shuffle tells the compiler that the index is the same for the whole warp.
__device__ __forceinline__ int warp_idx() {
    const int warp = static_cast<int>(threadIdx.x) >> 5;
    return __shfl_sync(~0u, warp, 0);
}

// True in exactly one lane of a converged warp; cheaper than comparing lane indices.
__device__ __forceinline__ bool elect_one_sync() {
    uint32_t elected;
    asm volatile(
        "{\n"
        "  .reg .pred is_leader;\n"
        "  elect.sync _|is_leader, 0xffffffff;\n"
        "  selp.u32 %0, 1, 0, is_leader;\n"
        "}\n"
        : "=r"(elected));
    return elected != 0;
}

// ---- mbarrier ----------------------------------------------------------------------------------

__device__ __forceinline__ void mbarrier_init(mbarrier* barrier, uint32_t num_arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(smem_address(barrier)), "r"(num_arrivals) : "memory");
    // The bulk copies that complete on the barrier run in another proxy: they must see it initialised.
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// Counts this arrival and announces the bytes that copies will still deliver in this phase.
__device__ __forceinline__ void mbarrier_arrive_and_set_tx(mbarrier* barrier, uint32_t num_bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(smem_address(barrier)), "r"(num_bytes) : "memory");
}

__device__ __forceinline__ void mbarrier_arrive(mbarrier* barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(smem_address(barrier)) : "memory");
}

__device__ __forceinline__ void mbarrier_wait(mbarrier* barrier, uint32_t parity) {
    uint32_t done = 0;
    while (done == 0) {
        asm volatile(
            "{\n"
            "  .reg .pred complete;\n"
            "  mbarrier.try_wait.parity.shared::cta.b64 complete, [%1], %2;\n"
            "  selp.u32 %0, 1, 0, complete;\n"
            "}\n"
            : "=r"(done)
            : "r"(smem_address(barrier)), "r"(parity)
            : "memory");
    }
}

// For a barrier that is used once a round: waits for the phase and moves on to the next.
__device__ __forceinline__ void mbarrier_wait_and_flip_phase(mbarrier* barrier, uint32_t& phase) {
    mbarrier_wait(barrier, phase);
    phase ^= 1;
}

// ---- Bulk copies -------------------------------------------------------------------------------

// Global (own or a peer's) to shared memory; completion is counted in bytes on the mbarrier.
__device__ __forceinline__ void tma_load_1d(void* smem_dst, const void* gmem_src, mbarrier* barrier, uint32_t num_bytes) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                 ::"r"(smem_address(smem_dst)), "l"(gmem_src), "r"(num_bytes), "r"(smem_address(barrier))
                 : "memory");
}

// Shared to global memory (own or a peer's); completion is tracked by bulk groups, see commit and wait.
__device__ __forceinline__ void tma_store_1d(void* gmem_dst, const void* smem_src, uint32_t num_bytes) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 ::"l"(gmem_dst), "r"(smem_address(smem_src)), "r"(num_bytes)
                 : "memory");
}

// Closes the group of all bulk stores that this thread has issued since the last commit.
__device__ __forceinline__ void tma_store_commit() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

// Waits until at most `kPending` of this thread's newest groups are in flight; not `.read`: the data is written.
template <int kPending = 0>
__device__ __forceinline__ void tma_store_wait() {
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(kPending) : "memory");
}

// Ordinary writes to shared memory become visible to bulk copies that read it.
__device__ __forceinline__ void tma_store_fence() {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// ---- Loads, stores and reductions with order and scope -----------------------------------------

__device__ __forceinline__ void fence_acq_rel_sys() {
    asm volatile("fence.acq_rel.sys;" ::: "memory");
}

__device__ __forceinline__ int ld_acquire_sys(const int* ptr) {
    int value;
    asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(ptr) : "memory");
    return value;
}

__device__ __forceinline__ int64_t ld_acquire_sys(const int64_t* ptr) {
    int64_t value;
    asm volatile("ld.acquire.sys.global.s64 %0, [%1];" : "=l"(value) : "l"(ptr) : "memory");
    return value;
}

__device__ __forceinline__ void st_relaxed_sys(int* ptr, int value) {
    asm volatile("st.relaxed.sys.global.s32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

__device__ __forceinline__ void st_relaxed_sys(int64_t* ptr, int64_t value) {
    asm volatile("st.relaxed.sys.global.s64 [%0], %1;" ::"l"(ptr), "l"(value) : "memory");
}

__device__ __forceinline__ void st_release_sys(int* ptr, int value) {
    asm volatile("st.release.sys.global.s32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

__device__ __forceinline__ void red_add_rel_sys(int* ptr, int value) {
    asm volatile("red.release.sys.global.add.s32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

// `.add` has no signed 64-bit form: two's complement makes the unsigned one do.
__device__ __forceinline__ void red_add_rel_sys(int64_t* ptr, int64_t value) {
    asm volatile("red.release.sys.global.add.u64 [%0], %1;" ::"l"(ptr), "l"(value) : "memory");
}

__device__ __forceinline__ void red_add_rel_gpu(int* ptr, int value) {
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(ptr), "r"(value) : "memory");
}

__device__ __forceinline__ void red_add_rel_gpu(int64_t* ptr, int64_t value) {
    asm volatile("red.release.gpu.global.add.u64 [%0], %1;" ::"l"(ptr), "l"(value) : "memory");
}

// ---- Barriers among some warps of a block ------------------------------------------------------

template <int kNumThreads>
__device__ __forceinline__ void named_barrier(int barrier_idx) {
    asm volatile("bar.sync %0, %1;" ::"r"(barrier_idx), "n"(kNumThreads) : "memory");
}

}  // namespace mini_ep::ptx
