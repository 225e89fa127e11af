/** One pass over a file: directives, macro uses, and rewriting at the same length. Linear in the text. */
import type { Span } from '../program/ir.js';
import type { Problem } from '../schema.js';
import { Char, isIdentifierPart, skipComment, skipLiteral } from './chars.js';
import { uncomment } from './comments.js';
import type { PreparedConfiguration } from './configuration.js';
import { createDirectiveReader, type IncludeLine } from './directives.js';
import { applyEdits, type Edit } from './edits.js';
import { createGaps, type Gaps } from './gaps.js';
import type { MacroTable } from './macros.js';
import { createRewriter } from './rewriter.js';
import { createScope, type MacroScope } from './scope.js';
import { openComment, unmatchedDirective } from './unmatched.js';
import { createBodyHandler, createWordHandler, WATCHED_WORDS, type Candidate, type WordHandler } from './words.js';

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
  /** The text without comments, which the edits are made in. */
  readonly code: string;
  readonly edits: readonly Edit[];
  readonly candidates: readonly Candidate[];
  readonly guesses: readonly Span[];
  readonly inactive: readonly Span[];
  readonly includes: readonly IncludeLine[];
  /** Workspace files that the active includes mean, in order. */
  readonly included: readonly string[];
  readonly scope: MacroScope;
  readonly table: MacroTable;
  /** A comment or a conditional that is not closed. */
  readonly problem?: Problem;
}

export function scanFile(path: string, text: string, env: SourceEnv): Scan {
  const { code, openAt } = uncomment(text);
  const { predefined, configuredNames, attributeMacros } = env.configuration.forFile(path, text);
  const scope = createScope(predefined, configuredNames);
  const edits: Edit[] = [];
  const candidates: Candidate[] = [];
  const guesses: Span[] = [];
  const inactive: Span[] = [];
  const includes: IncludeLine[] = [];
  const included: string[] = [];
  const gaps = createGaps(code);
  const directive = createDirectiveReader({
    path, text: code, scope, edits, inactive, includes,
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
  const words = createWordHandler({ rewriter: createRewriter(code, edits, gaps), scope, attributeMacros, candidates, guesses });
  if (code.charCodeAt(0) === 0xfeff) edits.push({ start: 0, end: 1, text: ' ' });
  scanCode({ text: code, plainNames: scope.plainNames, edits, gaps, words, directive: directive.read });
  const problem = openComment(text, openAt) ?? unmatchedDirective(text, directive.unmatched());
  return { path, text, code, edits, candidates, guesses, inactive, includes, included, scope, table: scope.table(path), ...(problem ? { problem } : {}) };
}

interface Pass {
  readonly text: string;
  /** Grows while the file is read. */
  readonly plainNames: ReadonlySet<string>;
  readonly edits: Edit[];
  readonly gaps: Gaps;
  readonly words: WordHandler;
  readonly directive: (hash: number) => number;
}

/**
 * Goes from one place of interest to the next by a regular expression: the engine skips the nine tenths of a file that are neither
 * literal, comment, directive nor possible macro many times faster than a loop over characters does, above all before that is compiled.
 */
function scanCode({ text, plainNames, edits, gaps, words, directive }: Pass): void {
  let names = plainNames.size;
  let events = eventPattern(plainNames);
  for (let i = 0; ; ) {
    if (plainNames.size !== names) {
      names = plainNames.size;
      events = eventPattern(plainNames);
    }
    // Shared with the scans of included files, so it holds no state between two rounds.
    events.lastIndex = i;
    if (!events.test(text)) return;
    const at = events.lastIndex - 1;
    const c = text.charCodeAt(at);
    switch (c) {
      case Char.Slash:
        i = skipComment(text, at);
        if (i > at) gaps.add(at, i);
        else i++;
        break;
      case Char.Quote:
        i = words.afterString(at, skipLiteral(text, at));
        break;
      case Char.Apostrophe:
        i = skipLiteral(text, at);
        break;
      case Char.Hash:
        i = at + 1;
        if (gaps.isLineStart(at)) {
          i = directive(at);
          gaps.add(at, i);
        }
        break;
      case Char.Backslash:
      case 0:
        // Line continuations mean nothing outside directives, and the parser takes a null character for the end.
        edits.push({ start: at, end: at + 1, text: ' ' });
        gaps.add(at, at + 1);
        i = at + 1;
        break;
      case Char.CloseBrace: {
        // An empty default argument: not read by the grammar, and zero for every scalar and pointer.
        const brace = text.lastIndexOf('{', at);
        edits.push({ start: brace, end: at + 1, text: '0'.padEnd(at + 1 - brace) });
        i = at + 1;
        break;
      }
      default: {
        let start = at;
        while (start > 0 && isIdentifierPart(text.charCodeAt(start - 1))) start--;
        i = words.word(start, at + 1);
      }
    }
  }
}

const patterns = new Map<string, RegExp>();
/** With more names than this, every identifier is looked at. */
const MANY_NAMES = 100;

function eventPattern(plainNames: ReadonlySet<string>): RegExp {
  const names = plainNames.size > MANY_NAMES ? '' : [...plainNames].map((name) => name.replace(/\$/g, '\\$&')).join('|');
  const key = plainNames.size > MANY_NAMES ? '*' : names;
  let pattern = patterns.get(key);
  if (pattern === undefined) {
    const plain = key === '*' ? '[A-Za-z_$][\\w$]*' : `[A-Z][A-Z_0-9]\\w*|__\\w+|_[A-Z]\\w*|(?:${WATCHED_WORDS}${names && '|'}${names})\\b`;
    pattern = new RegExp(`["'#\\\\\\0/]|=\\s*\\{ ?\\}(?=\\s*[,)])|\\b(?:${plain})`, 'g');
    if (patterns.size > 500) patterns.clear();
    patterns.set(key, pattern);
  }
  return pattern;
}

const NO_NAMES: ReadonlySet<string> = new Set();

/** The same-length rewriting of constructs alone, for a macro's body. */
export function maskBody(body: string): string {
  const edits: Edit[] = [];
  const gaps = createGaps(body);
  scanCode({ text: body, plainNames: NO_NAMES, edits, gaps, words: createBodyHandler(createRewriter(body, edits, gaps)), directive: (hash) => hash + 1 });
  return applyEdits(body, edits);
}
