/** Offsets to lines and columns (1-based, UTF-16), and places to the schema's locations. */
import type { Location } from '../schema.js';
import type { Place } from '../flow/peer.js';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export class LineIndex {
  private readonly starts: readonly number[];

  constructor(readonly text: string) {
    const starts = [0];
    for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
    this.starts = starts;
  }

  position(offset: number): Position {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }

  /** The text of a line (1-based), with what ends it. */
  line(line: number): string {
    return this.text.slice(this.starts[line - 1] ?? this.text.length, this.starts[line]);
  }
}

export interface Locator {
  lines(file: string): LineIndex;
}

export function locate(locator: Locator, place: Place, text?: string): Location {
  const { line, column } = locator.lines(place.file).position(place.span.start);
  return text === undefined ? { file: place.file, line, column } : { file: place.file, line, column, text };
}
