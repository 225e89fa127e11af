import { beforeAll, describe, expect, it } from 'vitest';
import type { CudaParser } from '../../src/core/source/parser.js';
import { testParser } from './support/grammar.js';
import { flat, treeOf, viewOf } from './support/views.js';

let parser: CudaParser;
beforeAll(async () => {
  parser = await testParser();
});

/** What `use` becomes, with the definitions before it. */
function expands(definitions: string, use: string): string {
  return flat(viewOf(`${definitions}\n${use}\n`));
}

describe('macros that take or make code', () => {
  it('take a block, with or without a semicolon, and keep a return in its place', () => {
    const view = viewOf('#define IF_LOCAL(code) if constexpr (kLocal) { code }\nbool f() { IF_LOCAL({ return true; }) IF_LOCAL({ return a<b, c>; }); }');
    expect(flat(view)).toBe('bool f() { if constexpr (kLocal) { { return true; } } if constexpr (kLocal) { { return a<b, c>; } }; }');
    expect(treeOf(parser, view)).not.toMatch(/ERROR|MISSING/);
  });

  it('make a loop out of functions that they are given', () => {
    expect(expands('#define COPY(n, dst, src, ld, st) \\\n  for (int i = 0; i < (n); ++i) \\\n    st(dst + i, ld(src + i))', 'COPY(8, d, s, load, [&](auto* p, int v) { *p = v; });')).toBe(
      'for (int i = 0; i < (8); ++i) [&](auto* p, int v) { *p = v; }(d + i, load(s + i));',
    );
  });

  it('take the name of another macro', () => {
    expect(expands('#define SWITCH(c) switch (n) { case 2: c(2); default: c(4); }\n#define CASE(k) run<k>(); break', 'SWITCH(CASE)')).toBe(
      'switch (n) { case 2: run<2>(); break; default: run<4>(); break; }',
    );
  });

  it('declare functions', () => {
    expect(expands('#define WRAP(name) static auto lazy_##name() { return find(#name); }', 'WRAP(alloc) WRAP(release)')).toBe(
      'static auto lazy_alloc() { return find("alloc"); } static auto lazy_release() { return find("release"); }',
    );
  });

  it('take no arguments', () => {
    expect(expands('#define TEAM() (kWorld ? world : rail)', 'put(TEAM(), 1);')).toBe('put((kWorld ? world : rail), 1);');
  });

  it('are objects that stand for a statement or a test', () => {
    expect(expands('#define LEAVE if (p == nullptr) return', 'LEAVE;')).toBe('if (p == nullptr) return;');
    expect(expands('#define LANE (threadIdx.x % 32)\n#define IS_NULL p == nullptr', 'if (LANE == 0 and IS_NULL) f();')).toBe('if ((threadIdx.x % 32) == 0 and p == nullptr) f();');
  });

  it('glue strings into assembly text', () => {
    const view = viewOf('#define LD "ld.global.nc"\nvoid f() { asm volatile("a" LD ".u32 %0, [%1];" : "=r"(x) : "l"(p)); }');
    expect(flat(view)).toContain('asm volatile("a" "ld.global.nc" ".u32 %0, [%1];"');
    expect(treeOf(parser, view)).not.toMatch(/ERROR|MISSING/);
  });

  it('have no cover names: constants, types and aliases stay as they are written', () => {
    const uses = 'int a = SIZE; VEC b; OTHER(c);';
    expect(expands('#define SIZE (32 * 1024)\n#define VEC unsigned long\n#define OTHER function', uses)).toBe(uses);
  });

  it('are blanked inside, too: attributes and pragmas of a body', () => {
    expect(expands('#define LOOP(n) _Pragma("unroll") for (int i = 0; i < n; ++i) { __shared__ __align__(16) int x; }', 'LOOP(4)')).toBe(
      'for (int i = 0; i < 4; ++i) { __shared__ alignas (16) int x; }',
    );
  });

  it('need their parentheses, otherwise the name is just a name', () => {
    expect(expands('#define F(x) if (x) {}', 'auto g = F; F (1)')).toBe('auto g = F; if (1) {}');
  });
});

describe('assertions and checks', () => {
  const ASSERT = '#define CHECK(cond) do { if (not(cond)) { asm("trap;"); } } while (0)';

  it('stay calls, which is how the argument is seen as a fact', () => {
    expect(expands(ASSERT, 'CHECK(p != nullptr and "text");')).toBe('CHECK(p != nullptr and "text");');
  });

  it('are expanded where nothing ends the statement', () => {
    expect(expands('#define CHECK(cond) if (not(cond)) { asm("trap;"); }', 'void f() { CHECK(a) }')).toBe('void f() { if (not(a)) { asm("trap;"); } }');
  });

  it('stay calls inside other expansions', () => {
    expect(expands(`${ASSERT}\n#define BOTH(a) CHECK(a); g(a)`, 'BOTH(x);')).toBe('CHECK(x); g(x);');
  });

  it('that return instead of stopping are expanded: they leave the function', () => {
    expect(expands('#define TRY(x) do { if ((x) != 0) return -1; } while (0)', 'TRY(f());')).toBe('do { if ((f()) != 0) return -1; } while (0);');
  });

  it('that do something besides are expanded', () => {
    expect(expands('#define PUT(p, v) do { if (!(p)) __trap(); *(p) = v; } while (0)', 'PUT(q, 1);')).toBe('do { if (!(q)) __trap(); *(q) = 1; } while (0);');
  });
});

