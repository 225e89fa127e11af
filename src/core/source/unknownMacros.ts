/** Identifiers that nothing visible defines, at places where only a macro makes sense. */
import type { Span } from '../program/ir.js';
import { ATTRIBUTE_MACROS, ATTRIBUTE_NAME, BEFORE_STATEMENT, HARMLESS_NAME, OPERATOR_WORDS, STATIC_ASSERT_NAME } from './builtins.js';
import { Char, Class, classOf, skipIdentifier, skipTrivia } from './chars.js';
import { fitSpecifiers } from './classify.js';
import { beginsLambda, wordStart, type Rewriter } from './rewriter.js';
import type { MacroScope } from './scope.js';

/**
 * A name directly before a statement. It is left out, or the statement would become a function or a variable without any error;
 * true if what it does is anybody's guess.
 */
export function macroBeforeStatement(r: Rewriter, scope: MacroScope, at: number): Span | undefined {
  const end = r.tokenEnd(at);
  const start = wordStart(r.text, end);
  const name = r.text.slice(start, end);
  if (name === '' || BEFORE_STATEMENT.has(name) || classOf(name.charCodeAt(0)) !== Class.Identifier || scope.lookup(name)) return undefined;
  r.replace(start, end, '');
  return HARMLESS_NAME.test(name) ? undefined : { start, end };
}

/** `LIBRARY_BEGIN namespace`: no type stands there, so a name in capitals is a macro that makes a declaration of its own. */
export function macroBeforeDeclaration(r: Rewriter, scope: MacroScope, at: number): void {
  const end = r.tokenEnd(at);
  const start = wordStart(r.text, end);
  const name = r.text.slice(start, end);
  if (/^[A-Z][A-Z\d_]{3,}$/.test(name) && !scope.lookup(name) && !ATTRIBUTE_MACROS.has(name)) r.replace(start, end, '');
}

/** `if NAME (…)`: only `constexpr` can stand there. `end`: after the `if`. */
export function macroAfterIf(r: Rewriter, scope: MacroScope, end: number): number {
  const { text } = r;
  const start = skipTrivia(text, end);
  if (text.charCodeAt(start) === Char.Open || classOf(text.charCodeAt(start)) !== Class.Identifier) return end;
  const stop = skipIdentifier(text, start);
  const name = text.slice(start, stop);
  if (name === 'constexpr' || name === 'consteval' || name === 'not' || r.next(stop) !== Char.Open || scope.lookup(name)) return end;
  r.replace(start, stop, fitSpecifiers('constexpr', stop - start));
  return stop;
}

/** A name after a string literal is a piece of the string. The grammar reads one only at the start, and a call nowhere in it. */
export function macroAfterString(r: Rewriter, scope: MacroScope, start: number, end: number): number {
  const { text } = r;
  const from = skipTrivia(text, end);
  if (from === end || classOf(text.charCodeAt(from)) !== Class.Identifier) return end;
  const stop = skipIdentifier(text, from);
  const name = text.slice(from, stop);
  if (stop - from < 2 || OPERATOR_WORDS.has(name) || text.charCodeAt(stop) === Char.Quote || scope.lookup(name)) return end;
  const before = r.wordBefore(start);
  // After `extern "C"` and `operator"" ` a name is an ordinary name.
  if (before === 'extern' || before === 'operator') return end;
  const close = Math.max(stop, r.argumentsEnd(stop));
  r.replace(from, close, `"${'?'.repeat(stop - from - 2)}"`);
  return close;
}

/** A name in capitals. */
export function unknownMacro(r: Rewriter, name: string, start: number, end: number): number {
  if (name.endsWith('STATIC_ASSERT') && STATIC_ASSERT_NAME.test(name) && r.next(end) === Char.Open) {
    r.replace(start, end, 'static_assert');
    return end;
  }
  if (!looksLikeAttribute(name)) return end;
  const follow = r.next(end);
  if (follow === Char.Open && name.includes('UNROLL')) return attribute(r, '', start, Math.max(end, r.argumentsEnd(end)));
  // Two names in a row: the first is a type or a specifier, and a type is not named like that.
  const isCallingConvention = follow === Char.Star && name.endsWith('API') && r.before(start) === Char.Open;
  if (classOf(follow) !== Class.Identifier && follow !== Char.Tilde && !isCallingConvention) return end;
  const specifiers = !name.includes('DEVICE') ? '' : name.includes('HOST') ? '__host__ __device__' : '__device__';
  return attribute(r, specifiers, start, end);
}

/** Leaves an attribute-like macro out; where the code runs is kept if it fits, except after a lambda's captures, where the grammar does not read it. */
export function attribute(r: Rewriter, specifiers: string, start: number, end: number): number {
  const isOfLambda = r.before(start) === Char.CloseBracket && beginsLambda(r, end);
  return r.leaveOut(start, end, isOfLambda ? '' : fitSpecifiers(specifiers, end - start));
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
