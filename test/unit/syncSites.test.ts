import { beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Site } from '../../src/core/schema.js';
import { grammarBytes } from './support/grammar.js';

const SOURCE = `
namespace ptx {
__device__ void add_release(int* p, int v) { asm volatile("red.release.sys.global.add.s32 [%0], %1;" :: "l"(p), "r"(v) : "memory"); }
__device__ int load_acquire(const int* p) { int v; asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory"); return v; }
}
__device__ void meet(int* count, int n) {
  __syncthreads();
  ptx::add_release(count, 1);
  while (ptx::load_acquire(count) < n);
}
__global__ void ring(int* arrivals, char* smem, int n) {
  using Barrier = cutlass::arch::ClusterTransactionBarrier;
  struct Storage {
    float tile[4][256];
    Barrier full[4];
    Barrier empty[4];
  };
  Storage& storage = *reinterpret_cast<Storage*>(smem);
  storage.full[threadIdx.x].init(1);
  storage.empty[threadIdx.x].init(2 * 32);
  int stage = 0, phase = 0;
  auto advance = [&]() { stage = (stage + 1) % 4; phase ^= stage == 0; };
  auto release = [](Barrier* which) { which->arrive(); };
  for (int i = 0; i < n; ++i) {
    storage.empty[stage].wait(phase ^ 1);
    storage.full[stage].arrive_and_expect_tx(1024);
    storage.full[stage].wait(phase);
    release(&storage.empty[stage]);
    release(&storage.full[stage]);
    advance();
  }
  meet(arrivals, gridDim.x);
}
`;

let analyzer: Analyzer;
let sites: readonly Site[];

beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  analyzer.setFile('ring.cu', SOURCE);
  sites = analyzer.analyzeFile('ring.cu')?.complete().sites ?? [];
});

function seen(kind: Site['kind']): string[] {
  return sites.filter((site) => site.kind === kind).map(({ line, object, event, access, written, api }) => [line, object ?? api, event ?? access, written].filter((part) => part !== undefined).join(' '));
}

describe('sites of synchronisation', () => {
  it('find the operations on each mbarrier, through a local class, an alias and a lambda', () => {
    expect(seen('mbarrier')).toEqual([
      '19 full init init(1)',
      '20 empty init init(2 * 32)',
      '25 empty wait wait(phase ^ 1)',
      '26 full arrive-tx arrive_and_expect_tx(1024)',
      '27 full wait wait(phase)',
      '28 empty arrive release(&storage.empty[stage])',
      '29 full arrive release(&storage.full[stage])',
    ]);
  });

  it('find barriers by what their bodies do', () => {
    expect(seen('barrier')).toEqual(['32 meet']);
  });

  it('find flags with their instruction', () => {
    expect(seen('flag')).toEqual(['8 count atomic', '9 count load']);
    expect(sites.find(({ kind }) => kind === 'flag')?.mechanism).toBe('red.release.sys.global.add.s32');
  });

  it('are not there before the second look', () => {
    analyzer.setFile('ring.cu', `${SOURCE}\n`);
    const analysis = analyzer.analyzeFile('ring.cu');
    expect(analysis?.sites.filter(({ kind }) => kind === 'mbarrier')).toEqual([]);
    analysis?.complete();
    expect(analysis?.sites.filter(({ kind }) => kind === 'mbarrier')).toHaveLength(7);
  });

  it('do not take a variable for a constant that a called lambda changes', () => {
    analyzer.setFile('lambda.cu', `
      __device__ void* get_peer(int rank);
      __global__ void f(int n) {
        int done = 0;
        auto step = [&]() { done = done + 1; };
        for (int i = 0; i < n; ++i) { step(); if (done > 0) __syncthreads(); }
        if (done > 0) cooperative_groups::this_grid().sync();
      }`);
    expect(analyzer.analyzeFile('lambda.cu')?.complete().sites.map(({ kind, line, api }) => `${kind} ${line} ${api}`)).toEqual(['barrier 7 sync']);
  });

  it('say so where a function takes too many steps, and call no suppression unused then', () => {
    analyzer.setFile('long.cu', `// symscope-ignore: order.uncommitted-bulk the copies are committed by the caller

      __device__ void f(int x) { ${'x = x + 1; '.repeat(110_000)} asm volatile("membar.gl;" ::: "memory"); }`);
    const analysis = analyzer.analyzeFile('long.cu');
    expect(analysis?.report.problems).toEqual([]);
    expect(analysis?.complete().findings).toEqual([]);
    expect(analysis?.report.problems.map(({ code, line }) => `${code} ${line}`)).toEqual(['time-limit 3']);
  });
});
