/**
 * Fixtures: CUDA files whose comments hold the expectations. The words are explained in test/fixtures/README.md.
 * This module reads the comments and compares them with an analysis; it knows nothing of how the analysis works.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FileAnalysis } from '../../../src/core/analyzer.js';
import type { Finding, Location, Site } from '../../../src/core/schema.js';

export const FIXTURE_ROOT = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** The rules that are compared unless a fixture says `// scope: *`: fixtures are small, and not published by barriers. */
const DEFAULT_SCOPE = [
  'pointer.unchecked', 'pointer.always-null', 'pointer.no-fallback', 'pointer.redundant-check', 'pointer.guard-mismatch',
  'pointer.rank-space', 'pointer.double-translation', 'pointer.not-symmetric', 'pointer.offset-before-test',
  'suppression.unused', 'suppression.no-reason',
];

export interface ExpectedFinding {
  readonly rule: string;
  /** 1-based lines on which the finding may stand. */
  readonly lines: readonly number[];
  /** 1-based columns of the carets, the last one inclusive; undefined: anywhere on the line. */
  readonly columns: readonly [first: number, last: number] | undefined;
  readonly confidence: Finding['confidence'] | undefined;
  readonly text: string | undefined;
  /** Lines that the related locations must name. */
  related: readonly number[];
}

export interface ExpectedSite {
  readonly api: string;
  readonly line: number;
  readonly nullness: string | undefined;
  readonly handling: string | undefined;
  readonly teams: string | undefined;
  readonly evidence: readonly number[];
  readonly fallback: readonly number[];
  readonly consumers: readonly { readonly line: number; readonly access: string }[];
}

export interface Expectations {
  readonly findings: readonly ExpectedFinding[];
  readonly sites: readonly ExpectedSite[];
  readonly scope: (rule: string) => boolean;
}

const CARETS = /^\s*\/\/\s*(\^+)\s+([a-z]+\.[a-z0-9-]+)(?:\s+\((certain|approximate)\))?(?::\s*(.*\S))?\s*$/;
const AT = /^\s*\/\/\s*([a-z]+\.[a-z0-9-]+)\s+at((?:\s+@[\w-]+)+)(?::\s*(.*\S))?\s*$/;
const OR = /^\s*\/\/\s*or:\s*@([\w-]+)\s*$/;
const RELATED = /^\s*\/\/\s*related:\s*@([\w-]+)\s*$/;
const SITE = /^\s*\/\/\s*site\s+(\w+):\s*(.*\S)\s*$/;
const LABEL = /\/\/\s*@([\w-]+)\s*$/;
const MARKERS = [CARETS, AT, OR, RELATED, SITE];

/** Throws with file and line when a marker names a label that is not there: a fixture that cannot fail is worse than none. */
export function readExpectations(path: string, text: string): Expectations {
  const lines = text.split(/\r?\n/);
  const labels = readLabels(lines);
  const lineOf = (label: string, at: number): number => {
    const line = labels.get(label);
    if (line === undefined) throw new Error(`${path}:${at + 1}: no line is labelled @${label}`);
    return line;
  };
  const findings: ExpectedFinding[] = [];
  const sites: ExpectedSite[] = [];
  let subject = 0;
  lines.forEach((line, index) => {
    if (!MARKERS.some((marker) => marker.test(line))) {
      if (line.trim() !== '') subject = index + 1;
      return;
    }
    const last = findings.at(-1);
    const carets = CARETS.exec(line);
    if (carets) findings.push(caretFinding(carets, line.indexOf('^') + 1, subject));
    const at = AT.exec(line);
    if (at) findings.push({ ...bare(at[1] ?? '', at[3]), lines: labelsIn(at[2] ?? '').map((label) => lineOf(label, index)) });
    const or = OR.exec(line)?.[1];
    const related = RELATED.exec(line)?.[1];
    if ((or ?? related) !== undefined && !last) throw new Error(`${path}:${index + 1}: no finding marker above`);
    if (or !== undefined && last) findings[findings.length - 1] = { ...last, lines: [...last.lines, lineOf(or, index)] };
    if (related !== undefined && last) last.related = [...last.related, lineOf(related, index)];
    const site = SITE.exec(line);
    if (site) sites.push(readSite(site[1] ?? '', site[2] ?? '', subject, (label) => lineOf(label, index)));
  });
  return { findings, sites, scope: readScope(text) };
}

function readLabels(lines: readonly string[]): Map<string, number> {
  const labels = new Map<string, number>();
  lines.forEach((line, index) => {
    const label = LABEL.exec(line)?.[1];
    if (label !== undefined && !MARKERS.some((marker) => marker.test(line))) labels.set(label, index + 1);
  });
  return labels;
}

function readScope(text: string): (rule: string) => boolean {
  const words = /^\/\/ scope: (.*)$/m.exec(text)?.[1]?.trim().split(/\s+/);
  if (!words) return (rule) => DEFAULT_SCOPE.includes(rule);
  return (rule) => words.includes('*') || words.includes(rule);
}

const labelsIn = (text: string): string[] => [...text.matchAll(/@([\w-]+)/g)].map((match) => match[1] ?? '');

const bare = (rule: string, text: string | undefined): Omit<ExpectedFinding, 'lines'> =>
  ({ rule, columns: undefined, confidence: undefined, text, related: [] });

