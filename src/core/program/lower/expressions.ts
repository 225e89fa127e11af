/** Expressions: one lowering function for each node type, in a table. */
import type { Expr, TypeRef } from '../ir.js';
import { lowerParameterAsExpr } from './ambiguous.js';
import { lowerChain, lowerCommaChain, lowerComparisons } from './chains.js';
import { childInField, firstNamed, MAX_DEPTH, namedChildren, spanOf, textOf, unknownExpr, type LowerContext } from './context.js';
import { atFirstOperand, atLastOperand } from './grouping.js';
import { lowerLambda } from './lambdas.js';
import { characterValue, integerValue } from './literals.js';
import { isName, lowerName } from './names.js';
import { isAssign, isBinary, isUnary, NAMED_CASTS, operatorOf } from './operators.js';
import type { Syntax } from './snapshot.js';
import { stringValue } from './strings.js';
import { DIRECT, lowerType, lowerTypeDescriptor } from './types.js';

type Handler = (c: LowerContext, node: Syntax) => Expr | undefined;

export function lowerExpr(c: LowerContext, node: Syntax): Expr {
  if (c.depth > MAX_DEPTH) return unknownExpr(c, node);
  const replaced = c.replaced.size > 0 ? c.replaced.get(node) : undefined;
  if (replaced) return replaced;
  c.depth++;
  const expr = HANDLERS.get(node.type)?.(c, node);
  c.depth--;
  return expr ?? unknownExpr(c, node);
}

/** An expression that an error node cuts is not understood as a whole: its operands may belong elsewhere. */
const whole = (handler: Handler): Handler => (c, node) => (node.broken ? undefined : handler(c, node));

export function lowerArgs(c: LowerContext, list: Syntax): readonly Expr[] {
  const chain = lowerCommaChain(c, namedChildren(list));
  if (chain) return chain;
  const args: Expr[] = [];
  for (const child of list.children) {
    if (!child.named) continue;
    const arg = lowerExpr(c, child);
    if (arg.kind === 'comma' && child.type === 'call_expression') args.push(...arg.items);
    else args.push(arg);
  }
  return args;
}

function lowerBinary(c: LowerContext, node: Syntax): Expr | undefined {
  const chain = lowerChain(c, node);
  if (chain) return chain;
  const [left, right] = namedChildren(node);
  const op = operatorOf(node);
  if (!left || !right || !isBinary(op)) return undefined;
  return { kind: 'binary', span: spanOf(c, node), op, left: lowerExpr(c, left), right: lowerExpr(c, right) };
}

/** A chain of comparisons that has the place of one operand, because the parser read it as one. */
function isChain(c: LowerContext, expr: Expr, node: Syntax): boolean {
  return expr.kind === 'binary' && node.type !== 'binary_expression' && node.type !== 'parenthesized_expression' && !c.replaced.has(node);
}

function before(c: LowerContext, node: Syntax, apply: (operand: Expr) => Expr): Expr {
  const expr = lowerExpr(c, node);
  return isChain(c, expr, node) ? atFirstOperand(expr, apply) : apply(expr);
}

function after(c: LowerContext, node: Syntax, apply: (operand: Expr) => Expr): Expr {
  const expr = lowerExpr(c, node);
  return isChain(c, expr, node) ? atLastOperand(expr, apply) : apply(expr);
}

function lowerUnary(c: LowerContext, node: Syntax): Expr | undefined {
  const operand = firstNamed(node);
  const op = operatorOf(node);
  if (!operand || !isUnary(op)) return undefined;
  const span = spanOf(c, node);
  return before(c, operand, (value) => ({ kind: 'unary', span, op, operand: value }));
}

function lowerUpdate(c: LowerContext, node: Syntax): Expr | undefined {
  const operand = firstNamed(node);
  const isIncrement = operatorOf(node) === '++';
  if (!operand) return undefined;
  const span = spanOf(c, node);
  if (operand.start > node.start) return before(c, operand, (value) => ({ kind: 'unary', span, op: isIncrement ? '++' : '--', operand: value }));
  return after(c, operand, (value) => ({ kind: 'unary', span, op: isIncrement ? 'post++' : 'post--', operand: value }));
}

function lowerAssignment(c: LowerContext, node: Syntax): Expr | undefined {
  const [target, value] = namedChildren(node);
  const op = operatorOf(node);
  if (!target || !value || !isAssign(op)) return undefined;
  return { kind: 'assign', span: spanOf(c, node), op, target: lowerExpr(c, target), value: lowerExpr(c, value) };
}

