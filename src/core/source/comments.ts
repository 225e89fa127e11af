/** Comments, which the grammar does not read everywhere, and which would hide from a look at the text what stands on both sides of them. */
import { blank, Char, skipComment, skipLiteral } from './chars.js';
import { directiveEnd } from './macros.js';

const EVENT = /["'#/]/g;

export interface Uncommented {
  /** The text with blanks for the comments, line ends kept. In directives they stay: whoever reads those leaves them out. */
  readonly code: string;
  /** Where the comment begins that the end of the text cuts off. */
  readonly openAt?: number;
}

export function withoutComments(text: string): string {
  return uncomment(text).code;
}

export function uncomment(text: string): Uncommented {
  const parts: string[] = [];
  let from = 0;
  let openAt: number | undefined;
  /** Of the last comment: for what stands behind it on its line. */
  let comment = { isFirst: false, end: -1 };
  const isFirstOnLine = (at: number): boolean => {
    let i = at;
    while (i > 0 && (text.charCodeAt(i - 1) === Char.Space || text.charCodeAt(i - 1) === Char.Tab)) i--;
    return i === 0 || text.charCodeAt(i - 1) === Char.Newline || (i === comment.end && comment.isFirst);
  };
  EVENT.lastIndex = 0;
  while (EVENT.test(text)) {
    const at = EVENT.lastIndex - 1;
    const c = text.charCodeAt(at);
    if (c === Char.Hash) {
      if (isFirstOnLine(at)) EVENT.lastIndex = directiveEnd(text, at);
    } else if (c !== Char.Slash) EVENT.lastIndex = skipLiteral(text, at);
    else {
      const after = skipComment(text, at);
      if (after === at) continue;
      const end = text.charCodeAt(after) === Char.Newline && text.charCodeAt(after - 1) === Char.Return ? after - 1 : after;
      comment = { isFirst: isFirstOnLine(at), end };
      if (after === text.length && text.charCodeAt(at + 1) === Char.Star && !(after >= at + 4 && text.endsWith('*/'))) openAt = at;
      parts.push(text.slice(from, at), blank(text, at, end));
      EVENT.lastIndex = from = end;
    }
  }
  if (from === 0) return { code: text };
  parts.push(text.slice(from));
  return { code: parts.join(''), ...(openAt === undefined ? {} : { openAt }) };
}
