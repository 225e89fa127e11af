/** The one stretch in which two texts differ, in the form that tree-sitter wants: offsets and points in UTF-16 units. */

interface Point {
  readonly row: number;
  readonly column: number;
}

export interface TextEdit {
  readonly startIndex: number;
  readonly oldEndIndex: number;
  readonly newEndIndex: number;
  readonly startPosition: Point;
  readonly oldEndPosition: Point;
  readonly newEndPosition: Point;
}

export function editBetween(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)) tail++;
  const oldEndIndex = before.length - tail;
  const newEndIndex = after.length - tail;
  const startPosition = pointAt(before, start, 0, { row: 0, column: 0 });
  return {
    startIndex: start, oldEndIndex, newEndIndex, startPosition,
    oldEndPosition: pointAt(before, oldEndIndex, start, startPosition), newEndPosition: pointAt(after, newEndIndex, start, startPosition),
  };
}

/** The point at an offset, counted on from a known one. */
function pointAt(text: string, offset: number, from: number, known: Point): Point {
  let { row } = known;
  let lineStart = from - known.column;
  for (let at = text.indexOf('\n', from); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart };
}
