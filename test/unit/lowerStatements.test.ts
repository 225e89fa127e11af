import { describe, expect, test } from 'vitest';
import { lowerBody } from './support/lowering.js';
import { printBody } from './support/printIr.js';

const stmts = async (code: string): Promise<string> => printBody(await lowerBody(code));

describe('declarations', () => {
  test.each([
    ['int a = 1, *b(p), c{3}, d[2][kN];', '(decl (a [int] 1) (b [int*] (construct p)) (c [int] (braces 3)) (d[2][kN] [int]))'],
    ['extern __shared__ __attribute__((aligned(1024))) uint8_t smem[];', '(decl extern shared (smem[] [uint8_t]))'],
    ['__shared__ alignas(16) Box<T> boxes[kN];', '(decl shared (boxes[kN] [Box<T>]))'],
    ['static constexpr auto kSize = f<3>();', '(decl static constexpr (kSize [auto] (call f<3>)))'],
    ['const volatile int* const p = q;', '(decl (p [const volatile int*] q))'],
    ['auto&& r = *static_cast<T*>(p);', '(decl (r [auto&] (* (static_cast [T*] p))))'],
    ['unsigned long long n = 0;', '(decl (n [unsigned long long] 0))'],
    ['typename Traits<T>::Storage s{};', '(decl (s [typename Traits<T>::Storage] (braces)))'],
    ['[[maybe_unused]] int a = 1;', '(decl (a [int] 1))'],
    ['const auto [a, b] = split(x);', '(bindings [a b] (call split x))'],
    ['auto& [a, b] = pair;', '(bindings [a b] pair)'],
    ['int (*fn)(int) = nullptr;', '(decl (fn [int (*fn)(int)] null))'],
    ['table[i](x);', '(call (index table i) x)'],
  ])('%s', async (code, printed) => {
    expect(await stmts(code)).toBe(printed);
  });
});

describe('a variable with constructor arguments parses as a function', () => {
  test.each([
    ['Box b(x, y);', '(decl (b [Box] (construct x y)))'],
    ['Box b(ns::kN, a<3>);', '(decl (b [Box] (construct ns::kN a<3>)))'],
    ['Box b(f(x), g<3>(y));', '(decl (b [Box] (construct (call f x) (call g<3> y))))'],
    ['Box b(x * y, x & y);', '(decl (b [Box] (construct (* x y) (& x y))))'],
    ['Box b(a[3]);', '(decl (b [Box] (construct (index a 3))))'],
    ['Box b(&x, y);', '(decl (b [Box] (construct (& x) y)))'],
    ['Box b(int(x));', '(decl (b [Box] (construct (call int x))))'],
    ['int f(int a, float);', '(empty)'],
    ['Box f();', '(empty)'],
  ])('%s', async (code, printed) => {
    expect(await stmts(code)).toBe(printed);
  });
});

describe('branches', () => {
  test.each([
    ['if constexpr (not kA and kN > 3) f(); else { g(); }', '(if-constexpr (&& (! kA) (> kN 3)) (call f) (block (call g)))'],
    ['if (auto* p = map(x)) p->f();', '(if (init (decl (p [auto*] (call map x)))) p (call (-> p f)))'],
    ['if (auto* p = map(x); p != nullptr) return;', '(if (init (decl (p [auto*] (call map x)))) (!= p null) (return))'],
    ['if (a) x(); else if (b) y(); else z();', '(if a (call x) (if b (call y) (call z)))'],
    ['if (a) [[likely]] { x(); }', '(if a (block (call x)))'],
    ['switch (x) { case 1: case kTwo: f(); break; default: { g(); } }', '(switch x (block (case 1) (case kTwo) (call f) (break) (default) (block (call g))))'],
    ['switch (auto y = f(); y) { case ns::kA: return; }', '(block (decl (y [auto] (call f))) (switch y (block (case ns::kA) (return))))'],
  ])('%s', async (code, printed) => {
    expect(await stmts(code)).toBe(printed);
  });
});

describe('loops', () => {
  test.each([
    ['for (int i = 0, j = n; i < j; ++i, --j) f(i);', '(for (decl (i [int] 0) (j [int] n)) (< i j) (comma (++ i) (-- j)) (call f i))'],
    ['for (i = 0; ; ) continue;', '(for (= i 0) _ _ (continue))'],
    ['for (;;) {}', '(for _ _ _ (block))'],
    ['for (const auto& row : rows) f(row);', '(range-for (row [const auto&]) rows (call f row))'],
    ['for (auto [a, b] : rows) f(a);', '(range-for _ rows (block (bindings [a b] «[a, b]») (call f a)))'],
    ['while (not done()) wait();', '(while (! (call done)) (call wait))'],
    ['while (auto* p = next()) f(p);', '(while true (block (decl (p [auto*] (call next))) (if (! p) (break)) (call f p)))'],
    ['do { f(); } while (x > 0);', '(do (block (call f)) (> x 0))'],
  ])('%s', async (code, printed) => {
    expect(await stmts(code)).toBe(printed);
  });
});

describe('the rest', () => {
  test.each([
    ['again: f(); goto again;', '(label again)\n(call f)\n(goto again)'],
    ['using vec_t = typename Vec<4>::type; typedef int4* row_t;', '(alias vec_t [typename Vec<4>::type])\n(alias row_t [int4*])'],
    ['static_assert(kN > 1 or kOk, "too small");', '(static-assert (|| (> kN 1) kOk))'],
    ['using namespace ns; struct Local { int a; }; ;', '(empty)\n(class Local a[int])\n(empty)'],
    ['return {1, 2};', '(return (braces 1 2))'],
    ['throw Error("x");', '(return)'],
    ['try { f(); } catch (...) { g(); }', '(block (block (call f)) (if «catch (...) { g(); }» (block (call g))))'],
  ])('%s', async (code, printed) => {
    expect(await stmts(code)).toBe(printed);
  });
});

describe('what the preprocessing pass left', () => {
  test('either branch of a conditional may be compiled', async () => {
    expect(await stmts('#if FAST\nf();\n#else\ng();\n#endif\n')).toBe('(if-constexpr «FAST» (block (call f)) (block (call g)))');
  });
  test('a macro call before a block decides how often the block runs', async () => {
    expect(await stmts('FOR_EACH_ROW(i, 10) { f(i); }')).toBe('(while «FOR_EACH_ROW(i, 10)» (block (call f i)))');
  });
});

describe('misread blocks are suspect', () => {
  const suspects = async (code: string): Promise<readonly boolean[]> => {
    const block = await lowerBody(code);
    return [block, ...block.body].flatMap((stmt) => (stmt.kind === 'block' ? [stmt.suspect] : []));
  };
  test('a guard behind an unknown macro is a function', async () => {
    expect(await suspects('ROUND if (f(x)) { return; }\ng();')).toEqual([true]);
  });
  test('an exit behind an unknown macro is a variable', async () => {
    expect(await suspects('f(); ROUND return;')).toEqual([true]);
  });
  test('only the innermost block around it', async () => {
    expect(await suspects('f(); { ROUND return; } { g(); }')).toEqual([false, true, false]);
  });
  test('an error spoils its block', async () => {
    expect(await suspects('{ f(a < b, c > d); } { g(); }')).toEqual([false, true, false]);
  });
  test('ordinary code does not', async () => {
    expect(await suspects('if (x) { return; } else { g(); } for (;;) break; auto iffy = x, returned = y;')).toEqual([false]);
  });
});
