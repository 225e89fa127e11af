import { describe, expect, it } from 'vitest';
import { shareOut, type SourceSize } from '../../src/cli/shares.js';

const LARGE = 300 * 1024;
const source = (path: string, bytes: number, ...includes: string[]): SourceSize => ({
  path,
  bytes,
  includes: includes.map((name) => ({ name, system: name.startsWith('<') })),
});
const sorted = (shares: readonly (readonly string[])[]): string[][] => shares.map((share) => [...share].sort()).sort();

describe('shares', () => {
  it('keep together what includes join, in whatever direction', () => {
    const sources = [source('a/x.cu', LARGE, 'common.cuh'), source('a/y.cu', LARGE, 'common.cuh'), source('a/common.cuh', 10), source('b/z.cu', LARGE)];
    expect(sorted(shareOut(sources, 3))).toEqual([['a/common.cuh', 'a/x.cu', 'a/y.cu'], ['b/z.cu']]);
  });

  it('are about equal', () => {
    const sources = [2, 3, 4, 5].map((size, i) => source(`${i}.cu`, size * LARGE));
    expect(sorted(shareOut(sources, 2))).toEqual([['0.cu', '3.cu'], ['1.cu', '2.cu']]);
  });

  it('are as few as the work is worth', () => {
    const sources = [source('a.cu', 1000), source('b.cu', 1000), source('c.cu', 1000)];
    expect(shareOut(sources, 8)).toEqual([['a.cu', 'b.cu', 'c.cu']]);
    expect(shareOut([source('a.cu', LARGE), source('b.cu', LARGE)], 1)).toEqual([['a.cu', 'b.cu']]);
    expect(shareOut([source('a.cu', 10 * LARGE)], 8)).toEqual([['a.cu']]);
  });

  it('lose nothing', () => {
    const sources = Array.from({ length: 100 }, (_, i) => source(`${i}.cuh`, LARGE, `${i + 1}.cuh`, `${i * 7}.cuh`));
    expect(shareOut(sources, 4).flat().sort()).toEqual(sources.map(({ path }) => path).sort());
  });
});
