/** Declarators, unwrapped from the outside in. */
import type { Expr } from '../ir.js';
import { childInField, firstNamed, identifier, isModifier, namedChildren, type LowerContext } from './context.js';
import { lowerExpr } from './expressions.js';
import type { Syntax } from './snapshot.js';
import type { Indirection } from './types.js';

export interface DeclaratorShape extends Indirection {
  /** The node with the name, which may be qualified; undefined for an abstract declarator. */
  readonly name: Syntax | undefined;
  /** Outermost first; undefined for `[]`. */
  readonly extents: readonly (Expr | undefined)[];
  /** The declarator that has the parameter list, if this declares a function. */
  readonly func: Syntax | undefined;
  /** A pointer or reference to a function: its type has no name. */
  readonly isFunctionPointer: boolean;
  readonly isPack: boolean;
  readonly bindings: readonly Syntax[] | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const lastNamed = (node: Syntax): Syntax | undefined => node.children.findLast((child) => child.named && !isModifier(child) && child.type !== 'ERROR');

function step(c: LowerContext, node: Syntax, shape: Mutable<DeclaratorShape>): Syntax | undefined {
  switch (node.type) {
    case 'pointer_declarator':
    case 'pointer_type_declarator':
    case 'abstract_pointer_declarator':
      if (shape.func) shape.isFunctionPointer = true;
      shape.pointers++;
      return lastNamed(node);
    case 'reference_declarator':
    case 'abstract_reference_declarator':
      if (shape.func) shape.isFunctionPointer = true;
      shape.reference = true;
      return lastNamed(node);
    case 'array_declarator':
    case 'abstract_array_declarator': {
      const size = childInField(node, 'size');
      shape.extents = [size ? lowerExpr(c, size) : undefined, ...shape.extents];
      return childInField(node, 'declarator');
    }
    case 'function_declarator':
    case 'abstract_function_declarator':
      shape.func ??= node;
      return childInField(node, 'declarator');
    case 'attributed_declarator':
    case 'parenthesized_declarator':
    case 'abstract_parenthesized_declarator':
      return node.children.find((child) => child.named && !isModifier(child));
    case 'variadic_declarator':
      shape.isPack = true;
      return firstNamed(node);
    case 'structured_binding_declarator':
      shape.bindings = namedChildren(node);
      return undefined;
    case 'operator_cast':
      shape.name = node;
      shape.func = childInField(node, 'declarator');
      return undefined;
    case 'ERROR':
      return undefined;
    default:
      shape.name = node;
      return undefined;
  }
}

export function unwrapDeclarator(c: LowerContext, declarator: Syntax | undefined): DeclaratorShape {
  const shape: Mutable<DeclaratorShape> = {
    name: undefined, pointers: 0, reference: false, extents: [], func: undefined, isFunctionPointer: false, isPack: false, bindings: undefined,
  };
  for (let node = declarator; node; node = step(c, node, shape));
  if (shape.name?.type === 'identifier') identifier(c, shape.name);
  return shape;
}
