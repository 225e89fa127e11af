/** The word under the cursor. */
import type { Position } from 'vscode-languageserver';

export interface Word {
  readonly text: string;
  /** 1-based, as in the result schema. */
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** `(` follows, perhaps after template arguments. */
  readonly isCall: boolean;
}

export function wordAt(lines: readonly string[], { line, character }: Position): Word | undefined {
  const text = lines[line] ?? '';
  let start = Math.min(character, text.length);
  let end = start;
  while (start > 0 && /\w/u.test(text.charAt(start - 1))) start--;
  while (end < text.length && /\w/u.test(text.charAt(end))) end++;
  if (start === end || /^\d/u.test(text.slice(start))) return undefined;
  const after = text.slice(end, end + 200);
  return { text: text.slice(start, end), line: line + 1, column: start + 1, endColumn: end + 1, isCall: /^\s*(?:\(|<[\w:, <>+*-]*$|<[\w:, <>+*-]*>\s*\()/u.test(after) };
}
