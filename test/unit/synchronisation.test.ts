import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Kernel, Synchronisation } from '../../src/core/schema.js';
import { readExample } from './support/examples.js';
import { grammarBytes } from './support/grammar.js';

async function kernels(project: string, edit: (text: string) => string = (text) => text): Promise<readonly Kernel[]> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  const files = readExample(project);
  for (const [file, text] of files) analyzer.setFile(file, edit(text));
  return files.flatMap(([file]) => {
    const analysis = analyzer.analyzeFile(file);
    analysis?.complete();
    return analysis?.kernels ?? [];
  });
}

const named = (all: readonly Kernel[], name: RegExp): Kernel => {
  const found = all.find((kernel) => name.test(kernel.name));
  if (!found) throw new Error(`no kernel like ${name.source}`);
  return found;
};
const ranks = (kernel: Kernel): Synchronisation => {
  const found = (kernel.synchronisation ?? []).filter(({ level }) => level === 'ranks').at(-1);
  if (!found) throw new Error('no barrier of ranks');
  return found;
};
const lines = (barrier: Synchronisation) => (barrier.protocols ?? []).map(({ given, steps }) => [
  given.map(({ name, value }) => `${name}=${value}`).join(),
  ...steps.map(({ does, level, path: way, order, scope, values, until }) => [does, level, way, order, scope, values?.join('/'), until === undefined ? undefined : `until ${until}`].filter((part) => part !== undefined).join(' ')),
]);

let ep: readonly Kernel[];
let gemm: readonly Kernel[];
beforeAll(async () => {
  ep = await kernels('mini-ep');
  gemm = await kernels('mini-gemm');
});

describe('what a barrier of ranks does', () => {
  it('is told for each instantiation: NVLink signals with a sign that alternates, or signals of the network', () => {
    expect(lines(ranks(named(ep, /^dispatch/)))).toMatchSnapshot();
  });

  it('is told once where instantiations do the same', () => {
    expect(lines(ranks(named(gemm, /pull/)))).toMatchSnapshot();
  });

  it('says of a step inside a barrier that it calls whom that one joins', () => {
    const parts = (kernel: Kernel) => new Set((ranks(kernel).protocols ?? []).flatMap(({ steps }) => steps.map(({ within, part }) => `${within ?? '-'}: ${part ?? '-'}`)));
    expect(parts(named(gemm, /pull/))).toContain('grid_sync: grid');
    for (const part of parts(named(gemm, /pull/))) expect(part).toMatch(/^(?:grid_sync: grid|(?!grid_sync).*: -)$/u);
  });

  it('has the lines of the calls in its body, not of the wrappers that they call', () => {
    const steps = ranks(named(ep, /^dispatch/)).protocols?.[0]?.steps ?? [];
    expect(new Set(steps.map(({ file }) => path.basename(file)))).toEqual(new Set(['comm.cuh']));
  });

  it('tells of every call of the same function, signals too, and of a condition that reads like another by what it asks', async () => {
    const call = 'gin_barrier_wo_local_sync<ncclTeamTagWorld, kNumRanks, kNumThreads>(gin, own_rank_idx, sm_idx, thread_idx);';
    const split = await kernels('mini-ep', (text) => text.replace(call, `if (sm_idx == 0) { ${call} } else { ${call.replace('sm_idx,', 'sm_idx - 1,')} }`));
    const steps = (ranks(named(split, /^dispatch/)).protocols ?? []).flatMap((protocol) => protocol.steps).filter(({ within }) => within?.startsWith('gin_barrier') === true);
    expect(steps.filter(({ does }) => does === 'signal')).toHaveLength(2);
    const whole = (ranks(named(ep, /^dispatch/)).protocols ?? []).flatMap((protocol) => protocol.steps);
    expect(whole.map(({ when = '' }) => when)).toContain('sm_idx == 0');
    expect(steps.filter(({ does }) => does === 'signal').map(({ when }) => when)).toEqual(['sm_idx == 0', 'not sm_idx == 0 and blockIdx.x - 1 == 0']);
  });

  it('says of a refused conjunction only what is left of it', async () => {
    const call = 'gin_barrier_wo_local_sync<ncclTeamTagWorld, kNumRanks, kNumThreads>(gin, own_rank_idx, sm_idx, thread_idx);';
    const split = await kernels('mini-ep', (text) => text.replace(call, `if (own_rank_idx == 3 and sm_idx < 9) { ${call} } else if (own_rank_idx == 3) { ${call.replace('sm_idx,', 'sm_idx - 1,')} }`));
    const steps = (ranks(named(split, /^dispatch/)).protocols ?? []).flatMap((protocol) => protocol.steps).filter(({ does, within }) => does === 'signal' && within?.startsWith('gin_barrier') === true);
    const asked = steps.map(({ when = '' }) => when.split(' and ').filter((part) => /own_rank_idx == 3|sm_idx < 9/.test(part)).join(' and '));
    expect(asked).toEqual(['own_rank_idx == 3 and sm_idx < 9', 'not sm_idx < 9 and own_rank_idx == 3']);
  });

  it('changes with the source', async () => {
    const scopes = (all: readonly Kernel[]) => (ranks(named(all, /^dispatch/)).protocols ?? []).flatMap(({ steps }) => steps.filter(({ does }) => does === 'fence').map(({ scope }) => scope));
    expect(scopes(ep)).toEqual(['sys', 'sys']);
    expect(scopes(await kernels('mini-ep', (text) => text.replaceAll('fence.acq_rel.sys', 'fence.acq_rel.gpu')))).toEqual(['gpu', 'gpu']);
  });
});

describe('the levels of a kernel', () => {
  it('are those of its own calls; what a barrier of ranks does inside is no entry of its own', () => {
    const levels = (kernel: Kernel) => [...new Set(kernel.synchronisation?.map(({ level }) => level))].sort();
    expect({ dispatch: levels(named(ep, /^dispatch/)), pull: levels(named(gemm, /pull/)) }).toMatchSnapshot();
  });

  it('are not known before the second look', async () => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
    analyzer.setFile('a.cu', '__global__ void k() { __syncthreads(); asm volatile("fence.acq_rel.gpu;" ::: "memory"); }');
    const analysis = analyzer.analyzeFile('a.cu');
    expect(analysis?.kernels[0]?.synchronisation).toEqual([]);
    analysis?.complete();
    expect(analysis?.kernels[0]?.synchronisation?.map(({ level, text }) => [level, text])).toEqual([['block', '__syncthreads']]);
  });
});
