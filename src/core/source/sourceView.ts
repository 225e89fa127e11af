/**
 * What the parser sees instead of the raw text. See docs/design.md, "Source view".
 * Offsets are UTF-16 code units everywhere.
 */
import type { Span } from '../program/ir.js';
import type { Problem } from '../schema.js';
import { learnAssertion } from './assertions.js';
import { ASSERTION_MACROS } from './builtins.js';
import { applyEdits } from './edits.js';
import type { MacroCall } from './expand.js';
import { expandView } from './expandView.js';
import type { Macro } from './macros.js';
import { spanToFile, type ViewMap } from './offsets.js';
import { scanFile, type Scan, type SourceEnv } from './scan.js';

export interface SourceView {
  readonly path: string;
  /** The file's own text, exactly as given (CRLF included). */
  readonly text: string;
  /** The text that is parsed. Same length as `text` unless `expanded`. */
  readonly view: string;
  /** Some macro was really expanded, so offsets differ and `toFile` is not the identity. */
  readonly expanded: boolean;
  /** Offset in `view` -> offset in `text`. Code from a macro's body maps to the macro call's name; code from an argument to the argument. */
  toFile: (offset: number) => number;
  /**
   * Span in `view` -> span in `text`. A node that begins or ends in a macro's body covers the whole macro call, so that its text can be quoted;
   * a single word from a body is the macro's name.
   */
  spanToFile: (start: number, end: number) => Span;
  /** True if the view offset lies in code that came from a macro body, not from the file's own text. */
  isSynthetic: (offset: number) => boolean;
  /** Regions of `text` that the configuration leaves out, whole lines. */
  readonly inactive: readonly Span[];
  /** Active `#include` lines. */
  readonly includes: readonly { readonly path: string; readonly system: boolean; readonly line: number }[];
  /** Workspace files that the active includes mean. */
  readonly included: readonly string[];
  readonly problems: readonly Problem[];
  /** Unknown macros before a statement that were left out; what they do is unknown, so the block around is suspect. Spans of `text`. */
  readonly guesses: readonly Span[];
  /** Macros visible at the end of the file, predefined ones left out. */
  readonly macros: ReadonlyMap<string, Macro>;
  /** Calls that are left in the view and after which an argument holds: macro name -> index of that argument. As visible at the end of the file. */
  readonly assertionMacros: ReadonlyMap<string, number>;
  /** Calls that are left in the view and never return. */
  readonly trapMacros: ReadonlySet<string>;
}

/** A view that can be built in another way when it does not parse. */
export interface BuiltView extends SourceView {
  /** The macro call that the text at a view offset came out of, in offsets of `text`. */
  callAt: (offset: number) => MacroCall | undefined;
  /** The same file with some macro uses left as they are, by the offset of their name. */
  without: (nameStarts: ReadonlySet<number>) => BuiltView;
}

export function buildSourceView(path: string, text: string, env: SourceEnv): BuiltView {
  return viewOfScan(scanFile(path, text, env));
}

const NONE: ReadonlySet<number> = new Set();

export function viewOfScan(scan: Scan): BuiltView {
  const masked = applyEdits(scan.code, scan.edits);
  return expandedView(scan, masked, NONE);
}

function expandedView(scan: Scan, masked: string, except: ReadonlySet<number>): BuiltView {
  const problems: Problem[] = scan.problem ? [scan.problem] : [];
  const map = scan.candidates.length === 0 ? undefined : expandView(scan, masked, problems, except);
  return makeView(scan, masked, map, problems);
}

function makeView(scan: Scan, masked: string, map: ViewMap | undefined, problems: readonly Problem[]): BuiltView {
  let macros: ReadonlyMap<string, Macro> | undefined;
  let learnt: { readonly assertions: ReadonlyMap<string, number>; readonly traps: ReadonlySet<string> } | undefined;
  const view: BuiltView = {
    path: scan.path,
    text: scan.text,
    view: map?.view ?? masked,
    expanded: map !== undefined,
    toFile: map ? map.toFile : (offset) => offset,
    spanToFile: map ? (start, end) => spanToFile(map, start, end) : (start, end) => ({ start, end }),
    isSynthetic: map ? map.isSynthetic : () => false,
    callAt: map ? map.callAt : () => undefined,
    without: (nameStarts) => expandedView(scan, masked, nameStarts),
    inactive: scan.inactive,
    includes: scan.includes,
    included: scan.included,
    problems,
    guesses: scan.guesses,
    get macros() {
      return (macros ??= scan.scope.visible());
    },
    get assertionMacros() {
      return (learnt ??= learnAll(view.macros)).assertions;
    },
    get trapMacros() {
      return (learnt ??= learnAll(view.macros)).traps;
    },
  };
  return view;
}

/** The view that is the text itself. */
export function rawView(view: SourceView): SourceView {
  return Object.create(view, {
    view: { value: view.text, enumerable: true },
    expanded: { value: false, enumerable: true },
    toFile: { value: (offset: number) => offset },
    spanToFile: { value: (start: number, end: number) => ({ start, end }) },
    isSynthetic: { value: () => false },
  }) as SourceView;
}

function learnAll(macros: ReadonlyMap<string, Macro>): { readonly assertions: ReadonlyMap<string, number>; readonly traps: ReadonlySet<string> } {
  const assertions = new Map(ASSERTION_MACROS);
  const traps = new Set<string>();
  const lookup = (name: string): Macro | undefined => macros.get(name);
  for (const macro of macros.values()) {
    assertions.delete(macro.name);
    const found = learnAssertion(macro, lookup);
    if (found?.kind === 'asserts') assertions.set(macro.name, found.argument);
    else if (found?.kind === 'traps') traps.add(macro.name);
  }
  return { assertions, traps };
}
