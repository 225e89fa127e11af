import { beforeAll, describe, expect, it } from 'vitest';
import type { CudaParser } from '../../src/core/source/parser.js';
import { testParser } from './support/grammar.js';
import { flat, treeOf, viewOf } from './support/views.js';

let parser: CudaParser;
beforeAll(async () => {
  parser = await testParser();
});

/** Same length, no error left, and the given text once white space is folded. */
function reads(text: string, as: string, options: Parameters<typeof viewOf>[1] = {}): void {
  const view = viewOf(text, options);
  expect(flat(view)).toBe(as);
  expect(view.view).toHaveLength(text.length);
  expect(view.expanded).toBe(false);
  expect(treeOf(parser, view)).not.toMatch(/ERROR|MISSING/);
}

describe('a file without anything to rewrite', () => {
  it('is its own view', () => {
    const text = '__global__ void k(int* p) { if (p != nullptr) *p = 1; }\n';
    expect(viewOf(text).view).toBe(text);
  });
});

describe('attribute-like macros', () => {
  it('of well-known libraries say where the code runs, if that fits into the name', () => {
    reads('CUTLASS_DEVICE void f();', '__device__ void f();');
    reads('CUTLASS_HOST_DEVICE void f();', '__host__ __device__ void f();');
    reads('CUTE_HOST_DEVICE void f();', '__device__ void f();');
  });

  it('are learnt from the workspace’s own definitions', () => {
    reads('#define MY_FUNCTION static __device__ __forceinline__\nMY_FUNCTION void f();', '__device__ void f();');
    reads('#define QUIET __attribute__((unused)) [[nodiscard]]\nQUIET int f();', 'int f();');
    reads('#include "m.h"\nINLINE_ALWAYS int f();', 'inline int f();', { files: { 'm.h': '#define INLINE_ALWAYS inline\n' } });
  });

  it('may consist of other such macros', () => {
    reads('#define A_DEVICE_FN __device__\n#define B_LONG_DEVICE_FUNCTION A_DEVICE_FN inline\nB_LONG_DEVICE_FUNCTION void f();', '__device__ inline void f();');
  });

  it('are written out where the whole body fits', () => {
    reads('#define LINKAGE_STATIC static\nLINKAGE_STATIC int x;', 'static int x;');
  });

  it('with an empty body vanish, with their arguments', () => {
    reads('#define NOTHING\n#define TRACE(...)\nNOTHING int f() { TRACE("a", b); return 1; }', 'int f() { ; return 1; }');
  });

  it('of the settings are blanked', () => {
    reads('MY_API int f();', 'int f();', { configuration: { attributeMacros: ['MY_API'] } });
    reads('odd(1) int f();', 'int f();', { configuration: { attributeMacros: ['odd'] } });
  });

  it('that nothing defines are known by their suffix, where two names stand in a row', () => {
    reads('XYZ_HOST_DEVICE_INLINE void f();', '__host__ __device__ void f();');
    reads('void f(int* XYZ_RESTRICT p);', 'void f(int* p);');
    reads('int f() { return XYZ_API; }', 'int f() { return XYZ_API; }');
  });

  it('are not looked for in strings, comments and raw strings', () => {
    reads('const char* s = "CUTLASS_DEVICE"; /* CUTLASS_DEVICE */ // CUTLASS_DEVICE\nauto r = R"x(CUTLASS_DEVICE " )" )x";', 'const char* s = "CUTLASS_DEVICE"; auto r = R"x(CUTLASS_DEVICE " )" )x";');
  });

  it('stand for what they mean where they stand', () => {
    reads('#define QUALIFIER_1 __device__\nQUALIFIER_1 void a();\n#undef QUALIFIER_1\n#define QUALIFIER_1 static\nQUALIFIER_1 void b();', '__device__ void a(); static void b();');
  });
});

describe('macros before a statement', () => {
  it('are blanked: a loop stays a loop', () => {
    reads('void f() { CUTE_UNROLL for (int i = 0; i < 4; ++i) g(i); }', 'void f() { for (int i = 0; i < 4; ++i) g(i); }');
    reads('#define UNROLL_ALL _Pragma("unroll")\nvoid f() { UNROLL_ALL\n while (x) g(); }', 'void f() { while (x) g(); }');
    reads('#define UNROLL #pragma unroll\nvoid f() { UNROLL for (;;) g(); }', 'void f() { for (;;) g(); }');
  });

  it('that nothing defines are blanked, too, and remembered as a guess unless their name is harmless', () => {
    const view = viewOf('void f() { SPECIAL if (p) return; LIB_PRAGMA_X for (;;) {} else_if return; }');
    expect(flat(view)).toBe('void f() { if (p) return; for (;;) {} return; }');
    expect(view.guesses.map(({ start, end }) => view.text.slice(start, end))).toEqual(['SPECIAL', 'else_if']);
  });

  it('are not confused with what may stand there', () => {
    const text = 'void f() { if (a) g(); else return; do return; while (b); x: for (;;) break; }';
    expect(viewOf(text).view).toBe(text);
  });

  it('are seen behind comments and directives', () => {
    reads('void f() {\n  SPECIAL_UNROLL // all of them\n#pragma once\n  for (;;) {}\n}', 'void f() { for (;;) {} }');
  });

  it('between `if` and its condition can only be constexpr', () => {
    reads('void f() { if MAYBE_CONSTEXPR (N > 0) g(); }', 'void f() { if constexpr (N > 0) g(); }');
    reads('void f() { if CX (N > 0) g(); }', 'void f() { if (N > 0) g(); }');
  });
});

