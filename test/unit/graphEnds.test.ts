/** Which memory an edge of the graph ends in, and by which instruction. */
import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { readExample } from './support/examples.js';
import { grammarBytes } from './support/grammar.js';

const KERNEL = `
#pragma once
#include "../comm.cuh"
namespace mini_ep {
struct Row {
    char* base;
    __device__ Row(void* start): base(static_cast<char*>(start)) {}
    __device__ float* get_weight_ptr() const { return reinterpret_cast<float*>(base + 512); }
};
__global__ void weight_kernel(float weight, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, void* recv, void* send, int rank) {
    const auto gin = handle::GinHandle(comm, window, 0);
    const auto recv_row = Row(recv), send_row = Row(send);
    const auto near = gin.get_sym_ptr<ncclTeamTagWorld>(recv_row.base, rank);
    const auto row = near != nullptr ? Row(near) : send_row;
    *row.get_weight_ptr() = weight;
    if (near == nullptr)
        gin.put<ncclTeamTagWorld>(recv_row.base, send_row.base, 1024, rank);
}
__global__ void tail_kernel(const float* scales, float* out, const __grid_constant__ ncclDevComm_t comm, ncclWindow_t window, int64_t* tails, int rank, int count) {
    const auto gin = handle::GinHandle(comm, window, 0);
    __shared__ float staged[128];
    const auto stage = [&](const int& index) {
        const auto source_ptr = scales + index * 32;
        ptx::cp_async_4(staged, source_ptr);
    };
    stage(0);
    for (int i = 1; i < count; ++i)
        stage(i);
    gin.red_add_rel<ncclTeamTagRail>(tails, 1, rank);
    gin.red_add_rel<ncclTeamTagLsa>(tails + 1, 1, rank);
}
}
`;

const COPY = `__device__ __forceinline__ void cp_async_4(float* to, const float* from) {
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(static_cast<uint32_t>(__cvta_generic_to_shared(to))), "l"(from) : "memory");
}
`;

async function edges(name: string): Promise<readonly string[]> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  for (const [file, text] of readExample('mini-ep')) {
    // The wrapper has an instruction of its own for the caller's own memory, as a local rank needs no wider scope.
    const narrow = text.replace('            ptx::red_add_rel_sys(peer_ptr, value);', '            if (peer_ptr == sym_ptr) { ptx::red_add_rel_gpu(peer_ptr, value); } else { ptx::red_add_rel_sys(peer_ptr, value); }');
    analyzer.setFile(file, file.endsWith('mini_ep/ptx.cuh') ? narrow.replace('// ---- Barriers among', `${COPY}// ---- Barriers among`) : narrow);
  }
  analyzer.setFile('include/mini_ep/impls/tail.cuh', KERNEL);
  const analysis = analyzer.analyzeFile('include/mini_ep/impls/tail.cuh');
  analysis?.complete();
  const kernel = analysis?.kernels.find((each) => each.name === name);
  analyzer.dispose();
  const shown = (id: string): string => {
    const node = kernel?.graph.nodes.find((each) => each.id === id);
    return `${node?.label ?? ''} (${node?.space ?? ''})`;
  };
  return (kernel?.graph.edges ?? []).map(({ from, to, label, path }) => `${shown(from)} ${label} ${shown(to)} ${path ?? ''}`.trim()).sort();
}

describe('the ends of an edge', () => {
  it('are the own window where the rail team reaches itself, a peer by the instruction of system scope, and one source whether a lambda is called in a loop or before it', async () => {
    expect(await edges('tail_kernel')).toEqual([
      'computed values (register) red.release.gpu tails (own-window)',
      'computed values (register) red.release.sys tails @ peer (peer) nvlink',
      'computed values (register) red_add_rel tails @ remote (remote) rdma',
      'scales (global) cp.async staged (shared)',
    ]);
  });

  it('are the buffer that stands in for the peer, not the part of it that is written', async () => {
    expect(await edges('weight_kernel')).toEqual([
      'computed values (register) store recv_row @ peer (peer) nvlink',
      'computed values (register) store send_row (own-window)',
      'send_row (own-window) put recv_row @ remote (remote) rdma',
    ]);
  });
});
