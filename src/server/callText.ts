/** Finds its way in a call's text, without a syntax tree: the result schema gives the callee's name only. */
import type { Position } from 'vscode-languageserver';

/** Calls longer than this are given up. */
const MAX_LINES = 40;

/**
 * The position after the closing parenthesis of a call, from the end of the callee's name: over template arguments and
 * nested parentheses, past strings and comments. Undefined: this is no call, or it does not end.
 */
export function endOfCall(lines: readonly string[], from: Position): Position | undefined {
  let depth = 0;
  let angles = 0;
  let inComment = false;
  for (let line = from.line; line < Math.min(lines.length, from.line + MAX_LINES); line++) {
    const text = lines[line] ?? '';
    for (let i = line === from.line ? from.character : 0; i < text.length; i++) {
      const char = text.charAt(i);
      const two = text.slice(i, i + 2);
      if (inComment) {
        if (two === '*/') {
          inComment = false;
          i++;
        }
      } else if (two === '/*') {
        inComment = true;
        i++;
      } else if (two === '//') break;
      else if (char === '"' || char === "'") i = endOfLiteral(text, i);
      else if (char === '(') depth++;
      else if (char === ')') {
        depth--;
        if (depth < 0) return undefined;
        if (depth === 0 && angles === 0) return { line, character: i + 1 };
      } else if (depth === 0 && char === '<') angles++;
      else if (depth === 0 && char === '>') angles--;
      else if (depth === 0 && angles === 0 && !/\s/u.test(char)) return undefined;
    }
  }
  return undefined;
}

/** Index of the closing quote; the end of the line if there is none. A quote between digits (`1'000`) is no literal. */
function endOfLiteral(text: string, start: number): number {
  const quote = text.charAt(start);
  if (quote === "'" && /[0-9a-fA-F]/u.test(text.charAt(start - 1))) return start;
  for (let i = start + 1; i < text.length; i++) {
    if (text.charAt(i) === '\\') i++;
    else if (text.charAt(i) === quote) return i;
  }
  return text.length;
}
