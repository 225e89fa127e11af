import { beforeAll, describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { FileAnalysis } from '../../src/core/analyzer.js';
import { readExample } from './support/examples.js';
import { grammarBytes } from './support/grammar.js';

let dispatch: FileAnalysis;
beforeAll(async () => {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  const files = readExample('mini-ep');
  for (const [file, text] of files) analyzer.setFile(file, text);
  const analysis = analyzer.analyzeFile('include/mini_ep/impls/dispatch.cuh');
  if (!analysis) throw new Error('not analysed');
  dispatch = analysis;
});

const kernel = () => {
  const [first] = dispatch.kernels;
  if (!first) throw new Error('no kernel');
  return first;
};
const paths = (value?: string) => {
  const shown = value === undefined ? kernel() : dispatch.specialise(kernel().line, [{ name: 'kScaleupIsNvlink', value }]);
  return [...new Set(shown?.graph.edges.flatMap((edge) => edge.path ?? []))].sort();
};

describe('a kernel specialised by template values', () => {
  it('offers its flags, and no team that a flag decides', () => {
    expect(kernel().choices?.find(({ name }) => name === 'kScaleupIsNvlink')).toEqual({ name: 'kScaleupIsNvlink', values: ['true', 'false'] });
    expect(kernel().choices?.some(({ name }) => name === 'team_t')).toBe(false);
  });

  it('has the paths of those instantiations only', () => {
    expect(paths()).toEqual(['nvlink', 'rdma']);
    expect(paths('true')).toEqual(['nvlink']);
    expect(paths('false')).toEqual(['nvlink', 'rdma']);
  });

  it('has their barriers only, and says what was chosen', () => {
    const given = [{ name: 'kScaleupIsNvlink', value: 'true' }];
    const shown = dispatch.specialise(kernel().line, given);
    expect(shown?.given).toEqual(given);
    expect(kernel().given).toBeUndefined();
    const barrier = shown?.synchronisation?.find(({ level }) => level === 'ranks');
    expect(barrier?.protocols?.map((protocol) => [protocol.given, protocol.steps.some(({ path }) => path === 'rdma')])).toEqual([[[], false]]);
  });

  it('is none where no kernel is', () => {
    expect(dispatch.specialise(1, [])).toBeUndefined();
  });
});

describe('a kernel whose team is open', () => {
  it('offers the teams', async () => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
    analyzer.setFile('k.cu', 'template <typename team_t, int kN, bool kFast> __global__ void k(int* p) { if constexpr (std::is_same_v<team_t, ncclTeamTagLsa>) { p[0] = kFast; } }');
    const [only] = analyzer.analyzeFile('k.cu')?.kernels ?? [];
    expect(only?.choices?.map(({ name, values }) => [name, values.includes('ncclTeamTagLsa')])).toEqual([['kFast', false], ['team_t', true]]);
  });
});
