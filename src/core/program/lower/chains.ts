/**
 * `<` and `>` that the parser took for the wrong thing, read anew operand by operand:
 * `layout.rows<true>(i)` parses as comparisons whenever the template argument can be a value, and
 * `a < b && c > (d)` parses as a call of `a<b && c>`. Blanks tell them apart: nobody writes `rows <true> (i)`.
 */
import type { BinaryOp, CallExpr, Expr, TemplateArg } from '../ir.js';
import { firstNamed, isKeywordType, namedChildren, oneLine, textOf, type LowerContext } from './context.js';
import { lowerArgs, lowerExpr, lowerMember } from './expressions.js';
import { group, inParentheses, type Operand } from './grouping.js';
import { isName, lowerName } from './names.js';
import { isBinary, NAMED_CASTS, operatorOf } from './operators.js';
import type { Syntax } from './snapshot.js';
import { DIRECT, lowerType } from './types.js';

interface Item {
  readonly node: Syntax;
  /** Lowered with one node of it taken for something else. */
  readonly replace: { readonly node: Syntax; readonly by: () => Expr } | undefined;
  /** `(x)` at its start: the node that has it there, and the list or parentheses. */
  readonly base: { readonly node: Syntax; readonly list: Syntax } | undefined;
  /** The `a.b` or the name that it ends with, if `<` follows without a blank. */
  readonly callee: Syntax | undefined;
}

interface Chain {
  /** In the order of the text. */
  readonly items: Item[];
  /** `operators[i]` stands after `items[i]`. */
  readonly operators: (BinaryOp | ',')[];
  /** A call was taken apart. */
  hasComparisons: boolean;
}

