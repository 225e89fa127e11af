/** Lexical skipping shared by the scanner and the macro tokenizer. Every function takes an offset and returns the offset after the construct. */

/** Character codes by name. */
export const Char = {
  Tab: 9, Newline: 10, Return: 13, Space: 32, Bang: 33, Quote: 34, Hash: 35, Ampersand: 38, Apostrophe: 39, Open: 40, Close: 41,
  Star: 42, Plus: 43, Comma: 44, Minus: 45, Dot: 46, Slash: 47, Colon: 58, Semicolon: 59, Less: 60, Equals: 61, Greater: 62,
  Question: 63, OpenBracket: 91, Backslash: 92, CloseBracket: 93, Caret: 94, Underscore: 95, OpenBrace: 123, Bar: 124, CloseBrace: 125, Tilde: 126,
} as const;

export const enum Class {
  Other, Space, Newline, Identifier, Digit, Quote, Apostrophe, Slash, Hash, Backslash, Null, Dot,
}

/** Class of each ASCII code; anything beyond is an identifier character (C++ allows most of it, and nothing else may hold it). */
export const CLASS: readonly Class[] = (() => {
  const table = new Array<Class>(128).fill(Class.Other);
  const set = (chars: string, value: Class): void => {
    for (const char of chars) table[char.charCodeAt(0)] = value;
  };
  set(' \t\v\f\r', Class.Space);
  set('\n', Class.Newline);
  set('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$', Class.Identifier);
  set('0123456789', Class.Digit);
  set('"', Class.Quote);
  set("'", Class.Apostrophe);
  set('/', Class.Slash);
  set('#', Class.Hash);
  set('\\', Class.Backslash);
  set('\0', Class.Null);
  set('.', Class.Dot);
  return table;
})();

export function classOf(code: number): Class {
  return code < 128 ? (CLASS[code] ?? Class.Other) : Class.Identifier;
}

export function isIdentifierPart(code: number): boolean {
  if (code >= 128) return true;
  const c = CLASS[code];
  return c === Class.Identifier || c === Class.Digit;
}

/** At `//`. A backslash before the line's end continues the comment. Stops at the newline. */
export function skipLineComment(text: string, start: number): number {
  for (let at = start; ; ) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    const last = text.charCodeAt(end - 1) === Char.Return ? end - 2 : end - 1;
    if (last < start + 2 || text.charCodeAt(last) !== Char.Backslash) return end;
    at = end + 1;
  }
}

/** At the slash of a block comment. An unterminated one runs to the end. */
export function skipBlockComment(text: string, start: number): number {
  const end = text.indexOf('*/', start + 2);
  return end < 0 ? text.length : end + 2;
}

/** The offset after the comment at `start`, or `start` when the slash begins none. */
export function skipComment(text: string, start: number): number {
  const next = text.charCodeAt(start + 1);
  if (next === Char.Slash) return skipLineComment(text, start);
  return next === Char.Star ? skipBlockComment(text, start) : start;
}

/** At the opening quote or apostrophe. An unterminated literal stops at the end of its line, as compilers do. */
export function skipQuoted(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  const length = text.length;
  for (let i = start + 1; i < length; i++) {
    const c = text.charCodeAt(i);
    if (c === quote) return i + 1;
    if (c === Char.Backslash) {
      i++;
      if (text.charCodeAt(i) === Char.Return && text.charCodeAt(i + 1) === Char.Newline) i++;
    } else if (c === Char.Newline) return i;
  }
  return length;
}

/** At the opening quote of a raw string. Without a valid delimiter it is taken as an ordinary string. */
export function skipRawString(text: string, quote: number): number {
  const open = text.indexOf('(', quote + 1);
  if (open < 0 || open - quote > 17) return skipQuoted(text, quote);
  const close = text.indexOf(`)${text.slice(quote + 1, open)}"`, open + 1);
  return close < 0 ? text.length : close + (open - quote) + 1;
}

/** An identifier directly before a quote that makes it a raw string. */
export function isRawPrefix(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(end - 1) !== 82 /* R */ || end - start > 3) return false;
  const prefix = text.slice(start, end);
  return prefix === 'R' || prefix === 'LR' || prefix === 'uR' || prefix === 'UR' || prefix === 'u8R';
}

