/** What a file's content is to the analysis: a text, or a reason why there is none. */
import type { Problem } from '../schema.js';
import { decodeSource } from './decode.js';

export interface Source {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/** `limit`: UTF-16 units. `undefined` content: the file could not be read. A text that is refused is empty and has one problem. */
export function readSource(content: string | Uint8Array | undefined, limit: number): Source {
  if (content === undefined) return refused('unreadable', 'The file could not be read. Check that it exists and that you may read it.');
  if (isBinary(content)) return refused('binary', 'The file holds binary data, not source text, and is not analysed.');
  // The same text must be accepted or not whether it comes as bytes or as a string.
  const source = typeof content === 'string' ? { text: content.startsWith('\uFEFF') ? content.slice(1) : content, problems: [] } : content.length > 4 * limit ? undefined : decodeSource(content);
  if (!source || source.text.length > limit) return refused('too-large', `The file is larger than the limit of ${limit} characters and is not analysed.`);
  return { ...source, text: withLineFeeds(source.text) };
}

function refused(code: Problem['code'], message: string): Source {
  return { text: '', problems: [{ code, message, line: 1, column: 1 }] };
}

/** A carriage return alone ends a line, to editors too. At the same length, so that offsets stay. */
function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?!\n)/gu, '\n') : text;
}

/** As much of a file is looked at, in bytes or UTF-16 units. */
const LOOKED_AT = 8192;
/** Control characters that text has none of, in so many of all: sources have a few at most, random bytes one in nine. */
const MOST_CONTROLS = 1 / 50;

/** UTF-16 has zero bytes by nature, and begins with a mark. */
function isBinary(content: string | Uint8Array): boolean {
  const at = typeof content === 'string' ? (i: number) => content.charCodeAt(i) : (i: number) => content[i] ?? 0;
  if (typeof content !== 'string' && ((at(0) === 0xff && at(1) === 0xfe) || (at(0) === 0xfe && at(1) === 0xff))) return false;
  const length = Math.min(content.length, LOOKED_AT);
  let controls = 0;
  for (let i = 0; i < length; i++) {
    const c = at(i);
    if (c < 0x20 && (c < 0x09 || c > 0x0d) && c !== 0x1b) controls++;
  }
  return controls > Math.max(8, length * MOST_CONTROLS);
}
