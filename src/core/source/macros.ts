import { Char, Class, classOf, skipBlockComment, skipComment, skipIdentifier, skipLineComment, skipQuoted, skipTrivia } from './chars.js';

export interface Macro {
  readonly name: string;
  /** Undefined: object-like. The last one of a variadic macro is `__VA_ARGS__` or its GNU name. */
  readonly params: readonly string[] | undefined;
  readonly variadic: boolean;
  /** Replacement list on one line, comments and continuations removed. */
  readonly body: string;
  /** Where it is defined; empty for predefined and configured macros. */
  readonly file: string;
  /** Of the name, in that file. */
  readonly offset: number;
}

/** What a file's own directives leave behind, by name; undefined: `#undef`. Layers are shared and compared by identity. */
export interface MacroLayer {
  readonly path: string;
  readonly changes: ReadonlyMap<string, Macro | undefined>;
}

/** What including a file makes visible: the layers of its include closure in order, its own last. Files without macros have no layer. */
export interface MacroTable {
  readonly layers: readonly MacroLayer[];
}

/** The macro that a name means at an offset of the file. */
export type MacroLookup = (name: string) => Macro | undefined;

export function objectMacro(name: string, body: string): Macro {
  return { name, params: undefined, variadic: false, body, file: '', offset: 0 };
}

/** `NAME` or `NAME=value`, as on a compiler's command line. */
export function parseDefinition(definition: string): Macro | undefined {
  const match = /^\s*([A-Za-z_]\w*)\s*(?:=\s*(.*?)\s*)?$/.exec(definition);
  return match?.[1] === undefined ? undefined : objectMacro(match[1], match[2] ?? '1');
}

/** The line end that finishes the directive at `start`: continuations and multi-line comments belong to it. */
export function directiveEnd(text: string, start: number): number {
  for (DIRECTIVE.lastIndex = start; DIRECTIVE.test(text); ) {
    const i = DIRECTIVE.lastIndex - 1;
    const c = text.charCodeAt(i);
    if (c === Char.Newline) return text.charCodeAt(i - 1) === Char.Return ? i - 1 : i;
    if (c === Char.Backslash) DIRECTIVE.lastIndex = text.charCodeAt(i + 1) === Char.Return && text.charCodeAt(i + 2) === Char.Newline ? i + 3 : i + 2;
    else DIRECTIVE.lastIndex = c === Char.Quote ? skipQuoted(text, i) : Math.max(skipComment(text, i), i + 1);
  }
  return text.length;
}

const DIRECTIVE = /[\n\\/"]/g;

/** `start` is after the word `define`, `end` the directive's end. Undefined: not a valid definition. */
export function parseDefine(text: string, start: number, end: number, file: string): Macro | undefined {
  const nameStart = skipTrivia(text, start, end);
  if (nameStart >= end || classOf(text.charCodeAt(nameStart)) !== Class.Identifier) return undefined;
  const nameEnd = skipIdentifier(text, nameStart);
  const name = text.slice(nameStart, nameEnd);
  if (text.charCodeAt(nameEnd) !== Char.Open) {
    return { name, params: undefined, variadic: false, body: replacementList(text, nameEnd, end), file, offset: nameStart };
  }
  const close = text.indexOf(')', nameEnd);
  if (close < 0 || close > end) return undefined;
  const params: string[] = [];
  let variadic = false;
  const list = replacementList(text, nameEnd + 1, close);
  for (const part of list === '' ? [] : list.split(',')) {
    const param = part.trim();
    if (param.endsWith('...')) variadic = true;
    params.push(param === '...' ? '__VA_ARGS__' : param.replace(/\s*\.\.\.$/, ''));
  }
  return { name, params, variadic, body: replacementList(text, close + 1, end), file, offset: nameStart };
}

function replacementList(text: string, start: number, end: number): string {
  const raw = text.slice(start, end);
  if (!raw.includes('\\') && !raw.includes('/')) return raw.trim();
  let out = '';
  let from = 0;
  for (let i = 0; i < raw.length; ) {
    const c = raw.charCodeAt(i);
    let next = i + 1;
    if (c === Char.Quote || c === Char.Apostrophe) {
      i = skipQuoted(raw, i);
      continue;
    }
    if (c === Char.Slash && raw.charCodeAt(next) === Char.Star) next = skipBlockComment(raw, i);
    else if (c === Char.Slash && raw.charCodeAt(next) === Char.Slash) next = skipLineComment(raw, i);
    else if (c === Char.Backslash && /[\r\n]/.test(raw.charAt(next))) next = raw.charAt(next) === '\r' ? i + 3 : i + 2;
    else {
      i++;
      continue;
    }
    out += `${raw.slice(from, i)} `;
    from = i = next;
  }
  return (out + raw.slice(from)).trim();
}
