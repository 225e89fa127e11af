/** Makes all mutants and has them judged. */
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Finding } from '../../src/core/schema.js';
import { grammarBytes, testParser } from '../unit/support/grammar.js';
import type { SourceText } from '../unit/support/fixtures.js';
import { applyEdits, parseCode } from './code.js';
import type { Operator } from './operator.js';
import type { Workspace } from './subjects.js';

export interface Verdict {
  readonly operator: string;
  readonly rule: string;
  readonly path: string;
  /** Of the first change, from 1. */
  readonly line: number;
  /** That line before and after. */
  readonly before: string;
  readonly after: string;
  /** The rule speaks of the mutant, and did not of the original. */
  readonly killed: boolean;
}

export async function judgeAll(all: readonly Workspace[], operators: readonly Operator[]): Promise<readonly Verdict[]> {
  const parser = await testParser();
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
  const verdicts = all.flatMap((workspace) => {
    open(analyzer, workspace.files);
    const texts = new Map(workspace.files.map(({ path, text }) => [path, text]));
    return workspace.subjects.flatMap((subject) => {
      const code = parseCode(parser, subject.path, texts);
      const mutants = operators.flatMap((operator) => mutantsOf(subject, operator, operator.changes(code)));
      code.dispose();
      return judge(analyzer, workspace, subject, mutants);
    });
  });
  analyzer.dispose();
  return verdicts;
}

interface Mutant extends Omit<Verdict, 'killed'> {
  readonly text: string;
}

function mutantsOf({ path, text }: SourceText, { name, rule }: Operator, changes: ReturnType<Operator['changes']>): readonly Mutant[] {
  const seen = new Set<string>([text]);
  return changes.flatMap((edits) => {
    const mutated = applyEdits(text, edits);
    const start = Math.min(...edits.map((edit) => edit.start));
    if (edits.length === 0 || seen.has(mutated)) return [];
    seen.add(mutated);
    const line = text.slice(0, start).split('\n').length;
    const lineOf = (whole: string): string => (whole.split('\n')[line - 1] ?? '').trim();
    return [{ operator: name, rule, path, line, before: lineOf(text), after: lineOf(mutated), text: mutated }];
  });
}

function open(analyzer: Analyzer, files: readonly SourceText[]): void {
  for (const path of analyzer.files()) analyzer.removeFile(path);
  for (const { path, text } of files) analyzer.setFile(path, text);
}

function judge(analyzer: Analyzer, { files }: Workspace, subject: SourceText, mutants: readonly Mutant[]): readonly Verdict[] {
  if (mutants.length === 0) return [];
  const judged = files.map(({ path }) => path).filter((path) => path === subject.path || analyzer.analyzeFile(path)?.dependencies.includes(subject.path));
  const known = count(findingsIn(analyzer, judged));
  const verdicts = mutants.map(({ text, ...mutant }) => {
    analyzer.setFile(subject.path, text);
    const found = count(findingsIn(analyzer, judged).filter(({ rule }) => rule === mutant.rule));
    return { ...mutant, killed: [...found].some(([place, times]) => times > (known.get(place) ?? 0)) };
  });
  analyzer.setFile(subject.path, subject.text);
  return verdicts;
}

export const findingsIn = (analyzer: Analyzer, paths: readonly string[]): readonly Finding[] =>
  paths.flatMap((path) => analyzer.analyzeFile(path)?.complete().findings ?? []);

/** Lines stay what they are in a mutant, so a line with one finding more has a new one. */
function count(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, file, line } of findings) {
    const place = `${rule} ${file}:${line}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return counts;
}
