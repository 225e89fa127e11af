/** The `symscope` section of the settings, checked: a value of the wrong type counts as absent. */
import { isTooLong } from '../host/glob.js';
import { LEVELS } from '../host/project.js';
import type { Configuration } from '../core/analyzer.js';
import type { Level } from '../core/schema.js';
import type { Language } from '../core/knowledge/language.js';

export interface Settings {
  readonly analyze: 'openFiles' | 'workspace';
  readonly language: 'auto' | Language;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  /** `auto`: the client may leave them to a C++ extension. */
  readonly semanticTokens: 'auto' | 'on' | 'off';
  readonly inactiveRegions: boolean;
  readonly exclude: readonly string[];
  /** Undefined: as the project file says. */
  readonly includeThirdParty?: boolean;
  /** Only what is set: the rest is for the project file to say. */
  readonly analysis: Configuration;
}

/** Milliseconds for one file. */
const TIME_LIMIT = 5000;

export function parseSettings(section: unknown): Settings {
  const root = record(section);
  const arch = root['cudaArch'];
  const timeLimit = root['timeLimit'];
  const exclude = strings(root['exclude']);
  const includeThirdParty = root['includeThirdParty'];
  return {
    analyze: root['analyze'] === 'workspace' ? 'workspace' : 'openFiles',
    language: language(root['language']),
    codeLens: enabled(root['codeLens'], true),
    inlayHints: enabled(root['inlayHints'], false),
    semanticTokens: tokens(root['semanticTokens']),
    inactiveRegions: enabled(root['inactiveRegions'], true),
    exclude: isTooLong(exclude) ? [] : exclude,
    ...(typeof includeThirdParty === 'boolean' ? { includeThirdParty } : {}),
    analysis: {
      ...(typeof arch === 'number' && Number.isInteger(arch) && arch > 0 ? { cudaArch: arch } : {}),
      timeLimit: typeof timeLimit === 'number' && timeLimit > 0 ? timeLimit : TIME_LIMIT,
      defines: strings(root['defines']),
      attributeMacros: strings(root['attributeMacros']),
      levels: levels(root['rules']),
    },
  };
}

/** Settings with dots in their names arrive as nested objects: `rules: { pointer: { unchecked: 'off' } }`. */
function levels(tree: unknown, prefix = '', depth = 0): Record<string, Level> {
  const out: Record<string, Level> = {};
  if (depth > 4) return out;
  for (const [key, value] of Object.entries(record(tree))) {
    const code = prefix === '' ? key : `${prefix}.${key}`;
    const level = LEVELS.find((each) => each === value);
    if (level !== undefined) out[code] = level;
    else Object.assign(out, levels(value, code, depth + 1));
  }
  return out;
}

function language(value: unknown): 'auto' | Language {
  return value === 'en' || value === 'zh-cn' ? value : 'auto';
}

function tokens(value: unknown): Settings['semanticTokens'] {
  return value === 'on' || value === 'off' ? value : 'auto';
}

function enabled(group: unknown, fallback: boolean): boolean {
  const value = record(group)['enabled'];
  return typeof value === 'boolean' ? value : fallback;
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
