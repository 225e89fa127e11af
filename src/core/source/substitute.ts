/** A macro's body with its arguments put in: parameters, `#`, `##` and `__VA_OPT__`. */
import type { Macro } from './macros.js';
import { afterBalanced, tokenize, type Token } from './tokens.js';

export interface Arguments {
  readonly args: readonly (readonly Token[])[];
  /** Index of the call, for the tokens that are made. */
  readonly call: number;
  /** Something separates the macro's name from what stands before it. */
  readonly space: boolean;
  /** The argument with its own macros expanded. */
  expanded(index: number): readonly Token[];
}

type Step =
  | { readonly kind: 'text'; readonly token: Token }
  /** `raw`: an operand of `##`, and so not expanded. */
  | { readonly kind: 'argument'; readonly token: Token; readonly param: number; readonly raw: boolean }
  | { readonly kind: 'string'; readonly token: Token; readonly param: number }
  /** Glues on an argument, or a token of the body when `param` is -1. */
  | { readonly kind: 'paste'; readonly token: Token; readonly param: number; readonly variadic: boolean }
  | { readonly kind: 'optional'; readonly param: number; readonly steps: readonly Step[] };

export function substitute(macro: Macro, body: readonly Token[], args: Arguments): Token[] {
  const out: Token[] = [];
  const state: State = { out, args, expanded: [], marked: false };
  run(planOf(macro, body), state);
  const first = out[0];
  if (first !== undefined && first.at < 0 && first.space !== args.space) out[0] = respaced(first, args.space);
  return state.marked ? out.filter((t) => t.text !== '') : out;
}

const plans = new WeakMap<readonly Token[], readonly Step[]>();

function planOf(macro: Macro, body: readonly Token[]): readonly Step[] {
  let plan = plans.get(body);
  if (plan === undefined) plans.set(body, (plan = makePlan(macro, body)));
  return plan;
}

function makePlan(macro: Macro, body: readonly Token[]): readonly Step[] {
  const params = macro.params ?? [];
  const last = params.length - 1;
  const paramOf = (token: Token | undefined): number => (token?.kind === 'identifier' ? params.indexOf(token.text) : -1);
  const steps: Step[] = [];
  for (let i = 0; i < body.length; i++) {
    const token = body[i];
    if (token === undefined) break;
    const next = body[i + 1];
    const param = paramOf(token);
    if (token.text === '#' && paramOf(next) >= 0) {
      steps.push({ kind: 'string', token, param: paramOf(next) });
      i++;
    } else if (token.text === '##' && steps.length > 0 && next !== undefined) {
      steps.push({ kind: 'paste', token: next, param: paramOf(next), variadic: macro.variadic && paramOf(next) === last });
      i++;
    } else if (token.text === '__VA_OPT__' && next?.text === '(' && macro.variadic) {
      const end = afterBalanced(body, i + 1);
      steps.push({ kind: 'optional', param: last, steps: makePlan(macro, body.slice(i + 2, end - 1)) });
      i = end - 1;
    } else if (param >= 0) steps.push({ kind: 'argument', token, param, raw: next?.text === '##' });
    else steps.push({ kind: 'text', token });
  }
  return steps;
}

interface State {
  readonly out: Token[];
  readonly args: Arguments;
  readonly expanded: (readonly Token[] | undefined)[];
  /** Empty arguments left place markers behind. */
  marked: boolean;
}

function run(steps: readonly Step[], state: State): void {
  const { out } = state;
  const { call } = state.args;
  for (const step of steps) {
    if (step.kind === 'text') out.push(generated(step.token.kind, step.token.text, step.token.space, call));
    else runStep(step, state);
  }
}

function runStep(step: Exclude<Step, { readonly kind: 'text' }>, state: State): void {
  const { out, args } = state;
  const argument = args.args[step.param] ?? [];
  switch (step.kind) {
    case 'argument':
      pushArgument(step.token.space, step.raw ? argument : (state.expanded[step.param] ??= args.expanded(step.param)), state);
      break;
    case 'string':
      out.push(generated('string', stringize(argument), step.token.space, args.call));
      break;
    case 'paste':
      paste(out, step.param >= 0 ? argument : [step.token], args.call, step.variadic);
      break;
    case 'optional':
      if (argument.length > 0) run(step.steps, state);
  }
}

/** The spacing is the parameter's own. An empty argument leaves a place marker, for a `##` that follows. */
function pushArgument(space: boolean, argument: readonly Token[], state: State): void {
  const first = argument[0];
  if (first === undefined) {
    state.out.push(generated('punctuation', '', space, state.args.call));
    state.marked = true;
    return;
  }
  state.out.push(first.space === space ? first : respaced(first, space));
  append(state.out, argument, 1);
}

function paste(out: Token[], right: readonly Token[], call: number, variadic: boolean): void {
  const left = out.pop();
  if (left === undefined) return;
  // GNU: `, ## __VA_ARGS__` drops the comma before nothing and glues nothing.
  if (left.text === ',' && variadic) {
    if (right.length > 0) out.push(left);
    append(out, right);
    return;
  }
  const text = left.text + (right[0]?.text ?? '');
  tokenize(text, 0, text.length, false).forEach((t, i) => out.push(generated(t.kind, t.text, i === 0 && left.space, call)));
  append(out, right, 1);
}

function stringize(tokens: readonly Token[]): string {
  const text = tokens.map((t, i) => (i > 0 && t.space ? ' ' : '') + (t.kind === 'string' ? t.text.replace(/[\\"]/g, '\\$&') : t.text)).join('');
  return `"${text.replace(/[\r\n]+/g, ' ')}"`;
}

/** Not `push(...more)`: an argument may hold more tokens than a call may have arguments. */
export function append(out: Token[], more: readonly Token[], from = 0): void {
  for (let i = from; i < more.length; i++) {
    const token = more[i];
    if (token) out.push(token);
  }
}

export function generated(kind: Token['kind'], text: string, space: boolean, call: number): Token {
  return { kind, text, at: -1, before: -1, space, call, painted: false };
}

function respaced(token: Token, space: boolean): Token {
  const { kind, text, at, before, call, painted } = token;
  return { kind, text, at, before, space, call, painted };
}
