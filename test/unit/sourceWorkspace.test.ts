import { describe, expect, it } from 'vitest';
import { createSourceWorkspace } from '../../src/core/source/workspace.js';
import { flat, workspaceOf } from './support/views.js';

/** A workspace whose files can be edited. */
function editable(start: Readonly<Record<string, string>>): { readonly files: Map<string, string>; readonly workspace: ReturnType<typeof createSourceWorkspace> } {
  const files = new Map(Object.entries(start));
  return { files, workspace: createSourceWorkspace({ text: (path) => files.get(path), paths: () => files.keys() }) };
}

const FILES = {
  'kernel.cu': '#include "middle.cuh"\nATTRIBUTE_MACRO int x;\n',
  'middle.cuh': '#include "macros.cuh"\nint y;\n',
  'macros.cuh': '#define ATTRIBUTE_MACRO static\n',
  'other.cu': 'int z;\n',
};

describe('an edited file', () => {
  it('touches only itself while the macros that it passes on are the same', () => {
    const { files, workspace } = editable(FILES);
    workspace.view('kernel.cu');
    files.set('macros.cuh', '// a comment\n#define ATTRIBUTE_MACRO static\nint more;\n');
    expect(workspace.changed('macros.cuh')).toEqual(['macros.cuh']);
  });

  it('touches all that include it once its macros are others', () => {
    const { files, workspace } = editable(FILES);
    for (const path of files.keys()) workspace.view(path);
    files.set('macros.cuh', '#define ATTRIBUTE_MACRO inline\n');
    expect([...workspace.changed('macros.cuh')].sort()).toEqual(['kernel.cu', 'macros.cuh', 'middle.cuh']);
    expect(flat(workspace.view('kernel.cu') ?? expect.fail())).toBe('inline int x;');
  });

  it('touches its includers when it includes something else', () => {
    const { files, workspace } = editable(FILES);
    workspace.view('kernel.cu');
    files.set('middle.cuh', 'int y;\n');
    expect([...workspace.changed('middle.cuh')].sort()).toEqual(['kernel.cu', 'middle.cuh']);
    expect(flat(workspace.view('kernel.cu') ?? expect.fail())).toBe('ATTRIBUTE_MACRO int x;');
  });
});

describe('the workspace', () => {
  it('knows the include closure, the file itself first', () => {
    expect(workspaceOf(FILES).closure('kernel.cu')).toEqual(['kernel.cu', 'middle.cuh', 'macros.cuh']);
  });

  it('has no view of a file that it does not have', () => {
    expect(workspaceOf(FILES).view('missing.cu')).toBeUndefined();
  });

  it('finds added files and another configuration after a reset', () => {
    const { files, workspace } = editable({ 'kernel.cu': '#include "late.h"\n#if defined(LATE) and FLAG\nyes\n#endif\n' });
    expect(flat(workspace.view('kernel.cu') ?? expect.fail())).toBe('');
    files.set('late.h', '#define LATE\n');
    workspace.reset({ defines: ['FLAG'] });
    expect(flat(workspace.view('kernel.cu') ?? expect.fail())).toBe('yes');
  });

  it('gives a file in an include cycle the same view whichever file was asked for first', () => {
    const files = {
      'a.h': '#include "b.h"\n#ifdef B\nb is known\n#endif\n#define A\n',
      'b.h': '#include "c.h"\n#ifdef A\na is known\n#endif\n#define B\n',
      'c.h': '#include "a.h"\n#ifdef A\na is known\n#endif\n#define C\n',
    };
    const paths = Object.keys(files);
    const alone = new Map(paths.map((path) => [path, workspaceOf(files).view(path)?.view]));
    for (const first of paths) {
      const workspace = workspaceOf(files);
      workspace.view(first);
      for (const path of paths) expect(workspace.view(path)?.view, `${path} after ${first}`).toBe(alone.get(path));
    }
  });

  it('stops at includes that never end', () => {
    const files = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}.h`, `#include "f${i + 1}.h"\n#define M${i} static\nM${i} int x;\n`]));
    expect(flat(workspaceOf(files).view('f0.h') ?? expect.fail())).toContain('int x;');
  });
});