/** A preprocessing number: digit separators, exponents and suffixes included. */
export function skipNumber(text: string, start: number): number {
  const length = text.length;
  let i = start + 1;
  for (; i < length; i++) {
    const c = text.charCodeAt(i);
    if (isIdentifierPart(c) || c === Char.Dot) continue;
    if (c === Char.Apostrophe && isIdentifierPart(text.charCodeAt(i + 1))) continue;
    if ((c === Char.Plus || c === Char.Minus) && isExponent(text.charCodeAt(i - 1))) {
      // `0xE+1` is one preprocessing number too, but an addition to every reader: only decimal exponents take the sign.
      if (text.charCodeAt(start + 1) === 120 /* x */ && !isBinaryExponent(text.charCodeAt(i - 1))) return i;
      continue;
    }
    break;
  }
  return i;
}

function isExponent(code: number): boolean {
  return code === 101 || code === 69 || isBinaryExponent(code);
}

function isBinaryExponent(code: number): boolean {
  return code === 112 || code === 80;
}

export function skipIdentifier(text: string, start: number): number {
  const length = text.length;
  let i = start + 1;
  while (i < length && isIdentifierPart(text.charCodeAt(i))) i++;
  return i;
}

/** White space, newlines, comments and line continuations. */
export function skipTrivia(text: string, start: number, limit = text.length): number {
  let i = start;
  while (i < limit) {
    const c = text.charCodeAt(i);
    if (c === Char.Space || c === Char.Newline || (c >= Char.Tab && c <= Char.Return)) i++;
    else if (c === Char.Slash && text.charCodeAt(i + 1) === Char.Slash) i = skipLineComment(text, i);
    else if (c === Char.Slash && text.charCodeAt(i + 1) === Char.Star) i = skipBlockComment(text, i);
    else if (c === Char.Backslash && isLineEnd(text, i + 1)) i++;
    else break;
  }
  return Math.min(i, limit);
}

function isLineEnd(text: string, at: number): boolean {
  const c = text.charCodeAt(at);
  return c === Char.Newline || (c === Char.Return && text.charCodeAt(at + 1) === Char.Newline);
}

/** The offset after one token, whatever it is; punctuation is one character. At trivia it returns the end of the trivia. */
export function skipToken(text: string, i: number): number {
  const c = text.charCodeAt(i);
  switch (classOf(c)) {
    case Class.Identifier: {
      const end = skipIdentifier(text, i);
      if (text.charCodeAt(end) === Char.Quote && isRawPrefix(text, i, end)) return skipRawString(text, end);
      return end;
    }
    case Class.Digit:
      return skipNumber(text, i);
    case Class.Quote:
    case Class.Apostrophe:
      return skipQuoted(text, i);
    case Class.Dot:
      return classOf(text.charCodeAt(i + 1)) === Class.Digit ? skipNumber(text, i) : i + 1;
    case Class.Space:
    case Class.Newline:
    case Class.Slash:
    case Class.Backslash:
      return Math.max(skipTrivia(text, i), i + 1);
    default:
      return i + 1;
  }
}

const BALANCE = /[()[\]{}"'/]/g;

/** `open` is at `(`, `[` or `{`. The offset after the matching closer, or -1 when there is none. */
export function skipBalanced(text: string, open: number): number {
  let depth = 0;
  for (BALANCE.lastIndex = open; BALANCE.test(text); ) {
    const at = BALANCE.lastIndex - 1;
    const c = text.charCodeAt(at);
    if (c === Char.Open || c === Char.OpenBracket || c === Char.OpenBrace) depth++;
    else if (c === Char.Close || c === Char.CloseBracket || c === Char.CloseBrace) {
      if (--depth === 0) return at + 1;
    } else BALANCE.lastIndex = c === Char.Slash ? Math.max(skipComment(text, at), at + 1) : skipLiteral(text, at);
  }
  return -1;
}

/** At a quote or apostrophe that was met without knowing what stands before it: raw strings and digit separators are told by that. */
export function skipLiteral(text: string, at: number): number {
  if (!isIdentifierPart(text.charCodeAt(at - 1))) return skipQuoted(text, at);
  let start = at - 1;
  while (start > 0 && isIdentifierPart(text.charCodeAt(start - 1))) start--;
  if (text.charCodeAt(at) === Char.Quote) return isRawPrefix(text, start, at) ? skipRawString(text, at) : skipQuoted(text, at);
  return classOf(text.charCodeAt(start)) === Class.Digit && isIdentifierPart(text.charCodeAt(at + 1)) ? at + 1 : skipQuoted(text, at);
}

/** Blanks of the same length, line ends kept. */
export function blank(text: string, start: number, end: number): string {
  let out = '';
  let from = start;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', from)) {
    const crlf = at > from && text.charCodeAt(at - 1) === Char.Return;
    out += ' '.repeat(at - from - (crlf ? 1 : 0)) + (crlf ? '\r\n' : '\n');
    from = at + 1;
  }
  return out + ' '.repeat(end - from);
}
