/** What the scanner does with an identifier that may be a macro or a construct that the grammar does not read. */
import type { Span } from '../program/ir.js';
import {
  ATTRIBUTE_MACROS, ATTRIBUTE_NAME, BEFORE_STATEMENT, BLANKED_IN_CODE, BLANKED_WITH_ARGUMENTS, HARMLESS_NAME, OPERATOR_WORDS, STATEMENT_KEYWORDS, STATIC_ASSERT_NAME,
} from './builtins.js';
import { blank, Char, Class, classOf, skipBalanced, skipTrivia } from './chars.js';
import { classify, fitSpecifiers, type MacroUse } from './classify.js';
import type { Edit } from './edits.js';
import type { Macro } from './macros.js';
import { addToFilter, type MacroScope } from './scope.js';
import { starsAfterConstraint, starsOfDefault } from './templates.js';

/** What the token before an identifier was. */
export const enum Previous {
  None, Word, If, Keyword, CloseBracket, String, Other,
}

const enum Special {
  Statement, Blank, BlankCall, Align, TypeParameter, LambdaSpecifier, Constraint,
}

const SPECIAL: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...STATEMENT_KEYWORDS.map((name): [string, Special] => [name, Special.Statement]),
  ...BLANKED_IN_CODE.map((name): [string, Special] => [name, Special.Blank]),
  ...BLANKED_WITH_ARGUMENTS.map((name): [string, Special] => [name, Special.BlankCall]),
  ['__align__', Special.Align],
  ['__builtin_align__', Special.Align],
  ['typename', Special.TypeParameter],
  ['class', Special.TypeParameter],
  ['__device__', Special.LambdaSpecifier],
  ['__host__', Special.LambdaSpecifier],
  ['enable_if_t', Special.Constraint],
  ['enable_if', Special.Constraint],
]);

/** The names above, for a scope's filter. */
export function baseFilter(attributeMacros: Iterable<string>): Uint32Array {
  const filter = new Uint32Array(128);
  for (const name of [...SPECIAL.keys(), ...ATTRIBUTE_MACROS.keys(), ...attributeMacros]) addToFilter(filter, name);
  return filter;
}

/** A macro use to be expanded. */
export interface Candidate extends Span {
  readonly macro: Macro;
}

export interface WordSink {
  readonly edits: Edit[];
  readonly candidates: Candidate[];
  /** Unknown identifiers before a statement that were taken for harmless macros without evidence. */
  readonly guesses: Span[];
}

export interface WordHandler {
  /** Returns the offset to go on from; `previous` is what that leaves behind. */
  word(start: number, end: number, previous: Previous, previousStart: number, previousEnd: number): number;
  previous: Previous;
}

const STATIC_ASSERT = 'static_assert';

