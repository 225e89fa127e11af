/** The source view on input that is cut off, mutilated or hostile. It never throws, keeps its invariants, and stays linear. */
import { describe, expect, it } from 'vitest';
import type { BuiltView } from '../../src/core/source/sourceView.js';
import { viewOf } from './support/views.js';

const KERNEL = `// 对称内存 🚀
#include "missing.cuh"
#define IF_LOCAL(code, ...) if constexpr (kLocal) { code }
#define LD "ld.global" \\
           ".nc"
#define CHECK(c) do { if (!(c)) { asm("trap;"); } } while (0)
#if defined(__CUDA_ARCH__) and (__CUDA_ARCH__ >= 900)
template <typename T = void*, int kNum = 1'024>
CUTLASS_DEVICE T* peer(T* p, int rank) { /* "quoted" */ IF_LOCAL({ return p; /* ) */ }) return nullptr; }
#else
#error "no"
#endif
extern __shared__ __align__(128) char smem[];
__global__ void __cluster_dims__(2, 1, 1) k(int* p, const char* s = R"x(")" #if 0)x") {
  CHECK(p != nullptr and "(");
  asm volatile("{ " LD ".u32 %0, [%1]; }" : "=r"(*p) : "l"(p));
  MYSTERY if (p) { auto l = [=] __device__ (int i) { return '"' + i; }; l(1); }
}
`;

/** What holds for any view of any text; the first thing that does not, in words. */
function broken({ text, view, expanded, inactive, toFile }: BuiltView): string | undefined {
  const lines = (of: string): number => of.split('\n').length;
  if (!expanded && view.length !== text.length) return `the view has ${view.length} characters, the text ${text.length}`;
  if (!expanded && lines(view) !== lines(text)) return 'lines were added or lost';
  if (inactive.some(({ start, end }) => start >= end || end > text.length)) return 'an inactive region is outside the text';
  for (let at = 0; at <= view.length; at += 3) {
    const file = toFile(at);
    if (!(file >= 0 && file <= text.length)) return `offset ${at} maps to ${file}`;
  }
  return undefined;
}

function checkInvariants(view: BuiltView): void {
  const what = broken(view);
  if (what !== undefined) expect.fail(`${what}, for ${JSON.stringify(view.text)}`);
}

/** The same sequence on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('the view of damaged text', () => {
  it('exists for a file that is cut off anywhere', () => {
    for (let length = 0; length <= KERNEL.length; length++) checkInvariants(viewOf(KERNEL.slice(0, length)));
  });

  it('exists for a file that begins anywhere', () => {
    for (let start = 0; start <= KERNEL.length; start++) checkInvariants(viewOf(KERNEL.slice(start)));
  });

  it('exists with CRLF, lone CR and a byte-order mark', () => {
    checkInvariants(viewOf(KERNEL.replaceAll('\n', '\r\n')));
    checkInvariants(viewOf(KERNEL.replaceAll('\n', '\r')));
    const view = viewOf(`\uFEFF#if 0\na\n#endif\nint x;`);
    checkInvariants(view);
    expect(view.view.trim()).toBe('int x;');
  });

  it('exists after characters were deleted, doubled and swapped', () => {
    const random = randomNumbers(7);
    const noise = ['(', ')', '{', '}', '"', "'", '\\', '#', '/*', '*/', '//', '\n', 'R"(', '\0', '🚀', '<', '>', ',', '\ud83d', '=', '{}'];
    for (let round = 0; round < 400; round++) {
      let text = KERNEL;
      for (let edits = 1 + Math.floor(random() * 6); edits > 0; edits--) {
        const at = Math.floor(random() * text.length);
        const cut = Math.floor(random() * 4);
        text = text.slice(0, at) + (noise[Math.floor(random() * noise.length)] ?? '') + text.slice(at + cut);
      }
      checkInvariants(viewOf(text));
    }
  });
});

describe('hostile input', () => {
  const SIZE = 100_000;
  const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length));

  it.each([
    ['nested unclosed attribute calls', fill('__attribute__((')],
    ['unclosed macro calls', `#define M(x) { x; }\n${fill('M(')}`],
    ['macro calls nested in each other', `#define M(x) { x; }\n${'M('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['nested assertions', `#define A(c) do { if (!(c)) __trap(); } while (0)\n${'A('.repeat(20_000)}1${')'.repeat(20_000)};`],
    ['blanked words in a row', fill('CUTE_UNROLL ')],
    ['default types without an end', fill('typename T = ')],
    ['enums without a body', fill('enum : ')],
    ['unfinished literals', fill('"a\n')],
    ['quotes on one line', fill('a"')],
    ['raw strings without an end', fill('R"(')],
    ['comments on one line', fill('/**/#')],
    ['keywords on one line', fill('x if ')],
    ['nested conditionals', fill('#if 1\n')],
    ['nested left-out conditionals', fill('#if 0\n')],
    ['long conditions', `#if ${fill('(1 ? 1 : ')}\n#endif\n#if ${fill('!')}\n#endif\n`],
    ['braces in a macro body', `#define M(x) ${fill('{')}\nM(1)`],
    ['backslashes', fill('\\\n')],
    ['definitions', Array.from({ length: 10_000 }, (_, i) => `#define name${i}(x) f(x)\n`).join('') + fill('name7(1); ')],
    ['one endless identifier', fill('A_')],
    ['constraints', fill('enable_if_t<')],
    ['typenames of values', fill('typename a<b<c,')],
    ['decltypes', fill('= decltype(')],
  ])('%s: a few seconds at most', (_name, text) => {
    const start = performance.now();
    checkInvariantsOfLarge(viewOf(text));
    // Quadratic behaviour would take minutes; the bound leaves room for slow and busy machines.
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  function checkInvariantsOfLarge(view: BuiltView): void {
    if (!view.expanded) expect(view.view).toHaveLength(view.text.length);
  }

  it('ten times the code takes time in proportion', () => {
    const time = (copies: number): number => {
      const text = KERNEL.repeat(copies);
      const start = performance.now();
      viewOf(text);
      return performance.now() - start;
    };
    const small = Math.ceil(500_000 / KERNEL.length);
    time(small);
    expect(time(small * 10)).toBeLessThan(50 * Math.max(time(small), 50));
  });
});
