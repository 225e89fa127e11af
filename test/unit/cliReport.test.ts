import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatReport, summary } from '../../src/cli/report.js';
import type { AnalysisResult, Finding } from '../../src/core/schema.js';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  readonly contributes: { readonly problemPatterns: readonly { readonly name: string; readonly regexp: string }[]; readonly problemMatchers: readonly { readonly pattern: string }[] };
};

const finding: Finding = {
  rule: 'pointer.unchecked',
  level: 'error',
  confidence: 'certain',
  file: 'src/send.cuh',
  line: 12,
  column: 5,
  endLine: 12,
  endColumn: 9,
  message: '`peer` can be null here.',
  related: [
    { file: 'src/send.cuh', line: 10, column: 17, text: 'pointer formed here' },
    { file: 'src/handle.cuh', line: 3, column: 9, text: 'null when the rank is outside the domain' },
  ],
  fixes: ['Insert a null test'],
  fixEdits: [{ title: 'Insert a null test', edits: [] }],
};

const result: AnalysisResult = {
  schema: 1,
  tool: { name: 'symscope', version: '1.2.3' },
  root: '/repo',
  files: [
    { path: 'src/handle.cuh', parse: 'clean', problems: [] },
    { path: 'src/send.cuh', parse: 'partial', problems: [{ code: 'syntax', message: 'Not understood from here on.', line: 40, column: 1 }] },
  ],
  sites: [],
  findings: [finding, { ...finding, level: 'information', confidence: 'approximate', why: 'rank space read from a name', related: [], fixes: [] }],
  kernels: [],
};

const ruleDocs = 'file:///docs/rules';
const lineOf = (file: string, line: number): string => `${file} line ${line}`;

describe('text', () => {
  it('prints notes, then one finding a paragraph with its path indented', () => {
    expect(formatReport('text', result, { quiet: false, lineOf, ruleDocs })).toMatchInlineSnapshot(`
      "src/send.cuh:40:1: note: Not understood from here on. [syntax]

      src/send.cuh:12:5: error: \`peer\` can be null here. [pointer.unchecked]
          src/send.cuh:10:17: pointer formed here
          src/handle.cuh:3:9: null when the rank is outside the domain
          fix: Insert a null test

      src/send.cuh:12:5: info: \`peer\` can be null here. (approximate: rank space read from a name) [pointer.unchecked]
      "
    `);
  });

  it('leaves out the notes when quiet, and prints nothing for nothing', () => {
    expect(formatReport('text', result, { quiet: true, lineOf, ruleDocs })).not.toContain('note:');
    expect(formatReport('text', { ...result, findings: [] }, { quiet: true, lineOf, ruleDocs })).toBe('');
  });

  it('can be read by the problem matcher that the extension contributes', () => {
    const [pattern] = manifest.contributes.problemPatterns;
    expect(manifest.contributes.problemMatchers.map(({ pattern: name }) => name)).toEqual([`$${pattern?.name ?? ''}`]);
    const matcher = new RegExp(pattern?.regexp ?? '', 'u');
    const lines = formatReport('text', result, { quiet: true, lineOf, ruleDocs }).split('\n').filter((line) => matcher.test(line));
    expect(lines).toHaveLength(2);
    expect(matcher.exec(lines[0] ?? '')?.slice(1, 5)).toEqual(['src/send.cuh', '12', '5', 'error']);
  });
});

describe('JSON', () => {
  it('is the result without the edits', () => {
    const parsed = JSON.parse(formatReport('json', result, { quiet: false, lineOf, ruleDocs })) as { findings: object[]; root: string };
    expect(parsed).toMatchObject({ schema: 1, root: '/repo', tool: { version: '1.2.3' }, files: result.files });
    expect(parsed.findings[0]).not.toHaveProperty('fixEdits');
    expect(parsed.findings[0]).toHaveProperty('fixes', ['Insert a null test']);
  });
});

describe('summary', () => {
  it('counts what was read and found', () => {
    expect(summary(result)).toBe('2 files, 0 kernels, 0 sites: 1 error, 0 warnings, 1 information, 0 hints. 1 file understood only in part.');
  });
});
