import { describe, expect, test } from 'vitest';
import { lowerBody } from './support/lowering.js';
import { printBody } from './support/printIr.js';

const expr = async (code: string): Promise<string> => printBody(await lowerBody(`${code};`));

/** Each row: what is written, and what it is. */
function rows(title: string, table: readonly (readonly [code: string, printed: string])[]): void {
  describe(title, () => {
    test.each(table)('%s', async (code, printed) => {
      expect(await expr(code)).toBe(printed);
    });
  });
}

rows('calls', [
  ['f(a, b)', '(call f a b)'],
  ['ns::sub::f(a)', '(call ns::sub::f a)'],
  ['::f(a)', '(call ::f a)'],
  ['f<kNum, int4*>(a)', '(call f<kNum?, type int4*> a)'],
  ['ns::f<T, 3>(x)', '(call ns::f<T?, 3> x)'],
  ['a.template f<T>(x)', '(call (. a f<T?>) x)'],
  ['this->template f<T, 2>(x)', '(call (-> this f<T?, 2>) x)'],
  ['a->b.c(x)', '(call (. (-> a b) c) x)'],
  ['f.template operator()<3>(x)', '(call (. f operator()<3>) x)'],
  ['f(1)(2)', '(call (call f 1) 2)'],
  ['get<2, 1>(coord) = 0', '(= (call get<2, 1> coord) 0)'],
  ['table[i](x)', '(call (index table i) x)'],
  ['(*fn)(x)', '(call (* fn) x)'],
  ['float(x)', '(call float x)'],
  ['delete p', '(call operator delete p)'],
  ['f({1, 2}, {})', '(call f (braces 1 2) (braces))'],
]);

rows('template arguments', [
  ['f<ceil_div(a, b)>(x)', '(call f<(call ceil_div a b)> x)'],
  ['f<kN * 2, (a > b), sizeof(T)>(x)', '(call f<(* kN 2), (> a b), (sizeof(T))> x)'],
  ['f<table[3], &g>(x)', '(call f<(index table 3), (& g)> x)'],
  ['f<std::function<void(const Path&)>>(x)', '(call f<std::function<void(const Path&)>?> x)'],
  ['f<not kIsLast>()', '(call f<(! kIsLast)>)'],
  ['f<decltype(a), const T&>(x)', '(call f<type decltype(a), type const T&> x)'],
]);

rows('kernel launches', [
  ['copy_rows<<<grid, block, 0, stream>>>(dst, src)', '(launch copy_rows (grid block 0 stream) dst src)'],
  ['ns::copy_rows<int4, 2><<<1, dim3(32, 4)>>>()', '(launch ns::copy_rows<int4?, 2> (1 (call dim3 32 4)))'],
]);

rows('casts', [
  ['static_cast<uint64_t*>(p)', '(static_cast [uint64_t*] p)'],
  ['reinterpret_cast<const volatile int4*>(p)', '(reinterpret_cast [const volatile int4*] p)'],
  ['const_cast<T&>(x)', '(const_cast [T&] x)'],
  ['static_cast < Row > (x)', '(static_cast [Row] x)'],
  ['(int4*)p', '(cast [int4*] p)'],
  ['(T*)(p + 1)', '(cast [T*] (+ p 1))'],
  ['*(volatile int*)p', '(* (cast [volatile int*] p))'],
  ['(uint64_t) -x', '(cast [uint64_t] (- x))'],
]);

rows('values made of braces', [
  ['x = Point{1, 2}', '(= x (braces [Point] 1 2))'],
  ['x = ns::Box<T>{}', '(= x (braces [ns::Box<T>]))'],
  ['x = {.first = 1, 2}', '(= x (braces (= first 1) 2))'],
  ['x = (Point){1}', '(= x (braces [Point] 1))'],
  ['x = new (place) Node<T>(1)', '(= x (new [Node<T>] 1))'],
]);

