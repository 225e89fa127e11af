/** The command line as data. What is wrong with it is a value too: the caller prints it and exits with 2. */
import { parseArgs } from 'node:util';
import type { Level } from '../core/schema.js';

export type Format = 'text' | 'json';
export type FailOn = Exclude<Level, 'off'> | 'never';

export interface AnalyzeCommand {
  readonly kind: 'analyze';
  readonly paths: readonly string[];
  readonly format: Format;
  readonly failOn: FailOn;
  readonly root: string | undefined;
  /** Value of `__CUDA_ARCH__`, e.g. 900; undefined: the newest that a file mentions. */
  readonly cudaArch: number | undefined;
  readonly defines: readonly string[];
  readonly exclude: readonly string[];
  readonly includeThirdParty: boolean;
  readonly output: string | undefined;
  readonly quiet: boolean;
}

export type Command =
  | AnalyzeCommand
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'usage-error'; readonly message: string };

const FORMATS: readonly Format[] = ['text', 'json'];
const FAIL_ON: readonly FailOn[] = ['error', 'warning', 'information', 'hint', 'never'];

const OPTIONS = {
  format: { type: 'string', default: 'text' },
  'fail-on': { type: 'string', default: 'error' },
  root: { type: 'string' },
  'cuda-arch': { type: 'string' },
  define: { type: 'string', multiple: true, short: 'D' },
  exclude: { type: 'string', multiple: true },
  'include-third-party': { type: 'boolean', default: false },
  output: { type: 'string', short: 'o' },
  quiet: { type: 'boolean', short: 'q', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', short: 'V', default: false },
} as const;

/** `args`: the words after the program's own name. */
export function parseCommand(args: readonly string[]): Command {
  let parsed;
  try {
    parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    return usageError(firstSentence(error));
  }
  const { values, positionals } = parsed;
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const [command, ...paths] = positionals;
  if (command === 'help') return { kind: 'help' };
  if (command === undefined) return usageError('no command is given; the command is "analyze".');
  if (command !== 'analyze') return usageError(`there is no command "${command}"; the command is "analyze".`);
  if (paths.length === 0) return usageError('no path is given. Name the files or directories to analyze: symscope analyze PATH…');

  const format = FORMATS.find((each) => each === values.format);
  if (format === undefined) return usageError(choice('--format', FORMATS, values.format));
  const failOn = FAIL_ON.find((each) => each === values['fail-on']);
  if (failOn === undefined) return usageError(choice('--fail-on', FAIL_ON, values['fail-on']));
  const cudaArch = values['cuda-arch'] === undefined ? undefined : parseArch(values['cuda-arch']);
  if (cudaArch === 'invalid') {
    return usageError(`--cuda-arch wants the value of __CUDA_ARCH__, such as 900 or sm_90, not "${values['cuda-arch'] ?? ''}".`);
  }
  const defines = values.define ?? [];
  const badDefine = defines.find((define) => !/^[A-Za-z_]\w*(?:=.*)?$/su.test(define));
  if (badDefine !== undefined) return usageError(`--define wants NAME or NAME=VALUE, not "${badDefine}".`);
  return {
    kind: 'analyze',
    paths,
    format,
    failOn,
    root: values.root,
    cudaArch,
    defines,
    exclude: values.exclude ?? [],
    includeThirdParty: values['include-third-party'],
    output: values.output,
    quiet: values.quiet,
  };
}

function usageError(message: string): Command {
  return { kind: 'usage-error', message };
}

function choice(option: string, allowed: readonly string[], given: string): string {
  return `${option} wants one of ${allowed.join(', ')}, not "${given}".`;
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
