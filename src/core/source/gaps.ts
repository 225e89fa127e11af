import { Char, isIdentifierPart } from './chars.js';

/** Stretches that are no tokens: comments, directives, and what was blanked. Lets the scanner look back over them. */
export interface Gaps {
  /** In order. */
  add(start: number, end: number): void;
  /** The offset after the last token before `at`. */
  readonly tokenEndBefore: (at: number) => number;
  /** Only white space and comments stand before `at` on its line. */
  isLineStart(at: number): boolean;
}

/** In a row, with nothing between them. */
const MOST_GAPS = 100;

export function createGaps(text: string): Gaps {
  const starts: number[] = [];
  const ends: number[] = [];

  function tokenEndBefore(at: number): number {
    let i = at;
    for (let gap = starts.length - 1, rounds = 0; ; gap--, rounds++) {
      while (i > 0 && text.charCodeAt(i - 1) <= Char.Space) i--;
      while (gap >= 0 && (starts[gap] ?? 0) >= i) gap--;
      if (gap < 0 || (ends[gap] ?? 0) < i || rounds > MOST_GAPS) return i;
      i = starts[gap] ?? 0;
    }
  }

  return {
    tokenEndBefore,
    add(start, end) {
      starts.push(start);
      ends.push(end);
    },
    isLineStart(at) {
      let i = at;
      while (i > 0 && (text.charCodeAt(i - 1) === Char.Space || text.charCodeAt(i - 1) === Char.Tab)) i--;
      if (i === 0 || text.charCodeAt(i - 1) === Char.Newline) return true;
      if (isIdentifierPart(text.charCodeAt(i - 1)) && text.charCodeAt(0) !== 0xfeff) return false;
      const end = tokenEndBefore(at);
      return end === 0 || text.lastIndexOf('\n', at - 1) >= end || (end === 1 && text.charCodeAt(0) === 0xfeff);
    },
  };
}
