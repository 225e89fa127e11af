/** The source views of a workspace: caches each file's macros, and knows which views a change touches. */
import { createConfiguration, type SourceConfiguration } from './configuration.js';
import { createIncludeIndex } from './includes.js';
import type { Macro, MacroTable } from './macros.js';
import { scanFile, type Scan, type SourceEnv } from './scan.js';
import { viewOfScan, type BuiltView } from './sourceView.js';

export interface SourceWorkspace {
  /** Undefined: no such file. The view is built anew at each call, its scan is cached. */
  view(path: string): BuiltView | undefined;
  resolveInclude: (from: string, include: string, system: boolean) => string | undefined;
  /** The include closure, the file itself first. */
  closure(path: string): readonly string[];
  /**
   * The file's text is another one. Returns the paths whose views may differ: its own, and those of its includers if the macros that it passes on are others.
   */
  changed(path: string): readonly string[];
  /** Files were added or removed, or the configuration is another one. */
  reset(configuration?: SourceConfiguration): void;
  readonly env: SourceEnv;
}

export interface SourceFiles {
  text(path: string): string | undefined;
  paths(): Iterable<string>;
}

/** As deep as compilers follow includes. */
const MAX_INCLUDE_DEPTH = 200;

export function createSourceWorkspace(files: SourceFiles, configuration: SourceConfiguration = {}): SourceWorkspace {
  let prepared = createConfiguration(configuration);
  let index: ReturnType<typeof createIncludeIndex> | undefined;
  const scans = new Map<string, Scan>();
  /** Scans that saw a file of their own include cycle only in part. They serve until the cycle's first file is done, and are not kept. */
  const partial = new Map<string, { readonly scan: Scan; readonly reached: number }>();
  const running: string[] = [];
  /** Position in `running` of the outermost unfinished file that each running scan has met. */
  const reached: number[] = [];

  const env: SourceEnv = {
    get configuration() {
      return prepared;
    },
    resolveInclude: (from, include, system) => (index ??= createIncludeIndex(files.paths())).resolve(from, include, system),
    macrosOf: (path) => scan(path)?.table,
  };

  function meet(position: number): void {
    const top = reached.length - 1;
    if (top >= 0) reached[top] = Math.min(reached[top] ?? position, position);
  }

  function scan(path: string): Scan | undefined {
    const known = scans.get(path);
    if (known) return known;
    const unfinished = running.indexOf(path);
    if (unfinished >= 0) {
      meet(unfinished);
      return undefined;
    }
    const half = partial.get(path);
    if (half) {
      meet(half.reached);
      return half.scan;
    }
    const text = files.text(path);
    if (text === undefined || running.length >= MAX_INCLUDE_DEPTH) return undefined;
    const position = running.push(path) - 1;
    reached.push(position);
    const result = scanFile(path, text, env);
    running.pop();
    const outermost = reached.pop() ?? position;
    if (outermost >= position) {
      scans.set(path, result);
      for (const [other, { reached: to }] of partial) if (to >= position) partial.delete(other);
    } else {
      partial.set(path, { scan: result, reached: outermost });
      meet(outermost);
    }
    return result;
  }

  function closure(path: string): readonly string[] {
    const seen = new Set([path]);
    for (const file of seen) for (const target of scan(file)?.included ?? []) seen.add(target);
    return [...seen];
  }

  return {
    env,
    closure,
    resolveInclude: env.resolveInclude,
    view(path) {
      const known = scan(path);
      return known && viewOfScan(known);
    },
    changed(path) {
      const before = scans.get(path);
      scans.delete(path);
      if (before === undefined) return [path];
      const after = scan(path);
      if (after && samePassedOn(before, after)) return [path];
      const stale = [path];
      const includers = [...scans.values()];
      for (const from of stale) {
        for (const other of includers) if (other.included.includes(from) && !stale.includes(other.path)) stale.push(other.path);
      }
      for (const other of stale) if (other !== path) scans.delete(other);
      return stale;
    },
    reset(next) {
      if (next) prepared = createConfiguration(next);
      index = undefined;
      scans.clear();
    },
  };
}

function samePassedOn(a: Scan, b: Scan): boolean {
  return a.included.length === b.included.length && a.included.every((path, i) => path === b.included[i]) && sameTable(a.table, b.table);
}

function sameTable(a: MacroTable, b: MacroTable): boolean {
  if (a.layers.length !== b.layers.length) return false;
  return a.layers.every((layer, i) => {
    const other = b.layers[i];
    if (other === undefined || layer.path !== other.path || layer.changes.size !== other.changes.size) return false;
    if (layer === other) return true;
    for (const [name, macro] of layer.changes) {
      if (!other.changes.has(name) || !sameMacro(macro, other.changes.get(name))) return false;
    }
    return true;
  });
}

function sameMacro(a: Macro | undefined, b: Macro | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && a.body === b.body && a.params?.join() === b.params?.join() && (a.params === undefined) === (b.params === undefined));
}