rows('operators', [
  ['x = a + b * c - d', '(= x (- (+ a (* b c)) d))'],
  ['x = not a and b or c', '(= x (|| (&& (! a) b) c))'],
  ['x = a xor b bitand c bitor compl d', '(= x (| (^ a (& b c)) (~ d)))'],
  ['x = a not_eq b', '(= x (!= a b))'],
  ['a and_eq b', '(&= a b)'],
  ['x <<= 1, y >>= 2, z', '(comma (<<= x 1) (>>= y 2) z)'],
  ['x = c ? a : d ? e : f', '(= x (? c a (? d e f)))'],
  ['*p++ = --n', '(= (* (post++ p)) (-- n))'],
  ['x = &s.field[i]', '(= x (& (index (. s field) i)))'],
  ['x = n -1', '(= x (- n 1))'],
  ['x = a <=> b', '(= x (<=> a b))'],
  ['x = (n) * m', '(= x (* n m))'],
  ['x = sizeof(T) * n', '(= x (* (sizeof(T)) n))'],
]);

describe('comparisons that parse as a template call', () => {
  test.each([
    ['x = lane < kNum && left > (n)', '(= x (&& (< lane kNum) (> left n)))'],
    ['x = lane < n - 1 and left > (n - 1)', '(= x (&& (< lane (- n 1)) (> left (- n 1))))'],
    ['x = a < b || c && d > (e)', '(= x (|| (< a b) (&& c (> d e))))'],
    ['f(a < b, c > (d))', '(call f (< a b) (> c d))'],
  ['x = a + b < c && d > (e + f).g', '(= x (&& (< (+ a b) c) (> d (. (+ e f) g))))'],
  ['x = !a < b && c > (d)[1]', '(= x (&& (< (! a) b) (> c (index d 1))))'],
  ['x = ns::kN < n && m > (k)', '(= x (&& (< ns::kN n) (> m k)))'],
  ['x = a < b && c > (d) && e < f && g > (h)', '(= x (&& (&& (&& (< a b) (> c d)) (< e f)) (> g h)))'],
    ['f<kA && kB>(d)', '(call f<(&& kA kB)> d)'],
  ])('%s', async (code, printed) => {
    expect(await expr(code)).toBe(printed);
  });
});

rows('member templates with values, which parse as comparisons', [
  ['x = layout.rows<true>(i)', '(= x (call (. layout rows<true>) i))'],
  ['layout.rows<3>(i, j)', '(call (. layout rows<3>) i j)'],
  ['p->rows<kN * 2>(i)', '(call (-> p rows<(* kN 2)>) i)'],
  ['x = !a.f<3>(i).ok', '(= x (! (. (call (. a f<3>) i) ok)))'],
  ['x = a.f<3>(i).g<4>(j)[k] + 1', '(= x (+ (index (call (. (call (. a f<3>) i) g<4>) j) k) 1))'],
  ['x = 2 * a.f<3>(i) + b.g<not kOk>(j)', '(= x (+ (* 2 (call (. a f<3>) i)) (call (. b g<(! kOk)>) j)))'],
  ['x = a.f<b.g<4>(j)>(i)', '(= x (call (. a f<(call (. b g<4>) j)>) i))'],
  ['x = a.f<kA and kB>(i)', '(= x (call (. a f<(&& kA kB)>) i))'],
  ['x = i < a.f<3>(j)', '(= x (< i (call (. a f<3>) j)))'],
  ['x = i < a.f<3>(j, k).n', '(= x (< i (. (call (. a f<3>) j k) n)))'],
  ['*a.f<3>(i) = (int)a.f<4>(j)', '(= (* (call (. a f<3>) i)) (cast [int] (call (. a f<4>) j)))'],
  ['h(a.f<3>(i), a.f<3, true>(j))', '(call h (call (. a f<3>) i) (call (. a f<3, true>) j))'],
  ['x = i < ns::size<1>(t)', '(= x (< i (call ns::size<1> t)))'],
  ['x = get<0>(t) < n && get<1>(t).m > (k)', '(= x (&& (< (call get<0> t) n) (> (. (call get<1> t) m) k)))'],
  ['for (int i = 0; i < size<0, 2>(t); ++i)', '(for (decl (i [int] 0)) (< i (call size<0, 2> t)) (++ i) (empty))'],
  ['h(i < size<0, 2>(t), j)', '(call h (< i (call size<0, 2> t)) j)'],
  ['x = a.n < b && c > (d)', '(= x (&& (< (. a n) b) (> c d)))'],
  ['x = a->n > (b)', '(= x (> (-> a n) b))'],
]);