describe('the rules of expansion', () => {
  it('arguments are expanded first, except next to # and ##', () => {
    expect(expands('#define ONE() 1\n#define SHOW(x) f(x, #x, v##x);', 'SHOW(ONE())')).toBe('f(1, "ONE()", vONE());');
  });

  it('an argument that is glued on by an inner macro is expanded to the end', () => {
    const definitions = '#define CAT_(a, b) a##b\n#define CAT(a, b) CAT_(a, b)\n#define N 3\n#define MAKE() int CAT(x, N) = CAT(y, __LINE__);';
    expect(expands(definitions, 'MAKE()')).toBe('int x3 = y5;');
  });

  it('a name made by gluing is called with the arguments that follow', () => {
    const definitions = [
      '#define CAT_(a, b) a##b', '#define CAT(a, b) CAT_(a, b)', '#define NTH(a, b, c, n, ...) n', '#define COUNT(...) NTH(__VA_ARGS__, 3, 2, 1)',
      '#define EACH_1(a) f(a);', '#define EACH_2(a, b) f(a); f(b);', '#define EACH(...) CAT(EACH_, COUNT(__VA_ARGS__))(__VA_ARGS__)',
    ].join('\n');
    expect(expands(definitions, 'EACH(x) EACH(y, z)')).toBe('f(x); f(y); f(z);');
  });

  it('parentheses protect commas, angle brackets do not', () => {
    expect(expands('#define TWO(a, b) g((a), (b));', 'TWO((x, y), z)')).toBe('g(((x, y)), (z));');
  });

  it('commas too many belong to the last argument', () => {
    expect(expands('#define BODY(code) { code }', 'BODY(int a, b; f(a, b);)')).toBe('{ int a, b; f(a, b); }');
  });

  it('variadic arguments may be empty', () => {
    expect(expands('#define CALL(f, ...) { f(0, ##__VA_ARGS__); g(0 __VA_OPT__(,) __VA_ARGS__); }', 'CALL(a) CALL(b, 1, 2)')).toBe(
      '{ a(0); g(0); } { b(0, 1, 2); g(0, 1, 2); }',
    );
  });

  it('GNU names for the variadic arguments work', () => {
    expect(expands('#define CALL(f, args...) { f(args); }', 'CALL(a, 1, 2)')).toBe('{ a(1, 2); }');
  });

  it('a macro is not expanded inside itself', () => {
    expect(expands('#define f(x) { f(x + 1); }', 'f(f(0))')).toBe('{ f({ f(0 + 1); } + 1); }');
  });

  it('macros that mean each other stop', () => {
    expect(expands('#define A() { B(); }\n#define B() { A(); }', 'A();')).toBe('{ { A(); }; };');
  });

  it('a definition holds from its place to #undef', () => {
    expect(expands('', 'M(1)\n#define M(x) { x; }\nM(2)\n#undef M\nM(3)\n#define M(x) [ x ]\nM(4)')).toBe('M(1) { 2; } M(3) [ 4 ]');
  });

  it('tokens do not grow together', () => {
    expect(expands('#define NEG(x) { y = -x; }', 'NEG(-1)')).toBe('{ y = - -1; }');
  });

  it('directives inside arguments are obeyed', () => {
    expect(expands('#define BODY(code) { code }', 'BODY(\n#if 0\nf();\n#else\ng();\n#endif\n)')).toBe('{ g(); }');
  });

  it('a call that is not closed is left alone', () => {
    expect(expands('#define M(x) { x; }', 'M(1, (2')).toBe('M(1, (2');
  });

  it('code that doubles with each macro is not made: the file says so', () => {
    const names = Array.from({ length: 40 }, (_, i) => `#define M${i}() { M${i + 1}(); M${i + 1}(); }`).join('\n');
    const view = viewOf(`${names}\nvoid f() { M0(); }\n#define OK(x) { x; }\nvoid g() { OK(1) }\n`);
    expect(view.problems).toEqual([expect.objectContaining({ code: 'macro-recursion', line: 41, column: 12 })]);
    expect(flat(view)).toBe('void f() { M0(); } void g() { { 1; } }');
  });

  it('arguments nested a thousand deep do not exhaust the stack', () => {
    const depth = 1000;
    const view = viewOf(`#define W(x) { x; }\nvoid f() { ${'W('.repeat(depth)}1${')'.repeat(depth)} }`);
    expect(view.view.length).toBeGreaterThan(depth);
  });
});

describe('an expansion that the grammar does not read', () => {
  it('is taken back when the call parses', () => {
    const view = viewOf('#define ODD(x) x @ x { \nvoid f() { ODD(1); g(); }');
    expect(flat(view)).toContain('1 @ 1 {');
    expect(treeOf(parser, view)).not.toMatch(/ERROR|MISSING/);
  });
});
