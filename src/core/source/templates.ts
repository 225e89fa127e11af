/** Templates that the grammar does not read: `typename T = void*`, `std::enable_if_t<c>* = nullptr`, `typename T::U{}`, `template class C<T>;`. */
import { blank, Char, Class, classOf, skipIdentifier, skipToken, skipTrivia } from './chars.js';
import type { Edit } from './edits.js';

/** No template parameter is longer; without a bound, a hostile file is read again and again. */
const LONGEST = 1000;

/** `at` is after `typename` or `class`. Blanks `*`, `&` and cv-words of the default type, which keeps its name only. */
export function starsOfDefault(text: string, at: number): Edit[] {
  let i = skipTrivia(text, at);
  if (classOf(text.charCodeAt(i)) === Class.Identifier) i = skipTrivia(text, skipIdentifier(text, i));
  if (text.charCodeAt(i) !== Char.Equals || text.charCodeAt(i + 1) === Char.Equals) return [];
  const edits: Edit[] = [];
  let depth = 0;
  const limit = Math.min(text.length, i + LONGEST);
  for (i++; i < limit; ) {
    const c = text.charCodeAt(i);
    const end = skipToken(text, i);
    if (c === Char.Open || c === Char.OpenBracket || c === Char.Less || c === Char.OpenBrace) depth++;
    else if (c === Char.Semicolon) return [];
    else if (depth === 0) {
      if (c === Char.Comma || c === Char.Greater) return edits;
      if (c === Char.Star || c === Char.Ampersand || isQualifier(text, i, end)) edits.push({ start: i, end, text: blank(text, i, end) });
    } else if (c === Char.Close || c === Char.CloseBracket || c === Char.Greater || c === Char.CloseBrace) depth--;
    i = end;
  }
  return [];
}

function isQualifier(text: string, start: number, end: number): boolean {
  const length = end - start;
  return (length === 5 && text.startsWith('const', start)) || (length === 8 && text.startsWith('volatile', start));
}

/** `at` is after `enable_if_t` or `enable_if`. Blanks the stars of an unnamed pointer parameter with a default. */
export function starsAfterConstraint(text: string, at: number): Edit[] {
  let i = skipTrivia(text, at);
  if (text.charCodeAt(i) !== Char.Less) return [];
  const limit = Math.min(text.length, i + LONGEST);
  for (let depth = 0; i < limit; ) {
    const c = text.charCodeAt(i);
    if (c === Char.Semicolon || c === Char.OpenBrace) return [];
    if (c === Char.Open) {
      i = skipParens(text, i);
      continue;
    }
    if (c === Char.Less) depth++;
    else if (c === Char.Greater && --depth === 0) break;
    i = skipToken(text, i);
  }
  i = skipTrivia(text, i + 1);
  if (text.startsWith('::type', i)) i = skipTrivia(text, i + 6);
  const star = i;
  while (text.charCodeAt(i) === Char.Star) i = skipTrivia(text, i + 1);
  if (i === star || text.charCodeAt(i) !== Char.Equals || text.charCodeAt(i + 1) === Char.Equals) return [];
  return [{ start: star, end: i, text: blank(text, star, i) }];
}

/** `at` is after `typename`. The type that it names is followed by its value: `typename T::U{}`, `typename decltype(x)::U(1)`. */
export function isTypeOfValue(text: string, at: number): boolean {
  const from = skipTrivia(text, at);
  if (!text.startsWith('decltype', from)) return TYPE_OF_VALUE.test(text.slice(from, from + 200));
  const open = skipTrivia(text, from + 8);
  const close = text.charCodeAt(open) === Char.Open ? skipParens(text, open) : open;
  return /^\s*(?:::\s*\w+\s*)+[{(]/.test(text.slice(close, close + 100));
}

/** A qualified name with at most two levels of plain template arguments, and an opening bracket. */
const TYPE_OF_VALUE = /^(?:\w+\s*(?:<[\w\s:,.]*(?:<[\w\s:,.]*>[\w\s:,.]*)*>\s*)?::\s*(?:template\s+)?)+\w+\s*(?:<[\w\s:,.]*>\s*)?[{(]/;

/** `at` is after `template`: an explicit instantiation of a class. */
export function isTemplateOfClass(text: string, at: number): boolean {
  return /^\s+(?:class|struct|union)\b/.test(text.slice(at, at + 20));
}

/** `x.template f(y)`: the word is needed before `<` only. */
export function isNeedlessTemplate(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  return (before === Char.Dot || before === Char.Greater) && /^\s+~?\w+\s*\(/.test(text.slice(end, end + 100));
}

function skipParens(text: string, open: number): number {
  let depth = 0;
  const limit = Math.min(text.length, open + LONGEST);
  for (let i = open; i < limit; i = skipToken(text, i)) {
    const c = text.charCodeAt(i);
    if (c === Char.Open) depth++;
    else if (c === Char.Close && --depth === 0) return i + 1;
  }
  return limit;
}
