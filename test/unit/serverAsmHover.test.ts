import { expect, test } from 'vitest';
import { asmHover } from '../../src/server/hover/asm.js';

function hover(source: string, word: string, language: 'en' | 'zh-cn' = 'en'): string | undefined {
  const lines = source.split('\n');
  const line = lines.findIndex((each) => each.includes(word));
  return asmHover(lines, line, (lines[line] ?? '').indexOf(word) + 1, language)?.markdown;
}

test('an instruction says what it does, in which order and scope', () => {
  const source = 'asm volatile("red.release.sys.global.add.s32 [%0], %1;" :: "l"(p), "r"(v) : "memory");';
  expect(hover(source, 'red.release')).toBe('**`red.release.sys.global.add.s32`** — reduction, returns nothing · `global` · order: release · scope: sys · 4 bytes a thread');
  expect(hover(source, 'red.release', 'zh-cn')).toBe('**`red.release.sys.global.add.s32`** — 归约，无返回值 · `global` · 内存序: release · 作用域: sys · 4 字节/线程');
});

test('of several instructions in several literals, the one under the cursor', () => {
  const source = 'asm volatile(\n  "{ .reg .pred p;\\n\\t"\n  "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read %0;\\n"\n  "}" :: "n"(1));';
  expect(hover(source, 'cp.async.bulk.commit')).toContain('closes a bulk group');
  expect(hover(source, 'cp.async.bulk.wait')).toContain('waits for bulk groups · proxy: async · only until the source may be overwritten');
});

test('a bulk store says how it completes', () => {
  const source = 'asm("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" :: "l"(d), "r"(s), "r"(n));';
  expect(hover(source, 'cp.async')).toMatch(/bulk store out of shared memory · `global` · .*completes by bulk groups/u);
});

test('nothing outside of asm, on operands, or on what is no instruction', () => {
  expect(hover('printf("ld.global.u32 %d");', 'ld.global')).toBeUndefined();
  const source = 'asm("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(p));';
  expect(hover(source, '[%1]')).toBeUndefined();
  expect(hover(source, '=r')).toBeUndefined();
  expect(hover('asm("hello world");', 'hello')).toBeUndefined();
});
