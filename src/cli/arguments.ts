/** The command line as data. What is wrong with it is a value too: the caller prints it and exits with 2. */
import { parseArgs } from 'node:util';
import { GRAPH_FORMATS } from '../core/graph/export/formats.js';
import type { Language } from '../core/knowledge/language.js';
import type { Level, TemplateValue } from '../core/schema.js';

export type Format = 'text' | 'json' | 'sarif' | 'markdown';
export type ReportFormat = 'markdown' | 'html' | 'json';
export const KERNEL_FORMATS = ['text', ...GRAPH_FORMATS, 'svg'] as const;
export type KernelFormat = (typeof KERNEL_FORMATS)[number];
export type FailOn = Exclude<Level, 'off'> | 'never';

/** What all commands take that read sources. */
export interface SourceOptions {
  /** Value of `__CUDA_ARCH__`, e.g. 900; undefined: the newest that a file mentions. */
  readonly cudaArch: number | undefined;
  readonly defines: readonly string[];
  /** Milliseconds for one file; undefined: the analyser's own limit. */
  readonly timeLimit: number | undefined;
  readonly exclude: readonly string[];
  readonly includeThirdParty: boolean;
  readonly output: string | undefined;
  readonly quiet: boolean;
  /** Reads no project file. */
  readonly noConfig: boolean;
}

export interface AnalyzeCommand extends SourceOptions {
  readonly kind: 'analyze';
  readonly paths: readonly string[];
  readonly format: Format;
  readonly failOn: FailOn;
  readonly root: string | undefined;
  /** The project file; undefined: the nearest at or above what is analysed. */
  readonly config: string | undefined;
  /** Undefined: the project's, if it names one. */
  readonly baseline: string | undefined;
  readonly writeBaseline: boolean;
}

export interface ReportCommand extends SourceOptions {
  readonly kind: 'report';
  readonly projects: readonly [string, string];
  readonly format: ReportFormat;
  readonly language: Language;
}

export interface GraphCommand extends SourceOptions {
  readonly kind: 'graph';
  readonly file: string;
  /** Undefined: the only kernel of the file. */
  readonly kernel: KernelName | undefined;
  readonly given: readonly TemplateValue[];
  readonly format: KernelFormat;
}

/** `NAME`, or `NAME:LINE` where several kernels of a file have the name; the line (1-based) is any of the kernel's. */
export interface KernelName {
  readonly name: string;
  readonly line?: number;
}

export type Command =
  | AnalyzeCommand
  | GraphCommand
  | ReportCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage-error'; readonly message: string };

const FORMATS: readonly Format[] = ['text', 'json', 'sarif', 'markdown'];
const REPORT_FORMATS: readonly ReportFormat[] = ['markdown', 'html', 'json'];
const LANGUAGES: readonly Language[] = ['en', 'zh-cn'];
const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'information', 'hint', 'never'];