function lowerCall(c: LowerContext, node: Syntax): Expr | undefined {
  const [callee, second, third] = namedChildren(node);
  if (!callee || !second) return undefined;
  if (second.type === 'kernel_call_syntax') {
    return {
      kind: 'launch', span: spanOf(c, node), callee: lowerExpr(c, callee), config: lowerArgs(c, second), args: third ? lowerArgs(c, third) : [],
    };
  }
  if (callee.type === 'template_function' || callee.type === 'qualified_identifier') {
    const comparisons = lowerComparisons(c, node);
    if (comparisons) return comparisons.length === 1 ? comparisons[0] : { kind: 'comma', span: spanOf(c, node), items: comparisons };
  }
  if (callee.type === 'template_function') {
    const [name, types] = namedChildren(callee);
    const style = name ? textOf(c, name) : '';
    const operand = namedChildren(second)[0];
    const target = types ? namedChildren(types)[0] : undefined;
    if (NAMED_CASTS.has(style) && operand && target) {
      return { kind: 'cast', span: spanOf(c, node), style, type: lowerTypeDescriptor(c, target), operand: lowerExpr(c, operand) };
    }
  }
  const span = spanOf(c, node);
  const args = lowerArgs(c, second);
  const spreads = second.children.some((child) => child.type === 'parameter_pack_expansion');
  return after(c, callee, (value) => (spreads ? { kind: 'call', span, callee: value, args, spreads } : { kind: 'call', span, callee: value, args }));
}

export function lowerMember(c: LowerContext, node: Syntax): Expr | undefined {
  const [object, member] = namedChildren(node);
  const op = operatorOf(node);
  if (!object || !member || (op !== '.' && op !== '->')) return undefined;
  const { path, templateArgs, nameSpan } = lowerName(c, member);
  const name = path[path.length - 1];
  if (name === undefined) return undefined;
  const span = spanOf(c, node);
  return after(c, object, (value) => ({ kind: 'member', span, object: value, name, arrow: op === '->', templateArgs, nameSpan }));
}

function lowerSubscript(c: LowerContext, node: Syntax): Expr | undefined {
  const [object, second] = namedChildren(node);
  const indices = second?.type === 'subscript_argument_list' ? namedChildren(second) : second ? [second] : [];
  const index = indices[0];
  if (!object || !index || indices.length > 1) return undefined;
  const span = spanOf(c, node);
  const lowered = lowerExpr(c, index);
  return after(c, object, (value) => ({ kind: 'index', span, object: value, index: lowered }));
}

function lowerConditional(c: LowerContext, node: Syntax): Expr | undefined {
  const condition = childInField(node, 'condition');
  const then = childInField(node, 'consequence');
  const otherwise = childInField(node, 'alternative');
  if (!condition || !otherwise) return undefined;
  const tested = lowerExpr(c, condition);
  return { kind: 'conditional', span: spanOf(c, node), condition: tested, then: then ? lowerExpr(c, then) : tested, otherwise: lowerExpr(c, otherwise) };
}

function lowerCast(c: LowerContext, node: Syntax): Expr | undefined {
  const type = childInField(node, 'type');
  const operand = childInField(node, 'value');
  if (!type || !operand) return undefined;
  const span = spanOf(c, node);
  const target = lowerTypeDescriptor(c, type);
  return before(c, operand, (value) => ({ kind: 'cast', span, style: 'c', type: target, operand: value }));
}

function lowerComma(c: LowerContext, node: Syntax): Expr | undefined {
  const nodes: Syntax[] = [];
  let rest: Syntax | undefined = node;
  while (rest?.type === 'comma_expression') {
    const [item, more]: readonly (Syntax | undefined)[] = namedChildren(rest);
    if (item) nodes.push(item);
    rest = more;
  }
  if (rest) nodes.push(rest);
  const items = lowerCommaChain(c, nodes) ?? nodes.map((item) => lowerExpr(c, item));
  return items.length === 1 ? items[0] : { kind: 'comma', span: spanOf(c, node), items };
}

function lowerInitializerPair(c: LowerContext, node: Syntax): Expr | undefined {
  const designator = childInField(node, 'designator');
  const value = childInField(node, 'value');
  const name = designator?.type === 'field_designator' ? namedChildren(designator)[0] : designator;
  if (!name || !value || !isName(name)) return undefined;
  return { kind: 'assign', span: spanOf(c, node), op: '=', target: lowerName(c, name), value: lowerExpr(c, value) };
}

function lowerCompoundLiteral(c: LowerContext, node: Syntax): Expr | undefined {
  const type = childInField(node, 'type');
  const value = childInField(node, 'value');
  if (!type || !value) return undefined;
  return { kind: 'braces', span: spanOf(c, node), type: lowerTypeDescriptor(c, type), items: lowerArgs(c, value) };
}

function lowerNew(c: LowerContext, node: Syntax): Expr | undefined {
  const type = childInField(node, 'type');
  if (!type) return undefined;
  const args = childInField(node, 'arguments');
  return { kind: 'new', span: spanOf(c, node), type: lowerType(c, type, undefined, DIRECT), args: args ? lowerArgs(c, args) : [] };
}

