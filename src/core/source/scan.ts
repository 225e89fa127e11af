/** One pass over a file: directives, macro uses, and rewriting at the same length. Linear in the text. */
import type { Span } from '../program/ir.js';
import {
  Char, CLASS, Class, isIdentifierPart, isRawPrefix, skipComment, skipNumber, skipQuoted, skipRawString, skipTrivia,
} from './chars.js';
import { createConfiguration, type PreparedConfiguration, type SourceConfiguration } from './configuration.js';
import { createDirectiveReader, type IncludeLine } from './directives.js';
import { applyEdits, type Edit } from './edits.js';
import type { Macro, MacroTable } from './macros.js';
import { createScope, type MacroScope } from './scope.js';
import { createWordHandler, Previous, type Candidate, type WordHandler } from './words.js';

/** What a file's scan needs to know about the others. */
export interface SourceEnv {
  readonly configuration: PreparedConfiguration;
  /** Path of the workspace file that the `#include` means. */
  resolveInclude: (from: string, include: string, system: boolean) => string | undefined;
  /** What including `path` makes visible. Undefined: it is being read right now (a cycle), or there is no such file. */
  macrosOf: (path: string) => MacroTable | undefined;
}

export interface Scan {
  readonly path: string;
  readonly text: string;
  readonly edits: readonly Edit[];
  readonly candidates: readonly Candidate[];
  readonly guesses: readonly Span[];
  readonly inactive: readonly Span[];
  readonly includes: readonly IncludeLine[];
  /** Workspace files that the active includes mean, in order. */
  readonly included: readonly string[];
  readonly scope: MacroScope;
  readonly table: MacroTable;
}

export function scanFile(path: string, text: string, env: SourceEnv): Scan {
  const { predefined, filter, attributeMacros } = env.configuration.forFile(path, text);
  const scope = createScope(predefined, filter);
  const edits: Edit[] = [];
  const candidates: Candidate[] = [];
  const guesses: Span[] = [];
  const inactive: Span[] = [];
  const includes: IncludeLine[] = [];
  const included: string[] = [];
  const readDirective = createDirectiveReader({
    path, text, scope, edits, inactive, includes,
    include(include, at) {
      const target = env.resolveInclude(path, include.path, include.system);
      if (target === undefined || target === path) return;
      included.push(target);
      const table = env.macrosOf(target);
      if (table) scope.include(table, at);
    },
    // Headers of toolkits and libraries are not in the workspace, so their absence says nothing.
    hasInclude: (name, system) => system || env.resolveInclude(path, name, system) !== undefined,
  });
  const words = createWordHandler(text, scope, attributeMacros, { edits, candidates, guesses });
  scanCode(text, filter, edits, words, readDirective);
  return { path, text, edits, candidates, guesses, inactive, includes, included, scope, table: scope.table(path) };
}

function scanCode(text: string, filter: Uint32Array, edits: Edit[], words: WordHandler, readDirective: (hash: number) => number): void {
  const length = text.length;
  let lineStart = true;
  let previous = Previous.None;
  let previousStart = 0;
  let previousEnd = 0;
  let i = 0;
  if (text.charCodeAt(0) === 0xfeff) {
    edits.push({ start: 0, end: 1, text: ' ' });
    i = 1;
  }
  while (i < length) {
    const c = text.charCodeAt(i);
    const kind: Class = c < 128 ? (CLASS[c] ?? Class.Other) : Class.Identifier;
    switch (kind) {
      case Class.Space:
        i++;
        continue;
      case Class.Newline:
        lineStart = true;
        i++;
        continue;
      case Class.Slash: {
        const end = skipComment(text, i);
        if (end > i) {
          i = end;
          continue;
        }
        previous = Previous.Other;
        i++;
        break;
      }
      case Class.Hash:
        if (lineStart) {
          i = readDirective(i);
          continue;
        }
        previous = Previous.Other;
        i++;
        break;
      case Class.Backslash:
      case Class.Null:
        // Line continuations mean nothing outside directives, and the parser takes a null character for the end.
        edits.push({ start: i, end: i + 1, text: ' ' });
        i++;
        continue;
      case Class.Identifier: {
        const start = i++;
        while (i < length && isIdentifierPart(text.charCodeAt(i))) i++;
        if (text.charCodeAt(i) === Char.Quote && isRawPrefix(text, start, i)) {
          i = skipRawString(text, i);
          previous = Previous.String;
        } else if (isInteresting(c, text.charCodeAt(start + 1), i - start, filter, previous)) {
          i = words.word(start, i, previous, previousStart, previousEnd);
          previous = words.previous;
        } else previous = Previous.Word;
        previousStart = start;
        previousEnd = i;
        lineStart = false;
        continue;
      }
      case Class.Digit:
        i = skipNumber(text, i);
        previous = Previous.Other;
        break;
      case Class.Quote:
        previous = literal(text, previous, previousStart, previousEnd);
        i = skipQuoted(text, i);
        previousEnd = i;
        break;
      case Class.Apostrophe:
        i = skipQuoted(text, i);
        previous = Previous.Other;
        break;
      default:
        if (c === Char.OpenBrace) emptyDefault(text, i, edits);
        previous = c === Char.CloseBracket ? Previous.CloseBracket : Previous.Other;
        i++;
    }
    lineStart = false;
  }
}

/** `T x = {}` in a parameter list, which the grammar does not read: an empty initializer is zero for every scalar and pointer. */
function emptyDefault(text: string, brace: number, edits: Edit[]): void {
  const close = text.charCodeAt(brace + 1) === Char.Space ? brace + 2 : brace + 1;
  if (text.charCodeAt(close) !== Char.CloseBrace || !/=\s*$/.test(text.slice(Math.max(0, brace - 4), brace))) return;
  const follow = text.charCodeAt(skipTrivia(text, close + 1));
  if (follow === Char.Comma || follow === Char.Close) edits.push({ start: brace, end: close + 1, text: '0'.padEnd(close + 1 - brace) });
}

/** Names in the filter, names in capitals, and names at places where only a macro makes sense. */
function isInteresting(first: number, second: number, length: number, filter: Uint32Array, previous: Previous): boolean {
  if (first >= 128) return false;
  if ((((filter[first] ?? 0) >>> (length & 31)) & 1) !== 0) return true;
  if (previous === Previous.String || previous === Previous.If) return true;
  return isCapital(first) && (isCapital(second) || second === Char.Underscore) && length > 3;
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90;
}

/** After `extern "C"` and `operator"" ` a name is an ordinary name, not a piece of a joined string. */
function literal(text: string, previous: Previous, start: number, end: number): Previous {
  if (previous !== Previous.Word) return Previous.String;
  const word = end - start === 6 || end - start === 8 ? text.slice(start, end) : '';
  return word === 'extern' || word === 'operator' ? Previous.Other : Previous.String;
}

const NOTHING: ReadonlyMap<string, Macro> = new Map();
const BODY = createConfiguration({});

/** The same-length rewriting of constructs alone, for a macro's body. */
export function maskBody(body: string): string {
  const filter = BODY.filter();
  const edits: Edit[] = [];
  const words = createWordHandler(body, createScope(NOTHING, filter), BODY.attributeMacros, { edits, candidates: [], guesses: [] });
  scanCode(body, filter, edits, words, (hash) => hash + 1);
  return applyEdits(body, edits);
}

export type { SourceConfiguration };
