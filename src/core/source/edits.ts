import type { Span } from '../program/ir.js';

/** Replaces a stretch of the file by text of the same length. */
export interface Edit extends Span {
  readonly text: string;
}

/** Edits do not overlap; they may come out of order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return text;
  let ordered = edits;
  for (let i = 1; i < edits.length; i++) {
    if ((edits[i]?.start ?? 0) < (edits[i - 1]?.end ?? 0)) {
      ordered = [...edits].sort((a, b) => a.start - b.start);
      break;
    }
  }
  const parts: string[] = [];
  let from = 0;
  for (const edit of ordered) {
    if (edit.start < from) continue;
    parts.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  parts.push(text.slice(from));
  return parts.join('');
}
