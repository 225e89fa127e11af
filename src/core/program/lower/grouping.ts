/** Binary operators grouped by precedence, for chains that are read operand by operand. */
import type { BinaryOp, Expr } from '../ir.js';
import type { LowerContext } from './context.js';

const PRECEDENCE: Readonly<Record<BinaryOp, number>> = {
  '||': 1, '&&': 2, '|': 3, '^': 4, '&': 5, '==': 6, '!=': 6, '<': 7, '>': 7, '<=': 7, '>=': 7, '<=>': 8, '<<': 9, '>>': 9, '+': 10, '-': 10, '*': 11, '/': 11, '%': 11,
};

export interface Operand {
  readonly expr: Expr;
  /** In the parsed text. */
  readonly start: number;
  readonly end: number;
}

/** `operators[i]` stands between `operands[i]` and `operands[i + 1]`; all group from left to right. */
export function group(c: LowerContext, operands: readonly Operand[], operators: readonly BinaryOp[]): Operand | undefined {
  let at = 0;
  const climb = (least: number): Operand | undefined => {
    let left = operands[at];
    for (;;) {
      const op = operators[at];
      if (!left || op === undefined || PRECEDENCE[op] < least) return left;
      at++;
      const right = climb(PRECEDENCE[op] + 1);
      if (!right) return undefined;
      const expr: Expr = { kind: 'binary', span: c.span(left.start, right.end), op, left: left.expr, right: right.expr };
      left = { expr, start: left.start, end: right.end };
    }
  };
  return climb(0);
}

const parenthesized = new WeakSet<Expr>();

/** Marks an operand that stands in parentheses, which leave no other trace. */
export function inParentheses(expr: Expr): Expr {
  parenthesized.add(expr);
  return expr;
}

/** What is written after a chain belongs to its last operand: `a < b.c` is not `(a < b).c`. */
export function atLastOperand(expr: Expr, apply: (operand: Expr) => Expr): Expr {
  return expr.kind === 'binary' && !parenthesized.has(expr) ? { ...expr, right: atLastOperand(expr.right, apply) } : apply(expr);
}

/** What is written before a chain belongs to its first operand. */
export function atFirstOperand(expr: Expr, apply: (operand: Expr) => Expr): Expr {
  return expr.kind === 'binary' ? { ...expr, left: atFirstOperand(expr.left, apply) } : apply(expr);
}