function lowerDelete(c: LowerContext, node: Syntax): Expr | undefined {
  const operand = firstNamed(node);
  if (!operand) return undefined;
  const nameSpan = c.span(node.start, node.start + 'delete'.length);
  return {
    kind: 'call', span: spanOf(c, node), args: [lowerExpr(c, operand)],
    callee: { kind: 'name', span: nameSpan, path: ['operator delete'], templateArgs: undefined, nameSpan },
  };
}

/** `sizeof`, `alignof`, `offsetof`, `sizeof...`. Of `sizeof(x)` the parser cannot know whether `x` is a type. */
function lowerSizeof(c: LowerContext, node: Syntax): Expr {
  const written = childInField(node, 'type') ?? childInField(node, 'value');
  const inner = written?.type === 'parenthesized_expression' ? namedChildren(written)[0] : written;
  let type: TypeRef | undefined;
  if (inner && (inner.type === 'type_descriptor' || isName(inner))) type = lowerTypeDescriptor(c, inner);
  return { kind: 'sizeof', span: spanOf(c, node), text: textOf(c, node), ...(type && { type }) };
}

function lowerPack(c: LowerContext, node: Syntax): Expr | undefined {
  const pattern = firstNamed(node);
  return pattern ? lowerExpr(c, pattern) : undefined;
}

/** `(f(args), ...)` does for each element of the pack what is written for one; other folds are not understood. */
function lowerFold(c: LowerContext, node: Syntax): Expr | undefined {
  const operator = childInField(node, 'operator');
  const pattern = node.children.find((child) => child.named && child !== operator);
  const isComma = /^\(\s*\.\.\.\s*,|,\s*\.\.\.\s*\)$/.test(textOf(c, node));
  return pattern && isComma ? lowerExpr(c, pattern) : undefined;
}

const inner: Handler = (c, node) => {
  const child = firstNamed(node);
  return child && child.type !== 'compound_statement' ? lowerExpr(c, child) : undefined;
};

const nameHandler: Handler = (c, node) => lowerName(c, node);

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['identifier', nameHandler],
  ['type_identifier', nameHandler],
  ['field_identifier', nameHandler],
  ['primitive_type', nameHandler],
  ['sized_type_specifier', nameHandler],
  ['operator_name', nameHandler],
  ['qualified_identifier', whole(nameHandler)],
  ['template_function', whole(nameHandler)],
  ['template_type', whole(nameHandler)],
  ['template_method', whole(nameHandler)],
  ['dependent_name', whole(nameHandler)],
  ['dependent_type', whole(nameHandler)],
  ['number_literal', (c, node) => ({ kind: 'number', span: spanOf(c, node), text: textOf(c, node), value: integerValue(textOf(c, node)) })],
  ['user_defined_literal', (c, node) => ({ kind: 'number', span: spanOf(c, node), text: textOf(c, node), value: undefined })],
  ['char_literal', (c, node) => ({ kind: 'number', span: spanOf(c, node), text: textOf(c, node), value: characterValue(textOf(c, node)) })],
  ['string_literal', lowerString],
  ['raw_string_literal', lowerString],
  ['concatenated_string', lowerString],
  ['true', (c, node) => ({ kind: 'bool', span: spanOf(c, node), value: true })],
  ['false', (c, node) => ({ kind: 'bool', span: spanOf(c, node), value: false })],
  ['null', (c, node) => ({ kind: 'null', span: spanOf(c, node) })],
  ['this', (c, node) => ({ kind: 'this', span: spanOf(c, node) })],
  ['binary_expression', whole(lowerBinary)],
  ['unary_expression', whole(lowerUnary)],
  ['pointer_expression', whole(lowerUnary)],
  ['update_expression', whole(lowerUpdate)],
  ['assignment_expression', whole(lowerAssignment)],
  ['call_expression', whole(lowerCall)],
  ['field_expression', whole(lowerMember)],
  ['subscript_expression', whole(lowerSubscript)],
  ['conditional_expression', whole(lowerConditional)],
  ['cast_expression', whole(lowerCast)],
  ['comma_expression', whole(lowerComma)],
  ['parenthesized_expression', whole(inner)],
  ['extension_expression', whole(inner)],
  ['lambda_expression', whole(lowerLambda)],
  ['initializer_list', (c, node) => ({ kind: 'braces', span: spanOf(c, node), type: undefined, items: lowerArgs(c, node) })],
  ['initializer_pair', whole(lowerInitializerPair)],
  ['compound_literal_expression', whole(lowerCompoundLiteral)],
  ['new_expression', whole(lowerNew)],
  ['delete_expression', whole(lowerDelete)],
  ['sizeof_expression', lowerSizeof],
  ['alignof_expression', lowerSizeof],
  ['offsetof_expression', lowerSizeof],
  ['fold_expression', whole(lowerFold)],
  ['parameter_pack_expansion', whole(lowerPack)],
  ['parameter_declaration', whole(lowerParameterAsExpr)],
]);

function lowerString(c: LowerContext, node: Syntax): Expr | undefined {
  const text = stringValue(c, node);
  return text === undefined ? undefined : { kind: 'string', span: spanOf(c, node), text };
}