const CLOSING = />\s*\(/;
const OPENING = /\w\s*<[^<=]/;

function isCandidate(c: LowerContext, start: number, end: number): boolean {
  const text = c.text.slice(start, end);
  return text.includes('>') && CLOSING.test(text) && OPENING.test(text);
}

/** Undefined if the binary expression is what it looks like. */
export function lowerChain(c: LowerContext, node: Syntax): Expr | undefined {
  if (!isCandidate(c, node.start, node.end)) return undefined;
  const chain: Chain = { items: [], operators: [], hasComparisons: false };
  if (!expand(c, node, chain)) return undefined;
  const ends = templateEnds(c, chain);
  const isOne = chain.operators.every((operator, i) => operator !== ',' || isInside(ends, i));
  return isOne && (chain.hasComparisons || ends.some((stop) => stop !== undefined)) ? readChain(c, chain)?.[0]?.expr : undefined;
}

/** Whether the operator after item `i` is part of a template argument list. */
const isInside = (ends: readonly (number | undefined)[], i: number): boolean => ends.some((stop, from) => from <= i && i < (stop ?? 0));

/** Expressions between commas, where a template call with several arguments was cut: `i < size<0, 2>(t)`. Undefined if none was. */
export function lowerCommaChain(c: LowerContext, nodes: readonly Syntax[]): readonly Expr[] | undefined {
  const [first] = nodes;
  const last = nodes.at(-1);
  if (!first || !last || nodes.length < 2 || !isCandidate(c, first.start, last.end)) return undefined;
  const chain: Chain = { items: [], operators: [], hasComparisons: false };
  for (const node of nodes) {
    if (chain.items.length > 0) chain.operators.push(',');
    if (!expand(c, node, chain)) return undefined;
  }
  const isCut = templateEnds(c, chain).some((stop, i) => chain.operators.slice(i, stop ?? i).includes(','));
  return isCut ? readChain(c, chain)?.map(({ expr }) => expr) : undefined;
}

/**
 * The comparisons that a call of a template really is; undefined if it is a call.
 * Several if there is a comma between: `f(a < b, c > (d))`.
 */
export function lowerComparisons(c: LowerContext, call: Syntax): readonly Expr[] | undefined {
  const spaced = spacedTemplate(c, call);
  if (!spaced) return undefined;
  const chain: Chain = { items: [], operators: [], hasComparisons: true };
  return expandSpaced(c, call, spaced, chain) ? readChain(c, chain)?.map(({ expr }) => expr) : undefined;
}

function expand(c: LowerContext, node: Syntax, chain: Chain): boolean {
  if (node.type === 'binary_expression') {
    const [left, right] = namedChildren(node);
    const op = operatorOf(node);
    if (!left || !right || node.broken || !isBinary(op) || !expand(c, left, chain)) return false;
    chain.operators.push(op);
    return expand(c, right, chain);
  }
  const spaced = spacedTemplate(c, node);
  if (!spaced) {
    chain.items.push({ node, replace: undefined, base: parenthesesAtStart(node), callee: calleeAtEnd(c, node) });
    return true;
  }
  chain.hasComparisons = true;
  return expandSpaced(c, node, spaced, chain);
}

function expandSpaced(c: LowerContext, operand: Syntax, spaced: SpacedTemplate, chain: Chain): boolean {
  begin(c, operand, spaced, chain);
  for (const [i, arg] of spaced.args.entries()) {
    if (i > 0) chain.operators.push(',');
    if (!expandArgument(c, arg, chain)) return false;
  }
  end(c, spaced, chain);
  return spaced.args.length > 0;
}

/** A template argument as operands; a plain name counts as a type in the tree. */
function expandArgument(c: LowerContext, arg: Syntax, chain: Chain): boolean {
  if (arg.type !== 'type_descriptor') return expand(c, arg, chain);
  const [name, ...more] = namedChildren(arg);
  return name !== undefined && more.length === 0 && isName(name) && !isKeywordType(name) && expand(c, name, chain);
}

interface SpacedTemplate {
  /** The operand without what stands before it: `a<b>(x).c` of `!a<b>(x).c`. */
  readonly outer: Syntax;
  readonly call: Syntax;
  readonly callee: Syntax;
  readonly args: readonly Syntax[];
  readonly list: Syntax;
}

/** A call of a template with a blank before its `<`, at the start of the operand. */
function spacedTemplate(c: LowerContext, operand: Syntax): SpacedTemplate | undefined {
  const outer = withoutPrefix(operand);
  let call: Syntax | undefined = outer;
  while (call && POSTFIX.has(call.type)) {
    const inner = firstNamed(call);
    if (call.type === 'call_expression' && inner && TEMPLATES.has(inner.type)) break;
    call = inner;
  }
  if (call?.type !== 'call_expression' || call.broken) return undefined;
  const [callee, list] = namedChildren(call);
  const template = callee?.type === 'qualified_identifier' ? callee.children.at(-1) : callee;
  if (!callee || !list || template?.type !== 'template_function') return undefined;
  const [name, args] = namedChildren(template);
  if (!name || !args || !/\s/.test(c.text.slice(name.end, args.start)) || NAMED_CASTS.has(textOf(c, name))) return undefined;
  return { outer, call, callee, args: namedChildren(args), list };
}

/** The operand up to the name before `<`. */
function begin(c: LowerContext, operand: Syntax, { outer, callee }: SpacedTemplate, chain: Chain): void {
  const by = (): Expr => ({ ...lowerName(c, callee), templateArgs: undefined });
  chain.items.push({ node: operand, replace: { node: outer, by }, base: undefined, callee: undefined });
  chain.operators.push('<');
}

/** The operand after `>`, which begins with the parentheses. */
function end(c: LowerContext, { outer, call, list }: SpacedTemplate, chain: Chain): void {
  chain.operators.push('>');
  const [value, ...more] = namedChildren(list);
  const replace = value && more.length === 0 ? { node: call, by: () => inParentheses(lowerExpr(c, value)) } : undefined;
  chain.items.push({ node: outer, replace, base: { node: call, list }, callee: calleeAtEnd(c, outer) });
}

const TEMPLATES: ReadonlySet<string> = new Set(['template_function', 'qualified_identifier']);
const PREFIX: ReadonlySet<string> = new Set(['unary_expression', 'pointer_expression', 'cast_expression']);
const POSTFIX: ReadonlySet<string> = new Set(['call_expression', 'field_expression', 'subscript_expression', 'update_expression']);

function withoutPrefix(operand: Syntax): Syntax {
  let node = operand;
  for (;;) {
    const inner = PREFIX.has(node.type) ? namedChildren(node).at(-1) : undefined;
    if (!inner) return node;
    node = inner;
  }
}

function calleeAtEnd(c: LowerContext, operand: Syntax): Syntax | undefined {
  const node = withoutPrefix(operand);
  if (c.text[node.end] !== '<') return undefined;
  const last = node.type === 'field_expression' || node.type === 'qualified_identifier' ? node.children.at(-1) : node;
  return last?.type === 'field_identifier' || last?.type === 'identifier' ? node : undefined;
}

function parenthesesAtStart(operand: Syntax): Item['base'] {
  let node: Syntax | undefined = operand;
  while (node && POSTFIX.has(node.type)) node = firstNamed(node);
  return node?.type === 'parenthesized_expression' && !node.broken ? { node, list: node } : undefined;
}

/** `i<n && m>(k)` without blanks is more likely two comparisons than a call of `i`; `a.b<n && m>(k)` is not. */
const isLogical = (op: BinaryOp | ','): boolean => op === '&&' || op === '||';

/**
 * For each item that ends with a callee which a template argument follows: the index of the item that begins with the call's parentheses.
 * From right to left, so that a template call in an argument is passed over as a whole.
 */
function templateEnds(c: LowerContext, { items, operators }: Pick<Chain, 'items' | 'operators'>): readonly (number | undefined)[] {
  const ends: (number | undefined)[] = items.map(() => undefined);
  for (let i = operators.length - 1; i >= 0; i--) {
    const callee = items[i]?.callee;
    if (operators[i] !== '<' || !callee) continue;
    for (let j = i + 1; j < operators.length; ) {
      const operator = operators[j];
      if (operator && isLogical(operator) && callee.type !== 'field_expression') break;
      const inner = ends[j];
      const base = items[j + 1]?.base;
      if (inner === undefined && operator === '>' && base && c.text[base.list.start - 1] === '>') {
        ends[i] = j + 1;
        break;
      }
      j = inner ?? j + 1;
    }
  }
  return ends;
}

interface ReadChain extends Pick<Chain, 'items' | 'operators'> {
  readonly ends: readonly (number | undefined)[];
}

/** One for each expression between commas. Undefined if an operand has no value: several arguments, which only a call takes. */
function readChain(c: LowerContext, parts: Pick<Chain, 'items' | 'operators'>): readonly Operand[] | undefined {
  const chain: ReadChain = { ...parts, ends: templateEnds(c, parts) };
  // Decided before anything is lowered: what is lowered in vain at each level of nested code is lowered 2^n times.
  const isValue = ({ base, replace }: Item, i: number): boolean => base?.list.type !== 'argument_list' || replace !== undefined || chain.ends.includes(i);
  if (!chain.items.every(isValue)) return undefined;
  const expressions: Operand[] = [];
  let operands: Operand[] = [];
  let operators: BinaryOp[] = [];
  for (let i = 0; i < chain.items.length; ) {
    const read = readOperand(c, chain, i);
    if (!read) return undefined;
    operands.push(read.operand);
    const operator = chain.operators[read.next - 1];
    if (operator !== undefined && operator !== ',') {
      operators.push(operator);
    } else {
      const expression = group(c, operands, operators);
      if (expression) expressions.push(expression);
      operands = [];
      operators = [];
    }
    i = read.next;
  }
  return expressions;
}

function withReplaced(c: LowerContext, node: Syntax, by: Expr, use: () => Expr): Expr {
  c.replaced.set(node, by);
  const expr = use();
  c.replaced.delete(node);
  return expr;
}

/** One operand; a callee that a template argument follows takes in the operands up to the end of the call. `base`: what the parentheses at its start stand for. */
function readOperand(c: LowerContext, chain: ReadChain, i: number, base?: Expr): { readonly operand: Operand; readonly next: number } | undefined {
  const item = chain.items[i];
  if (!item) return undefined;
  const { node, callee } = item;
  const itself = (): Expr | undefined => {
    if (base && item.base) return withReplaced(c, item.base.node, base, () => lowerExpr(c, node));
    if (item.replace) return withReplaced(c, item.replace.node, item.replace.by(), () => lowerExpr(c, node));
    return item.base && item.base.list.type === 'argument_list' ? undefined : lowerExpr(c, node);
  };
  const stop = chain.ends[i];
  const list = stop === undefined ? undefined : chain.items[stop]?.base?.list;
  if (stop === undefined || !callee || !list) {
    const expr = itself();
    return expr && { operand: { expr, start: node.start, end: node.end }, next: i + 1 };
  }
  const lowerCall = (): Expr | undefined => templateCall(c, callee, templateArguments(c, chain, i + 1, stop), list);
  const call = base && item.base ? withOptional(c, item.base.node, base, lowerCall) : lowerCall();
  const rest = call && readOperand(c, chain, stop, call);
  if (!rest) return undefined;
  const expr = withReplaced(c, callee, rest.operand.expr, () => lowerExpr(c, node));
  return { operand: { expr, start: node.start, end: rest.operand.end }, next: rest.next };
}

function withOptional(c: LowerContext, node: Syntax, by: Expr, use: () => Expr | undefined): Expr | undefined {
  c.replaced.set(node, by);
  const expr = use();
  c.replaced.delete(node);
  return expr;
}

/** The items from `from` up to before `to` as template arguments. */
function templateArguments(c: LowerContext, chain: ReadChain, from: number, to: number): readonly TemplateArg[] | undefined {
  const items = chain.items.slice(from, to);
  return readChain(c, { items, operators: chain.operators.slice(from, to - 1) })?.map(({ expr, start, end }): TemplateArg => {
    const text = oneLine(c.text.slice(start, end));
    const name = items.find(({ node }) => node.start === start && node.end === end && isName(node));
    return name ? { text, type: lowerType(c, name.node, undefined, DIRECT), value: expr } : { text, value: expr };
  });
}

function templateCall(c: LowerContext, node: Syntax, templateArgs: readonly TemplateArg[] | undefined, list: Syntax): CallExpr | undefined {
  const callee = node.type === 'field_expression' ? lowerMember(c, node) : lowerName(c, node);
  if (callee?.kind !== 'member' && callee?.kind !== 'name') return undefined;
  return { kind: 'call', span: c.span(node.start, list.end), callee: { ...callee, templateArgs }, args: argumentsIn(c, list) };
}

function argumentsIn(c: LowerContext, list: Syntax): readonly Expr[] {
  if (list.type === 'argument_list') return lowerArgs(c, list);
  const inside = firstNamed(list);
  if (!inside) return [];
  const value = lowerExpr(c, inside);
  return value.kind === 'comma' && inside.type === 'comma_expression' ? value.items : [value];
}
