/** Learns from a macro's body what holds after it: assertions, checks of a status, and traps. */
import { ASSERTION_MACROS } from './builtins.js';
import type { Macro, MacroLookup } from './macros.js';
import { afterBalanced, bodyTokens, type Token } from './tokens.js';

export type Assertion =
  /** After the call, the argument with this index is true. */
  | { readonly kind: 'asserts'; readonly argument: number }
  /** The call does not return. */
  | { readonly kind: 'traps' }
  /** Evaluates its argument once and stops the program if that reports a failure. */
  | { readonly kind: 'checks' };

const CHECKS: Assertion = { kind: 'checks' };
const TRAPS: Assertion = { kind: 'traps' };

export function learnAssertion(macro: Macro, lookup: MacroLookup, depth = 0): Assertion | undefined {
  if (macro.params === undefined || depth > 8) return undefined;
  const body = stripWrapper(bodyTokens(macro));
  if (body.length === 0) return undefined;
  return (
    fromNestedMacro(macro.params, body, lookup, depth) ?? fromIf(macro.params, body) ?? fromExpression(macro.params, body)
  );
}

/** `do { … } while (0)`, `{ … }` and a final `;` say nothing. */
function stripWrapper(tokens: readonly Token[]): readonly Token[] {
  let body = tokens;
  for (let layers = 0; layers < 8; layers++) {
    if (body[body.length - 1]?.text === ';' && body.filter((t) => t.text === ';').length === 1) body = body.slice(0, -1);
    const open = body[0]?.text === 'do' ? 1 : 0;
    if (body[open]?.text !== '{') return body;
    const end = afterBalanced(body, open);
    const tail = body.slice(end).map((t) => t.text).join('');
    if (open === 1 ? !/^while\((?:0|false)\);?$/.test(tail) : tail !== '') return body;
    body = body.slice(open + 1, end - 1);
  }
  return body;
}

/** The body is one call of a macro (or of a function known as one) with a parameter as the asserted argument. */
function fromNestedMacro(params: readonly string[], body: readonly Token[], lookup: MacroLookup, depth: number): Assertion | undefined {
  const name = body[0];
  if (name?.kind !== 'identifier' || body[1]?.text !== '(' || afterBalanced(body, 1) < body.length) return undefined;
  const nested = lookup(name.text);
  const builtin = ASSERTION_MACROS.get(name.text);
  const learnt = nested ? learnAssertion(nested, lookup, depth + 1) : builtin === undefined ? undefined : { kind: 'asserts' as const, argument: builtin };
  if (learnt === undefined || learnt.kind === 'traps') return learnt;
  const argument = splitArguments(body.slice(2, -1))[learnt.kind === 'asserts' ? learnt.argument : 0];
  const param = argument === undefined ? -1 : singleParam(params, argument);
  if (param < 0) return undefined;
  return learnt.kind === 'asserts' ? { kind: 'asserts', argument: param } : learnt;
}

/** `if (not (cond)) { … trap … }`, or a status test after one statement that evaluates the argument. */
function fromIf(params: readonly string[], body: readonly Token[]): Assertion | undefined {
  const start = topLevelIf(body);
  if (start < 0) return traps(body) && !jumps(body) && !body.some((t) => t.text === '=' || t.text === '?' || t.text === '|' || t.text === '&') ? TRAPS : undefined;
  let open = start + 1;
  if (body[open]?.text === 'constexpr') open++;
  const close = afterBalanced(body, open);
  const condition = body.slice(open + 1, close - 1);
  const thenEnd = statementEnd(body, close);
  const then = body.slice(close, thenEnd);
  const otherwise = body[thenEnd]?.text === 'else' ? body.slice(thenEnd + 1) : [];
  const tail = body.slice(otherwise.length > 0 ? statementEnd(body, thenEnd + 1) : thenEnd);
  if (tail.some((t) => t.text !== ';') || jumps(body)) return undefined;
  const head = body.slice(0, start);
  if (head.length > 0) {
    const oneStatement = head.filter((t) => t.text === ';').length === 1 && head.some((t) => t.text === '=');
    return oneStatement && otherwise.length === 0 && traps(then) ? CHECKS : undefined;
  }
  if (otherwise.length > 0) {
    const param = singleParam(params, condition);
    return param >= 0 && traps(otherwise) && then.every((t) => /^[{};]$/.test(t.text)) ? { kind: 'asserts', argument: param } : undefined;
  }
  if (!traps(then)) return undefined;
  const negated = negatedParam(params, condition);
  if (negated >= 0) return { kind: 'asserts', argument: negated };
  return CHECKS;
}

