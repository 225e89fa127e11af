/** Every fix that a finding of a fixture or of the samples offers is applied, and the text is judged again: the finding is gone, and none has come. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Edit, Finding } from '../../src/core/schema.js';
import { loadFixtures, sharedHeaders, type SourceText } from './support/fixtures.js';
import { grammarBytes } from './support/grammar.js';

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
});
afterAll(() => {
  analyzer.dispose();
});

const shared = sharedHeaders();

function findingsOf(path: string): readonly Finding[] {
  const analysis = analyzer.analyzeFile(path);
  analysis?.complete();
  return analysis?.findings ?? [];
}

function load(sources: readonly SourceText[]): void {
  for (const path of analyzer.files()) analyzer.removeFile(path);
  for (const { path, text } of sources) analyzer.setFile(path, text);
}

function applied(text: string, edits: readonly Edit[]): string {
  const lines = text.split('\n');
  const offset = (line: number, column: number): number => lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  return edits
    .map(({ startLine, startColumn, endLine, endColumn, newText }, i) => ({ start: offset(startLine, startColumn), end: offset(endLine, endColumn), newText, i }))
    .sort((a, b) => b.start - a.start || b.i - a.i)
    .reduce((all, { start, end, newText }) => all.slice(0, start) + newText + all.slice(end), text);
}

const keys = (findings: readonly Finding[]): string[] => findings.map(({ rule, message }) => `${rule}: ${message.replaceAll(/line \d+/gu, 'line N')}`).sort();

/** The titles of the fixes, by rule, each of which has been tried. */
function tryFixes(sources: readonly SourceText[], path: string): string[] {
  load(sources);
  const before = findingsOf(path);
  return before.flatMap((finding) => (finding.fixEdits ?? []).map(({ title, edits }) => {
    const files = [...new Set(edits.map(({ file }) => file))];
    const texts = files.map((file) => [file, analyzer.fileText(file) ?? ''] as const);
    for (const [file, text] of texts) analyzer.setFile(file, applied(text, edits.filter((edit) => edit.file === file)));
    const after = findingsOf(path);
    const shown = `${title}\n${analyzer.fileText(files[0] ?? path) ?? ''}`;
    expect(analyzer.analyzeFile(path)?.report.parse, shown).toBe('clean');
    // Once there is a test, its other arm can be seen to carry nothing; that has a fix of its own.
    const expected = keys(before.filter((each) => each !== finding));
    const added = after.filter(({ rule }) => finding.rule === 'pointer.unchecked' && rule === 'pointer.no-fallback');
    expect(keys(after.filter((each) => !added.includes(each))), shown).toEqual(expected);
    for (const [file, text] of texts) analyzer.setFile(file, text);
    return `${finding.rule}: ${title.replaceAll(/`[^`]*`/gu, '…')}`;
  }));
}

const tried = new Set<string>();

it.each(loadFixtures().filter(({ path }) => path.includes('.bad.')).map((fixture) => [fixture.path, fixture] as const))('%s', (path, fixture) => {
  for (const title of tryFixes([...shared, fixture, ...fixture.headers], path)) tried.add(title);
});

it('samples', () => {
  const root = join(import.meta.dirname, '../../examples');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.cuh?$/u.test(file)).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  for (const { path } of sources) for (const title of tryFixes(sources, path)) tried.add(title);
});

it('fixes of every kind have been tried', () => {
  expect([...tried].sort()).toEqual([
    'order.missing-clobber: Add the "memory" clobber',
    'order.missing-clobber: Add the "memory" clobber and …',
    'order.missing-clobber: Make it …',
    'order.missing-proxy-fence: Fence behind the initialisation',
    'order.missing-proxy-fence: Fence the proxy behind the write',
    'order.narrow-scope: Call …, whose scope is …',
    'order.narrow-scope: Raise the scope to …',
    'order.narrow-scope: Use …',
    'order.put-before-complete: Wait for the copy',
    'order.uncommitted-bulk: Commit the copy to a group',
    'pointer.guard-mismatch: Test team … in the guard',
    'pointer.guard-mismatch: Test … in the guard',
    'pointer.no-fallback: Put to … where the pointer is null',
    'pointer.unchecked: Keep the pointer in a variable and test it for null',
    'pointer.unchecked: Test … for null first',
  ]);
});
