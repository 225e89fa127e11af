import type { Problem } from '../schema.js';
import { positionOf } from './position.js';

export interface DecodedSource {
  readonly text: string;
  readonly problems: readonly Problem[];
}

/**
 * Bytes of a file as text. Only UTF-8 is understood; anything else gives a `not-utf8` problem and a lossy text, so that the rest still works.
 *
 * A UTF-8 byte-order mark is dropped: editors do not count it as part of the document, so offsets agree with theirs only without it.
 */
export function decodeSource(bytes: Uint8Array): DecodedSource {
  const utf16 = utf16Name(bytes);
  if (utf16 !== undefined) {
    const text = new TextDecoder(utf16).decode(bytes);
    return { text, problems: [notUtf8(`This file is ${utf16.toUpperCase()}, not UTF-8. Save it as UTF-8 to have it analysed exactly.`, 1)] };
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problems: [] };
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const at = text.indexOf('\uFFFD');
    const line = at < 0 ? 1 : positionOf(text, at).line;
    return {
      text,
      problems: [notUtf8(`Line ${line} holds bytes that are not UTF-8. Save the file as UTF-8 to have it analysed exactly.`, line)],
    };
  }
}

function utf16Name(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function notUtf8(message: string, line: number): Problem {
  return { code: 'not-utf8', message, line, column: 1 };
}
