/** Every kind of figure in the report follows the source: one edit at a time, what it changes and nothing else. Edits keep the lines as they are. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonReport } from '../../src/core/compare/index.js';
import { compareExamples, type Change } from './support/comparison.js';
import { changesOf, figuresOf, type Figures } from './support/figures.js';

const handle = (from: string, to: string): Change => ({ file: 'mini_ep/handle.cuh', from, to });
const comm = (from: string, to: string): Change => ({ file: 'mini_ep/comm.cuh', from, to });
const dispatch = (from: string, to: string): Change => ({ file: 'mini_ep/impls/dispatch.cuh', from, to });
const combine = (from: string, to: string): Change => ({ file: 'mini_ep/impls/combine.cuh', from, to });
const map = (from: string, to: string): Change => ({ file: 'mini_gemm/sym_buffer.cuh', from, to });
const barrier = (from: string, to: string): Change => ({ file: 'mini_gemm/barrier.cuh', from, to });
const pull = (from: string, to: string): Change => ({ file: 'mini_gemm/impls/pull_moe.cuh', from, to });
const everywhere = (change: Change): Change => ({ ...change, everywhere: true });

const EDITS: Readonly<Record<string, readonly Change[]>> = {
  'another offset for the world team': [handle('dst_rank_idx - rail.rank * lsa.nRanks; })', 'dst_rank_idx - rail.rank * lsa.nRanks + 1; })')],
  'half of a range test': [handle('dst_rank_idx >= first_in_domain && ', '')],
  'a rail team that always answers': [handle('return dst_rank_idx == rail.rank;', 'return true;')],
  'an LSA team that may answer null': [handle('MINI_EP_IF_LSA({ return true; })', 'MINI_EP_IF_LSA({ return dst_rank_idx != 0; })')],
  'a world team that always answers': [handle('return dst_rank_idx >= first_in_domain && dst_rank_idx < first_in_domain + lsa.nRanks;', 'return true;')],
  'the own rank is translated as well': [handle('MINI_EP_IF_RAIL({ return ptr; })', 'MINI_EP_IF_RAIL({ return ptr + 1; })'), handle('            return ptr;\n        return static_cast', '            return ptr + 1;\n        return static_cast')],
  'one more library call': [handle('ncclGetLsaPointer(window, get_sym_offset(ptr), lsa_rank_idx)', 'ncclGetLsaPointer(window, get_sym_offset(ptr) + extra(ptr), lsa_rank_idx)')],
  'no arm for the rail team': [handle('MINI_EP_IF_RAIL({ return dst_rank_idx == rail.rank; })', ''), handle('MINI_EP_IF_RAIL({ return ptr; })', '')],
  'one more multiplication': [handle('dst_rank_idx - rail.rank * lsa.nRanks; })', 'dst_rank_idx - rail.rank * lsa.nRanks * rail.nRanks; })')],
  'what is no translation any more': [map('+ distance[dst_rank_idx];', '+ distance[dst_rank_idx] * rank_idx;')],
  'what is none either': [handle('static_cast<element_t*>(ncclGetLsaPointer(window, get_sym_offset(ptr), lsa_rank_idx))', 'ptr + lsa_rank_idx')],
  'a translation that checks': [map('if constexpr (kNumRanks < 2)\n            return ptr;', 'if (dst_rank_idx >= kMaxRanks)\n            return nullptr;')],
  'translations renamed': [...['handle', 'comm'].map((file) => everywhere({ file: `mini_ep/${file}.cuh`, from: 'get_sym_ptr', to: 'address_at' })), everywhere(handle('is_nvlink_accessible', 'can_reach')), everywhere(map('dst_rank_idx', 'target'))],
  'kernels and barriers renamed': [dispatch('\ndispatch_kernel(', '\nsend_kernel('), combine('\ncombine_kernel(', '\nback_kernel('), pull('\npull_moe_kernel(', '\nfetch_kernel('), everywhere(barrier('grid_sync', 'meet_all')), everywhere(comm('gpu_barrier', 'all_meet')), everywhere(dispatch('gpu_barrier', 'all_meet')), everywhere(comm('nvlink_barrier_wo_local_sync', 'domain_meet')), everywhere(handle('put_value', 'tell')), dispatch('gin.put_value<', 'gin.tell<')],
  'no put': [dispatch('gin.put<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), send_ptr, num_token_bytes, dst_rank_idx);', '(void)send_ptr;')],
  'nothing for the NIC at all': [handle('gin.put(rdma_team', 'other(rdma_team'), handle('gin.putValue(rdma_team', 'other(rdma_team'), handle('gin.signal(rdma_team<team_t>(), dst_rank_idx, action);\n    }', 'other(dst_rank_idx);\n    }'), handle('gin.get(rdma_team', 'other(rdma_team'), handle('gin.signal(rdma_team<team_t>(), dst_rank_idx, action);\n        } else', 'other(dst_rank_idx);\n        } else')],
  'no copy for the NIC': [dispatch('ptx::tma_store_1d(send_ptr, staged.get_base_ptr(), num_token_bytes);', '(void)send_ptr;'), combine('gin.put<team_t>(slot_ptr, result.get_base_ptr()', 'gin.put<team_t>(slot_ptr, expert_out')],
  'another condition': [dispatch('if (peer_ptr != nullptr)', 'if (peer_ptr != nullptr && num_tokens > 0)')],
  'a value by an atomic': [handle('ptx::st_relaxed_sys(peer_ptr, value);', 'ptx::red_add_rel_sys(peer_ptr, value);')],
  'two scopes': [handle('ptx::red_add_rel_sys(peer_ptr, value);', '(peer_ptr == sym_ptr) ? ptx::red_add_rel_gpu(peer_ptr, value) : ptx::red_add_rel_sys(peer_ptr, value);')],
  'a bulk load from a peer': [dispatch('ptx::tma_load_1d(staged.get_base_ptr(), src_ptr,', 'ptx::tma_load_1d(staged.get_base_ptr(), gin.get_sym_ptr<ncclTeamTagLsa>(src_ptr, rank_idx),')],
  'buffers renamed': [everywhere(dispatch('staged', 'packed')), everywhere(dispatch('recv_buffer', 'inbox'))],
  'a role renamed': [dispatch('---- Count role', '---- Tally role')],
  'a role chosen otherwise': [dispatch('if (warp_idx == kNumTokenWarps)', 'if (warp_idx >= kNumTokenWarps)')],
  'another value of the signal': [comm('counts_down ? -1 : 1);', 'counts_down ? -2 : 2);')],
  'a relaxed signal': [comm('ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>(signal_ptr, thread_idx)', 'ptx::st_relaxed_sys(gin.get_sym_ptr<ncclTeamTagLsa>(signal_ptr, thread_idx)')],
  'a signal to another team': [comm('ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagLsa>', 'ptx::red_add_rel_sys(gin.get_sym_ptr<ncclTeamTagWorld>')],
  'a signal under another condition': [comm('if (thread_idx < kNumRanks)\n        ptx::red', 'if (thread_idx < kNumRanks && thread_idx != 7)\n        ptx::red')],
  'a wait in the scope of the GPU': [barrier('ptx::ld_acquire_sys(signal_ptr)', 'ptx::ld_acquire_gpu(signal_ptr)')],
  'the grid counts in another way': [barrier('ptx::atomic_add_rel_gpu(count_ptr, 1)', 'atomicAdd(count_ptr, 1)')],
  'blocks meet at the end': [comm('    cooperative_groups::this_grid().sync();\n}', '    __syncthreads();\n}')],
  'no network in the barrier': [comm('gin_barrier_wo_local_sync<ncclTeamTagWorld, kNumRanks, kNumThreads>(gin, own_rank_idx, sm_idx, thread_idx);', 'nvlink_barrier_wo_local_sync<kNumRanks>(gin, workspace, sm_idx, thread_idx);')],
  'a cluster in place of the block': [pull('    __syncthreads();', '    cooperative_groups::this_cluster().sync();')],
  'a library joins the ranks': [dispatch('\n\n    if (warp_idx == kNumTokenWarps)', '\n    nvshmem_barrier_all();\n    if (warp_idx == kNumTokenWarps)')],
  'the block in place of counted threads': [pull('ptx::sync_aligned(kNumMathThreads, kMathBarrier)', '__syncthreads()'), pull('ptx::sync_aligned(kNumPullThreads, kPullBarrier)', '__syncthreads()')],
  'a flag renamed': [everywhere(pull('get_ready_ptr', 'get_filled_ptr')), everywhere({ file: 'mini_gemm/workspace.cuh', from: 'get_ready_ptr', to: 'get_filled_ptr' })],
  'another initial count': [pull('full_barriers[i].init(1); ', 'full_barriers[i].init(3); ')],
  'other bytes': [pull('arrive_and_expect_tx(kNumTokenBytes)', 'arrive_and_expect_tx(kNumTokenBytes * 2)')],
  'a phase that is not inverted': [pull('.wait(phase ^ 1)', '.wait(phase)')],
  'a pipeline renamed': [everywhere(pull('pull_barriers', 'fetched'))],
  'one array of mbarriers less': [pull('shared_storage.pull_barriers[i].init(1);', ';'), pull('pull_barrier->arrive_and_expect_tx(kNumTokenBytes);', ''), pull('ptx::tma_load_1d(staged, src_ptr, pull_barrier, kNumTokenBytes);', ''), pull('pull_barrier->wait(pull_phase);', '')],
  'an ordinary load in place of a bulk load': [pull('ptx::tma_load_1d(staged, src_ptr, pull_barrier, kNumTokenBytes);', 'staged[0] = src_ptr[0];')],
  'results by a bulk store': [pull('*sym_buffer.map(result_ptr, src_rank_idx) = sum;', 'ptx::tma_store_1d(sym_buffer.map(result_ptr, src_rank_idx), staged_sum, 16);')],
  'no atomic': [pull('ptx::atomic_add_sys(', 'consume(')],
  'a network path beside the mapped one': [pull('\n\n        for (uint32_t token_idx', '\n        nvshmem_int_p(reinterpret_cast<int*>(output), 1, 0);\n        for (uint32_t token_idx')],
  'code where there was a blank line': [handle('\n\n        int lsa_rank_idx', '\n        consume(ptr);\n        int lsa_rank_idx'), handle('\n\n        MINI_EP_IF_WORLD({\n            const int first', '\n        consume(dst_rank_idx);\n        MINI_EP_IF_WORLD({\n            const int first'), comm('\n\n    const uint32_t epoch', '\n    consume(sm_idx);\n    const uint32_t epoch'), dispatch('\n\n    if (warp_idx == kNumTokenWarps)', '\n    consume(sm_idx);\n    if (warp_idx == kNumTokenWarps)')],
  'a kernel and a file that reach no peer': [{ file: 'mini_ep/common.cuh', from: '#pragma once\n', to: '#pragma once\nstruct mbarrier_t;\n__global__ void idle_kernel() { __shared__ uint64_t done[2]; mbarrier_init(done, 1); }\n' }],
  'a longer file': [map('}  // namespace mini_gemm', '}  // namespace mini_gemm\n\n')],
};

/** What only another folder or another number of files changes. */
const NOT_IN_TEXT = new Set(['definitions/project', 'projects/files']);

