/** The configuration that conditionals are evaluated under. */
import { DEFAULT_CUDA_ARCH, HOST_ONLY, PREDEFINED, PREDEFINED_CUDA, SYNONYMS } from './builtins.js';
import { innermost } from './innermost.js';
import { objectMacro, parseDefinition, type Macro } from './macros.js';

export interface SourceConfiguration extends FolderSourceConfiguration {
  /** What counts below a folder, in place of the rest. */
  readonly folders?: ReadonlyMap<string, FolderSourceConfiguration> | undefined;
}

export interface FolderSourceConfiguration {
  /** Value of `__CUDA_ARCH__`; undefined: the newest one that the file mentions, else 900. */
  readonly cudaArch?: number | undefined;
  /** Extra object-like macros, `NAME` or `NAME=value`. */
  readonly defines?: readonly string[] | undefined;
  /** Macros that are only specifiers and are blanked. */
  readonly attributeMacros?: readonly string[] | undefined;
}

export interface FileConfiguration {
  readonly predefined: ReadonlyMap<string, Macro>;
  /** Names that a setting gives a meaning. */
  readonly configuredNames: readonly string[];
  readonly attributeMacros: ReadonlySet<string>;
}

export interface PreparedConfiguration {
  forFile(path: string, text: string): FileConfiguration;
}

export function createConfiguration(configuration: SourceConfiguration): PreparedConfiguration {
  const general = createFolder(configuration);
  const folders = new Map([...(configuration.folders ?? [])].map(([folder, each]) => [folder, createFolder(each)]));
  return { forFile: (path, text) => (innermost(folders, path) ?? general).forFile(path, text) };
}

function createFolder(configuration: FolderSourceConfiguration): PreparedConfiguration {
  const attributeMacros = new Set(configuration.attributeMacros);
  const configured: Macro[] = [];
  for (const definition of configuration.defines ?? []) {
    const macro = parseDefinition(definition);
    // A file of its own tells it from the compiler's macros, which are never rewritten in code.
    if (macro) configured.push({ ...macro, file: '<configuration>' });
  }
  for (const { name, value } of SYNONYMS) configured.push({ ...objectMacro(name, value), file: '<compiler>' });
  const configuredNames = [...attributeMacros, ...configured.map((macro) => macro.name)];
  const byArch = new Map<number | undefined, ReadonlyMap<string, Macro>>();
  const predefinedFor = (arch: number | undefined): ReadonlyMap<string, Macro> => {
    let macros = byArch.get(arch);
    if (macros === undefined) byArch.set(arch, (macros = predefinedMacros(arch, configured)));
    return macros;
  };
  return {
    forFile: (path, text) => ({
      predefined: predefinedFor(HOST_ONLY.test(path) ? undefined : (configuration.cudaArch ?? newestArch(text) ?? DEFAULT_CUDA_ARCH)),
      configuredNames,
      attributeMacros,
    }),
  };
}

/** `arch` undefined: a file that only the host compiler sees. */
function predefinedMacros(arch: number | undefined, configured: readonly Macro[]): ReadonlyMap<string, Macro> {
  const macros = new Map<string, Macro>();
  const add = (name: string, value: string): void => {
    macros.set(name, objectMacro(name, value));
  };
  for (const { name, value } of PREDEFINED) add(name, value);
  if (arch !== undefined) {
    for (const { name, value } of PREDEFINED_CUDA) add(name, value);
    add('__CUDA_ARCH__', String(arch));
    // Set by `-arch=sm_90a` and the like: code for a new architecture is compiled for its specific features.
    add(`__CUDA_ARCH_FEAT_SM${Math.trunc(arch / 10)}_ALL`, '1');
    add('__CUDA_ARCH_SPECIFIC__', String(arch));
  }
  for (const macro of configured) macros.set(macro.name, macro);
  return macros;
}

/** The newest architecture that the file compares `__CUDA_ARCH__` with. */
export function newestArch(text: string): number | undefined {
  if (!text.includes('__CUDA_ARCH__')) return undefined;
  let newest: number | undefined;
  for (const match of text.matchAll(/__CUDA_ARCH__\s*[<>=!]=?\s*(\d{3,4})\b|\b(\d{3,4})\s*[<>=!]=?\s*__CUDA_ARCH__/g)) {
    const arch = Number(match[1] ?? match[2]);
    if (newest === undefined || arch > newest) newest = arch;
  }
  return newest;
}
