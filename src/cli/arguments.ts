/** The command line as data. What is wrong with it is a value too: the caller prints it and exits with 2. */
import { parseArgs } from 'node:util';
import type { Language } from '../core/knowledge/language.js';
import type { Level } from '../core/schema.js';

export type Format = 'text' | 'json' | 'sarif' | 'markdown';
export type ReportFormat = 'markdown' | 'html' | 'json';
export type FailOn = Exclude<Level, 'off'> | 'never';

/** What both commands take. */
export interface SourceOptions {
  /** Value of `__CUDA_ARCH__`, e.g. 900; undefined: the newest that a file mentions. */
  readonly cudaArch: number | undefined;
  readonly defines: readonly string[];
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

export type Command =
  | AnalyzeCommand
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
  language: { type: 'string' },
  'cuda-arch': { type: 'string' },
  define: { type: 'string', multiple: true, short: 'D' },
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
    case 'report': return reportCommand(values, paths);
    case undefined: return usageError('no command is given; the commands are "analyze" and "report".');
    default: return usageError(`there is no command "${command}"; the commands are "analyze" and "report".`);
  }
}

function analyzeCommand(values: Values, paths: readonly string[]): Command {
  if (values.language !== undefined) return usageError('--language is an option of "report".');
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

function reportCommand(values: Values, paths: readonly string[]): Command {
  const foreign = (['fail-on', 'root', 'config', 'baseline', 'write-baseline'] as const).find((option) => values[option] !== undefined && values[option] !== false);
  if (foreign !== undefined) return usageError(`--${foreign} is an option of "analyze".`);
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
  return { cudaArch, defines, exclude: values.exclude ?? [], includeThirdParty: values['include-third-party'], output: values.output, quiet: values.quiet, noConfig: values['no-config'] };
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
