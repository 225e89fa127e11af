/** Inline assembly: `asm volatile("…" : outputs : inputs : clobbers)`. */
import type { AsmOperand, AsmStmt } from '../ir.js';
import { childInField, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import { lowerExpr } from './expressions.js';
import type { Syntax } from './snapshot.js';
import { stringValue } from './strings.js';

export function lowerAsm(c: LowerContext, node: Syntax, statement: Syntax): AsmStmt | undefined {
  const code = childInField(node, 'assembly_code');
  if (!code) return undefined;
  const clobbers = childInField(node, 'clobbers');
  return {
    kind: 'asm',
    span: spanOf(c, statement),
    isVolatile: node.children.some((child) => child.type === 'gnu_asm_qualifier' && textOf(c, child).includes('volatile')),
    template: node.broken ? undefined : stringValue(c, code),
    templateSpan: spanOf(c, code),
    outputs: lowerOperands(c, childInField(node, 'output_operands')),
    inputs: lowerOperands(c, childInField(node, 'input_operands')),
    clobbers: clobbers ? namedChildren(clobbers).map((child) => stringValue(c, child) ?? textOf(c, child)) : [],
  };
}

function lowerOperands(c: LowerContext, list: Syntax | undefined): readonly AsmOperand[] {
  if (!list) return [];
  return namedChildren(list).flatMap((node): AsmOperand[] => {
    const constraint = childInField(node, 'constraint');
    const value = childInField(node, 'value');
    const symbol = childInField(node, 'symbol');
    if (!constraint || !value) return [];
    return [{
      constraint: stringValue(c, constraint) ?? textOf(c, constraint),
      symbol: symbol && textOf(c, symbol),
      value: lowerExpr(c, value),
    }];
  });
}
