/** The map from an expanded view back to the file. */
import type { Span } from '../program/ir.js';
import type { MacroCall } from './expand.js';
import type { Token } from './tokens.js';

export interface ViewMap {
  readonly view: string;
  toFile: (offset: number) => number;
  isSynthetic: (offset: number) => boolean;
  /** The macro call that the text at the offset came out of; undefined: the file's own text. */
  callAt: (offset: number) => MacroCall | undefined;
}

export interface ViewBuilder {
  /** The file's own text, `start` to `end` of the masked text. */
  copy(start: number, end: number): void;
  tokens(tokens: readonly Token[], calls: readonly MacroCall[]): void;
  finish(): ViewMap;
}

export function createViewBuilder(masked: string): ViewBuilder {
  const parts: string[] = [];
  let length = 0;
  /** Segments: where they begin in the view, where that is in the file, and the call that made them. */
  const starts: number[] = [];
  const files: number[] = [];
  const calls: (MacroCall | undefined)[] = [];
  let fileEnd = -1;

  const copy = (start: number, end: number): void => {
    if (end <= start) return;
    if (fileEnd !== start || calls[calls.length - 1] !== undefined) {
      starts.push(length);
      files.push(start);
      calls.push(undefined);
    }
    parts.push(masked.slice(start, end));
    length += end - start;
    fileEnd = end;
  };
  const synthesize = (text: string, call: MacroCall | undefined): void => {
    if (starts.length === 0 || calls[calls.length - 1] !== call || call === undefined) {
      starts.push(length);
      files.push(call?.nameStart ?? Math.max(fileEnd, 0));
      calls.push(call);
    }
    parts.push(text);
    length += text.length;
  };

  return {
    copy,
    tokens(tokens, made) {
      let last: Token | undefined;
      for (const token of tokens) {
        const contiguous = token.at >= 0 && last !== undefined && last.at >= 0 && token.before === last.at + last.text.length;
        if (contiguous) copy(token.before, token.at + token.text.length);
        else {
          if (token.space || needsSpace(last, token)) synthesize(' ', made[token.call] ?? (last && made[last.call]));
          if (token.at >= 0) copy(token.at, token.at + token.text.length);
          else synthesize(token.text, made[token.call]);
        }
        last = token;
      }
    },
    finish: () => viewMap(parts.join(''), starts, files, calls),
  };
}

/** Two tokens that would become one if printed side by side. */
function needsSpace(left: Token | undefined, right: Token): boolean {
  if (left === undefined) return false;
  if (left.kind !== 'punctuation' && right.kind !== 'punctuation') return true;
  return left.kind === right.kind && (left.at >= 0) !== (right.at >= 0) && /[-+&|<>=/:.]/.test(left.text) && /[-+&|<>=/*:.]/.test(right.text);
}

function viewMap(view: string, starts: readonly number[], files: readonly number[], calls: readonly (MacroCall | undefined)[]): ViewMap {
  const segmentAt = (offset: number): number => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return {
    view,
    toFile(offset) {
      const segment = segmentAt(offset);
      const file = files[segment] ?? 0;
      return calls[segment] === undefined ? file + offset - (starts[segment] ?? 0) : file;
    },
    isSynthetic: (offset) => calls[segmentAt(offset)] !== undefined,
    callAt: (offset) => calls[segmentAt(offset)],
  };
}

/** A span of the view as a span of the file. A span that touches generated text covers the calls that generated it; a single generated word is the call's name. */
export function spanToFile(map: ViewMap, start: number, end: number): Span {
  const first = map.callAt(start);
  const lastOffset = Math.max(start, end - 1);
  const last = map.callAt(lastOffset);
  if (first !== undefined && first === last && !/\W/.test(map.view.slice(start, end))) return { start: first.nameStart, end: first.nameEnd };
  const from = first?.nameStart ?? map.toFile(start);
  const to = last?.end ?? (end > start ? map.toFile(lastOffset) + 1 : from);
  return from <= to ? { start: from, end: to } : { start: to, end: from };
}
