/** `#if` expressions. Names that nothing defines are 0, and so are calls of macros that nothing defines. */
import { OPERATOR_WORDS } from './builtins.js';
import { expandTokens, type ExpansionContext } from './expand.js';
import type { MacroLookup } from './macros.js';
import { bodyTokens, tokenize, type Token } from './tokens.js';

export interface ConditionContext {
  readonly lookup: MacroLookup;
  /** `name` without quotes or angle brackets. */
  readonly hasInclude: (name: string, system: boolean) => boolean;
  readonly line: number;
}

/** True if the condition holds; a condition that cannot be read counts as false, as with compilers after their error message. */
export function evaluateCondition(text: string, context: ConditionContext): boolean {
  const expansion: ExpansionContext = {
    lookup: (token) => (OPERATOR_WORDS.has(token.text) ? undefined : context.lookup(token.text)),
    wants: () => true,
    body: bodyTokens,
    line: () => context.line,
    calls: [],
    pasted: new Map(),
    budget: { left: 20_000 },
  };
  const tokens = expandTokens(resolveQueries(tokenize(text, 0, text.length, false), context), expansion, true);
  const reader = { tokens, next: 0 };
  return conditional(reader, 0) !== 0;
}

/** Replaces `defined X`, `__has_include(…)` and the other `__has_…` queries by numbers, before macros are expanded. */
function resolveQueries(tokens: readonly Token[], context: ConditionContext): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i];
    if (token === undefined) break;
    if (token.text === 'defined') {
      const parens = tokens[i + 1]?.text === '(';
      const name = tokens[i + (parens ? 2 : 1)]?.text ?? '';
      out.push(number(context.lookup(name) !== undefined));
      i += parens ? 3 : 1;
    } else if (token.text.startsWith('__has_') && tokens[i + 1]?.text === '(' && context.lookup(token.text) === undefined) {
      const end = tokens.findIndex((t, k) => k > i && t.text === ')');
      const close = end < 0 ? tokens.length : end;
      const argument = tokens.slice(i + 2, close).map((t) => t.text).join('');
      out.push(number(token.text.startsWith('__has_include') ? hasInclude(argument, context) : true));
      i = close;
    } else out.push(token);
  }
  return out;
}

function hasInclude(argument: string, context: ConditionContext): boolean {
  const name = /^[<"](.*)[>"]$/.exec(argument)?.[1];
  return name !== undefined && context.hasInclude(name, argument.startsWith('<'));
}

function number(value: boolean): Token {
  return { kind: 'number', text: value ? '1' : '0', at: -1, before: -1, space: true, call: -1, painted: false };
}

interface Reader {
  readonly tokens: readonly Token[];
  next: number;
}

const MAX_NESTING = 200;

function conditional(r: Reader, depth: number): number {
  const condition = binary(r, 0, depth);
  if (depth > MAX_NESTING || r.tokens[r.next]?.text !== '?') return condition;
  r.next++;
  const then = conditional(r, depth + 1);
  if (r.tokens[r.next]?.text === ':') r.next++;
  const otherwise = conditional(r, depth + 1);
  return condition !== 0 ? then : otherwise;
}

const LEVELS: readonly (readonly string[])[] = [['||'], ['&&'], ['|'], ['^'], ['&'], ['==', '!='], ['<', '>', '<=', '>='], ['<<', '>>'], ['+', '-'], ['*', '/', '%']];

function binary(r: Reader, level: number, depth: number): number {
  const operators = LEVELS[level];
  if (operators === undefined) return unary(r, depth);
  let left = binary(r, level + 1, depth);
  for (let op = operator(r); op.text !== '' && operators.includes(op.text); op = operator(r)) {
    r.next += op.length;
    left = apply(op.text, left, binary(r, level + 1, depth));
  }
  return left;
}

const WORDS: Readonly<Record<string, string>> = { and: '&&', or: '||', bitand: '&', bitor: '|', xor: '^', not_eq: '!=' };

function operator(r: Reader): { readonly text: string; readonly length: number } {
  const first = r.tokens[r.next];
  if (first === undefined) return { text: '', length: 0 };
  if (first.kind === 'identifier') return { text: WORDS[first.text] ?? '', length: 1 };
  const second = r.tokens[r.next + 1];
  const both = second === undefined || second.space ? '' : first.text + second.text;
  return LEVELS.some((level) => level.includes(both)) ? { text: both, length: 2 } : { text: first.text, length: 1 };
}

function apply(op: string, a: number, b: number): number {
  switch (op) {
    case '||': return Number(a !== 0 || b !== 0);
    case '&&': return Number(a !== 0 && b !== 0);
    case '==': return Number(a === b);
    case '!=': return Number(a !== b);
    case '<': return Number(a < b);
    case '>': return Number(a > b);
    case '<=': return Number(a <= b);
    case '>=': return Number(a >= b);
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return b === 0 ? 0 : Math.trunc(a / b);
    case '%': return b === 0 ? 0 : a % b;
    default: return bitwise(op, BigInt(Math.trunc(a)), BigInt(Math.trunc(b)));
  }
}

function bitwise(op: string, a: bigint, b: bigint): number {
  switch (op) {
    case '|': return Number(a | b);
    case '^': return Number(a ^ b);
    case '&': return Number(a & b);
    case '<<': return Number(BigInt.asIntN(64, a << (b & 63n)));
    default: return Number(a >> (b & 63n));
  }
}

function unary(r: Reader, depth: number): number {
  const token = r.tokens[r.next++];
  if (token === undefined || depth > MAX_NESTING) return 0;
  switch (token.text) {
    case '!':
    case 'not':
      return Number(unary(r, depth + 1) === 0);
    case '-':
      return -unary(r, depth + 1);
    case '+':
      return unary(r, depth + 1);
    case '~':
    case 'compl':
      return -unary(r, depth + 1) - 1;
    case '(': {
      const value = conditional(r, depth + 1);
      if (r.tokens[r.next]?.text === ')') r.next++;
      return value;
    }
    default:
      return token.kind === 'number' ? literal(token.text) : name(r, token.text);
  }
}

/** A name that is left over after expansion: 0, together with the arguments of an unknown call. */
function name(r: Reader, text: string): number {
  if (r.tokens[r.next]?.text === '(') {
    let depth = 0;
    do {
      const t = r.tokens[r.next++]?.text;
      if (t === '(') depth++;
      else if (t === ')') depth--;
    } while (depth > 0 && r.next < r.tokens.length);
  }
  return text === 'true' ? 1 : 0;
}

function literal(text: string): number {
  if (text.startsWith("'")) return text.charCodeAt(1);
  const digits = text.replace(/'/g, '').replace(/[uUlLzZ]+$/, '');
  const value = /^0[0-7]+$/.test(digits) ? parseInt(digits, 8) : Number(digits);
  return Number.isFinite(value) ? value : 0;
}
