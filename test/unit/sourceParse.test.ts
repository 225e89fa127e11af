import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseView, syntaxProblems } from '../../src/core/source/parseView.js';
import type { CudaParser } from '../../src/core/source/parser.js';
import { findSuspects } from '../../src/core/source/suspects.js';
import { testParser } from './support/grammar.js';
import { viewOf } from './support/views.js';

let parser: CudaParser;
beforeAll(async () => {
  parser = await testParser();
});
afterEach(() => {
  expect(parser.liveTrees).toBe(0);
});

/** Parses, and deletes the tree afterwards. */
function parsed<T>(text: string, use: (result: NonNullable<ReturnType<typeof parseView>>) => T): T {
  const result = parseView(parser, viewOf(text));
  if (!result) throw new Error('no tree');
  try {
    return use(result);
  } finally {
    result.tree.delete();
  }
}

/** First line of each suspect block. */
function suspects(text: string): string[] {
  return parsed(text, ({ tree, view }) => findSuspects(tree, view).map(({ start, end }) => view.text.slice(start, end)));
}

describe('which text is parsed', () => {
  it('is the view, when it has no errors', () => {
    parsed('CUTE_UNROLL int x;', ({ tree, view }) => {
      expect(tree.hasError).toBe(false);
      expect(view.view).not.toBe(view.text);
    });
  });

  it('is the raw text, when that has fewer errors', () => {
    // The definition is for another place; here the name is a function.
    parsed('#define f(x) { x @ @ @ @ \nvoid g() { f(1); }\n#undef f\n', ({ tree, view }) => {
      expect(tree.hasError).toBe(false);
      expect(view.view.slice(view.view.indexOf('void'))).toBe('void g() { f(1); }\n        \n');
    });
  });

  it('gives up at the deadline without leaving a tree behind', () => {
    const text = 'void f() { int x = (1 + 2) * 3; }\n'.repeat(20_000);
    expect(parseView(parser, viewOf(text), Date.now() - 1)).toBeUndefined();
  });
});

describe('the syntax problem of a file', () => {
  it('is none for a clean file', () => {
    expect(parsed('int x;', syntaxProblems)).toEqual([]);
  });

  it('is the first place that is not understood, in words', () => {
    const problems = parsed('int x;\n  int y = @ 3;\nint z = @;\n', syntaxProblems);
    expect(problems).toEqual([{ code: 'syntax', message: 'Line 2: `@` is not understood; facts there are unknown.', line: 2, column: 11 }]);
  });

  it('names what is missing', () => {
    const problems = parsed('void f() {\n  int x = 3\n}\n', syntaxProblems);
    expect(problems[0]?.message).toBe('Line 2: a missing `;` is not understood; facts there are unknown.');
  });

  it('has the file’s own line, also behind expanded macros', () => {
    const text = '#define BOTH(a) { a; a; }\nvoid f() { BOTH(g(1)) }\nint y = @ 3;\n';
    expect(parsed(text, syntaxProblems)[0]).toMatchObject({ line: 3, column: 9 });
  });
});

describe('suspect blocks', () => {
  it('are those with a statement that was read as a declaration', () => {
    expect(suspects('void f() { g(); { a<b> return; } }')).toEqual(['{ a<b> return; }']);
  });

  it('are those around a macro that nothing defines', () => {
    expect(suspects('void f() { g(); { MYSTERY if (p) return; } }')).toEqual(['{ MYSTERY if (p) return; }']);
  });

  it('are found behind expanded macros, too', () => {
    expect(suspects('#define LOOP(x) for (;;) { x; }\nvoid a() { LOOP(g()) }\nvoid f() { MYSTERY if (p) return; }')).toEqual(['{ MYSTERY if (p) return; }']);
  });

  it('are none in ordinary code', () => {
    const text = 'int f() { // a comment\n  if (a) return b; else return c; do x = 1; while (y); /* x */ for (;;) break; l: goto l; switch (q) { case A: return 1; } }';
    expect(suspects(text)).toEqual([]);
  });
});