const OPTIONS = {
  format: { type: 'string' },
  'fail-on': { type: 'string' },
  root: { type: 'string' },
  kernel: { type: 'string' },
  given: { type: 'string', multiple: true },
  language: { type: 'string' },
  'cuda-arch': { type: 'string' },
  define: { type: 'string', multiple: true, short: 'D' },
  'time-limit': { type: 'string' },
  exclude: { type: 'string', multiple: true },
  'include-third-party': { type: 'boolean', default: false },
  config: { type: 'string' },
  'no-config': { type: 'boolean', default: false },
  baseline: { type: 'string' },
  'write-baseline': { type: 'boolean', default: false },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const;

/** As in the settings of the editor. */
const MIN_TIME_LIMIT = 100;

const COMMANDS = 'the commands are "analyze", "graph" and "report".';

/** The options that belong to one command; all others are of every command. */
const OWNERS: readonly (readonly [command: string, options: readonly (keyof typeof OPTIONS)[]])[] = [
  ['analyze', ['fail-on', 'root', 'config', 'baseline', 'write-baseline']],
  ['graph', ['kernel', 'given']],
  ['report', ['language']],
];

type Values = ReturnType<typeof parseOptions>['values'];

function parseOptions(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
}

/** `args`: the words after the program's own name. */
export function parseCommand(args: readonly string[]): Command {
  let parsed;
  try {
    parsed = parseOptions(args);
  } catch (error) {
    return usageError(firstSentence(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [command, ...paths] = positionals;
  switch (command) {
    case 'help': return { kind: 'help' };
    case 'analyze': return analyzeCommand(values, paths);
    case 'graph': return graphCommand(values, paths);
    case 'report': return reportCommand(values, paths);
    case undefined: return usageError(`no command is given; ${COMMANDS}`);
    default: return usageError(`there is no command "${command}"; ${COMMANDS}`);
  }
}

function analyzeCommand(values: Values, paths: readonly string[]): Command {
  const foreign = foreignOption('analyze', values);
  if (foreign !== undefined) return usageError(foreign);
  if (paths.length === 0) return usageError('no path is given. Name the files or directories to analyze: symscope analyze PATH…');
  const format = FORMATS.find((each) => each === (values.format ?? 'text'));
  if (format === undefined) return usageError(choice('--format', FORMATS, values.format));
  const failOn = FAIL_ON.find((each) => each === (values['fail-on'] ?? 'error'));
  if (failOn === undefined) return usageError(choice('--fail-on', FAIL_ON, values['fail-on']));
  const { root, config, baseline, 'no-config': noConfig, 'write-baseline': writeBaseline } = values;
  if (config !== undefined && noConfig) return usageError('--config and --no-config exclude each other. Leave one of them out.');
  const sources = sourceOptions(values);
  return typeof sources === 'string' ? usageError(sources) : { kind: 'analyze', paths, format, failOn, root, config, baseline, writeBaseline, ...sources };
}

function graphCommand(values: Values, paths: readonly string[]): Command {
  const foreign = foreignOption('graph', values);
  if (foreign !== undefined) return usageError(foreign);
  const [file, ...more] = paths;
  if (file === undefined || more.length > 0) return usageError(`a graph is of one kernel in one file, and ${paths.length === 0 ? 'no file is' : `${paths.length} files are`} given: symscope graph FILE --kernel NAME`);
  const format = KERNEL_FORMATS.find((each) => each === (values.format ?? 'text'));
  if (format === undefined) return usageError(choice('--format', KERNEL_FORMATS, values.format));
  const given: TemplateValue[] = [];
  for (const each of values.given ?? []) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.+)$/su.exec(each) ?? [];
    if (name === undefined || value === undefined) return usageError(`--given wants NAME=VALUE, a template parameter and its value, not "${each}".`);
    if (given.some((other) => other.name === name)) return usageError(`--given names "${name}" twice. Give each template parameter one value.`);
    given.push({ name, value });
  }
  const sources = sourceOptions(values);
  if (typeof sources === 'string') return usageError(sources);
  return { kind: 'graph', file, kernel: values.kernel === undefined ? undefined : kernelName(values.kernel), given, format, ...sources };
}

function kernelName(text: string): KernelName {
  const [, name = text, line] = /^(.*[^:]):(\d+)$/su.exec(text) ?? [];
  return line === undefined ? { name } : { name, line: Number(line) };
}

function reportCommand(values: Values, paths: readonly string[]): Command {
  const foreign = foreignOption('report', values);
  if (foreign !== undefined) return usageError(foreign);
  const [first, second, ...more] = paths;
  if (first === undefined || second === undefined || more.length > 0) return usageError(`a report compares two projects, and ${paths.length} ${paths.length === 1 ? 'is' : 'are'} given: symscope report PROJECT PROJECT`);
  const format = REPORT_FORMATS.find((each) => each === (values.format ?? 'markdown'));
  if (format === undefined) return usageError(choice('--format', REPORT_FORMATS, values.format));
  const language = LANGUAGES.find((each) => each === (values.language ?? 'en').toLowerCase());
  if (language === undefined) return usageError(choice('--language', LANGUAGES, values.language));
  const sources = sourceOptions(values);
  return typeof sources === 'string' ? usageError(sources) : { kind: 'report', projects: [first, second], format, language, ...sources };
}

/** A message if one of them is not understood. */
function sourceOptions(values: Values): SourceOptions | string {
  const cudaArch = values['cuda-arch'] === undefined ? undefined : parseArch(values['cuda-arch']);
  if (cudaArch === 'invalid') return `--cuda-arch wants the value of __CUDA_ARCH__, such as 900 or sm_90, not "${values['cuda-arch'] ?? ''}".`;
  const defines = values.define ?? [];
  const badDefine = defines.find((define) => !/^[A-Za-z_]\w*(?:=.*)?$/su.test(define));
  if (badDefine !== undefined) return `--define wants NAME or NAME=VALUE, not "${badDefine}".`;
  const limit = values['time-limit'];
  const timeLimit = limit === undefined ? undefined : /^\d{1,9}$/u.test(limit) ? Number(limit) : 0;
  if (timeLimit !== undefined && timeLimit < MIN_TIME_LIMIT) return `--time-limit wants milliseconds for one file, at least ${MIN_TIME_LIMIT}, not "${limit ?? ''}".`;
  return { cudaArch, defines, timeLimit, exclude: values.exclude ?? [], includeThirdParty: values['include-third-party'], output: values.output, quiet: values.quiet, noConfig: values['no-config'] };
}

/** A message if an option of another command is given. */
function foreignOption(command: string, values: Values): string | undefined {
  for (const [owner, options] of OWNERS) {
    const option = owner === command ? undefined : options.find((each) => values[each] !== undefined && values[each] !== false);
    if (option !== undefined) return `--${option} is an option of "${owner}".`;
  }
  return undefined;
}

function usageError(message: string): Command {
  return { kind: 'usage-error', message };
}

function choice(option: string, allowed: readonly string[], given: string | undefined): string {
  return `${option} wants one of ${allowed.join(', ')}, not "${given ?? ''}".`;
}

/** `900`, `90`, `sm_90`, `compute_100a` all name an architecture; the result is on the scale of `__CUDA_ARCH__`. */
function parseArch(text: string): number | 'invalid' {
  const digits = /^(?:sm_|compute_)?(\d{2,4})[af]?$/u.exec(text)?.[1];
  if (digits === undefined) return 'invalid';
  const value = Number(digits);
  return value < 200 ? value * 10 : value;
}

/** Node's own wording names the option; its advice about `--` is left out, since no path begins with a dash here. */
function firstSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = (message.split(/\. |\n/u)[0] ?? message).replace(/\.$/u, '');
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}.`;
}
