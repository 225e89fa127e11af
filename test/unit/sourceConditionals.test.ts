import { describe, expect, it } from 'vitest';
import { flat, viewOf } from './support/views.js';

/** `yes` or `no`, as the configuration has it. */
function branch(condition: string, options: Parameters<typeof viewOf>[1] = {}, before = ''): string {
  return flat(viewOf(`${before}#if ${condition}\nyes\n#else\nno\n#endif\n`, options));
}

describe('conditionals', () => {
  it('blank what is left out and every directive, line by line at the same length', () => {
    const text = '#if 0\nint a;\n#else\nint b;\n#endif\nint c;\n';
    const { view } = viewOf(text);
    expect(view).toHaveLength(text.length);
    expect(view.split('\n')).toEqual(['     ', '      ', '     ', 'int b;', '      ', 'int c;', '']);
  });

  it('report the lines that are left out, nested conditionals included', () => {
    const view = viewOf('a\n#if 0\nb\n#if 1\nc\n#else\nd\n#endif\ne\n#endif\nf\n');
    expect(view.inactive.map(({ start, end }) => view.text.slice(start, end))).toEqual(['b\n#if 1\nc\n#else\nd\n#endif\ne\n']);
  });

  it('report each left-out branch of a chain on its own', () => {
    const view = viewOf('#if 0\na\n#elif 1\nb\n#elif 1\nc\n#else\nd\n#endif\n');
    expect(view.inactive.map(({ start, end }) => view.text.slice(start, end))).toEqual(['a\n', 'c\n', 'd\n']);
  });

  it('let a brace open in one branch and close in another', () => {
    expect(flat(viewOf('#ifndef A\nif (x) {\n#else\nif (y) {\n#endif\nf();\n#ifndef A\n}\n#else\n}\n#endif\n'))).toBe('if (x) { f(); }');
  });

  it('run to the end of a file without #endif, and do not stumble over too many', () => {
    expect(flat(viewOf('a\n#if 0\nb\n'))).toBe('a');
    expect(flat(viewOf('a\n#endif\n#else\nb\n'))).toBe('a b');
  });

  it('see #define only in active code', () => {
    expect(flat(viewOf('#if 0\n#define X 1\n#endif\n#ifdef X\nyes\n#else\nno\n#endif'))).toBe('no');
  });

  it('skip text that is no code at all', () => {
    expect(flat(viewOf("#if 0\nit's \"unfinished\n/* #endif */ // #endif\nR\"(\n#endif\n)\"\n#endif\nafter"))).toBe('after');
  });

  it('know #ifdef, #ifndef, #elifdef and #elifndef', () => {
    expect(flat(viewOf('#define A\n#ifdef B\n1\n#elifdef A\n2\n#endif\n#ifndef A\n3\n#elifndef B\n4\n#endif'))).toBe('2 4');
  });

  it('may be written with spaces, comments and continued lines', () => {
    expect(flat(viewOf('  #  if /* why */ 0 \\\n  || 1 // so\n  yes\n # endif\n'))).toBe('yes');
  });

  it('need the # to be the first thing on its line', () => {
    expect(flat(viewOf('x # if 0\ny\n/* c */ #if 0\nz\n#endif\n'))).toBe('x # if 0 y');
  });
});

describe('conditions', () => {
  it.each([
    ['defined(X) and not defined(Y)', 'yes'],
    ['defined X or Y', 'yes'],
    ['not (1 and 0)', 'yes'],
    ['not X', 'no'],
    ['X > 2 ? 1 : 0', 'yes'],
    ['1 + 2 * 3 == 7 && (1 | 6) == 7 && 7 % 4 == 3 && 1 << 4 == 16', 'yes'],
    ['0x10 == 16 && 010 == 8 && 1\'000 == 1000UL && -1 < 0 && ~0 == -1', 'yes'],
    ["'A' == 65", 'yes'],
    ['X / 0', 'no'],
    ['1 +', 'yes'],
    ['', 'no'],
  ])('%s is %s', (condition, expected) => {
    expect(branch(condition, {}, '#define X 3\n')).toBe(expected);
  });

  it('take names that nothing defines for 0, with their arguments', () => {
    expect(branch('UNKNOWN')).toBe('no');
    expect(branch('UNKNOWN_CODE >= UNKNOWN_VERSION(2, 31, 0)')).toBe('yes');
  });

  it('expand macros with and without arguments', () => {
    const before = '#define AT_LEAST(a, b) (MAJOR > a or (MAJOR == a and MINOR >= b))\n#define MAJOR 2\n#define MINOR 3\n#define OK AT_LEAST(2, 1)\n';
    expect(branch('OK', {}, before)).toBe('yes');
    expect(branch('AT_LEAST(3, 0)', {}, before)).toBe('no');
  });

  it('do not hang on a macro that means itself', () => {
    expect(branch('LOOP', {}, '#define LOOP LOOP + LOOP\n')).toBe('no');
  });

  it('answer __has_include by the workspace, and trust in headers that it does not hold', () => {
    expect(branch('__has_include("mine.cuh")', { files: { 'mine.cuh': '' } })).toBe('yes');
    expect(branch('__has_include("other.cuh")')).toBe('no');
    expect(branch('__has_include(<cuda_fp8.h>)')).toBe('yes');
  });
});

