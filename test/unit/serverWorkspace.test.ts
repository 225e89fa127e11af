import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { URI } from 'vscode-uri';
import { nodeFileSystem } from '../../src/server/workspace/nodeFileSystem.js';
import { createPathMap } from '../../src/server/workspace/pathMap.js';
import { createWorkspace, DEFAULT_LIMITS, type Limits } from '../../src/server/workspace/workspace.js';
import { createFakeAnalyzer } from './support/fakeAnalyzer.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'symscope server 中文 '));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, text = 'x'): string {
  const full = join(root, path);
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, text);
  return URI.file(full).toString();
}
const uriOf = (path: string): string => URI.file(join(root, path)).toString();

async function load(options: { exclude?: string[]; includeThirdParty?: boolean; folders?: string[]; limits?: Partial<Limits> } = {}) {
  const analyzer = createFakeAnalyzer();
  const workspace = createWorkspace({ analyzer, fs: nodeFileSystem, openText: () => 'unsaved', limits: { ...DEFAULT_LIMITS, ...options.limits } });
  const folders = (options.folders ?? ['']).map((folder) => ({ uri: uriOf(folder), name: folder === '' ? 'w' : folder }));
  await workspace.load({ folders, exclude: options.exclude ?? [], includeThirdParty: options.includeThirdParty ?? false });
  return { analyzer, workspace, files: () => [...analyzer.files()].sort() };
}

describe('reading a folder', () => {
  test('takes C, C++ and CUDA sources only, whatever is in their names', async () => {
    for (const name of ['a.cu', 'b.cuh', 'c.h', 'd.hh', 'e.hpp', 'f.cpp', 'g.cc', 'h.cxx', 'i.c', 'j.inl', 'K.CU', 'ein ordner/内核 #1 50%.cuh', 'x.py', 'cu']) write(name);
    expect((await load()).files()).toEqual(
      ['K.CU', 'a.cu', 'b.cuh', 'c.h', 'd.hh', 'e.hpp', 'ein ordner/内核 #1 50%.cuh', 'f.cpp', 'g.cc', 'h.cxx', 'i.c', 'j.inl'].map((name) => `w/${name}`),
    );
  });

  test('leaves out what is not the reader\'s own, unless a setting says otherwise', async () => {
    for (const path of ['.git/a.h', 'node_modules/p/a.h', 'build/a.h', 'third-party/lib/a.h', 'gen/a.h', 'src/a.h']) write(path);
    expect((await load()).files()).toEqual(['w/gen/a.h', 'w/src/a.h']);
    expect((await load({ exclude: ['gen'] })).files()).toEqual(['w/src/a.h']);
    expect((await load({ includeThirdParty: true })).files()).toEqual(['w/gen/a.h', 'w/src/a.h', 'w/third-party/lib/a.h']);
  });

  test('follows a link once and never in a circle', async () => {
    write('src/a.cu');
    write('elsewhere.txt');
    symlinkSync(root, join(root, 'src/loop'));
    symlinkSync(join(root, 'src'), join(root, 'again'));
    symlinkSync(join(root, 'src/a.cu'), join(root, 'link.cu'));
    symlinkSync(join(root, 'gone.cu'), join(root, 'broken.cu'));
    expect((await load()).files()).toEqual(['w/src/a.cu']);
  });

  test('finds what only a link leads to', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'symscope-outside-'));
    writeFileSync(join(outside, 'lib.cuh'), 'x');
    write('src/a.cu');
    symlinkSync(outside, join(root, 'lib'));
    expect((await load()).files()).toEqual(['w/lib/lib.cuh', 'w/src/a.cu']);
    rmSync(outside, { recursive: true });
  });

  test('stops at the limits and says how much is missing', async () => {
    for (const name of ['a.cu', 'b.cu', 'c.cu']) write(name, '0123456789');
    expect((await load({ limits: { maxFiles: 2 } })).files()).toEqual(['w/a.cu', 'w/b.cu']);
    const { files, workspace } = await load({ limits: { maxTotalSize: 25 } });
    expect(files()).toHaveLength(2);
    expect(workspace.skipped).toBe(1);
    write('big.cu', 'x'.repeat(100));
    const big = await load({ limits: { maxFileSize: 50 } });
    expect(big.files()).toContain('w/big.cu');
    expect(big.analyzer.fileText('w/big.cu')).toBeUndefined();
  });

  test('records a file that is there but cannot be read', async () => {
    write('secret.cu');
    const analyzer = createFakeAnalyzer();
    const workspace = createWorkspace({ analyzer, fs: { ...nodeFileSystem, read: () => Promise.resolve(undefined) }, openText: () => undefined });
    await workspace.load({ folders: [{ uri: uriOf(''), name: 'w' }], exclude: [], includeThirdParty: false });
    expect(analyzer.hasFile('w/secret.cu')).toBe(true);
    expect(analyzer.fileText('w/secret.cu')).toBeUndefined();
  });

  test('a folder inside another one keeps its own name, and equal names are told apart', async () => {
    write('outer/a.cu');
    write('outer/inner/b.cu');
    expect((await load({ folders: ['outer', 'outer/inner'] })).files()).toEqual(['outer/a.cu', 'outer_inner/b.cu']);
    const map = createPathMap([{ uri: 'file:///x/lib', name: 'lib' }, { uri: 'file:///y/lib', name: 'lib' }]);
    expect([map.toPath('file:///x/lib/a.h'), map.toPath('file:///y/lib/a.h')]).toEqual(['lib/a.h', 'lib~2/a.h']);
  });
});

