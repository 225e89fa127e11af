/** Macro expansion on tokens, by the rules of the C preprocessor. Each token remembers where in the file it came from. */
import type { Macro } from './macros.js';
import { append, generated, substitute } from './substitute.js';
import { afterBalanced, type Token } from './tokens.js';

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
      out.push(generated('number', String(context.line()), token.space, token.call));
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
  const result = substitute(macro, context.body(macro), {
    args,
    call,
    space: token.space,
    expanded(index) {
      const argument = args[index] ?? [];
      if (!argument.some((t) => t.kind === 'identifier')) return argument;
      const toTheEnd = use.full || (pasteReach(macro, context, 0)[index] ?? false);
      return expandList(argument, context, toTheEnd, active, use.depth + 1);
    },
  });
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
  const joined = rest.flatMap((arg, i) => (i === 0 ? arg : [generated('punctuation', ',', false, arg[0]?.call ?? -1), ...arg]));
  return [...args.slice(0, count - 1), joined];
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