function caretFinding(match: RegExpExecArray, column: number, line: number): ExpectedFinding {
  return {
    ...bare(match[2] ?? '', match[4]),
    lines: [line],
    columns: [column, column + (match[1]?.length ?? 1) - 1],
    confidence: match[3] as Finding['confidence'] | undefined,
  };
}

function readSite(api: string, words: string, line: number, lineOf: (label: string) => number): ExpectedSite {
  const value = new Map(words.split(/\s+/).map((word) => word.split('=', 2) as [string, string]));
  const known = ['nullness', 'handling', 'teams', 'evidence', 'fallback', 'consumers'];
  for (const key of value.keys()) if (!known.includes(key)) throw new Error(`line ${line}: a site has no '${key}'`);
  const linesOf = (key: string): number[] => labelsIn(value.get(key) ?? '').map(lineOf);
  const consumers = (value.get('consumers') ?? '').split(',').filter((word) => word !== '').map((word) => {
    const [label = '', access = ''] = word.split(':');
    return { line: lineOf(label.slice(1)), access };
  });
  return {
    api, line, consumers,
    nullness: value.get('nullness'),
    handling: value.get('handling'),
    teams: value.get('teams'),
    evidence: linesOf('evidence'),
    fallback: linesOf('fallback'),
  };
}

/** What is wrong, one sentence each; empty when the analysis is as expected. */
export function compare(expected: Expectations, path: string, analysis: FileAnalysis): string[] {
  return [...compareFindings(expected, path, analysis.complete().findings), ...compareSites(expected.sites, path, analysis.complete().sites)];
}

function compareFindings(expected: Expectations, path: string, all: readonly Finding[]): string[] {
  const wrong: string[] = [];
  const left = all.filter((finding) => expected.scope(finding.rule));
  for (const want of expected.findings) {
    const where = `line ${want.lines.join(' or ')}: ${want.rule}`;
    const index = left.findIndex((got) => got.rule === want.rule && got.file === path && standsAt(want, got));
    const [got] = index < 0 ? [] : left.splice(index, 1);
    if (!got) {
      wrong.push(`${where}: missing`);
      continue;
    }
    if (want.text !== undefined && !got.message.includes(want.text)) wrong.push(`${where}: the message does not say "${want.text}": ${got.message}`);
    if (want.confidence && got.confidence !== want.confidence) wrong.push(`${where}: is ${got.confidence}`);
    for (const line of want.related)
      if (!got.related.some((location) => isAt(location, path, line))) wrong.push(`${where}: line ${line} is not among the related locations`);
  }
  for (const got of left) wrong.push(`line ${got.line}: unexpected ${got.rule} at ${got.file}:${got.line}:${got.column}: ${got.message}`);
  return wrong;
}

function standsAt(want: ExpectedFinding, got: Finding): boolean {
  if (!want.lines.includes(got.line)) return false;
  if (!want.columns || got.line !== want.lines[0]) return true;
  const end = got.endLine > got.line ? Infinity : got.endColumn;
  return got.column <= want.columns[1] && want.columns[0] < end;
}

const isAt = (location: Location, path: string, line: number): boolean => location.file === path && location.line === line;

function compareSites(expected: readonly ExpectedSite[], path: string, all: readonly Site[]): string[] {
  return expected.flatMap((want) => {
    const got = all.find((site) => site.file === path && site.line === want.line && site.api === want.api);
    return got ? compareSite(want, got, path) : [`line ${want.line}: no site of ${want.api}`];
  });
}

function compareSite(want: ExpectedSite, got: Site, path: string): string[] {
  const wrong: string[] = [];
  const say = (what: string): void => void wrong.push(`line ${want.line}: ${want.api}: ${what}`);
  const equal = (key: string, wanted: string | undefined, found: string | undefined): void => {
    if (wanted !== undefined && wanted !== found) say(`${key} is ${found ?? 'absent'}, not ${wanted}`);
  };
  equal('nullness', want.nullness, got.nullness);
  equal('handling', want.handling, got.handling);
  equal('teams', want.teams, [...(got.team?.values ?? [])].sort().join(','));
  for (const line of want.evidence) if (!got.evidence.some((location) => isAt(location, path, line))) say(`line ${line} is no evidence`);
  for (const line of want.fallback) if (!got.fallback.some((location) => isAt(location, path, line))) say(`line ${line} is no fallback`);
  for (const { line, access } of want.consumers)
    if (!got.consumers.some((consumer) => consumer.file === path && consumer.line === line && consumer.access === access))
      say(`no ${access} at line ${line}`);
  return wrong;
}

export interface Fixture {
  /** Relative to the fixture folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Headers that lie beside it: they are loaded with it, and compared with their own comments. */
  readonly headers: readonly SourceText[];
}

export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Every `.cu` file below the folder, in path order. */
export function loadFixtures(): readonly Fixture[] {
  const files = sources().filter((file) => !file.path.startsWith('include/'));
  const folder = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  return files
    .filter((file) => file.path.endsWith('.cu'))
    .map((file) => ({ ...file, headers: files.filter((other) => other.path.endsWith('.cuh') && folder(other.path) === folder(file.path)) }));
}

/** The headers that all fixtures may include. */
export function sharedHeaders(): readonly SourceText[] {
  return sources().filter((file) => file.path.startsWith('include/'));
}

function sources(): readonly SourceText[] {
  return readdirSync(FIXTURE_ROOT, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.cuh?$/.test(path))
    .sort()
    .map((path) => ({ path, text: readFileSync(`${FIXTURE_ROOT}/${path}`, 'utf8') }));
}