describe('open documents', () => {
  test('unsaved text wins over the disk, until the document is closed', async () => {
    const uri = write('a.cu', 'disk');
    const { analyzer, workspace } = await load();
    workspace.setText({ uri, version: 1 }, 'unsaved');
    write('a.cu', 'disk 2');
    expect(await workspace.apply([{ uri, type: 'changed' }])).toBe(false);
    expect(analyzer.fileText('w/a.cu')).toBe('unsaved');
    await workspace.close(uri);
    expect(analyzer.fileText('w/a.cu')).toBe('disk 2');
  });

  test('are read again when they are closed without the file going meanwhile, which would cost the analyses of all others', async () => {
    const uri = write('a.cu', 'disk');
    const { analyzer, workspace } = await load();
    const remove = vi.spyOn(analyzer, 'removeFile');
    workspace.setText({ uri, version: 1 }, 'disk');
    await workspace.close(uri);
    await workspace.apply([{ uri, type: 'changed' }]);
    expect(remove).not.toHaveBeenCalled();
    rmSync(join(root, 'a.cu'));
    await workspace.apply([{ uri, type: 'changed' }]);
    expect(remove.mock.calls).toEqual([['w/a.cu']]);
  });

  test('survive when the folders are read anew', async () => {
    const uri = write('a.cu', 'disk');
    const { analyzer, workspace } = await load();
    workspace.setText({ uri, version: 7 }, 'unsaved');
    await workspace.load({ folders: [{ uri: uriOf(''), name: 'other' }], exclude: [], includeThirdParty: false });
    expect(analyzer.fileText('other/a.cu')).toBe('unsaved');
    expect(workspace.opened('other/a.cu')).toEqual({ uri, version: 7 });
  });

  test('outside of all folders are known as long as they are open', async () => {
    const { workspace, files } = await load();
    workspace.setText({ uri: 'untitled:Untitled-1', version: 1 }, 'x');
    const [path = ''] = files();
    expect(workspace.paths.toUri(path)).toBe('untitled:Untitled-1');
    await workspace.close('untitled:Untitled-1');
    expect(files()).toEqual([]);
  });
});

describe('changes on the disk', () => {
  test('files and directories come and go', async () => {
    write('a.cu', 'one');
    const { analyzer, workspace, files } = await load();
    write('a.cu', 'two');
    write('new/b.cu');
    write('new/deep/c.cu');
    write('build/d.cu');
    await workspace.apply([
      { uri: uriOf('a.cu'), type: 'changed' },
      { uri: uriOf('new'), type: 'created' },
      { uri: uriOf('build/d.cu'), type: 'created' },
      { uri: uriOf('never-there.cu'), type: 'created' },
    ]);
    expect(analyzer.fileText('w/a.cu')).toBe('two');
    expect(files()).toEqual(['w/a.cu', 'w/new/b.cu', 'w/new/deep/c.cu']);
    rmSync(join(root, 'new'), { recursive: true });
    expect(await workspace.apply([{ uri: uriOf('new'), type: 'deleted' }])).toBe(true);
    expect(files()).toEqual(['w/a.cu']);
  });
});

describe('addresses', () => {
  test('are the same file however they are encoded', () => {
    const map = createPathMap([{ uri: 'file:///c%3A/Work%20Space', name: 'ws' }]);
    expect(map.toPath('file:///C:/Work Space/a+b.cu')).toBe('ws/a+b.cu');
    expect(map.toUri('ws/a+b.cu')).toBe('file:///C:/Work Space/a+b.cu');
    expect(map.toUri('ws/内核.cu')).toBe('file:///c%3A/Work%20Space/%E5%86%85%E6%A0%B8.cu');
    expect(map.toPath('file:///c%3A/Work%20Space%202/a.cu')).toBe('~/file/c:/Work Space 2/a.cu');
  });
});

describe('project files', () => {
  test('the nearest counts, leaves out what it says, and keeps its last good state while it is broken', async () => {
    for (const path of ['a.cu', 'gen/b.cu', 'sub/gen/c.cu', 'sub/third-party/d.cu']) write(path);
    write('.symscope.json', '{ "exclude": ["gen"], "cudaArch": 900 }');
    write('sub/.symscope.json', '{ "includeThirdParty": true }');
    const { workspace, files } = await load({ folders: [''] });
    expect(files()).toEqual(['w/a.cu', 'w/sub/gen/c.cu']);
    expect([workspace.projects.of('w/a.cu')?.project.cudaArch, workspace.projects.of('w/sub/gen/c.cu')?.project.cudaArch]).toEqual([900, undefined]);
    const uri = write('.symscope.json', '{ "exclude": ');
    expect(workspace.concernsProjects({ uri, type: 'changed' })).toBe(true);
    await workspace.load({ folders: [{ uri: uriOf(''), name: 'w' }], exclude: [] });
    expect(files()).toEqual(['w/a.cu', 'w/sub/gen/c.cu', 'w/sub/third-party/d.cu']);
    expect(workspace.projects.of('w/a.cu')).toMatchObject({ project: { cudaArch: 900 }, problems: [{}] });
  });
});
