/** How an analysis is printed. Every format is a function from the result to the whole report. */
import type { AnalysisResult, FileReport, Finding, Level, Location } from '../core/schema.js';
import type { Format } from './arguments.js';
import type { LineOf } from './baseline.js';
import { formatMarkdown } from './markdown.js';
import { formatSarif } from './sarif.js';
import { plural } from './plural.js';
import { plain, plainJson } from './plain.js';

export interface ReportOptions {
  /** For fingerprints. */
  readonly lineOf: LineOf;
  /** Address of the folder with the pages of the rules; undefined: nobody knows. */
  readonly ruleDocs: string | undefined;
  /** Leave out notes on files (text only). */
  readonly quiet: boolean;
}

type Formatter = (result: AnalysisResult, options: ReportOptions) => string;

const FORMATTERS: Readonly<Record<Format, Formatter>> = {
  text: formatText,
  json: formatJson,
  sarif: formatSarif,
  markdown: formatMarkdown,
};

export function formatReport(format: Format, result: AnalysisResult, options: ReportOptions): string {
  return FORMATTERS[format](result, options);
}

/** VS Code's problem matchers know `error`, `warning`, `info` and `hint`, but not `information`. */
const LEVEL_WORD: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'info',
  hint: 'hint',
  off: 'off',
};

function formatText(result: AnalysisResult, options: ReportOptions): string {
  const notes = options.quiet ? [] : result.files.flatMap((file) => fileNotes(file).map((note) => [note]));
  return [...notes, ...result.findings.map(findingLines)].map((lines) => lines.map((line) => `${line}\n`).join('')).join('\n');
}

/** What was not understood of a file, a line each. */
export function fileNotes(file: FileReport): readonly string[] {
  return file.problems.map(({ line, column, message, code }) =>
    plain(`${file.path}:${line}:${column}: note: ${message}${code === 'too-large' ? ' Leave it out with --exclude.' : ''} [${code}]`));
}

function findingLines(finding: Finding): string[] {
  const level = LEVEL_WORD[finding.level];
  const approximate = finding.confidence === 'approximate' ? ` (approximate${finding.why === undefined ? '' : `: ${finding.why}`})` : '';
  return [
    plain(`${place(finding)}: ${level}: ${finding.message}${approximate} [${finding.rule}]`),
    ...finding.related.map((step) => `    ${plain(`${place(step)}: ${step.text ?? 'see here'}`)}`),
    ...finding.fixes.map((title) => `    fix: ${plain(title)}`),
  ];
}

function place({ file, line, column }: Location): string {
  return `${file}:${line}:${column}`;
}

/** The result schema as it stands, without the edits behind the fixes: they are for editors. */
function formatJson(result: AnalysisResult): string {
  const dropEdits = (key: string, value: unknown): unknown => (key === 'fixEdits' ? undefined : value);
  return `${plainJson(JSON.stringify(result, dropEdits, 1))}\n`;
}

/** One line: what was read and what was found. */
export function summary(result: AnalysisResult): string {
  const count = (level: Level): number => result.findings.filter((finding) => finding.level === level).length;
  const found = [
    plural(count('error'), 'error'),
    plural(count('warning'), 'warning'),
    `${count('information')} information`,
    plural(count('hint'), 'hint'),
  ].join(', ');
  const partial = result.files.filter((file) => file.parse === 'partial').length;
  const read = [plural(result.files.length, 'file'), plural(result.kernels.length, 'kernel'), plural(result.sites.length, 'site')].join(', ');
  return `${read}: ${found}.${partial === 0 ? '' : ` ${plural(partial, 'file')} understood only in part.`}`;
}