export function createWordHandler(text: string, scope: MacroScope, attributeMacros: ReadonlySet<string>, sink: WordSink): WordHandler {
  const { edits, candidates, guesses } = sink;
  const uses = new Map<Macro, MacroUse>();

  const replace = (start: number, end: number, by: string): void => {
    edits.push({ start, end, text: by + blank(text, start + by.length, end) });
  };
  const next = (at: number): number => text.charCodeAt(skipTrivia(text, at));
  /** Offset after the argument list that follows, or -1. */
  const argumentsEnd = (at: number): number => {
    const open = skipTrivia(text, at);
    return text.charCodeAt(open) === Char.Open ? skipBalanced(text, open) : -1;
  };
  const useOf = (macro: Macro): MacroUse => {
    let use = uses.get(macro);
    if (use === undefined) uses.set(macro, (use = classify(macro, scope.lookup)));
    return use;
  };

  const handler: WordHandler = { word, previous: Previous.Word };
  const done = (end: number, previous: Previous): number => {
    handler.previous = previous;
    return end;
  };

  function word(start: number, end: number, previous: Previous, previousStart: number, previousEnd: number): number {
    const name = text.slice(start, end);
    const macro = scope.lookup(name);
    if (macro !== undefined && macro.file !== '' ) return known(macro, start, end, previous);
    const special = SPECIAL.get(name);
    if (special !== undefined) return construct(special, start, end, previous, previousStart, previousEnd);
    if (attributeMacros.has(name)) return attribute('', start, end, previous, next(end) === Char.Open);
    const specifiers = ATTRIBUTE_MACROS.get(name);
    if (specifiers !== undefined) return attribute(specifiers, start, end, previous, next(end) === Char.Open && specifiers === '');
    if (previous === Previous.If) return afterIf(name, start, end);
    if (previous === Previous.String && previousEnd < start && end - start > 1 && !OPERATOR_WORDS.has(name)) {
      // A literal of unknown text: the grammar reads a name only at the start of a joined string.
      replace(start, end, `"${'?'.repeat(end - start - 2)}"`);
      return done(end, Previous.String);
    }
    return unknown(name, start, end, previous);
  }

  function known(macro: Macro, start: number, end: number, previous: Previous): number {
    const use = useOf(macro);
    const close = macro.params === undefined ? end : argumentsEnd(end);
    if (close < 0) return done(end, Previous.Word);
    switch (use.kind) {
      case 'attribute': {
        const fitted = fitSpecifiers(use.text, end - start);
        const loses = fitted !== use.text && (/alignas|align__|launch_bounds/.test(use.text) || (previous === Previous.If && use.text.includes('constexpr')));
        if (loses) break;
        return attribute(use.text, start, close, previous, false);
      }
      case 'static-assert':
        if (end - start < STATIC_ASSERT.length) break;
        replace(start, end, STATIC_ASSERT);
        return done(end, Previous.Other);
      case 'keep':
        if (use.statement && !endsStatement(close)) break;
        return done(end, Previous.Word);
      case 'expand':
        break;
    }
    candidates.push({ start, end, macro });
    return done(end, Previous.Other);
  }

  /** Something that finishes the statement or goes on with the expression follows. */
  function endsStatement(at: number): boolean {
    const follow = next(at);
    if (follow === Char.CloseBrace || follow === Char.OpenBrace || Number.isNaN(follow)) return false;
    if (classOf(follow) !== Class.Identifier) return true;
    const from = skipTrivia(text, at);
    return /^(?:and|or|xor)\b/.test(text.slice(from, from + 4));
  }

  function attribute(specifiers: string, start: number, end: number, previous: Previous, withArguments: boolean): number {
    const close = withArguments ? argumentsEnd(end) : end;
    const stop = close < 0 ? end : close;
    replace(start, stop, previous === Previous.CloseBracket && beginsLambda(stop) ? '' : fitSpecifiers(specifiers, stop - start));
    return done(stop, previous);
  }

  /** After a capture list: what follows is the rest of a lambda. */
  function beginsLambda(at: number): boolean {
    const from = skipTrivia(text, at);
    const c = text.charCodeAt(from);
    return c === Char.Open || c === Char.OpenBrace || c === Char.Minus || /^(?:mutable|noexcept|constexpr|__host__|__device__)\b/.test(text.slice(from, from + 12));
  }

  function construct(special: Special, start: number, end: number, previous: Previous, previousStart: number, previousEnd: number): number {
    switch (special) {
      case Special.Statement:
        if (previous === Previous.Word) macroBeforeStatement(previousStart, previousEnd);
        return done(end, text.charCodeAt(start) === 105 /* i */ ? Previous.If : Previous.Keyword);
      case Special.Blank:
        replace(start, end, '');
        return done(end, previous);
      case Special.BlankCall: {
        const close = argumentsEnd(end);
        if (close < 0) return done(end, Previous.Word);
        replace(start, close, '');
        return done(close, previous);
      }
      case Special.Align:
        replace(start, end, 'alignas');
        return done(end, Previous.Other);
      case Special.TypeParameter:
        edits.push(...starsOfDefault(text, end));
        return done(end, Previous.Word);
      case Special.Constraint:
        edits.push(...starsAfterConstraint(text, end));
        return done(end, Previous.Word);
      case Special.LambdaSpecifier:
        if (previous !== Previous.CloseBracket || !beginsLambda(end)) return done(end, Previous.Keyword);
        replace(start, end, '');
        return done(end, previous);
    }
  }

  function macroBeforeStatement(start: number, end: number): void {
    const name = text.slice(start, end);
    if (BEFORE_STATEMENT.has(name)) return;
    replace(start, end, '');
    if (!HARMLESS_NAME.test(name)) guesses.push({ start, end });
  }

  /** `if NAME (…)`: only `constexpr` can stand there. */
  function afterIf(name: string, start: number, end: number): number {
    if (next(end) !== Char.Open || name === 'constexpr' || name === 'consteval' || name === 'not') return done(end, Previous.Keyword);
    replace(start, end, fitSpecifiers('constexpr', end - start));
    return done(end, Previous.Keyword);
  }

  function unknown(name: string, start: number, end: number, previous: Previous): number {
    if (STATIC_ASSERT_NAME.test(name) && next(end) === Char.Open) {
      replace(start, end, STATIC_ASSERT);
      return done(end, Previous.Other);
    }
    if (!ATTRIBUTE_NAME.test(name)) return done(end, Previous.Word);
    const follow = next(end);
    if (follow === Char.Open && /UNROLL/.test(name)) return attribute('', start, end, previous, true);
    // Two names in a row: the first is a type or a specifier, and a type is not named like that.
    if (classOf(follow) !== Class.Identifier && follow !== Char.Tilde) return done(end, Previous.Word);
    const specifiers = !name.includes('DEVICE') ? '' : name.includes('HOST') ? '__host__ __device__' : '__device__';
    return attribute(specifiers, start, end, previous, false);
  }

  return handler;
}

