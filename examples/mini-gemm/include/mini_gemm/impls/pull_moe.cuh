#pragma once

#include "../barrier.cuh"

namespace mini_gemm {

// A whole expert layer in one kernel: tell the peers which tokens they need, pull their tokens, multiply, write the
// results back, and add up the top-k results of each own token.
//
//   pull role   peer's input --bulk load--> shared memory --bulk store--> own pool, then a ready flag
//   load role   own pool and weights --bulk load--> shared memory ring           (producer of `full`, waits on `empty`)
//   math role   shared memory ring --> registers --plain store--> peer's output   (consumer of `full`, arrives on `empty`)
//
// Every access to a peer goes through `sym_buffer.map`, which never asks whether NVLink reaches the rank.
template <uint32_t kNumRanks, uint32_t kNumSms, uint32_t kHidden, uint32_t kNumExpertsPerRank, uint32_t kNumTopk, uint32_t kMaxTokens,
          uint32_t kNumStages = 4, uint32_t kBlockK = 8, uint32_t kNumPullWarps = 4, uint32_t kNumMathWarps = kHidden / 128>
__global__ void __launch_bounds__((kNumPullWarps + 1 + kNumMathWarps) * 32, 1)
pull_moe_kernel(const __grid_constant__ SymBuffer<kNumRanks> sym_buffer, float* input, float* pool, float* results, const int* topk_idx,
                const float* topk_weights, const float* weights, float* output, uint32_t num_tokens, uint32_t launch_idx) {
    static_assert(kHidden % 128 == 0 and kHidden % kBlockK == 0, "a math thread owns four columns");
    constexpr uint32_t kNumPullThreads = kNumPullWarps * 32, kNumMathThreads = kNumMathWarps * 32;
    constexpr uint32_t kNumThreads = kNumPullThreads + 32 + kNumMathThreads;
    constexpr uint32_t kNumTokenBytes = kHidden * sizeof(float);
    constexpr uint32_t kNumInputBytes = kBlockK * sizeof(float), kNumWeightBytes = kBlockK * kHidden * sizeof(float);
    constexpr uint32_t kPullBarrier = 1, kAllBarrier = 2, kMathBarrier = 3;
    constexpr uint32_t kPullGrid = 0, kMathGrid = 1;

    struct SharedStorage {
        alignas(128) float weight_tiles[kNumStages][kBlockK * kHidden];
        alignas(128) float input_tiles[kNumStages][kBlockK];
        alignas(128) float pulled[kNumPullWarps][kHidden];
        ptx::Barrier full_barriers[kNumStages];
        ptx::Barrier empty_barriers[kNumStages];
        ptx::Barrier pull_barriers[kNumPullWarps];
    };
    extern __shared__ __align__(128) uint8_t smem[];
    SharedStorage& shared_storage = *reinterpret_cast<SharedStorage*>(smem);

    const uint32_t sm_idx = blockIdx.x, thread_idx = threadIdx.x;
    const uint32_t warp_idx = __shfl_sync(~0u, thread_idx / 32, 0);
    const auto workspace = Workspace(sym_buffer.base, kNumRanks, kMaxTokens * kNumTopk);

    if (warp_idx == 0 and ptx::elect_one_sync()) {
        for (uint32_t i = 0; i < kNumStages; ++i) {
            shared_storage.full_barriers[i].init(1);               // the load role's elected lane
            shared_storage.empty_barriers[i].init(kNumMathWarps);  // one lane of each math warp
        }
        for (uint32_t i = 0; i < kNumPullWarps; ++i)
            shared_storage.pull_barriers[i].init(1);
        ptx::fence_barrier_init();
    }
    __syncthreads();

    // Which peer's token is number `pool_idx` of this rank? Peers come one after the other.
    const auto find_source = [&](uint32_t pool_idx, uint32_t& src_rank_idx) -> Source {
        for (src_rank_idx = 0; src_rank_idx < kNumRanks - 1; ++src_rank_idx) {
            const uint32_t count = *workspace.get_recv_count_ptr(src_rank_idx);
            if (pool_idx < count)
                break;
            pool_idx -= count;
        }
        return *workspace.get_source_ptr(src_rank_idx, pool_idx);
    };
    const auto count_received = [&]() {
        uint32_t total = 0;
        for (uint32_t rank = 0; rank < kNumRanks; ++rank)
            total += *workspace.get_recv_count_ptr(rank);
        return total;
    };

    if (warp_idx < kNumPullWarps) {
        // ---- Pull role ------------------------------------------------------------------------------
        const auto sync_pull = [=]() { ptx::sync_aligned(kNumPullThreads, kPullBarrier); };

        // Tell each expert's rank where its tokens are.
        for (uint32_t i = sm_idx * kNumPullThreads + thread_idx; i < num_tokens * kNumTopk; i += kNumSms * kNumPullThreads) {
            if (topk_idx[i] < 0)
                continue;
            const uint32_t expert_idx = topk_idx[i];
            const uint32_t dst_rank_idx = expert_idx / kNumExpertsPerRank;
            const uint32_t slot_idx = atomicAdd(workspace.get_send_count_ptr(dst_rank_idx), 1);
            const auto entry_ptr = workspace.get_source_ptr(sym_buffer.rank_idx, slot_idx);
            *sym_buffer.map(entry_ptr, dst_rank_idx) = Source{i, expert_idx % kNumExpertsPerRank};
        }
        comm::grid_sync<kNumSms, kPullGrid>(workspace, thread_idx, sync_pull);

        if (sm_idx == 0 and thread_idx < kNumRanks) {
            const uint32_t count = *workspace.get_send_count_ptr(thread_idx);
            *sym_buffer.map(workspace.get_recv_count_ptr(sym_buffer.rank_idx), thread_idx) = count;
            ptx::atomic_add_sys(sym_buffer.map(workspace.get_total_received_ptr(), thread_idx), count);
            *workspace.get_send_count_ptr(thread_idx) = 0;
        }

        // Only block 0 has written since the grid barrier, and block 0 does the signalling: no second one is needed.
        comm::nvlink_barrier<kNumRanks, kNumSms, kNumPullThreads, kPullGrid>(workspace, sym_buffer, sm_idx, thread_idx, sync_pull, false);
        ptx::sync_unaligned(kNumThreads, kAllBarrier);

        uint32_t pull_phase = 0;
        const auto pull_barrier = &shared_storage.pull_barriers[warp_idx];
        const auto staged = shared_storage.pulled[warp_idx];
        const uint32_t num_received = count_received();
        for (uint32_t pool_idx = sm_idx + warp_idx * kNumSms; pool_idx < num_received; pool_idx += kNumSms * kNumPullWarps) {
            uint32_t src_rank_idx;
            const Source source = find_source(pool_idx, src_rank_idx);
            if (ptx::elect_one_sync()) {
                const auto src_ptr = sym_buffer.map(input + static_cast<uint64_t>(source.token_topk_idx / kNumTopk) * kHidden, src_rank_idx);
                pull_barrier->arrive_and_expect_tx(kNumTokenBytes);
                ptx::tma_load_1d(staged, src_ptr, pull_barrier, kNumTokenBytes);
                pull_barrier->wait(pull_phase);
                ptx::tma_store_1d(pool + static_cast<uint64_t>(pool_idx) * kHidden, staged, kNumTokenBytes);
                ptx::tma_store_commit();
                ptx::tma_store_wait();
                ptx::st_release_gpu(workspace.get_ready_ptr(pool_idx), launch_idx);
            }
            pull_phase ^= 1;
            __syncwarp();
        }
    } else if (warp_idx == kNumPullWarps) {
        // ---- Load role ------------------------------------------------------------------------------
        ptx::sync_unaligned(kNumThreads, kAllBarrier);
        uint32_t stage = 0, phase = 0;
        const uint32_t num_received = count_received();
        for (uint32_t pool_idx = sm_idx; pool_idx < num_received; pool_idx += kNumSms) {
            uint32_t src_rank_idx;
            const Source source = find_source(pool_idx, src_rank_idx);
            if (ptx::elect_one_sync()) {
                const auto ready_ptr = workspace.get_ready_ptr(pool_idx);
                comm::wait_at_least([=] { return ptx::ld_acquire_gpu(ready_ptr); }, launch_idx, "pool");
                ptx::fence_proxy_async();
            }
            __syncwarp();
            const auto expert_weights = weights + static_cast<uint64_t>(source.local_expert_idx) * kHidden * kHidden;
            for (uint32_t k = 0; k < kHidden; k += kBlockK) {
                // The slot is free once the math role is through with what lay in it: inverted parity, so that the
                // first round does not wait.
                shared_storage.empty_barriers[stage].wait(phase ^ 1);
                if (ptx::elect_one_sync()) {
                    const auto full_barrier = &shared_storage.full_barriers[stage];
                    full_barrier->arrive_and_expect_tx(kNumInputBytes + kNumWeightBytes);
                    ptx::tma_load_1d(shared_storage.input_tiles[stage], pool + static_cast<uint64_t>(pool_idx) * kHidden + k, full_barrier, kNumInputBytes);
                    ptx::tma_load_1d(shared_storage.weight_tiles[stage], expert_weights + static_cast<uint64_t>(k) * kHidden, full_barrier, kNumWeightBytes);
                }
                __syncwarp();
                stage = stage + 1 == kNumStages ? 0 : stage + 1;
                phase ^= stage == 0;
            }
        }
    } else {
        // ---- Math role ------------------------------------------------------------------------------
        const uint32_t math_idx = thread_idx - kNumPullThreads - 32;
        const auto sync_math = [=]() { ptx::sync_aligned(kNumMathThreads, kMathBarrier); };
        ptx::sync_unaligned(kNumThreads, kAllBarrier);

        uint32_t stage = 0, phase = 0;
        const uint32_t num_received = count_received();
        for (uint32_t pool_idx = sm_idx; pool_idx < num_received; pool_idx += kNumSms) {
            uint32_t src_rank_idx;
            const Source source = find_source(pool_idx, src_rank_idx);
            float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
            for (uint32_t k = 0; k < kHidden; k += kBlockK) {
                shared_storage.full_barriers[stage].wait(phase);
                const auto rows = reinterpret_cast<const float4*>(shared_storage.weight_tiles[stage]);
                for (uint32_t i = 0; i < kBlockK; ++i) {
                    const float x = shared_storage.input_tiles[stage][i];
                    const float4 w = rows[i * (kHidden / 4) + math_idx];
                    sum.x += x * w.x, sum.y += x * w.y, sum.z += x * w.z, sum.w += x * w.w;
                }
                __syncwarp();
                if (ptx::elect_one_sync())
                    shared_storage.empty_barriers[stage].arrive();
                stage = stage + 1 == kNumStages ? 0 : stage + 1;
                phase ^= stage == 0;
            }

            // Write-back: straight into the slot of this token and choice on the rank that it came from.
            const auto result_ptr = reinterpret_cast<float4*>(results + static_cast<uint64_t>(source.token_topk_idx) * kHidden) + math_idx;
            *sym_buffer.map(result_ptr, src_rank_idx) = sum;
        }

        // All results of all ranks are in their places after this.
        comm::nvlink_barrier<kNumRanks, kNumSms, kNumMathThreads, kMathGrid>(workspace, sym_buffer, sm_idx, math_idx, sync_math);

        for (uint32_t token_idx = sm_idx; token_idx < num_tokens; token_idx += kNumSms) {
            float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
            for (uint32_t i = token_idx * kNumTopk; i < (token_idx + 1) * kNumTopk; ++i) {
                if (topk_idx[i] < 0)
                    continue;
                const float4 part = reinterpret_cast<const float4*>(results + static_cast<uint64_t>(i) * kHidden)[math_idx];
                const float weight = topk_weights[i];
                sum.x += weight * part.x, sum.y += weight * part.y, sum.z += weight * part.z, sum.w += weight * part.w;
            }
            reinterpret_cast<float4*>(output + static_cast<uint64_t>(token_idx) * kHidden)[math_idx] = sum;
        }
    }
}

}  // namespace mini_gemm
