/** The fix of order.missing-clobber, applied: what it writes is read back without a finding. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
});
afterAll(() => {
  analyzer.dispose();
});

function fixed(asm: string): string {
  const text = `__device__ void f(int* p, int v) {\n    ${asm}\n}\n`;
  analyzer.setFile('a.cu', text);
  const [finding, ...others] = analyzer.analyzeFile('a.cu')?.findings ?? [];
  expect(finding?.rule).toBe('order.missing-clobber');
  expect(others).toEqual([]);
  const [edit] = finding?.fixEdits?.[0]?.edits ?? [];
  if (!edit) throw new Error('no fix');
  const lines = text.split('\n');
  const line = lines[edit.startLine - 1] ?? '';
  lines[edit.startLine - 1] = line.slice(0, edit.startColumn - 1) + edit.newText + line.slice(edit.endColumn - 1);
  analyzer.setFile('a.cu', lines.join('\n'));
  expect(analyzer.analyzeFile('a.cu')?.findings).toEqual([]);
  return lines[1]?.trim() ?? '';
}

it.each([
  ['asm volatile("bar.sync 0;");', 'asm volatile("bar.sync 0;" ::: "memory");'],
  ['asm volatile("bar.sync 0;" ::);', 'asm volatile("bar.sync 0;" :: : "memory");'],
  ['asm volatile("st.release.sys.L1::no_allocate.s32 [%0], %1;" :: "l"(p), "r"(std::min(v, 3)));', 'asm volatile("st.release.sys.L1::no_allocate.s32 [%0], %1;" :: "l"(p), "r"(std::min(v, 3)) : "memory");'],
  ['asm volatile("st.release.sys.s32 [%0], %1;" : : "l"(p), "r"(v) : "cc");', 'asm volatile("st.release.sys.s32 [%0], %1;" : : "l"(p), "r"(v) : "cc", "memory");'],
])('%s', (before, after) => {
  expect(fixed(before)).toBe(after);
});
