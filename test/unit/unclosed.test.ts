/** Files that end too soon: somebody is typing, or a copy was cut off. What is complete in them counts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer, FileAnalysis } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { readExample } from './support/examples.js';
import { grammarBytes } from './support/grammar.js';

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
});
afterAll(() => {
  analyzer.dispose();
});

function analyze(text: string, path = 'a.cu'): FileAnalysis {
  analyzer.setFile(path, text);
  const analysis = analyzer.analyzeFile(path);
  if (!analysis) throw new Error('no analysis');
  analysis.complete();
  return analysis;
}
const kernels = (analysis: FileAnalysis): string[] => analysis.kernels.map(({ name }) => name);
const found = (analysis: FileAnalysis): string[] => analysis.findings.map(({ rule, line }) => `${rule} ${line}`);

const BAD = '__global__ void bad(int* inbox, int peer) {\n    *(int*)nvshmem_ptr(inbox, peer) = 1;\n}\n';

describe('a file that ends too soon', () => {
  it.each([
    ['a namespace', `namespace a {\n${BAD}`, 1],
    ['nested namespaces and a linkage', `namespace a::b { extern "C" {\n${BAD}`, 1],
    ['a class', `namespace a {\n${BAD}struct S {\n    int x;\n    __device__ int f() { return x; }\n`, 5],
    ['parameters', `namespace a {\n${BAD}__global__ void next(int* p, i`, 5],
    ['a helper', `namespace a {\n${BAD}__device__ int* helper(int* p) {\n    if (p) {`, 5],
    ['an argument', `namespace a {\n${BAD}template <int k>\n__global__ void next(int* p) {\n    f(p, [&] { g(`, 5],
    ['a literal', `namespace a {\n${BAD}__global__ void next(int* p) {\n    f(p, "{{ (`, 5],
  ])('inside %s keeps what stands before', (_, text, line) => {
    const analysis = analyze(`#include <nvshmem.h>\n${text}`);
    expect(found(analysis)).toEqual([`pointer.unchecked ${text.slice(0, text.indexOf('*(int*)')).split('\n').length + 1}`]);
    expect(analysis.report).toMatchObject({ parse: 'partial', problems: [{ code: 'syntax', line: line + 1 }] });
    expect(analysis.report.problems[0]?.message).toContain(`what begins in line ${line + 1} is closed`);
  });

  it('inside a kernel keeps its complete statements, and says nothing that the rest may answer', () => {
    const head = '#include <nvshmem.h>\n__global__ void push(int* inbox, int peer, int v) {\n    int* const p = (int*)nvshmem_ptr(inbox, peer);\n';
    const cut = analyze(`${head}    if (p != nullptr) {\n        *p = v;\n    } els`);
    expect([kernels(cut), found(cut), cut.sites.length]).toEqual([['push'], [], 1]);
    expect(found(analyze(`${head}    if (p != nullptr) {\n        *p = v;\n    }\n}\n`))).toContain('pointer.no-fallback 3');
    expect(found(analyze(`${head}    if (v > 0) {\n        *p = v;\n    } els`))).toEqual(['pointer.unchecked 5']);
  });

  it('does not change what a file with all its braces, or one too many, says', () => {
    expect(analyze(`#include <nvshmem.h>\n${BAD}`).report).toMatchObject({ parse: 'clean', problems: [] });
    expect(found(analyze(`#include <nvshmem.h>\n${BAD}}\n`))).toEqual(['pointer.unchecked 3']);
  });

  it('anywhere finds nothing that the whole file does not have', () => {
    for (const project of ['mini-ep', 'mini-gemm'])
      for (const [path, text] of readExample(project)) analyzer.setFile(`${project}/${path}`, text);
    for (const path of ['mini-ep/include/mini_ep/impls/dispatch.cuh', 'mini-ep/include/mini_ep/impls/gaps/missing_null_test.cuh', 'mini-gemm/include/mini_gemm/impls/pull_moe.cuh']) {
      const text = analyzer.fileText(path) ?? '';
      const whole = analyze(text, path);
      const [kernel] = whole.kernels;
      const body = text.indexOf('{', text.indexOf('__global__'));
      expect(kernel).toBeDefined();
      for (let end = 0; end < text.length; end += Math.ceil(text.length / 24)) {
        const cut = analyze(text.slice(0, end), path);
        expect(found(cut).filter((each) => !found(whole).includes(each)), `${path} cut at ${end}`).toEqual([]);
        if (end > body) expect(kernels(cut), `${path} cut at ${end}`).toContain(kernel?.name);
      }
      analyze(text, path);
    }
  });
});
