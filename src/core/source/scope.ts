import type { Macro, MacroLayer, MacroTable } from './macros.js';

interface Meaning {
  /** Undefined: `#undef` took it away. */
  readonly macro: Macro | undefined;
  readonly from: number;
}

/** The macros of one file while it is read from top to bottom, and afterwards at any of its offsets. */
export interface MacroScope {
  define(macro: Macro, at: number): void;
  undefine(name: string, at: number): void;
  include(table: MacroTable, at: number): void;
  /** As of what has been read so far. */
  lookup: (name: string) => Macro | undefined;
  lookupAt: (name: string, offset: number) => Macro | undefined;
  /** Macros visible at the end, predefined ones left out. */
  visible(): ReadonlyMap<string, Macro>;
  /** What this file passes on to those that include it. */
  table(path: string): MacroTable;
  /** Macros whose names do not look like macros; the scanner has to watch for them. */
  readonly plainNames: ReadonlySet<string>;
}

/** Names that are looked at in any case: capitals and double underscores. */
const MACRO_LIKE = /^(?:[A-Z][A-Z_0-9]|__|_[A-Z])/;

export function createScope(predefined: ReadonlyMap<string, Macro>, configuredNames: readonly string[]): MacroScope {
  const plainNames = new Set(configuredNames.filter((name) => !MACRO_LIKE.test(name)));
  const live = new Map<string, Meaning>();
  /** Earlier meanings of names that changed it, oldest first. */
  const retired = new Map<string, Meaning[]>();
  const layers: MacroLayer[] = [];
  const applied = new Set<MacroLayer>();
  const own = new Map<string, Macro | undefined>();

  const set = (name: string, macro: Macro | undefined, from: number): void => {
    const before = live.get(name);
    if (before) {
      const list = retired.get(name);
      if (list) list.push(before);
      else retired.set(name, [before]);
    }
    live.set(name, { macro, from });
    if (macro && !MACRO_LIKE.test(name)) plainNames.add(name);
  };
  const lookup = (name: string): Macro | undefined => {
    const meaning = live.get(name);
    return meaning ? meaning.macro : predefined.get(name);
  };

  return {
    plainNames,
    lookup,
    define(macro, at) {
      own.set(macro.name, macro);
      set(macro.name, macro, at);
    },
    undefine(name, at) {
      own.set(name, undefined);
      set(name, undefined, at);
    },
    include(table, at) {
      for (const layer of table.layers) {
        if (applied.has(layer)) continue;
        applied.add(layer);
        layers.push(layer);
        for (const [name, macro] of layer.changes) set(name, macro, at);
      }
    },
    lookupAt(name, offset) {
      const meaning = live.get(name);
      if (meaning === undefined) return predefined.get(name);
      if (meaning.from <= offset) return meaning.macro;
      const earlier = lastBefore(retired.get(name) ?? [], offset);
      return earlier ? earlier.macro : predefined.get(name);
    },
    visible() {
      const out = new Map<string, Macro>();
      for (const [name, { macro }] of live) if (macro) out.set(name, macro);
      return out;
    },
    table(path) {
      return { layers: own.size === 0 ? layers : [...layers, { path, changes: own }] };
    },
  };
}

/** The last meaning that began at or before `offset`. */
function lastBefore(meanings: readonly Meaning[], offset: number): Meaning | undefined {
  let low = 0;
  let high = meanings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((meanings[middle]?.from ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return meanings[low - 1];
}
