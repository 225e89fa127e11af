/** Text for a terminal or a log. What comes from the workspace (names of files, conditions, comments) must not be able to forge lines, colours or directions. */
import { oneLine } from '../core/oneLine.js';

/** What is shown as nothing or turns text around: bidirectional and zero-width controls, the byte order mark, tags. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** On one line, without control characters; hidden characters are written as `\u{…}`. */
export function plain(text: string): string {
  return oneLine(text).replace(HIDDEN, escaped);
}

/** Line by line, with what each begins with: for text of several lines whose line ends are our own. */
export function plainLines(text: string): string {
  return text.split('\n').map((line) => {
    const indent = /^ */u.exec(line)?.[0] ?? '';
    return `${indent}${plain(line.slice(indent.length))}`;
  }).join('\n');
}

/** JSON in which the same characters are escapes; `JSON.stringify` makes such of the first 32 only. */
export function plainJson(json: string): string {
  return json.replace(/[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}
