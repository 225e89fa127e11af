/** The project file `.symscope.json`: what a team agrees on for a project, read by the command line and by the language server. */
import { RULES } from '../core/rules/table.js';
import type { Configuration } from '../core/analyzer.js';
import type { Level } from '../core/schema.js';
import { isTooLong, MAX_GLOB_CHARACTERS } from './glob.js';

export const PROJECT_FILE = '.symscope.json';

export interface Project {
  /** Value of `__CUDA_ARCH__`. */
  readonly cudaArch?: number;
  /** `NAME` or `NAME=value`. */
  readonly defines: readonly string[];
  readonly attributeMacros: readonly string[];
  /** Globs, relative to the folder of the file. */
  readonly exclude: readonly string[];
  readonly includeThirdParty: boolean;
  readonly levels: Readonly<Record<string, Level>>;
  /** Path of the baseline, relative to the folder of the file. */
  readonly baseline?: string;
}

/** Bytes of a project file. */
export const MAX_PROJECT_FILE = 1 << 20;

export const NO_PROJECT: Project = { defines: [], attributeMacros: [], exclude: [], includeThirdParty: false, levels: {} };

export const LEVELS: readonly Level[] = ['error', 'warning', 'information', 'hint', 'off'];

export interface ProjectProblem {
  /** A sentence that names the key, what is wrong, and what is allowed. */
  readonly message: string;
  /** The key as it stands in the file; undefined: the file as a whole. */
  readonly key?: string;
}

export interface ParsedProject {
  /** What is right in the file counts, whatever else is wrong. */
  readonly project: Project;
  readonly problems: readonly ProjectProblem[];
}

type Fail = (key: string, message: string) => void;
type Reader<T> = (value: unknown, key: string, fail: Fail) => T | undefined;
type Settings = Required<Project>;
type Readers = { readonly [K in keyof Settings]: Reader<Settings[K]> };

const READERS: Readers = {
  cudaArch: reader((value) => typeof value === 'number' && Number.isInteger(value) && value >= 100 && value <= 9999, 'the value of __CUDA_ARCH__, such as 900 or 1000'),
  defines: list('a list of macros, NAME or NAME=VALUE', /^[A-Za-z_]\w*(?:=.*)?$/su),
  attributeMacros: list('a list of names of macros', /^[A-Za-z_]\w*$/u),
  exclude: readGlobs,
  includeThirdParty: reader((value) => typeof value === 'boolean', 'true or false'),
  levels: readLevels,
  baseline: reader((value) => typeof value === 'string' && value !== '', 'the path of a file, relative to this one'),
};

export function parseProject(text: string): ParsedProject {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch (error) {
    return { project: NO_PROJECT, problems: [{ message: `It is no JSON: ${error instanceof Error ? error.message : String(error)}. Comments and trailing commas are not allowed.` }] };
  }
  if (!isRecord(value)) return { project: NO_PROJECT, problems: [{ message: 'It wants an object: { "levels": { … }, … }.' }] };
  const given = value;
  const problems: ProjectProblem[] = [];
  const fail: Fail = (key, message) => { problems.push({ key, message }); };
  for (const key of Object.keys(given)) {
    if (key !== '$schema' && !Object.hasOwn(READERS, key)) fail(key, `There is no setting ${quoted(key)}. The settings are ${Object.keys(READERS).join(', ')}.`);
  }
  const read = <K extends keyof Settings>(key: K): Settings[K] | undefined => (Object.hasOwn(given, key) ? READERS[key](given[key], key, fail) : undefined);
  const cudaArch = read('cudaArch');
  const baseline = read('baseline');
  const project = {
    ...(cudaArch === undefined ? {} : { cudaArch }),
    ...(baseline === undefined ? {} : { baseline }),
    defines: read('defines') ?? [],
    attributeMacros: read('attributeMacros') ?? [],
    exclude: read('exclude') ?? [],
    includeThirdParty: read('includeThirdParty') ?? false,
    levels: read('levels') ?? {},
  };
  return { project, problems };
}

/** The analyser's configuration with the project's part. What is given beside the file wins; lists are joined. */
export function withProject(given: Configuration, { cudaArch, defines, attributeMacros, levels }: Project): Configuration {
  const arch = given.cudaArch ?? cudaArch;
  return {
    ...given,
    ...(arch === undefined ? {} : { cudaArch: arch }),
    // Of two definitions of a macro the later counts.
    defines: [...defines, ...(given.defines ?? [])],
    attributeMacros: [...attributeMacros, ...(given.attributeMacros ?? [])],
    levels: { ...levels, ...given.levels },
  };
}

function reader<T>(isRight: (value: unknown) => boolean, what: string): Reader<T> {
  return (value, key, fail) => {
    if (isRight(value)) return value as T;
    fail(key, `"${key}" wants ${what}, not ${quoted(value)}.`);
    return undefined;
  };
}

function list(what: string, pattern: RegExp): Reader<readonly string[]> {
  return (value, key, fail) => {
    const isRight = (each: unknown): each is string => typeof each === 'string' && pattern.test(each);
    if (Array.isArray(value) && value.every(isRight)) return value;
    const bad: unknown = Array.isArray(value) ? value.find((each) => !isRight(each)) : value;
    fail(key, `"${key}" wants ${what}, not ${quoted(bad)}.`);
    return undefined;
  };
}

function readGlobs(value: unknown, key: string, fail: Fail): readonly string[] | undefined {
  const globs = list('a list of globs', /./u)(value, key, fail);
  if (globs === undefined || !isTooLong(globs)) return globs;
  fail(key, `"${key}" has more than ${MAX_GLOB_CHARACTERS} characters. Name folders rather than files, and use * and **.`);
  return undefined;
}

function readLevels(value: unknown, key: string, fail: Fail): Record<string, Level> | undefined {
  if (!isRecord(value)) {
    fail(key, `"${key}" wants an object of rules and levels, such as { "pointer.no-fallback": "hint" }, not ${quoted(value)}.`);
    return undefined;
  }
  const levels: Record<string, Level> = {};
  for (const [code, given] of Object.entries(value)) {
    const level = LEVELS.find((each) => each === given);
    if (!RULES.some((rule) => rule.code === code)) fail(code, `"${key}": there is no rule ${quoted(code)}. ${alternatives(code)}`);
    else if (level === undefined) fail(code, `"${key}": "${code}" wants one of ${LEVELS.join(', ')}, not ${quoted(given)}.`);
    else levels[code] = level;
  }
  return levels;
}

/** The rules of the same group, or the groups. */
function alternatives(code: string): string {
  const codes = RULES.map((rule) => rule.code);
  const group = groupOf(code);
  const siblings = codes.filter((each) => groupOf(each) === group);
  return siblings.length > 0 ? `Those of ${group} are ${siblings.join(', ')}.` : `Rules begin with ${[...new Set(codes.map(groupOf))].join('., ')}.; docs/rules lists them.`;
}

function groupOf(code: string): string {
  return code.slice(0, Math.max(0, code.indexOf('.')));
}

/** Long values are cut: a message is a sentence. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
