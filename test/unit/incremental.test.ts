import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { editBetween } from '../../src/core/source/textEdit.js';
import { grammarBytes, testParser } from './support/grammar.js';

const root = fileURLToPath(new URL('../../examples', import.meta.url));
const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.cuh')).sort();
const texts = new Map(paths.map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]));
const DISPATCH = 'mini-ep/include/mini_ep/impls/dispatch.cuh';
const HANDLE = 'mini-ep/include/mini_ep/handle.cuh';

describe('the edit between two texts', () => {
  it('is the stretch in which they differ, with points', () => {
    expect(editBetween('a\nbcd\ne', 'a\nbXYd\ne')).toEqual({
      startIndex: 3, oldEndIndex: 4, newEndIndex: 5,
      startPosition: { row: 1, column: 1 }, oldEndPosition: { row: 1, column: 2 }, newEndPosition: { row: 1, column: 3 },
    });
  });

  it('does not count a repeated character twice', () => {
    expect(editBetween('aa', 'aaa')).toMatchObject({ startIndex: 2, oldEndIndex: 2, newEndIndex: 3 });
  });

  it('is empty for equal texts', () => {
    expect(editBetween('x\ny', 'x\ny')).toMatchObject({ startIndex: 3, oldEndIndex: 3, newEndIndex: 3, startPosition: { row: 1, column: 1 } });
  });
});

describe('parsing only what changed', () => {
  it('gives the tree that parsing it all gives', async () => {
    const parser = await testParser();
    for (const text of texts.values()) {
      let before = { text, tree: parser.parse(text) };
      for (let i = 1; i < 12; i++) {
        const at = Math.floor((text.length * i) / 12);
        const next = i % 3 === 0 ? before.text.slice(0, at) + before.text.slice(at + 7) : `${before.text.slice(0, at)}${i % 2 ? ' x = 1; ' : '\n{ 中 }\n'}${before.text.slice(at)}`;
        if (!before.tree) throw new Error('no tree');
        const tree = parser.parse(next, undefined, { text: before.text, tree: before.tree });
        const whole = parser.parse(next);
        expect(tree?.root.toString()).toBe(whole?.root.toString());
        whole?.delete();
        before.tree.delete();
        before = { text: next, tree };
      }
      before.tree?.delete();
    }
  });
});

describe('analysing after edits', () => {
  const analyzers: { dispose(): void }[] = [];
  afterAll(() => {
    for (const analyzer of analyzers) analyzer.dispose();
  });
  const open = async (): Promise<Awaited<ReturnType<typeof createAnalyzer>>> => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0' });
    analyzers.push(analyzer);
    for (const [path, text] of texts) analyzer.setFile(path, text);
    return analyzer;
  };
  const outcome = (analyzer: Awaited<ReturnType<typeof createAnalyzer>>): unknown =>
    JSON.parse(JSON.stringify(analyzer.analyze('.').findings.map(({ rule, file, line, column, message }) => ({ rule, file, line, column, message }))));

  it('is the same as analysing the edited workspace from nothing', async () => {
    const edited = await open();
    edited.analyze('.');
    const steps: readonly (readonly [path: string, from: string, to: string])[] = [
      [DISPATCH, 'if (peer_ptr != nullptr)\n', ''],
      [HANDLE, 'return nullptr;', 'return ptr;'],
      [HANDLE, 'return ptr;', 'return nullptr;'],
      [DISPATCH, '__syncwarp();', '__syncwarp(); // 中'],
    ];
    const now = new Map(texts);
    for (const [path, from, to] of steps) {
      now.set(path, (now.get(path) ?? '').replace(from, to));
      edited.setFile(path, now.get(path));
      const fresh = await createAnalyzer({ grammar: grammarBytes(), version: '0' });
      analyzers.push(fresh);
      for (const [file, text] of now) fresh.setFile(file, text);
      expect(outcome(edited)).toEqual(outcome(fresh));
    }
  });
});