/** `(cond) ? (void) 0 : trap()`, `(cond) || (abort(), 0)`. */
function fromExpression(params: readonly string[], body: readonly Token[]): Assertion | undefined {
  let expr = stripParens(body);
  if (expr[0]?.text === '(' && expr[1]?.text === 'void' && expr[2]?.text === ')') expr = stripParens(expr.slice(3));
  if (!traps(expr) || expr.some((t) => t.text === ';' || t.text === '{')) return undefined;
  const question = expr.findIndex((t) => t.text === '?');
  const bars = expr.findIndex((t, i) => (t.text === '|' && expr[i + 1]?.text === '|') || t.text === 'or');
  const end = question >= 0 ? question : bars;
  if (end < 0) return undefined;
  const condition = expr.slice(0, end);
  const rest = expr.slice(end);
  const colon = rest.findIndex((t, i) => t.text === ':' && rest[i + 1]?.text !== ':' && rest[i - 1]?.text !== ':');
  const onTrue = question >= 0 ? rest.slice(0, colon) : [];
  const direct = singleParam(params, condition);
  if (direct >= 0 && !traps(onTrue)) return { kind: 'asserts', argument: direct };
  const negated = question >= 0 && traps(onTrue) ? negatedParam(params, condition) : -1;
  return negated >= 0 ? { kind: 'asserts', argument: negated } : undefined;
}

const TRAP_CALLS = new Set(['__trap', 'abort', 'exit', '_exit', 'quick_exit', 'terminate', '__builtin_trap', '__builtin_unreachable', '__assert_fail', '__assertfail', 'brkpt', '__brkpt']);

function traps(tokens: readonly Token[]): boolean {
  return tokens.some((t, i) => {
    if (t.kind === 'string') return /^"\s*(?:trap|exit|brkpt)\s*;/.test(t.text);
    if (t.text === 'throw') return true;
    if (TRAP_CALLS.has(t.text)) return tokens[i + 1]?.text === '(';
    return t.text === 'assert' && tokens[i + 1]?.text === '(' && /^(?:0|false)$/.test(tokens[i + 2]?.text ?? '');
  });
}

/** Leaves the surrounding function or loop, or launches a kernel: a call in its place would hide that. */
function jumps(tokens: readonly Token[]): boolean {
  return tokens.some((t, i) => /^(?:return|goto|break|continue)$/.test(t.text) || (t.text === '<' && tokens[i + 1]?.text === '<' && tokens[i + 2]?.text === '<'));
}

function topLevelIf(tokens: readonly Token[]): number {
  for (let i = 0; i < tokens.length; ) {
    const text = tokens[i]?.text;
    if (text === 'if') return i;
    i = text === '(' || text === '{' || text === '[' ? afterBalanced(tokens, i) : i + 1;
  }
  return -1;
}

function statementEnd(tokens: readonly Token[], start: number): number {
  if (tokens[start]?.text === '{') return afterBalanced(tokens, start);
  for (let i = start; i < tokens.length; ) {
    const text = tokens[i]?.text;
    if (text === ';') return i + 1;
    i = text === '(' || text === '{' || text === '[' ? afterBalanced(tokens, i) : i + 1;
  }
  return tokens.length;
}

function stripParens(tokens: readonly Token[]): readonly Token[] {
  let inner = tokens;
  while (inner[0]?.text === '(' && afterBalanced(inner, 0) === inner.length && inner.length > 2) inner = inner.slice(1, -1);
  return inner;
}

/** Index of the parameter that the tokens are (`p`, `(p)`, `static_cast<bool>(p)`, `__builtin_expect(p, 1)`), or -1. */
function singleParam(params: readonly string[], tokens: readonly Token[]): number {
  const inner = unwrapExpectation(stripParens(tokens));
  const only = inner.length === 1 ? inner[0] : undefined;
  return only === undefined ? -1 : params.indexOf(only.text);
}

/** `!p`, `not (p)`, `p == false`; alternatives (`… || !p`) trap as well, conjunctions may not. */
function negatedParam(params: readonly string[], condition: readonly Token[]): number {
  const inner = unwrapExpectation(stripParens(condition));
  if (inner.some((t, i) => t.text === 'and' || (t.text === '&' && inner[i + 1]?.text === '&'))) return -1;
  const not = inner.findIndex((t) => t.text === '!' || t.text === 'not');
  if (not >= 0) {
    const end = inner[not + 1]?.text === '(' ? afterBalanced(inner, not + 1) : not + 2;
    return singleParam(params, inner.slice(not + 1, end));
  }
  const [value, first, second, constant] = inner.length === 4 ? inner : [];
  return first?.text === '=' && second?.text === '=' && value && /^(?:false|0)$/.test(constant?.text ?? '') ? params.indexOf(value.text) : -1;
}

function unwrapExpectation(tokens: readonly Token[]): readonly Token[] {
  if (!/^(?:__builtin_expect|likely|unlikely|static_cast|bool)$/.test(tokens[0]?.text ?? '')) return tokens;
  const open = tokens.findIndex((t) => t.text === '(');
  if (open < 0 || afterBalanced(tokens, open) < tokens.length) return tokens;
  return stripParens(splitArguments(tokens.slice(open + 1, -1))[0] ?? []);
}

function splitArguments(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const out: Token[][] = [[]];
  for (let i = 0; i < tokens.length; ) {
    const text = tokens[i]?.text;
    const end = text === '(' || text === '{' || text === '[' ? afterBalanced(tokens, i) : i + 1;
    if (text === ',') out.push([]);
    else out[out.length - 1]?.push(...tokens.slice(i, end));
    i = end;
  }
  return out;
}
