import { describe, expect, it } from 'vitest';
import { createIncludeIndex } from '../../src/core/source/includes.js';

describe('where an include leads', () => {
  it('tries the including file’s own folder first', () => {
    const index = createIncludeIndex(['src/a/util.cuh', 'src/util.cuh', 'src/a/kernel.cu']);
    expect(index.resolve('src/a/kernel.cu', 'util.cuh', false)).toBe('src/a/util.cuh');
  });

  it('walks up and down from there', () => {
    const index = createIncludeIndex(['lib/common/x.cuh', 'src/a/kernel.cu']);
    expect(index.resolve('src/a/kernel.cu', '../../lib/./common/x.cuh', false)).toBe('lib/common/x.cuh');
  });

  it('finds an include path by the tail of the file’s path', () => {
    const index = createIncludeIndex(['project/include/project/common/ptx.cuh', 'project/include/project/ptx.cuh']);
    expect(index.resolve('project/csrc/k.cu', 'project/common/ptx.cuh', true)).toBe('project/include/project/common/ptx.cuh');
  });

  it('does not take half a folder name for a match', () => {
    expect(createIncludeIndex(['my_common/ptx.cuh']).resolve('k.cu', 'common/ptx.cuh', true)).toBeUndefined();
  });

  it('prefers the candidate that shares more folders with the including file', () => {
    const index = createIncludeIndex(['one/include/common/x.cuh', 'two/include/common/x.cuh']);
    expect(index.resolve('two/csrc/k.cu', 'common/x.cuh', true)).toBe('two/include/common/x.cuh');
  });

  it('prefers the shorter path when both are equally near', () => {
    const index = createIncludeIndex(['build/lib/include/common/x.cuh', 'include/common/x.cuh']);
    expect(index.resolve('csrc/k.cu', 'common/x.cuh', true)).toBe('include/common/x.cuh');
  });

  it('stays undecided when two candidates fit equally well', () => {
    expect(createIncludeIndex(['a/x.cuh', 'b/x.cuh']).resolve('c/k.cu', 'x.cuh', true)).toBeUndefined();
  });

  it('never leads to the including file itself', () => {
    expect(createIncludeIndex(['a/config.h', 'b/config.h']).resolve('a/config.h', 'config.h', true)).toBe('b/config.h');
  });

  it('takes backslashes for slashes and copes with an empty path', () => {
    const index = createIncludeIndex(['include/common/x.cuh']);
    expect(index.resolve('k.cu', 'common\\x.cuh', false)).toBe('include/common/x.cuh');
    expect(index.resolve('k.cu', '', false)).toBeUndefined();
  });
});
