/** The baseline on a disk: leaves out what is in it, or writes it. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fingerprints } from '../core/rules/fingerprints.js';
import type { AnalysisResult } from '../core/schema.js';
import { formatBaseline, MAX_BASELINE, parseBaseline, type Known } from '../host/baseline.js';
import { errorCode, readSource, readText, relativePath } from '../host/files.js';

/** The first line of a finding, for its fingerprint. */
export type LineOf = (file: string, line: number) => string;

export interface Compared {
  readonly result: AnalysisResult;
  /** Findings that were left out. */
  readonly known: number;
  /** Entries about the analysed files that are found no more. */
  readonly gone: number;
}

/** A string says what is wrong with the baseline and what to do. */
export function withoutKnown(result: AnalysisResult, path: string, lineOf: LineOf): Compared | string {
  const baseline = readBaseline(path);
  if (typeof baseline === 'string') return baseline;
  const accepted = new Set(baseline.map(({ fingerprint }) => fingerprint));
  const prints = printsOf(result, path, lineOf);
  const findings = result.findings.filter((_, i) => !accepted.has(prints[i] ?? ''));
  const found = new Set(prints);
  const analyzed = filesOf(result, path);
  const gone = baseline.filter(({ file, fingerprint }) => analyzed.has(file) && !found.has(fingerprint)).length;
  return { result: { ...result, findings }, known: result.findings.length - findings.length, gone };
}

/** What an earlier baseline says of files that are still there, but were not analysed now, stays. Undefined: written. Else a message. */
export function writeBaseline(result: AnalysisResult, path: string, lineOf: LineOf): string | undefined {
  const before = existsSync(path) ? readBaseline(path) : [];
  // Whatever else stands in the file is perhaps somebody's work.
  if (typeof before === 'string') return before;
  const analyzed = filesOf(result, path);
  const kept = before.filter(({ file }) => !analyzed.has(file) && existsSync(resolve(dirname(path), file)));
  const prints = printsOf(result, path, lineOf);
  const known = result.findings.map(({ rule, message, file }, i): Known => ({ rule, file: seenFrom(path, result.root, file), fingerprint: prints[i] ?? '', message }));
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, formatBaseline([...kept, ...known]));
    return undefined;
  } catch (error) {
    return `the baseline could not be written to "${path}" (${errorCode(error)}). Give --baseline a path that can be written.`;
  }
}

/** Reads a file once; a file that is gone meanwhile has empty lines. */
export function lineReader(root: string): LineOf {
  const files = new Map<string, readonly string[]>();
  return (file, line) => {
    const lines = files.get(file) ?? new TextDecoder().decode(readSource(resolve(root, file)) ?? new Uint8Array()).split(/\r\n|\r|\n/u);
    files.set(file, lines);
    return lines[line - 1] ?? '';
  };
}

function readBaseline(path: string): readonly Known[] | string {
  let text: string;
  try {
    text = readText(path, MAX_BASELINE);
  } catch (error) {
    return `the baseline "${path}" could not be read (${errorCode(error)}). Check the path, or make it with --write-baseline.`;
  }
  const baseline = parseBaseline(text);
  return typeof baseline === 'string' ? `"${path}" is no baseline: ${baseline}. Check the path, or delete the file and make it anew with --write-baseline.` : baseline;
}

function printsOf({ findings, root }: AnalysisResult, path: string, lineOf: LineOf): readonly string[] {
  return fingerprints(findings.map((finding) => ({ finding, file: seenFrom(path, root, finding.file), line: lineOf(finding.file, finding.line) })));
}

function filesOf({ files, root }: AnalysisResult, path: string): ReadonlySet<string> {
  return new Set(files.map((file) => seenFrom(path, root, file.path)));
}

function seenFrom(path: string, root: string, file: string): string {
  return relativePath(dirname(path), resolve(root, file));
}
