/** `a < b && c > (d)` parses as a call of `a<b && c>`. */
import type { BinaryOp, Expr } from '../ir.js';
import { namedChildren, spanOf, type LowerContext } from './context.js';
import { lowerExpr } from './expressions.js';
import { lowerName } from './names.js';
import type { Syntax } from './snapshot.js';

/** They bind less tightly than `<` and `>`. */
const LOOSER: ReadonlySet<string> = new Set<BinaryOp>(['==', '!=', '&', '^', '|', '&&', '||']);

/**
 * Reads a template call as the comparisons that it is if there is a blank before its `<`: nobody writes template arguments so.
 * Several expressions if there is a comma between: `f(a < b, c > (d))`.
 */
export function asComparisons(c: LowerContext, node: Syntax, callee: Syntax, args: Syntax): readonly Expr[] | undefined {
  const [name, list] = namedChildren(callee);
  if (!name || !list || name.end === list.start) return undefined;
  const operands = namedChildren(list).map((child) => lowerOperand(c, child));
  const [first] = operands;
  const right = namedChildren(args);
  if (!first || right.length !== 1 || !right[0] || !operands.every((operand) => operand !== undefined)) return undefined;
  operands[0] = attachLeft(lowerName(c, name), first);
  const last = operands[operands.length - 1];
  if (!last) return undefined;
  operands[operands.length - 1] = attachRight(last, lowerExpr(c, right[0]), spanOf(c, node).end);
  return operands;
}

/** A template argument read as an expression: a plain name counts as a type in the tree. */
function lowerOperand(c: LowerContext, node: Syntax): Expr | undefined {
  if (node.type !== 'type_descriptor') return lowerExpr(c, node);
  const parts = namedChildren(node);
  return parts.length === 1 && parts[0] ? lowerExpr(c, parts[0]) : undefined;
}

function attachLeft(left: Expr, expr: Expr): Expr {
  const span = { start: left.span.start, end: expr.span.end };
  if (expr.kind === 'binary' && LOOSER.has(expr.op)) return { ...expr, span, left: attachLeft(left, expr.left) };
  return { kind: 'binary', span, op: '<', left, right: expr };
}

function attachRight(expr: Expr, right: Expr, end: number): Expr {
  const span = { start: expr.span.start, end };
  if (expr.kind === 'binary' && LOOSER.has(expr.op)) return { ...expr, span, right: attachRight(expr.right, right, end) };
  return { kind: 'binary', span, op: '>', left: expr, right };
}
