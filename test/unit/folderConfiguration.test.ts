import { expect, test } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { innermost } from '../../src/core/source/innermost.js';
import { grammarBytes } from './support/grammar.js';

test('the innermost folder counts, and a name that only begins alike is another folder', () => {
  const folders = new Map([['a', 1], ['a/b', 2]]);
  expect(['a/x.cu', 'a/b/c/x.cu', 'a/bc/x.cu', 'ab/x.cu', 'x.cu', 'a'].map((path) => innermost(folders, path))).toEqual([1, 2, 1, undefined, undefined, 1]);
});

const KERNEL = `
#include <nvshmem.h>
#if defined(OTHER)
__global__ void other() {}
#endif
#if __CUDA_ARCH__ >= 1000
__global__ void newest() {}
#endif
__global__ void k(int* inbox, int value, int peer) { *(int*)nvshmem_ptr(inbox, peer) = value; }
`;

test('each file is read and judged with what is said for its folder alone', async () => {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0' });
  for (const path of ['one/a.cu', 'one/deep/a.cu', 'two/a.cu']) analyzer.setFile(path, KERNEL);
  const seen = (path: string): string => {
    const analysis = analyzer.analyzeFile(path);
    return [...(analysis?.kernels.map(({ name }) => name) ?? []), ...(analysis?.findings.map(({ rule, level }) => `${rule} ${level}`) ?? [])].join(' ');
  };
  const all = (): readonly string[] => ['one/a.cu', 'one/deep/a.cu', 'two/a.cu'].map(seen);
  analyzer.configure({ cudaArch: 900, levels: { 'pointer.unchecked': 'hint' }, folders: new Map([['one', { cudaArch: 1000, levels: { 'pointer.unchecked': 'warning' } }], ['one/deep', { cudaArch: 900, defines: ['OTHER'] }]]) });
  expect(all()).toEqual(['newest k pointer.unchecked warning', 'other k pointer.unchecked error', 'k pointer.unchecked hint']);
  analyzer.configure({ cudaArch: 900, folders: new Map([['two', { levels: { 'pointer.unchecked': 'off' } }]]) });
  expect(all()).toEqual(['k pointer.unchecked error', 'k pointer.unchecked error', 'newest k']);
  analyzer.dispose();
});