describe('the configuration', () => {
  it('is the newest architecture that the file mentions', () => {
    expect(flat(viewOf('#if __CUDA_ARCH__ >= 1000\nnew\n#elif __CUDA_ARCH__ >= 900\nold\n#endif'))).toBe('new');
  });

  it('is 900 for a file that mentions none', () => {
    expect(branch('__CUDA_ARCH__ == ARCH', {}, '#define ARCH 900\n')).toBe('yes');
  });

  it('can be set', () => {
    expect(branch('__CUDA_ARCH__ >= 1000', { configuration: { cudaArch: 800 } })).toBe('no');
    expect(branch('FEATURE == 3', { configuration: { defines: ['FEATURE=3'] } })).toBe('yes');
    expect(branch('FLAG', { configuration: { defines: ['FLAG'] } })).toBe('yes');
  });

  it('compiles for the device, except files that only a host compiler sees', () => {
    expect(branch('defined(__CUDACC__) and defined(__CUDA_ARCH__)', { path: 'k.cuh' })).toBe('yes');
    expect(branch('defined(__CUDACC__) or defined(__CUDA_ARCH__)', { path: 'k.cpp' })).toBe('no');
  });
});

describe('macros of included files', () => {
  it('are visible after the #include, not before', () => {
    const text = '#ifdef A\nearly\n#endif\n#include "a.h"\n#ifdef A\nlate\n#endif\n';
    expect(flat(viewOf(text, { files: { 'a.h': '#define A' } }))).toBe('late');
  });

  it('come through the whole include closure', () => {
    const files = { 'a.h': '#include "b.h"\n', 'b.h': '#include "c.h"\n', 'c.h': '#define DEEP 1\n' };
    expect(branch('DEEP', { files }, '#include "a.h"\n')).toBe('yes');
  });

  it('can be taken away again by the file that included them', () => {
    const files = { 'a.h': '#define A 1\n', 'b.h': '#include "a.h"\n#undef A\n' };
    expect(branch('defined(A)', { files }, '#include "b.h"\n')).toBe('no');
  });

  it('are defined once: a second way to the same header does not bring back what was undefined', () => {
    const files = { 'a.h': '#define A 1\n', 'b.h': '#include "a.h"\n' };
    expect(branch('defined(A)', { files }, '#include "a.h"\n#undef A\n#include "b.h"\n')).toBe('no');
  });

  it('survive headers that include each other', () => {
    const files = { 'a.h': '#include "b.h"\n#define A 1\n', 'b.h': '#include "a.h"\n#define B 1\n' };
    expect(branch('A and B', { files }, '#include "b.h"\n')).toBe('yes');
  });

  it('are not taken from an #include that is left out', () => {
    expect(branch('A', { files: { 'a.h': '#define A 1' } }, '#if 0\n#include "a.h"\n#endif\n')).toBe('no');
  });
});

describe('the includes of a view', () => {
  it('are the active ones, with their lines', () => {
    const view = viewOf('#include <nccl.h>\n#if 0\n#include "old.h"\n#endif\n#include "b.h"\n', { files: { 'b.h': '' } });
    expect(view.includes).toEqual([{ path: 'nccl.h', system: true, line: 1 }, { path: 'b.h', system: false, line: 5 }]);
    expect(view.included).toEqual(['b.h']);
  });
});
