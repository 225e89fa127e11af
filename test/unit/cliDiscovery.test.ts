import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonAncestor, discover, isInside, readSource, type DiscoveryOptions } from '../../src/host/files.js';
import { closeOverIncludes } from '../../src/host/includes.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symscope-disk-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const write = (path: string, text = ''): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const found = (paths: readonly string[] = ['.'], options?: DiscoveryOptions): string[] =>
  discover(root, paths.map((path) => join(root, path)), options).files.map((path) => relative(root, path));

describe('finding sources', () => {
  it('takes C, C++ and CUDA names in any case, in path order, and nothing else', () => {
    for (const path of ['b.CUH', 'a.cu', 'sub/c.hpp', 'README.md', 'Makefile', '.cu', 'x.cu.bak']) write(path);
    expect(found()).toEqual(['a.cu', 'b.CUH', 'sub/c.hpp']);
  });

  it('does not enter build products, packages, hidden directories or copies of other projects', () => {
    for (const dir of ['.git', 'node_modules', 'build', 'build-release', 'cmake-build-debug', 'third-party', 'deep/third_party', '3rdparty']) write(`${dir}/x.cuh`);
    write('kept/builder.cuh');
    expect(found()).toEqual(['kept/builder.cuh']);
    expect(found(['.'], { includeThirdParty: true })).toEqual(['3rdparty/x.cuh', 'deep/third_party/x.cuh', 'kept/builder.cuh', 'third-party/x.cuh']);
    expect(discover(root, [root]).skippedThirdParty.map((path) => relative(root, path)).sort()).toEqual(['3rdparty', 'deep/third_party', 'third-party']);
  });

  it('takes what is named itself, whatever its name', () => {
    write('build/kernel.txt');
    write('build/a.cu');
    expect(found(['build/kernel.txt'])).toEqual(['build/kernel.txt']);
    expect(found(['build'])).toEqual(['build/a.cu']);
  });

  it('lists a file once when paths overlap', () => {
    write('src/a.cu');
    expect(found(['.', 'src', 'src/a.cu'])).toEqual(['src/a.cu']);
  });

  it('follows links once, also round a loop, and knows a file by its own name', () => {
    write('src/a.cu');
    symlinkSync(root, join(root, 'src/loop'));
    symlinkSync(join(root, 'src/a.cu'), join(root, 'alias.cu'));
    symlinkSync(join(root, 'gone.cu'), join(root, 'broken.cu'));
    const outside = mkdtempSync(join(tmpdir(), 'symscope-linked-'));
    writeFileSync(join(outside, 'b.cu'), '');
    symlinkSync(outside, join(root, 'linked'));
    expect(found()).toEqual(['linked/b.cu', 'src/a.cu']);
    rmSync(outside, { recursive: true });
  });

  it('keeps spaces and letters outside ASCII in names', () => {
    write('my kernels/通信 é.cuh');
    expect(found()).toEqual(['my kernels/通信 é.cuh']);
  });

  it('leaves out what a glob names', () => {
    for (const path of ['a.cu', 'gen/b.cu', 'src/gen/c.cu', 'src/d_test.cu']) write(path);
    expect(found(['.'], { exclude: ['gen'] })).toEqual(['a.cu', 'src/d_test.cu']);
    expect(found(['.'], { exclude: ['src/**', '*_test.cu'] })).toEqual(['a.cu', 'gen/b.cu']);
  });

  it('reads a file that vanished as undefined', () => {
    write('a.cu');
    const [path = ''] = discover(root, [root]).files;
    rmSync(path);
    expect(readSource(path)).toBeUndefined();
  });

  // The superuser may list any directory, so there is nothing to see for it.
  it.skipIf(process.getuid?.() === 0)('lists a directory that may not be read', () => {
    write('locked/a.cu');
    write('b.cu');
    chmodSync(join(root, 'locked'), 0);
    const { files, unreadable } = discover(root, [root]);
    chmodSync(join(root, 'locked'), 0o755);
    expect(files).toEqual([join(root, 'b.cu')]);
    expect(unreadable).toEqual([{ path: join(root, 'locked'), code: 'EACCES' }]);
  });
});

describe('paths', () => {
  it('finds the deepest common directory', () => {
    expect(commonAncestor(['/a/b/c', '/a/b/d', '/a/b'])).toBe('/a/b');
    expect(commonAncestor(['/a', '/b'])).toBe('/');
    expect(commonAncestor(['/only'])).toBe('/only');
  });

  it('does not take a sibling with the same prefix, or a name of dots, for the inside or the outside', () => {
    expect(isInside('/a/b', '/a/bc')).toBe(false);
    expect(isInside('/a/b', '/a/b')).toBe(true);
    expect(isInside('/a/b', '/a/b/..c')).toBe(true);
    expect(isInside('/a/b', '/a')).toBe(false);
  });
});

describe('includes', () => {
  const included = (...names: string[]): string[] => {
    const sources = new Map(names.map((name) => [join(root, name), readSource(join(root, name))]));
    const all = closeOverIncludes(sources).sources;
    return [...all.keys()].filter((path) => !sources.has(path)).map((path) => relative(root, path)).sort();
  };

  it('follows names relative to the includer, to the directories above it, and to their include directories', () => {
    write('lib/include/lib/handle.cuh', '#include "detail/team.cuh"\n');
    write('lib/include/lib/detail/team.cuh');
    write('lib/include/lib/impl/kernel.cuh', '#include <lib/handle.cuh>\n  #  include "near.cuh"\n#include <cuda_runtime.h>\n');
    write('lib/include/lib/impl/near.cuh');
    write('app/include/app.h');
    write('app/main.cu', '#include "app.h"\n');
    expect(included('lib/include/lib/impl/kernel.cuh')).toEqual(['lib/include/lib/detail/team.cuh', 'lib/include/lib/handle.cuh', 'lib/include/lib/impl/near.cuh']);
    expect(included('app/main.cu')).toEqual(['app/include/app.h']);
  });

  it('ends on cycles, and does not read what it was given already', () => {
    write('a.cuh', '#include "b.cuh"\n');
    write('b.cuh', '#include "a.cuh"\n');
    expect(included('a.cuh')).toEqual(['b.cuh']);
    expect(included('a.cuh', 'b.cuh')).toEqual([]);
  });

  it('stays in the repository, with sources, and out of copies of other projects', () => {
    write('outside.h');
    write('top/.git/HEAD');
    write('top/sub/a.cu', '#include "outside.h"\n#include "notes.txt"\n#include "third_party/big.h"\n#include <missing/none.h>\n#include "/etc/hosts"\n');
    write('top/notes.txt');
    write('top/third_party/big.h');
    expect(included('top/sub/a.cu')).toEqual([]);
  });

  it('may lie above the files that were given', () => {
    write('top/.git/HEAD');
    write('top/include/lib/handle.cuh');
    write('top/src/kernels/a.cu', '#include <lib/handle.cuh>\n#include "../b.cuh"\n');
    write('top/src/b.cuh');
    expect(included('top/src/kernels/a.cu')).toEqual(['top/include/lib/handle.cuh', 'top/src/b.cuh']);
  });
});
