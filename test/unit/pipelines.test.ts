import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Kernel } from '../../src/core/schema.js';
import { grammarBytes } from './support/grammar.js';

const SOURCE = `
__device__ void init(uint64_t* bar, int n) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" :: "r"(static_cast<uint32_t>(__cvta_generic_to_shared(bar))), "r"(n) : "memory"); }
__device__ void expect(uint64_t* bar, int bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" :: "r"(static_cast<uint32_t>(__cvta_generic_to_shared(bar))), "r"(bytes) : "memory"); }
__device__ void arrive(uint64_t* bar) { asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" :: "r"(static_cast<uint32_t>(__cvta_generic_to_shared(bar))) : "memory"); }
__device__ void wait(uint64_t* bar, int parity) { asm volatile("L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra L;" :: "r"(static_cast<uint32_t>(__cvta_generic_to_shared(bar))), "r"(parity) : "memory"); }

template <int kStages>
__global__ void ring(int n, bool last) {
  __shared__ uint64_t full[kStages];
  __shared__ uint64_t drained;
  extern __shared__ char raw[];
  uint64_t* const empty = reinterpret_cast<uint64_t*>(raw + 4096);
  const int warp = threadIdx.x / 32;
  if (warp == 0) {
    // Prepare the barriers
    if (threadIdx.x == 0)
      init(&drained, 32);
    if (threadIdx.x < kStages) { init(&full[threadIdx.x], 1); init(&empty[threadIdx.x], 64); }
  }
  __syncthreads();
  if (warp == 1) {
    // Load warp
    for (int i = 0; i < n; ++i) {
      wait(&empty[i % kStages], (i / kStages + 1) & 1);
      if (threadIdx.x % 32 == 0) {
        expect(&full[i % kStages], 2 * 512);
      }
    }
    if (last)
      arrive(&drained);
  } else if (warp == 2) {
    wait(&drained, 0);
  } else {
    for (int i = 0; i < n; ++i) {
      wait(&full[i % kStages], (i / kStages) & 1);
      arrive(&empty[i % kStages]);
    }
  }
}
`;

let kernel: Kernel | undefined;

beforeAll(async () => {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  analyzer.setFile('ring.cu', SOURCE);
  const analysis = analyzer.analyzeFile('ring.cu');
  expect(analysis?.kernels[0]?.pipelines).toEqual([]);
  analysis?.complete();
  kernel = analysis?.kernels[0];
});

function pipeline(object: string) {
  const found = kernel?.pipelines.find((each) => each.object === object);
  if (!found) throw new Error(`no pipeline of ${object}`);
  return found;
}

describe('pipelines', () => {
  it('are one an array of barriers, with its declared extent, also where only a pointer names it', () => {
    expect(kernel?.pipelines.map(({ object, stages }) => `${object} ${stages}`).sort()).toEqual(['drained 1', 'empty ', 'full kStages']);
  });

  it('have counts, bytes and phases as expressions', () => {
    expect(pipeline('full').init.map(({ line, count }) => [line, count])).toEqual([[18, '1']]);
    expect(pipeline('full').arrive.map(({ line, how, bytes, target }) => [line, how, bytes, target])).toEqual([[26, 'arrive-tx', '1024', 'own block']]);
    expect(pipeline('full').wait.map(({ line, phase }) => [line, phase])).toEqual([[35, '(i / kStages) & 1']]);
    expect(pipeline('empty').wait.map(({ phase }) => phase)).toEqual(['((i / kStages) + 1) & 1']);
  });

  it('say who: the role, how many threads of each warp, and under which condition', () => {
    const who = (object: string) => [...pipeline(object).arrive, ...pipeline(object).wait].map(({ line, role, threads, when }) => [line, role, threads, when].filter((part) => part !== undefined).join(', '));
    expect(who('full')).toEqual(['26, Load warp, one', '35, Other warps, all']);
    expect(who('drained')).toEqual(['30, Load warp, all, last', '32, Warp 2, all']);
  });

  it('give the arms of a branch on the warp as roles, from the first line to the last', () => {
    expect(kernel?.roles.map(({ name, line, endLine }) => `${name} ${line}-${endLine}`)).toEqual([
      'Warp 0: prepare the barriers 14-19', 'Load warp 21-30', 'Warp 2 31-32', 'Other warps 33-38',
    ]);
  });
});
