import type { LambdaExpr } from '../ir.js';
import { childInField, childOfType, spanOf, textOf, type LowerContext } from './context.js';
import { lowerExpr } from './expressions.js';
import { lowerParams, templateParamsOf } from './parameters.js';
import type { Syntax } from './snapshot.js';
import { lowerBlock } from './statements.js';

type Capture = LambdaExpr['captures'][number];

export function lowerLambda(c: LowerContext, node: Syntax): LambdaExpr | undefined {
  const captures = childInField(node, 'captures');
  const body = childInField(node, 'body');
  if (!captures || !body) return undefined;
  const declarator = childInField(node, 'declarator');
  const params = declarator && childOfType(declarator, 'parameter_list');
  const everything = childOfType(captures, 'lambda_default_capture');
  const templateParams = templateParamsOf(c, node);
  return {
    kind: 'lambda',
    span: spanOf(c, node),
    captureDefault: everything && (textOf(c, everything) === '&' ? '&' : '='),
    captures: lowerCaptures(c, captures),
    params: params ? lowerParams(c, params) : [],
    body: lowerBlock(c, body),
    ...(templateParams.length > 0 && { templateParams }),
  };
}

function lowerCaptures(c: LowerContext, list: Syntax): readonly Capture[] {
  const captures: Capture[] = [];
  let byReference = false;
  for (const node of list.children) {
    if (!node.named) {
      byReference = node.type === '&';
    } else if (node.type === 'lambda_capture_initializer') {
      const left = childInField(node, 'left');
      const right = childInField(node, 'right');
      const isReference = node.children.some((child) => child.type === '&');
      if (left) captures.push({ name: textOf(c, left), byReference: isReference, init: right && lowerExpr(c, right) });
    } else if (node.type !== 'lambda_default_capture' && node.type !== 'ERROR') {
      // `*this` copies the object and `this` does not; nothing here tells them apart by value of the fields.
      captures.push({ name: textOf(c, node).replace(/\s*\.\.\.$/, ''), byReference: byReference || node.type === 'this', init: undefined });
      byReference = false;
    }
  }
  return captures;
}