rows('literals', [
  ['x = 1\'000\'000ull', '(= x 1000000)'],
  ['x = 0xFFu', '(= x 255)'],
  ['x = 0b1010', '(= x 10)'],
  ['x = 017', '(= x 15)'],
  ['x = -1', '(= x -1)'],
  ['x = 9007199254740991', '(= x 9007199254740991)'],
  ['x = 9007199254740992', '(= x 9007199254740992?)'],
  ['x = 0xFFFFFFFFFFFFFFFFull', '(= x 0xFFFFFFFFFFFFFFFFull?)'],
  ['x = 1.0f', '(= x 1.0f?)'],
  ['x = 1e3', '(= x 1e3?)'],
  ['x = \'a\'', '(= x 97)'],
  ['x = \'\\n\'', '(= x 10)'],
  ['x = true ? nullptr : NULL', '(= x (? true null null))'],
  ['x = "a\\tb" "\\x41\\101"', '(= x "a\\tbAA")'],
  ['x = R"(a\\n)"', '(= x "a\\\\n")'],
]);

rows('lambdas', [
  ['auto f = [=, &x, n = g(3)](int a, T&& b) mutable -> int { return a; }', '(decl (f [auto] (lambda [= &x n=(call g 3)] (int a, T& b) (block (return a)))))'],
  ['[&] { f(); }()', '(call (lambda [&] () (block (call f))))'],
  ['auto r = ([](auto i) { return i; })(3)', '(decl (r [auto] (call (lambda [] (auto i) (block (return i))) 3)))'],
  ['each([this, p](int) {})', '(call each (lambda [&this p] (int ) (block)))'],
]);

rows('packs', [
  ['f(args...)', '(call f args)'],
  ['f(std::forward<Ts>(args)...)', '(call f (call std::forward<Ts?> args))'],
  ['(f(args), ...)', '(call f args)'],
]);

test('a call with a pack says that its arguments are not all written', async () => {
  const { body } = await lowerBody('f(a, args...); f(a, b);');
  const spreads = body.map((stmt) => stmt.kind === 'expr' && stmt.expr.kind === 'call' && (stmt.expr.spreads ?? false));
  expect(spreads).toEqual([true, false]);
});

test('a generic lambda keeps its template parameters', async () => {
  const { body: [stmt] } = await lowerBody('auto f = []<int kStage>(auto) {};');
  const lambda = stmt?.kind === 'decl' && stmt.declarators[0]?.init?.kind === 'lambda' ? stmt.declarators[0].init : undefined;
  expect(lambda?.templateParams?.map(({ name, kind }) => `${kind} ${name}`)).toEqual(['value kStage']);
});

test('the arguments of a qualifying class are kept apart from those of the name', async () => {
  const { body: [stmt] } = await lowerBody('Mma<64, kBlock>::fma<T>(x);');
  const callee = stmt?.kind === 'expr' && stmt.expr.kind === 'call' && stmt.expr.callee.kind === 'name' ? stmt.expr.callee : undefined;
  expect(callee?.path).toEqual(['Mma', 'fma']);
  expect(callee?.scopeArgs?.map((arg) => arg.text)).toEqual(['64', 'kBlock']);
  expect(callee?.templateArgs?.map((arg) => arg.text)).toEqual(['T']);
});

test('what is not understood is unknown, and the rest of the statement is kept', async () => {
  expect(await expr('f(({ 1; }), a)')).toBe('(call f «({ 1; })» a)');
});

test('the operand of sizeof is kept as a type', async () => {
  const { body } = await lowerBody('n = sizeof(int4); m = alignof(ns::Box<T>); k = sizeof x;');
  const types = body.map((stmt) => (stmt.kind === 'expr' && stmt.expr.kind === 'assign' && stmt.expr.value.kind === 'sizeof' ? stmt.expr.value.type?.path.join('::') : 'none'));
  expect(types).toEqual(['int4', 'ns::Box', 'x']);
});
