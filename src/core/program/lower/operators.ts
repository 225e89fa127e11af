/** Operators, with the words (`and`, `not`, …) normalised to the symbols. */
import type { AssignOp, BinaryOp, UnaryOp } from '../ir.js';
import type { Syntax } from './snapshot.js';

const WORD_OPERATORS: Readonly<Record<string, string>> = {
  and: '&&', or: '||', not: '!', xor: '^', bitand: '&', bitor: '|', compl: '~', not_eq: '!=', and_eq: '&=', or_eq: '|=', xor_eq: '^=',
};
const BINARY: ReadonlySet<string> = new Set<BinaryOp>([
  '+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^', '==', '!=', '<', '<=', '>', '>=', '<=>', '&&', '||',
]);
const UNARY: ReadonlySet<string> = new Set<UnaryOp>(['*', '&', '-', '+', '!', '~', '++', '--']);
const ASSIGN: ReadonlySet<string> = new Set<AssignOp>(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);

export const NAMED_CASTS: ReadonlySet<string> = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast']);

export const isBinary = (op: string): op is BinaryOp => BINARY.has(op);
export const isUnary = (op: string): op is UnaryOp => UNARY.has(op);
export const isAssign = (op: string): op is AssignOp => ASSIGN.has(op);

export function operatorOf(node: Syntax): string {
  for (const { named, type } of node.children) if (!named) return WORD_OPERATORS[type] ?? type;
  return '';
}