let base: Figures;
const changes = new Map<string, ReturnType<typeof changesOf>>();
beforeAll(async () => {
  base = figuresOf(await compareExamples());
  for (const [name, edits] of Object.entries(EDITS)) changes.set(name, changesOf(base, figuresOf(await compareExamples(...edits))));
}, 240_000);

describe('each figure follows the source', () => {
  // The snapshot says what went (-) and what came (+), figure by figure, and by that also that nothing else did.
  it.each(Object.keys(EDITS))('%s', (name) => {
    expect(Object.keys(changes.get(name) ?? {})).not.toEqual([]);
    expect(changes.get(name)).toMatchSnapshot();
  });

  it('and none is without an edit that changes it', () => {
    const covered = new Set([...changes.values()].flatMap((change) => Object.keys(change)));
    expect([...base.keys()].filter((kind) => !covered.has(kind) && !NOT_IN_TEXT.has(kind))).toEqual([]);
  });

  it('and every line moves with the code', async () => {
    const all = [...new Set([...JSON.stringify(await compareExamples()).matchAll(/"file":"([^"]+)"/gu)].map(([, file = '']) => file))];
    const [before, after] = [await compareExamples(), await compareExamples(...all.map((file): Change => ({ file: file.replace(/^mini-\w+\/include\//u, ''), from: '#pragma once\n', to: '#pragma once\n\n' })))];
    const lines = (of: ComparisonReport): number[] => [...JSON.stringify(of.sections.filter(({ id }) => id !== 'files')).matchAll(/"line":(\d+)/gu)].map(([, line]) => Number(line));
    const ranges = (of: ComparisonReport): number[] => [...JSON.stringify(of).matchAll(/(\d+)–(\d+)/gu)].flatMap(([, first, last]) => [Number(first), Number(last)]);
    expect(lines(before).length).toBeGreaterThan(300);
    expect(lines(after)).toEqual(lines(before).map((line) => line + 1));
    expect(ranges(after)).toEqual(ranges(before).map((line) => line + 1));
  });
});
