/** What the scanner does with an identifier that may be a macro or a construct that the grammar does not read. */
import type { Span } from '../program/ir.js';
import {
  ATTRIBUTE_MACROS, ATTRIBUTE_NAME, BEFORE_STATEMENT, BLANKED_IN_CODE, BLANKED_WITH_ARGUMENTS, HARMLESS_NAME, OPERATOR_WORDS, STATEMENT_KEYWORDS, STATIC_ASSERT_NAME,
} from './builtins.js';
import { blank, Char, Class, classOf, isIdentifierPart, skipBalanced, skipIdentifier, skipTrivia } from './chars.js';
import { classify, fitSpecifiers, type MacroUse } from './classify.js';
import type { Edit } from './edits.js';
import type { Macro } from './macros.js';
import type { Gaps } from './gaps.js';
import type { MacroScope } from './scope.js';
import { isNeedlessTemplate, isTemplateOfClass, isTypeOfValue, starsAfterConstraint, starsOfDefault } from './templates.js';

const enum Special {
  Statement, Blank, BlankCall, Align, TypeName, LambdaSpecifier, Constraint, Template, Decltype, Enum, Namespace,
}

const SPECIAL: ReadonlyMap<string, Special> = new Map<string, Special>([
  ...STATEMENT_KEYWORDS.map((name): [string, Special] => [name, Special.Statement]),
  ...BLANKED_IN_CODE.map((name): [string, Special] => [name, Special.Blank]),
  ...BLANKED_WITH_ARGUMENTS.map((name): [string, Special] => [name, Special.BlankCall]),
  ['__align__', Special.Align],
  ['__builtin_align__', Special.Align],
  ['typename', Special.TypeName],
  ['class', Special.TypeName],
  ['template', Special.Template],
  ['decltype', Special.Decltype],
  ['enum', Special.Enum],
  ['namespace', Special.Namespace],
  ['__device__', Special.LambdaSpecifier],
  ['__host__', Special.LambdaSpecifier],
  ['enable_if_t', Special.Constraint],
  ['enable_if', Special.Constraint],
]);

/** Words of the table that do not look like macros, as alternatives of a regular expression. */
export const WATCHED_WORDS = [...SPECIAL.keys()].filter((name) => !name.startsWith('_')).join('|');

/** A macro use to be expanded. */
export interface Candidate extends Span {
  readonly macro: Macro;
}

export interface WordSink {
  readonly edits: Edit[];
  readonly candidates: Candidate[];
  /** Unknown identifiers before a statement that were taken for harmless macros without evidence. */
  readonly guesses: Span[];
  readonly gaps: Gaps;
  /** Names that nothing defines may be parameters or macros of another place: no guesses about them. */
  readonly isMacroBody: boolean;
}

export interface WordHandler {
  /** Returns the offset to go on from. */
  word(start: number, end: number): number;
  /** The same after a string literal. */
  afterString(start: number, end: number): number;
}

const STATIC_ASSERT = 'static_assert';

