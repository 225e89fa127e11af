/** `#` lines: conditionals, macros, includes. Everything that is blanked here keeps its line ends. */
import type { Span } from '../program/ir.js';
import { blank, Char, skipComment, skipIdentifier, skipLiteral, skipTrivia } from './chars.js';
import { evaluateCondition } from './condition.js';
import type { Edit } from './edits.js';
import { directiveEnd, parseDefine } from './macros.js';
import type { MacroScope } from './scope.js';

export interface IncludeLine {
  readonly path: string;
  readonly system: boolean;
  readonly line: number;
}

export interface DirectiveHost {
  readonly path: string;
  readonly text: string;
  readonly scope: MacroScope;
  readonly edits: Edit[];
  readonly inactive: Span[];
  readonly includes: IncludeLine[];
  /** Makes the file's macros visible. */
  include(include: IncludeLine, at: number): void;
  hasInclude(name: string, system: boolean): boolean;
}

/** What belongs to a conditional that is open. */
const BELONGS = /^(?:else|elif|elifdef|elifndef|endif)$/;

export interface DirectiveReader {
  /** Reads the directive at `hash`, and all that the configuration leaves out after it. Returns the offset to go on from. */
  readonly read: (hash: number) => number;
  /** The first directive without a conditional that it belongs to; at the end of the file, else the last conditional without an end. */
  readonly unmatched: () => { readonly at: number; readonly name: string; readonly lacks: '#if' | '#endif' } | undefined;
}

interface Conditional {
  readonly at: number;
  readonly name: string;
  /** Some branch has been chosen, or none may be: the region around is inactive. */
  taken: boolean;
  active: boolean;
}

export function createDirectiveReader(host: DirectiveHost): DirectiveReader {
  const { text, scope } = host;
  const open: Conditional[] = [];
  let stray: { readonly at: number; readonly name: string } | undefined;
  let line = 1;
  let lineFrom = 0;
  let lastName = '';

  const lineAt = (offset: number): number => {
    for (let at = text.indexOf('\n', lineFrom); at >= 0 && at < offset; at = text.indexOf('\n', lineFrom)) {
      line++;
      lineFrom = at + 1;
    }
    return line;
  };
  const isActive = (): boolean => open[open.length - 1]?.active ?? true;

  return {
    read(hash) {
      let i = read(hash);
      while (!isActive() && i < text.length) i = skipRegion(i);
      host.edits.push({ start: hash, end: i, text: blank(text, hash, i) });
      return i;
    },
    unmatched() {
      if (stray) return { ...stray, lacks: '#if' };
      const last = open[open.length - 1];
      return last && { at: last.at, name: last.name, lacks: '#endif' };
    },
  };

  /** From the end of the directive that opened the region to after the one that ends it. Nested conditionals belong to the region. */
  function skipRegion(from: number): number {
    const depth = open.length;
    for (let i = from; ; ) {
      const hash = nextDirective(text, i);
      const nested = open.length > depth;
      i = hash < text.length ? read(hash) : hash;
      if (hash >= text.length || (!nested && BELONGS.test(lastName))) {
        addInactive(host, from, hash);
        return i;
      }
    }
  }

  function read(hash: number): number {
    const end = directiveEnd(text, hash);
    const start = skipTrivia(text, hash + 1, end);
    const nameEnd = start < end ? skipIdentifier(text, start) : start;
    const name = text.slice(start, nameEnd);
    lastName = name;
    if (name === 'if' || name === 'ifdef' || name === 'ifndef') {
      const enclosing = isActive();
      const active = enclosing && holds(name, nameEnd, end);
      open.push({ at: hash, name, taken: !enclosing || active, active });
    } else if (BELONGS.test(name)) {
      if (open.length === 0) stray ??= { at: hash, name };
      else if (name === 'endif') open.pop();
      else branch(name, nameEnd, end);
    } else if (isActive()) plain(name, nameEnd, end);
    return end;
  }

  function branch(name: string, nameEnd: number, end: number): void {
    const top = open[open.length - 1];
    if (top === undefined) return;
    top.active = !top.taken && (name === 'else' || holds(name.slice(2), nameEnd, end));
    if (top.active) top.taken = true;
  }

  function holds(kind: string, start: number, end: number): boolean {
    if (kind === 'if') {
      return evaluateCondition(text.slice(start, end), { lookup: scope.lookup, hasInclude: (name, system) => host.hasInclude(name, system), line: lineAt(start) });
    }
    const from = skipTrivia(text, start, end);
    const defined = from < end && scope.lookup(text.slice(from, skipIdentifier(text, from))) !== undefined;
    return kind === 'ifdef' ? defined : !defined;
  }

  function plain(name: string, nameEnd: number, end: number): void {
    if (name === 'define') {
      const macro = parseDefine(text, nameEnd, end, host.path);
      if (macro) scope.define(macro, nameEnd);
    } else if (name === 'undef') {
      const from = skipTrivia(text, nameEnd, end);
      if (from < end) scope.undefine(text.slice(from, skipIdentifier(text, from)), nameEnd);
    } else if (name === 'include' || name === 'include_next' || name === 'import') {
      const match = /^\s*(?:"([^"\n]*)"|<([^>\n]*)>)/.exec(text.slice(nameEnd, end));
      const path = match?.[1] ?? match?.[2];
      if (path === undefined) return;
      const include = { path, system: match?.[1] === undefined, line: lineAt(nameEnd) };
      host.includes.push(include);
      host.include(include, nameEnd);
    }
  }
}

/** From the line after the directive that ends at `start` to the line of the one at `end`. */
function addInactive(host: DirectiveHost, start: number, end: number): void {
  const { text } = host;
  const from = Math.min(text.indexOf('\n', start) + 1 || text.length, end);
  const to = end >= text.length ? end : Math.max(from, text.lastIndexOf('\n', end) + 1);
  if (to > from) host.inactive.push({ start: from, end: to });
}

const INACTIVE = /["'\\/]|^[ \t\v\f]*#/gm;

/** The `#` of the next directive at or after `from`, or the text's length. Comments and literals are skipped as in active code. */
function nextDirective(text: string, from: number): number {
  for (INACTIVE.lastIndex = from; INACTIVE.test(text); ) {
    const at = INACTIVE.lastIndex - 1;
    const c = text.charCodeAt(at);
    if (c === Char.Hash) return at;
    if (c === Char.Slash) INACTIVE.lastIndex = Math.max(skipComment(text, at), at + 1);
    else if (c === Char.Backslash) INACTIVE.lastIndex = at + (text.charCodeAt(at + 1) === Char.Return ? 3 : 2);
    else INACTIVE.lastIndex = skipLiteral(text, at);
  }
  return text.length;
}
