/** Macro expansion on tokens, by the rules of the C preprocessor. Each token remembers where in the file it came from. */
import type { Macro } from './macros.js';
import { afterBalanced, bodyTokens, tokenize, type Token } from './tokens.js';

/** A macro name in the file's own text whose expansion made tokens. `end`: after the call's closing parenthesis. */
export interface MacroCall {
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly end: number;
}

export interface ExpansionContext {
  /** The macro that the name means here. */
  lookup(token: Token): Macro | undefined;
  /** Whether a use is expanded. `full`: everything is (operands of `##`, conditions). */
  wants(macro: Macro, full: boolean): boolean;
  /** Body text with constructs blanked that the grammar does not read. */
  body(macro: Macro): readonly Token[];
  /** 1-based line for `__LINE__`. */
  line(): number;
  readonly calls: MacroCall[];
  /** Filled in as macros are met; shared by all expansions of a file. */
  readonly pasted: Map<Macro, readonly boolean[]>;
  /** Tokens that may still be made. Below zero nothing is expanded any more. */
  readonly budget: { left: number };
}

interface Frame {
  readonly tokens: readonly Token[];
  next: number;
  /** Its own name is not expanded while the frame is being read. */
  readonly macro: string | undefined;
}

const MAX_DEPTH = 100;

export function expandTokens(input: readonly Token[], context: ExpansionContext, full = false): Token[] {
  return expandList(input, context, full, new Set(), 0);
}

function expandList(input: readonly Token[], context: ExpansionContext, full: boolean, active: Set<string>, depth: number): Token[] {
  const out: Token[] = [];
  const stack: Frame[] = [{ tokens: input, next: 0, macro: undefined }];
  for (let token = take(stack, active); token; token = take(stack, active)) {
    if (token.kind !== 'identifier' || token.painted || context.budget.left < 0) {
      out.push(token);
      continue;
    }
    if (full && token.text === '__LINE__') {
      out.push(generated('number', String(context.line()), token, token.call));
      continue;
    }
    const macro = context.lookup(token);
    if (macro === undefined || !context.wants(macro, full)) out.push(token);
    else if (active.has(macro.name)) out.push({ ...token, painted: true });
    else expandUse(token, macro, stack, out, { context, full, active, depth });
  }
  return out;
}

interface Use {
  readonly context: ExpansionContext;
  readonly full: boolean;
  readonly active: Set<string>;
  readonly depth: number;
}

function expandUse(token: Token, macro: Macro, stack: Frame[], out: Token[], use: Use): void {
  const { context, active } = use;
  let args: readonly (readonly Token[])[] = [];
  let end = token.at + token.text.length;
  if (macro.params !== undefined) {
    if (peek(stack)?.text !== '(') {
      out.push(token);
      return;
    }
    const gathered = gather(stack, active);
    context.budget.left -= gathered.tokens.length;
    if (!gathered.closed || use.depth >= MAX_DEPTH) {
      out.push(token);
      append(out, gathered.tokens);
      return;
    }
    args = splitArguments(gathered.tokens.slice(1, -1), macro);
    const close = gathered.tokens[gathered.tokens.length - 1];
    if (close !== undefined && close.at >= 0) end = close.at + 1;
  }
  let call = token.call;
  if (token.at >= 0) {
    call = context.calls.length;
    context.calls.push({ nameStart: token.at, nameEnd: token.at + token.text.length, end });
  }
  const result = substitute(macro, args, call, token, use);
  context.budget.left -= result.length + 1;
  active.add(macro.name);
  stack.push({ tokens: result, next: 0, macro: macro.name });
}

function take(stack: Frame[], active: Set<string>): Token | undefined {
  for (let top = stack[stack.length - 1]; top; top = stack[stack.length - 1]) {
    const token = top.tokens[top.next];
    if (token) {
      top.next++;
      return token;
    }
    if (top.macro !== undefined) active.delete(top.macro);
    stack.pop();
  }
  return undefined;
}

