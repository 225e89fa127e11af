/** Expressions that parse as types and declarators. */
import type { Expr } from '../ir.js';
import { childInField, childOfType, identifier, isModifier, namedChildren, spanOf, type LowerContext } from './context.js';
import { lowerArgs, lowerExpr } from './expressions.js';
import { isName, lowerName } from './names.js';
import { isBinary, operatorOf } from './operators.js';
import type { Syntax } from './snapshot.js';
import { isClassSpecifier } from './types.js';

/** `T x(a, b)` parses as a function with unnamed parameters; this reads one of those "parameters" as an argument. */
export function lowerParameterAsExpr(c: LowerContext, node: Syntax): Expr | undefined {
  const parts = node.children.filter((child) => child.named);
  const [specifier, declarator] = parts;
  if (!specifier || parts.length > 2 || isModifier(specifier) || isClassSpecifier(specifier)) return undefined;
  return exprFromTypeAndDeclarator(c, node, specifier, declarator);
}

/** Reads a type and a declarator that are really an expression: `a * b`, `a & b`, `f(x)`, `a[i]`. */
export function exprFromTypeAndDeclarator(c: LowerContext, node: Syntax, specifier: Syntax, declarator: Syntax | undefined): Expr | undefined {
  if (!isName(specifier)) return undefined;
  const base = lowerName(c, specifier);
  return declarator ? applyDeclarator(c, node, base, declarator) : base;
}

function applyDeclarator(c: LowerContext, whole: Syntax, base: Expr, declarator: Syntax): Expr | undefined {
  const span = c.span(whole.start, declarator.end);
  switch (declarator.type) {
    case 'identifier':
      identifier(c, declarator);
      return undefined;
    case 'pointer_declarator':
    case 'reference_declarator': {
      const right = namedChildren(declarator)[0];
      const op = operatorOf(declarator);
      if (!right || !isBinary(op) || !(isName(right) || right.type === 'function_declarator')) return undefined;
      const value = isName(right) ? lowerName(c, right) : functionDeclaratorAsCall(c, right);
      return value && { kind: 'binary', span, op, left: base, right: value };
    }
    case 'parenthesized_declarator': {
      const arg = namedChildren(declarator)[0];
      return arg && isName(arg) ? { kind: 'call', span, callee: base, args: [lowerName(c, arg)] } : undefined;
    }
    case 'abstract_function_declarator': {
      const outer = childInField(declarator, 'declarator');
      const callee = outer ? applyDeclarator(c, whole, base, outer) : base;
      const params = childOfType(declarator, 'parameter_list');
      return callee && params && { kind: 'call', span, callee, args: lowerArgs(c, params) };
    }
    case 'abstract_array_declarator': {
      const outer = childInField(declarator, 'declarator');
      const object = outer ? applyDeclarator(c, whole, base, outer) : base;
      const size = childInField(declarator, 'size');
      return object && size && { kind: 'index', span, object, index: lowerExpr(c, size) };
    }
    default:
      return undefined;
  }
}

function functionDeclaratorAsCall(c: LowerContext, node: Syntax): Expr | undefined {
  const callee = childInField(node, 'declarator');
  const params = childOfType(node, 'parameter_list');
  if (!callee || !params || !isName(callee)) return undefined;
  return { kind: 'call', span: spanOf(c, node), callee: lowerName(c, callee), args: lowerArgs(c, params) };
}

/** `get<0>(x) = 0;` parses as a pure virtual function without a type. */
export function lowerPureVirtual(c: LowerContext, node: Syntax): Expr | undefined {
  const clause = childOfType(node, 'pure_virtual_clause');
  const declarator = childInField(node, 'declarator');
  if (!clause || !declarator || childInField(node, 'type')) return undefined;
  const target = functionDeclaratorAsCall(c, declarator);
  const zero = clause.start + c.text.slice(clause.start, clause.end).indexOf('0');
  const value: Expr = { kind: 'number', span: c.span(zero, zero + 1), text: '0', value: 0 };
  return target && { kind: 'assign', span: c.span(node.start, zero + 1), op: '=', target, value };
}

/** `table[i](x)` parses as a declaration of `[i]` with the type `table`, but only `auto` can stand there. */
export function lowerIndexed(c: LowerContext, specifier: Syntax, declarator: Syntax): Expr | undefined {
  if (!isName(specifier)) return undefined;
  const object = lowerName(c, specifier);
  const span = c.span(specifier.start, declarator.end);
  if (declarator.type === 'structured_binding_declarator') {
    const names = namedChildren(declarator);
    return names.length === 1 && names[0] ? { kind: 'index', span, object, index: lowerExpr(c, names[0]) } : undefined;
  }
  const inner = childInField(declarator, 'declarator');
  const indexed = inner?.type === 'structured_binding_declarator' ? lowerIndexed(c, specifier, inner) : undefined;
  const args = childInField(declarator, 'parameters');
  if (indexed && declarator.type === 'function_declarator' && args) return { kind: 'call', span, callee: indexed, args: lowerArgs(c, args) };
  const value = childInField(declarator, 'value');
  return indexed && value && { kind: 'assign', span, op: '=', target: indexed, value: lowerExpr(c, value) };
}
