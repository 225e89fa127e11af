/** What is said of correct code. */
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Finding } from '../../src/core/schema.js';
import { readExpectations } from '../unit/support/fixtures.js';
import { grammarBytes } from '../unit/support/grammar.js';
import { findingsIn } from './run.js';
import type { Workspace } from './subjects.js';

export interface Noise {
  readonly lines: number;
  /** Of warning or error level, on what the file says that it is correct in. */
  readonly findings: readonly Finding[];
  /** Other findings of those levels: a small kernel that is right in one point need not be in all. */
  readonly besides: readonly Finding[];
}

export async function noiseOf(workspaces: readonly Workspace[]): Promise<Noise> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
  let lines = 0;
  const findings: Finding[] = [];
  const besides: Finding[] = [];
  for (const { files, subjects } of workspaces) {
    for (const path of analyzer.files()) analyzer.removeFile(path);
    for (const { path, text } of files) analyzer.setFile(path, text);
    for (const { path, text } of subjects) {
      lines += text.split('\n').length;
      // The samples declare no scope: they are whole programs, and correct in all.
      const inScope = path.endsWith('.cu') ? readExpectations(path, text).scope : (): boolean => true;
      for (const finding of findingsIn(analyzer, [path]).filter(({ level }) => level === 'error' || level === 'warning'))
        (inScope(finding.rule) ? findings : besides).push(finding);
    }
  }
  analyzer.dispose();
  return { lines, findings, besides };
}