export function createWordHandler(text: string, scope: MacroScope, attributeMacros: ReadonlySet<string>, sink: WordSink): WordHandler {
  const { edits, candidates, guesses, gaps, isMacroBody } = sink;
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

  function word(start: number, end: number): number {
    const name = text.slice(start, end);
    const macro = scope.lookup(name);
    if (macro !== undefined && macro.file !== '') return known(macro, start, end);
    const special = SPECIAL.get(name);
    if (special !== undefined) return construct(special, start, end);
    if (attributeMacros.has(name)) return attribute('', start, end, next(end) === Char.Open);
    const specifiers = ATTRIBUTE_MACROS.get(name);
    if (specifiers !== undefined) return attribute(specifiers, start, end, next(end) === Char.Open && specifiers === '');
    return isMacroBody ? end : unknown(name, start, end);
  }

  function known(macro: Macro, start: number, end: number): number {
    const use = useOf(macro);
    if (use.kind === 'keep' && !use.statement) return end;
    const close = macro.params === undefined ? end : argumentsEnd(end);
    if (close < 0) return end;
    switch (use.kind) {
      case 'attribute': {
        const fitted = fitSpecifiers(use.text, end - start);
        const loses = fitted !== use.text && (/alignas|align__|launch_bounds/.test(use.text) || (use.text.includes('constexpr') && wordBefore(start) === 'if'));
        if (loses) break;
        return attribute(use.text, start, close, false);
      }
      case 'static-assert':
        if (end - start < STATIC_ASSERT.length) break;
        replace(start, end, STATIC_ASSERT);
        return end;
      case 'keep':
        if (!endsStatement(close)) break;
        return end;
      case 'expand':
        break;
    }
    candidates.push({ start, end, macro });
    return end;
  }

  /** The word before `at`, comments, directives and blanked macros aside; empty when something else stands there. */
  function wordBefore(at: number): string {
    const end = gaps.tokenEndBefore(at);
    return text.slice(wordStart(end), end);
  }

  function wordStart(end: number): number {
    let start = end;
    while (start > 0 && isIdentifierPart(text.charCodeAt(start - 1))) start--;
    return start;
  }

  function afterString(start: number, end: number): number {
    const from = skipTrivia(text, end);
    if (isMacroBody || from === end || classOf(text.charCodeAt(from)) !== Class.Identifier) return end;
    const stop = skipIdentifier(text, from);
    const name = text.slice(from, stop);
    if (stop - from < 2 || OPERATOR_WORDS.has(name) || text.charCodeAt(stop) === Char.Quote || scope.lookup(name)) return end;
    const before = wordBefore(start);
    // After `extern "C"` and `operator"" ` a name is an ordinary name.
    if (before === 'extern' || before === 'operator') return end;
    // A literal of unknown text: the grammar reads a name only at the start of a joined string, and a call nowhere in it.
    const close = Math.max(stop, argumentsEnd(stop));
    replace(from, close, `"${'?'.repeat(stop - from - 2)}"`);
    return close;
  }

  /** Something that finishes the statement or goes on with the expression follows. */
  function endsStatement(at: number): boolean {
    const follow = next(at);
    if (follow === Char.CloseBrace || follow === Char.OpenBrace || Number.isNaN(follow)) return false;
    if (classOf(follow) !== Class.Identifier) return true;
    const from = skipTrivia(text, at);
    return /^(?:and|or|xor)\b/.test(text.slice(from, from + 4));
  }

  function attribute(specifiers: string, start: number, end: number, withArguments: boolean): number {
    const close = withArguments ? argumentsEnd(end) : end;
    const stop = close < 0 ? end : close;
    const lambda = tokenBefore(start) === Char.CloseBracket && beginsLambda(stop);
    replace(start, stop, lambda ? '' : fitSpecifiers(specifiers, stop - start));
    gaps.add(start, stop);
    return stop;
  }

  /** After a capture list: what follows is the rest of a lambda. */
  function beginsLambda(at: number): boolean {
    const from = skipTrivia(text, at);
    const c = text.charCodeAt(from);
    return c === Char.Open || c === Char.OpenBrace || c === Char.Minus || /^(?:mutable|noexcept|constexpr|__host__|__device__)\b/.test(text.slice(from, from + 12));
  }

  function construct(special: Special, start: number, end: number): number {
    switch (special) {
      case Special.Statement:
        macroBeforeStatement(start);
        return end - start === 2 && text.charCodeAt(start) === 105 /* i */ ? afterIf(end) : end;
      case Special.Blank:
        return attribute('', start, end, false);
      case Special.BlankCall:
        return argumentsEnd(end) < 0 ? end : attribute('', start, end, true);
      case Special.Align:
        replace(start, end, 'alignas');
        return end;
      case Special.TypeName:
        if (end - start === 8 && isTypeOfValue(text, end)) return attribute('', start, end, false);
        edits.push(...starsOfDefault(text, end));
        return end;
      case Special.Constraint:
        edits.push(...starsAfterConstraint(text, end));
        return end;
      case Special.LambdaSpecifier:
        return tokenBefore(start) === Char.CloseBracket && beginsLambda(end) ? attribute('', start, end, false) : end;
      case Special.Namespace:
        macroBeforeDeclaration(start);
        return end;
      case Special.Template:
        macroBeforeDeclaration(start);
        return isTemplateOfClass(text, end) || isNeedlessTemplate(text, start, end) ? attribute('', start, end, false) : end;
      case Special.Decltype:
        return decltypeOfValue(start, end);
      case Special.Enum: {
        const base = skipTrivia(text, end);
        if (text.charCodeAt(base) !== Char.Colon) return end;
        const open = text.indexOf('{', base);
        if (open > 0 && open - base < 100) replace(base, open, '');
        return end;
      }
    }
  }

  /** Last character of the token before. */
  function tokenBefore(at: number): number {
    return text.charCodeAt(gaps.tokenEndBefore(at) - 1);
  }

  /** `decltype(x){}` and `decltype(x)(y)` are values; without the type the rest is read as one, too. */
  function decltypeOfValue(start: number, end: number): number {
    const close = argumentsEnd(end);
    if (close < 0) return end;
    const follow = next(close);
    if (follow !== Char.Open && follow !== Char.OpenBrace) return end;
    const before = tokenBefore(start);
    const isOperand = before === Char.Open || before === Char.Comma || before === Char.Equals || before === Char.Question || wordBefore(start) === 'return';
    return isOperand ? attribute('', start, close, false) : end;
  }

  /** A name directly before a statement is a macro that nothing defines. */
  function macroBeforeStatement(at: number): void {
    const end = gaps.tokenEndBefore(at);
    const start = wordStart(end);
    const name = text.slice(start, end);
    if (isMacroBody || name === '' || BEFORE_STATEMENT.has(name) || !isName(name) || scope.lookup(name) || candidates[candidates.length - 1]?.end === end) return;
    replace(start, end, '');
    if (!HARMLESS_NAME.test(name)) guesses.push({ start, end });
  }

  /** `LIBRARY_BEGIN namespace`: no type stands there, so a name in capitals is a macro that makes a declaration of its own. */
  function macroBeforeDeclaration(at: number): void {
    const end = gaps.tokenEndBefore(at);
    const start = wordStart(end);
    const name = text.slice(start, end);
    if (isMacroBody || !/^[A-Z][A-Z\d_]{3,}$/.test(name) || scope.lookup(name) || ATTRIBUTE_MACROS.has(name)) return;
    replace(start, end, '');
  }

  /** `if NAME (…)`: only `constexpr` can stand there. */
  function afterIf(end: number): number {
    const start = skipTrivia(text, end);
    if (isMacroBody || text.charCodeAt(start) === Char.Open || classOf(text.charCodeAt(start)) !== Class.Identifier) return end;
    const stop = skipIdentifier(text, start);
    const name = text.slice(start, stop);
    if (name === 'constexpr' || name === 'consteval' || name === 'not' || next(stop) !== Char.Open || scope.lookup(name)) return end;
    replace(start, stop, fitSpecifiers('constexpr', stop - start));
    return stop;
  }

  function unknown(name: string, start: number, end: number): number {
    if (name.endsWith('STATIC_ASSERT') && STATIC_ASSERT_NAME.test(name) && next(end) === Char.Open) {
      replace(start, end, STATIC_ASSERT);
      return end;
    }
    if (!looksLikeAttribute(name)) return end;
    const follow = next(end);
    if (follow === Char.Open && /UNROLL/.test(name)) return attribute('', start, end, true);
    // Two names in a row: the first is a type or a specifier, and a type is not named like that.
    const calling = follow === Char.Star && name.endsWith('API') && tokenBefore(start) === Char.Open;
    if (classOf(follow) !== Class.Identifier && follow !== Char.Tilde && !calling) return end;
    const specifiers = !name.includes('DEVICE') ? '' : name.includes('HOST') ? '__host__ __device__' : '__device__';
    return attribute(specifiers, start, end, false);
  }

  return { word, afterString };
}


const attributeLike = new Map<string, boolean>();

/** Remembered: a file names the same few constants again and again. */
function looksLikeAttribute(name: string): boolean {
  let known = attributeLike.get(name);
  if (known === undefined) {
    if (attributeLike.size > 10_000) attributeLike.clear();
    attributeLike.set(name, (known = ATTRIBUTE_NAME.test(name)));
  }
  return known;
}

/** Not a number: `1if` is nonsense, but must not become a macro. */
function isName(word: string): boolean {
  return classOf(word.charCodeAt(0)) === Class.Identifier;
}