function peek(stack: readonly Frame[]): Token | undefined {
  for (let i = stack.length - 1; i >= 0; i--) {
    const frame = stack[i];
    const token = frame?.tokens[frame.next];
    if (token) return token;
  }
  return undefined;
}

/** From `(` to its `)`. Reading past the end of a frame ends that macro, so `CONCAT(f, 1)(x)` calls `f1`. */
function gather(stack: Frame[], active: Set<string>): { readonly tokens: Token[]; readonly closed: boolean } {
  const tokens: Token[] = [];
  let depth = 0;
  for (let token = take(stack, active); token; token = take(stack, active)) {
    tokens.push(token);
    if (token.kind !== 'punctuation') continue;
    if (token.text === '(') depth++;
    else if (token.text === ')' && --depth === 0) return { tokens, closed: true };
  }
  return { tokens, closed: false };
}

/** Splits at commas outside parentheses (braces and angle brackets do not protect a comma); the last parameter of a variadic macro takes the rest. */
function splitArguments(tokens: readonly Token[], macro: Macro): Token[][] {
  const most = macro.variadic ? (macro.params?.length ?? 1) : Infinity;
  const args: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'punctuation') {
      if (token.text === '(') depth++;
      else if (token.text === ')') depth--;
      else if (token.text === ',' && depth === 0 && args.length < most) {
        args.push([]);
        continue;
      }
    }
    args[args.length - 1]?.push(token);
  }
  return mendArguments(args, macro);
}

/** Too many arguments: the commas were meant inside one argument (`{ a<b, c> x; }`), so the rest belongs to the last one. */
function mendArguments(args: Token[][], macro: Macro): Token[][] {
  const count = macro.params?.length ?? 0;
  if (macro.variadic || args.length <= count || count === 0) return args;
  const rest = args.slice(count - 1);
  const comma: Token = { kind: 'punctuation', text: ',', at: -1, before: -1, space: false, call: -1, painted: false };
  const joined = rest.flatMap((arg, i) => (i === 0 ? arg : [{ ...comma, call: arg[0]?.call ?? -1 }, ...arg]));
  return [...args.slice(0, count - 1), joined];
}

function substitute(macro: Macro, args: readonly (readonly Token[])[], call: number, name: Token, use: Use): Token[] {
  const { context } = use;
  const body = context.body(macro);
  const params = macro.params ?? [];
  const expanded: (readonly Token[] | undefined)[] = [];
  const expandedArgument = (index: number): readonly Token[] => {
    const argument = args[index] ?? [];
    if (!argument.some((t) => t.kind === 'identifier')) return argument;
    const full = use.full || (pasteReach(macro, context, 0)[index] ?? false);
    return (expanded[index] ??= expandList(argument, context, full, use.active, use.depth + 1));
  };
  const paramOf = (token: Token | undefined): number => (token?.kind === 'identifier' ? params.indexOf(token.text) : -1);
  const rightOperand = (token: Token, param: number): readonly Token[] => (param >= 0 ? (args[param] ?? []) : [token]);
  const out: Token[] = [];
  let marked = false;
  for (let i = 0; i < body.length; i++) {
    const token = body[i];
    if (token === undefined) break;
    const next = body[i + 1];
    const param = paramOf(token);
    if (token.text === '#' && paramOf(next) >= 0) {
      out.push(generated('string', stringize(args[paramOf(next)] ?? []), token, call));
      i++;
    } else if (token.text === '##' && out.length > 0 && next !== undefined) {
      const nextParam = paramOf(next);
      paste(out, rightOperand(next, nextParam), call, macro.variadic && nextParam === params.length - 1);
      i++;
    } else if (token.text === '__VA_OPT__' && next?.text === '(') {
      const end = afterBalanced(body, i + 1);
      if ((args[params.length - 1] ?? []).length > 0) append(out, optional(macro, body.slice(i + 2, end - 1), args, call, name, use));
      i = end - 1;
    } else if (param >= 0) {
      marked = pushArgument(out, token, next?.text === '##' ? args[param] : expandedArgument(param), call) || marked;
    } else out.push(generated(token.kind, token.text, token, call));
  }
  const first = out[0];
  if (first !== undefined && first.at < 0 && first.space !== name.space) out[0] = respaced(first, name.space);
  return marked ? out.filter((t) => t.text !== '') : out;
}

