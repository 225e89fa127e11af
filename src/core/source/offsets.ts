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
  const flush = (text: string, call: MacroCall | undefined): void => {
    if (text === '') return;
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
      // Tokens of one call, or neighbours in the file, are written in one go.
      let run = '';
      let call = -1;
      for (const token of tokens) {
        const { at, text } = token;
        const separate = token.space || (last !== undefined && needsSpace(last, token));
        if (at < 0) {
          if (token.call !== call) {
            flush(run, made[call]);
            run = '';
            call = token.call;
          }
          run += separate ? ` ${text}` : text;
        } else if (last !== undefined && last.at >= 0 && token.before === last.at + last.text.length) copy(token.before, at + text.length);
        else {
          flush(separate ? `${run} ` : run, made[call] ?? made[token.call]);
          run = '';
          copy(at, at + text.length);
        }
        last = token;
      }
      flush(run, made[call]);
    },
    finish: () => viewMap(parts.join(''), starts, files, calls),
  };
}

/** Two tokens that would become one if printed side by side. */
function needsSpace(left: Token, right: Token): boolean {
  if (left.kind !== 'punctuation' || right.kind !== 'punctuation') return left.kind !== 'punctuation' && right.kind !== 'punctuation';
  // Within a body or an argument, operators of two characters are two tokens side by side.
  return left.at >= 0 !== right.at >= 0 && OPERATORS.includes(left.text) && OPERATORS.includes(right.text);
}

const OPERATORS = '-+&|<>=/*:.';

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
