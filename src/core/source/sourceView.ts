/**
 * What the parser sees instead of the raw text. See docs/design.md, "Source view".
 * Offsets are UTF-16 code units everywhere.
 */
import type { Span } from '../program/ir.js';
import type { Problem } from '../schema.js';
import { learnAssertion } from './assertions.js';
import { ASSERTION_MACROS } from './builtins.js';
import { applyEdits } from './edits.js';
import { expandTokens, type ExpansionContext, type MacroCall } from './expand.js';
import { classify } from './classify.js';
import { skipBalanced, skipTrivia } from './chars.js';
import type { Macro } from './macros.js';
import { createViewBuilder, spanToFile, type ViewMap } from './offsets.js';
import { maskBody, scanFile, type Scan, type SourceEnv } from './scan.js';
import { bodyTokens, tokenize, type Token } from './tokens.js';
import type { Candidate } from './words.js';

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
  const masked = applyEdits(scan.text, scan.edits);
  return expandedView(scan, masked, NONE);
}

function expandedView(scan: Scan, masked: string, except: ReadonlySet<number>): BuiltView {
  const problems: Problem[] = [];
  const map = scan.candidates.length === 0 ? undefined : expand(scan, masked, problems, except);
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

/** Tokens that all expansions in one file may make together, and one of them alone. About five characters each. */
const FILE_BUDGET = 300_000;
const CALL_BUDGET = 50_000;

const maskedBodies = new WeakMap<Macro, readonly Token[]>();

function maskedBody(macro: Macro): readonly Token[] {
  let tokens = maskedBodies.get(macro);
  if (tokens === undefined) {
    const masked = maskBody(macro.body);
    tokens = masked === macro.body ? bodyTokens(macro) : tokenize(masked, 0, masked.length, false);
    maskedBodies.set(macro, tokens);
  }
  return tokens;
}

/** `except`: offsets of names that are left as they are. */
function expand(scan: Scan, masked: string, problems: Problem[], except: ReadonlySet<number>): ViewMap | undefined {
  const { scope, candidates } = scan;
  const builder = createViewBuilder(masked);
  const pasted = new Map<Macro, readonly boolean[]>();
  let left = FILE_BUDGET;
  let done = 0;
  let any = false;
  for (const candidate of candidates) {
    if (left <= 0) break;
    if (candidate.start < done || except.has(candidate.start)) continue;
    const calls: MacroCall[] = [];
    const budget = { left: Math.min(left, CALL_BUDGET) };
    const context: ExpansionContext = {
      lookup: (token) => scope.lookupAt(token.text, token.at >= 0 ? token.at : candidate.start),
      wants: (macro, full) => full || macro === candidate.macro || wants(macro, (name) => scope.lookupAt(name, candidate.start)),
      body: maskedBody,
      line: () => lineOf(masked, candidate.start),
      calls,
      pasted,
      budget,
    };
    const before = budget.left;
    const end = expandCandidate(candidate, masked, context, (tokens) => {
      builder.copy(done, candidate.start);
      builder.tokens(tokens, calls);
    });
    left -= before - Math.max(budget.left, 0);
    if (end > 0) {
      done = end;
      any = true;
    }
    if (budget.left < 0 && problems.length === 0) problems.push(tooMuchCode(candidate, masked));
  }
  builder.copy(done, masked.length);
  return any ? builder.finish() : undefined;
}

function tooMuchCode(candidate: Candidate, masked: string): Problem {
  return {
    code: 'macro-recursion',
    message: `Expanding ${candidate.macro.name} makes more code than can be analysed, so it is left as it is; facts behind it are unknown.`,
    line: lineOf(masked, candidate.start),
    column: candidate.start - masked.lastIndexOf('\n', candidate.start - 1),
  };
}

/** Macros left as calls in the file's own text are left in expansions, too. */
function wants(macro: Macro, lookup: (name: string) => Macro | undefined): boolean {
  return macro.file !== '' && classify(macro, lookup).kind !== 'keep';
}

/** Returns the offset after the use, or 0 when it is left as it is (unbalanced parentheses, no budget). */
function expandCandidate(candidate: Candidate, masked: string, context: ExpansionContext, emit: (tokens: readonly Token[]) => void): number {
  let end = candidate.macro.params === undefined ? candidate.end : callEnd(masked, candidate.end);
  for (let rounds = 0; end > 0 && rounds < 4; rounds++) {
    context.calls.length = 0;
    const written = tokenize(masked, candidate.start, end, true);
    context.budget.left -= written.length;
    const tokens = expandTokens(written, context);
    if (context.budget.left < 0) return 0;
    // The expansion ends in the name of another macro whose arguments follow in the file.
    const last = tokens[tokens.length - 1];
    const open = last?.kind === 'identifier' && !last.painted ? context.lookup(last) : undefined;
    const more = open?.params !== undefined && context.wants(open, false) ? callEnd(masked, end) : 0;
    if (more > 0) {
      end = more;
      continue;
    }
    emit(tokens);
    return end;
  }
  return 0;
}

function callEnd(masked: string, nameEnd: number): number {
  const open = skipTrivia(masked, nameEnd);
  return masked.charAt(open) === '(' ? skipBalanced(masked, open) : 0;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
