import { blank, Char, isIdentifierPart, skipBalanced, skipTrivia } from './chars.js';
import type { Edit } from './edits.js';
import type { Gaps } from './gaps.js';

/** Rewriting at the same length, and looking around a place in the text. Handlers return the offset that the scan goes on from. */
export interface Rewriter {
  readonly text: string;
  readonly edits: readonly Edit[];
  /** Writes `by` and fills up with blanks. */
  replace(start: number, end: number, by: string): void;
  edit(edits: readonly Edit[]): void;
  /** Leaves a stretch out: what stands before it is then before what follows it. `by` may stand in its place. Returns `end`. */
  leaveOut(start: number, end: number, by?: string): number;
  /** Character code of the next token; NaN at the end. */
  next(at: number): number;
  /** Offset after the argument list that follows, or -1. */
  argumentsEnd(at: number): number;
  /** Offset after the token before, comments, directives and what is left out aside. */
  tokenEnd(at: number): number;
  /** Last character of the token before. */
  before(at: number): number;
  /** The word before; empty when something else stands there. */
  wordBefore(at: number): string;
}

export function createRewriter(text: string, edits: Edit[], gaps: Gaps): Rewriter {
  const replace = (start: number, end: number, by: string): void => {
    edits.push({ start, end, text: by + blank(text, start + by.length, end) });
  };
  // Argument lists nest, and each is read from its own start: a bound keeps hostile files linear.
  let readable = 20 * text.length + 10_000;
  return {
    text,
    edits,
    replace,
    edit(more) {
      for (const edit of more) edits.push(edit);
    },
    leaveOut(start, end, by = '') {
      replace(start, end, by);
      gaps.add(start, end);
      return end;
    },
    next: (at) => text.charCodeAt(skipTrivia(text, at)),
    argumentsEnd(at) {
      const open = skipTrivia(text, at);
      if (text.charCodeAt(open) !== Char.Open || readable < 0) return -1;
      const close = skipBalanced(text, open);
      readable -= (close < 0 ? text.length : close) - open;
      return close;
    },
    tokenEnd: gaps.tokenEndBefore,
    before: (at) => text.charCodeAt(gaps.tokenEndBefore(at) - 1),
    wordBefore(at) {
      const end = gaps.tokenEndBefore(at);
      return text.slice(wordStart(text, end), end);
    },
  };
}

/** Start of the word that ends at `end`; `end` itself when none does. */
export function wordStart(text: string, end: number): number {
  let start = end;
  while (start > 0 && isIdentifierPart(text.charCodeAt(start - 1))) start--;
  return start;
}

/** What follows a capture list here is the rest of a lambda. */
export function beginsLambda({ text }: Rewriter, at: number): boolean {
  const from = skipTrivia(text, at);
  const c = text.charCodeAt(from);
  return c === Char.Open || c === Char.OpenBrace || c === Char.Minus || /^(?:mutable|noexcept|constexpr|__host__|__device__)\b/.test(text.slice(from, from + 12));
}