/** The inside of `__VA_OPT__( … )`, substituted like a body of its own. */
function optional(macro: Macro, inner: readonly Token[], args: readonly (readonly Token[])[], call: number, name: Token, use: Use): Token[] {
  const body = inner.map((t) => (t.space ? ' ' : '') + t.text).join('');
  return substitute({ ...macro, body }, args, call, name, { ...use, context: { ...use.context, body: bodyTokens } });
}

/** The spacing is the parameter's own. An empty argument leaves a place marker, for a `##` that follows; then the result is true. */
function pushArgument(out: Token[], param: Token, argument: readonly Token[] | undefined, call: number): boolean {
  const first = argument?.[0];
  if (argument === undefined || first === undefined) {
    out.push(generated('punctuation', '', param, call));
    return true;
  }
  out.push(first.space === param.space ? first : respaced(first, param.space));
  append(out, argument, 1);
  return false;
}

/** Not `push(...more)`: an argument may hold more tokens than a call may have arguments. */
function append(out: Token[], more: readonly Token[], from = 0): void {
  for (let i = from; i < more.length; i++) {
    const token = more[i];
    if (token) out.push(token);
  }
}

function respaced(token: Token, space: boolean): Token {
  const { kind, text, at, before, call, painted } = token;
  return { kind, text, at, before, space, call, painted };
}

function generated(kind: Token['kind'], text: string, like: Token, call: number): Token {
  return { kind, text, at: -1, before: -1, space: like.space, call, painted: false };
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
  const pieces = tokenize(text, 0, text.length, false);
  pieces.forEach((t, i) => out.push({ ...t, space: i === 0 && left.space, call }));
  append(out, right, 1);
}

function stringize(tokens: readonly Token[]): string {
  const text = tokens.map((t, i) => (i > 0 && t.space ? ' ' : '') + (t.kind === 'string' ? t.text.replace(/[\\"]/g, '\\$&') : t.text)).join('');
  return `"${text.replace(/[\r\n]+/g, ' ')}"`;
}

/** For each parameter: whether it ends up as an operand of `##` in a macro that it is passed to. Its argument must then be expanded to the end. */
function pasteReach(macro: Macro, context: ExpansionContext, depth: number): readonly boolean[] {
  const known = context.pasted.get(macro);
  if (known) return known;
  const params = macro.params ?? [];
  const reach = params.map(() => false);
  // A macro that calls itself finds this and stops.
  context.pasted.set(macro, reach);
  const body = context.body(macro);
  for (let i = 0; i < body.length && depth < MAX_DEPTH; i++) {
    const token = body[i];
    if (token?.kind !== 'identifier' || body[i + 1]?.text !== '(') continue;
    const nested = context.lookup(token);
    if (nested?.params === undefined) continue;
    const inner = pasteReach(nested, context, depth + 1);
    splitArguments(body.slice(i + 2, afterBalanced(body, i + 1) - 1), nested).forEach((argument, k) => {
      if (!inner[k] && !isPasted(nested, k, context)) return;
      for (const t of argument) {
        const param = params.indexOf(t.text);
        if (param >= 0) reach[param] = true;
      }
    });
  }
  return reach;
}

function isPasted(macro: Macro, param: number, context: ExpansionContext): boolean {
  const name = macro.params?.[param];
  const body = context.body(macro);
  return body.some((t, i) => t.text === name && (body[i + 1]?.text === '##' || body[i - 1]?.text === '##'));
}
