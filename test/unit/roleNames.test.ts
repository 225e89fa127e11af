/** What warp roles are called: by the code's own names. */
import { expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

const STEPS = Array.from({ length: 9 }, (_, i) => `        out[${i}] = ${i};`).join('\n');

async function rolesOf(...arms: readonly string[]): Promise<readonly string[]> {
  const body = arms.map((condition, i) => `    ${i === 0 ? '' : 'else '}if (${condition}) {\n${STEPS}\n    }`).join('\n');
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  analyzer.setFile('a.cu', `enum class Job { kRDMASender, kForwardAndReduce, plain_loads };
__global__ void work(int* out, int num_load_warps) {
    const int warp_idx = threadIdx.x / 32;
    const auto job = warp_idx < 2 ? Job::kRDMASender : warp_idx < 4 ? Job::kForwardAndReduce : Job::plain_loads;
${body}
}
`);
  const names = analyzer.analyzeFile('a.cu')?.kernels[0]?.roles.map(({ name }) => name) ?? [];
  analyzer.dispose();
  return names;
}

it('takes the enumerator that a branch asks for; abbreviations keep their letters', async () => {
  expect(await rolesOf('job == Job::kRDMASender', 'job == Job::kForwardAndReduce', 'job == Job::plain_loads and out != nullptr'))
    .toEqual(['RDMA sender warps', 'Forward and reduce warps', 'Plain loads warps']);
});

it('takes none where the branch asks for one of two, or for any but one', async () => {
  expect(await rolesOf('job == Job::kRDMASender || job == Job::plain_loads')).toEqual(['Other warps']);
  expect(await rolesOf('not (job == Job::kRDMASender)')).toEqual(['Other warps']);
  expect(await rolesOf('job != Job::kRDMASender')).toEqual(['Other warps']);
});

it('takes what a bound counts', async () => {
  expect(await rolesOf('warp_idx < num_load_warps')).toEqual(['Load warps']);
});
