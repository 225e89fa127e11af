/** An analyser that has seen a history of edits says the same as one that sees the last text for the first time. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { discover, relativePath } from '../../src/host/files.js';
import { grammarBytes } from './support/grammar.js';

const EXAMPLES = new URL('../../examples/', import.meta.url).pathname;
const examples = new Map(discover(EXAMPLES, [EXAMPLES]).files.map((path) => [relativePath(EXAMPLES, path), readFileSync(path, 'utf8')]));

const PIECES = ['', ' ', '\n', ';', '{', '}', '(', ')', '// ', '/*', '*/', '"', '#if 0\n', '#endif\n', 'if (true) ', 'return;', ' int extra = 1; ', '__syncthreads();', '中', '#define MORE 1\n', '#include "common.cuh"\n'];

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

async function analyzerWith(files: ReadonlyMap<string, string>): Promise<Analyzer> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  for (const [path, text] of files) analyzer.setFile(path, text);
  return analyzer;
}

/** Everything that an analysis says, graphs included. */
function whole(analyzer: Analyzer): string {
  return JSON.stringify(analyzer.analyze('/'), undefined, 1);
}

/** One place changes: some characters go, a piece comes. */
function edited(text: string, next: (below: number) => number): string {
  const at = next(text.length + 1);
  return text.slice(0, at) + (PIECES[next(PIECES.length)] ?? '') + text.slice(at + next(4) * next(12));
}

describe('a history of edits', () => {
  it.each([1, 2, 3, 4, 5, 6])('leaves no trace (seed %i)', async (seed) => {
    const next = random(seed);
    const files = new Map(examples);
    const paths = [...files.keys()];
    const analyzer = await analyzerWith(files);
    for (let step = 1; step <= 40; step++) {
      const path = paths[next(paths.length)] ?? '';
      // Most edits follow each other in one file; now and then the original comes back.
      const text = next(8) === 0 ? (examples.get(path) ?? '') : edited(files.get(path) ?? '', next);
      files.set(path, text);
      analyzer.setFile(path, text);
      analyzer.analyzeFile(paths[next(paths.length)] ?? '');
      if (step % 10 !== 0) continue;
      const fresh = await analyzerWith(files);
      expect(whole(analyzer), `after ${step} edits`).toBe(whole(fresh));
      fresh.dispose();
    }
    analyzer.dispose();
    expect(analyzer.liveTrees).toBe(0);
  });

  it('of typing a statement leaves no trace', async () => {
    const [path = '', text = ''] = [...examples].find(([each]) => each.endsWith('dispatch.cuh')) ?? [];
    const analyzer = await analyzerWith(examples);
    const at = text.indexOf('if (peer_ptr != nullptr)');
    expect(at).toBeGreaterThan(0);
    const typed = 'if (lane_idx == 0) { *peer_ptr = 1; } ';
    for (let length = 1; length <= typed.length; length++) {
      analyzer.setFile(path, text.slice(0, at) + typed.slice(0, length) + text.slice(at));
      analyzer.analyzeFile(path);
    }
    const fresh = await analyzerWith(new Map(examples).set(path, text.slice(0, at) + typed + text.slice(at)));
    expect(whole(analyzer)).toBe(whole(fresh));
    analyzer.dispose();
    fresh.dispose();
  });
});
