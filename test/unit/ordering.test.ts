import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

const SOURCE = `
__device__ void join_all() { asm volatile("bar.sync 1, 128;" ::: "memory"); }
__device__ void tell(int* flag) { asm volatile("st.release.sys.global.s32 [%0], 1;" :: "l"(flag) : "memory"); }
__device__ int plain(int x) { return x + 1; }

__global__ void sum(float* out, int* ready, const float* in, int n) {
  __shared__ float part[128];
  for (int i = 0; i < n; ++i) {
    part[threadIdx.x] = in[i * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      for (int k = 0; k < 128; ++k)
        out[i] += part[k];
    join_all();
  }
  __syncthreads();
  if (threadIdx.x == 0)
    tell(ready);
  __syncwarp();
  plain(n);
}
`;

async function orderingAt(line: number, callee?: string) {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  analyzer.setFile('sum.cu', SOURCE);
  const found = analyzer.analyzeFile('sum.cu')?.orderingAt(line, callee);
  return found?.map(({ before, after, kind }) => `${before.line} ${before.text ?? ''} ${kind} ${after.line} ${after.text ?? ''}`);
}

describe('what a synchronisation orders', () => {
  it('the write before it and the read behind it', async () => {
    expect(await orderingAt(10, '__syncthreads')).toEqual(['9 part write-read 13 part']);
  });

  it('round the loop, the read before it and the next write, also through a wrapper', async () => {
    expect(await orderingAt(14, 'join_all')).toContain('13 part read-write 9 part');
  });

  it('else what is told of behind it', async () => {
    expect(await orderingAt(16, '__syncthreads')).toEqual(['13 out publish 18 tell']);
    expect(await orderingAt(19)).toEqual([]);
  });

  it('nothing where nothing synchronises', async () => {
    expect(await orderingAt(20, 'plain')).toBeUndefined();
    expect(await orderingAt(9)).toBeUndefined();
    expect(await orderingAt(3, 'tell')).toBeUndefined();
  });
});