describe('CUDA attributes that the grammar does not read', () => {
  it.each([
    ['extern __shared__ __align__(128) char buffer[];', 'extern __shared__ alignas (128) char buffer[];'],
    ['struct __align__(16) S { int a; };', 'struct alignas (16) S { int a; };'],
    ['__shared__ __align__(128) Storage x; int y;', '__shared__ alignas (128) Storage x; int y;'],
    ['const int p __attribute__((aligned(4), unused)) = 1;', 'const int p = 1;'],
    ['__global__ void __cluster_dims__(2, 1, 1) k() {}', '__global__ void k() {}'],
    ['void f() { _Pragma("unroll 4") for (;;) g(); }', 'void f() { for (;;) g(); }'],
    ['__declspec(dllexport) int f();', 'int f();'],
    ['auto l = [=] __device__ (int i) { return i; };', 'auto l = [=] (int i) { return i; };'],
    ['auto l = [&] __host__ __device__ () mutable { return 1; };', 'auto l = [&] () mutable { return 1; };'],
    ['auto l = [] CUTLASS_DEVICE (int i) { return i; };', 'auto l = [] (int i) { return i; };'],
    ['[[nodiscard]] __device__ int f();', '[[nodiscard]] __device__ int f();'],
    ['struct S { __device__ friend int f() { return 1; } };', 'struct S { __device__ int f() { return 1; } };'],
  ])('%s', (text, as) => {
    reads(text, as);
  });
});

describe('C++ that the grammar does not read', () => {
  it.each([
    ['template <typename T = void*> void f();', 'template <typename T = void > void f();'],
    ['template <class T = const int&, typename U = A<int*>> void f();', 'template <class T = int , typename U = A<int*>> void f();'],
    ['template <typename T, std::enable_if_t<(a > b)>* = nullptr> void f();', 'template <typename T, std::enable_if_t<(a > b)> = nullptr> void f();'],
    ['auto x = typename T::Layout{};', 'auto x = T::Layout{};'],
    ['auto x = f(typename A<B, C>::D(1), 2);', 'auto x = f( A<B, C>::D(1), 2);'],
    ['template class Runner<half>;', 'class Runner<half>;'],
    ['void f() { tile.template store(x); g.template h<1>(x); }', 'void f() { tile. store(x); g.template h<1>(x); }'],
    ['auto x = f(decltype(y){});', 'auto x = f( {});'],
    ['auto f() -> decltype(x) { return x; }', 'auto f() -> decltype(x) { return x; }'],
    ['enum : uint8_t { A };', 'enum { A };'],
    ['void f() { if (unsigned(a) < unsigned(b)) g(); }', 'void f() { if (uint32_t(a) < uint32_t(b)) g(); }'],
    ['void f(T a = {}, U b = { });', 'void f(T a = 0 , U b = 0 );'],
    ['void f() { p->operator++(); operator()(x); }', 'void f() { p->operator__(); operator__(x); }'],
    ['auto s = "a" PRIu64 "b" STR(x);', 'auto s = "a" "????" "b" "?" ;'],
    ['extern "C" int f();', 'extern "C" int f();'],
    ['auto x = "a"_id; bool y = "text" and z;', 'auto x = "a"_id; bool y = "text" and z;'],
    ['int x = 1\'000\'000; char c = \'"\'; char d = u8\'\\\'\';', 'int x = 1\'000\'000; char c = \'"\'; char d = u8\'\\\'\';'],
    ['int a \\\n= 1;', 'int a = 1;'],
    ['LIB_NAMESPACE_BEGIN\nnamespace a { }', 'namespace a { }'],
  ])('%s', (text, as) => {
    reads(text, as);
  });

  it('a null character does not end the file', () => {
    reads('int a;\0 int b;', 'int a; int b;');
  });
});

describe('static assertions under another name', () => {
  it('are renamed, so that any condition is read at class scope', () => {
    reads('#define X_STATIC_ASSERT(cond, ...) static_assert(cond, __VA_ARGS__)\nstruct S { X_STATIC_ASSERT(a <= b and c % 4 == 0, "x"); };', 'struct S { static_assert (a <= b and c % 4 == 0, "x"); };');
  });

  it('are known by their name when nothing defines them', () => {
    reads('struct S { LIB_STATIC_ASSERT(a <= b, "x"); };', 'struct S { static_assert (a <= b, "x"); };');
  });

  it('with a name that is too short are expanded', () => {
    const view = viewOf('#define SA(x) static_assert(x, "no")\nstruct S { SA(a <= b); };');
    expect(flat(view)).toBe('struct S { static_assert(a <= b, "no"); };');
  });
});
