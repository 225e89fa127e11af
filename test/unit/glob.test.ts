import { expect, test } from 'vitest';
import { globMatcher } from '../../src/host/glob.js';

test.each([
  ['*.cu', 'deep/down/a.cu', true],
  ['*.cu', 'a.cuh', false],
  ['src/*.cu', 'src/a.cu', true],
  ['src/*.cu', 'src/x/a.cu', false],
  ['src/**/a.cu', 'src/a.cu', true],
  ['src/**/a.cu', 'src/x/y/a.cu', true],
  ['src/**/a.cu', 'src/xa.cu', false],
  ['src/**.cu', 'src/x/a.cu', true],
  ['**/gen/**', 'x/gen/y/a.cu', true],
  ['src/', 'src/x/y/a.cu', true],
  ['src', 'lib/src/x.cu', true],
  ['/src', 'lib/src/x.cu', false],
  ['src', 'srcs/a.cu', false],
  ['./src', 'src/a.cu', true],
  ['src\\gen', 'src/gen/a.cu', true],
  ['{gen,out}/*.{cu,cuh}', 'out/a.cuh', true],
  ['{gen,out}/*.{cu,cuh}', 'other/a.cuh', false],
  ['{a,{b,c}d,}e/x', 'cde/x', true],
  ['{a,{b,c}d,}e/x', 'e/x', true],
  ['{a,{b,c}d,}e/x', 'ce/x', false],
  ['a?.cu', 'ab.cu', true],
  ['a?.cu', 'a/.cu', false],
  ['a?.cu', 'a😀.cu', true],
  ['a+b(1).cu', 'a+b(1).cu', true],
  ['a.cu', 'axcu', false],
  ['{a,b', '{a,b', true],
  ['{{a}', 'a', true],
  ['b{c', 'b{c', true],
  ['a,b}', 'a,b}', true],
])('%s on %s: %s', (pattern, path, matches) => {
  expect(globMatcher([pattern])(path)).toBe(matches);
});

// What backtracks, as regular expressions do, is not done with these today.
test.each([
  ['stars', '*a'.repeat(40) + 'b', 'a'.repeat(400)],
  ['stars that cross segments', '**a'.repeat(40) + 'b', 'a/'.repeat(200)],
  ['directories', '**/'.repeat(40) + 'b', 'a/'.repeat(200) + 'a'],
  ['choices of the same', '{a,a}'.repeat(40) + 'b', 'a'.repeat(400)],
  ['choices of stars', '{*,**,?}'.repeat(40) + 'b', 'a'.repeat(400)],
  ['nested choices', '{*'.repeat(200) + '}'.repeat(200) + 'b', 'a'.repeat(400)],
  ['slashes', '/'.repeat(5000) + 'b', '/'.repeat(5000)],
])('the time is bounded by the lengths: %s', (_, pattern, path) => {
  const start = performance.now();
  const matches = globMatcher([pattern]);
  expect(matches(path)).toBe(false);
  expect(performance.now() - start).toBeLessThan(1000);
});

test('a pattern as long as a project file may be does not exhaust the stack', () => {
  expect(globMatcher(['{,'.repeat(100_000) + '}'])('a')).toBe(false);
});
