/** The source views of the real projects: nothing in them may be left that the grammar does not read. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseView, syntaxProblems } from '../../src/core/source/parseView.js';
import { CudaParser } from '../../src/core/source/parser.js';
import { findSuspects } from '../../src/core/source/suspects.js';
import { createSourceWorkspace } from '../../src/core/source/workspace.js';
import { grammarBytes } from '../unit/support/grammar.js';
import { nativeTree } from '../unit/support/native.js';
import { corpusFiles } from './corpus.js';

let parser: CudaParser;
beforeAll(async () => {
  parser = await CudaParser.create(grammarBytes());
});
afterAll(() => {
  expect(parser.liveTrees).toBe(0);
  parser.dispose();
});

describe('the source views of the corpus', () => {
  const files = corpusFiles();
  const workspace = createSourceWorkspace({ text: (path) => files.get(path), paths: () => files.keys() });
  const views = [...files.keys()].flatMap((path) => workspace.view(path) ?? []);

  /** What `describe` says about the files' trees, where it says anything. */
  function perFile(describe: (path: string, parsed: NonNullable<ReturnType<typeof parseView>>) => readonly string[]): string[] {
    return views.flatMap((view) => {
      const parsed = parseView(parser, view);
      if (!parsed) return [`${view.path}: no tree`];
      try {
        return describe(view.path, parsed).map((what) => `${view.path}: ${what}`);
      } finally {
        parsed.tree.delete();
      }
    });
  }

  it('are there for every file', () => {
    expect(files.size).toBeGreaterThan(100);
    expect(views).toHaveLength(files.size);
  });

  it('parse without an ERROR or MISSING node', () => {
    expect(perFile((_path, parsed) => syntaxProblems(parsed).map((problem) => problem.message))).toEqual([]);
  });

  it('have the same trees from the native grammar', () => {
    expect(perFile((_path, { tree, view }) => (tree.root.toString() === nativeTree(view.view) ? [] : ['another tree']))).toEqual([]);
  });

  it('hold no statement that was read as something else, and nothing that was guessed', () => {
    expect(perFile((_path, { tree, view }) => findSuspects(tree, view).map(({ start, end }) => view.text.slice(start, Math.min(end, start + 60))))).toEqual([]);
  });

  it('never fall back to the raw text', () => {
    const view = new Map(views.map((v) => [v.path, v]));
    expect(perFile((path, parsed) => (parsed.view === view.get(path) ? [] : ['raw or partly expanded']))).toEqual([]);
  });

  it('have the file’s offsets wherever nothing was expanded', () => {
    expect(views.filter((view) => !view.expanded && view.view.length !== view.text.length).map((view) => view.path)).toEqual([]);
  });

  it('map every written word back to itself', () => {
    // What stands in the place of another spelling of the same length.
    const rewritten = new Set(['alignas', 'static_assert', '__device__', '__host__', '__global__', 'uint32_t']);
    const moved = views.flatMap((view) =>
      [...view.view.matchAll(/[A-Za-z_]\w*/g)].flatMap(({ 0: word, index }) => {
        const isWritten = !view.isSynthetic(index) && !view.isSynthetic(index + word.length - 1);
        return !isWritten || rewritten.has(word) || view.text.startsWith(word, view.toFile(index)) ? [] : [`${view.path}: ${word}`];
      }),
    );
    expect(moved).toEqual([]);
  });

  it('report no problem of their own', () => {
    expect(views.flatMap((view) => view.problems)).toEqual([]);
  });
});
