/** Declarations inside function bodies. */
import type { Declarator, DeclStmt, Expr, Span, Stmt } from '../ir.js';
import { childInField, hasModifier, isKeywordType, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import { lowerIndexed } from './ambiguous.js';
import { unwrapDeclarator, type DeclaratorShape } from './declarators.js';
import { lowerArgs, lowerExpr } from './expressions.js';
import type { Syntax } from './snapshot.js';
import { functionPointerType, isClassSpecifier, lowerType } from './types.js';

type Flags = Pick<DeclStmt, 'isShared' | 'isExtern' | 'isStatic' | 'isConstexpr'>;

export function declarationFlags(c: LowerContext, node: Syntax): Flags {
  return {
    isShared: hasModifier(c, node, '__shared__'), isExtern: hasModifier(c, node, 'extern'),
    isStatic: hasModifier(c, node, 'static'), isConstexpr: hasModifier(c, node, 'constexpr'),
  };
}

/** The declaration's type and what it declares, for the kinds of declaration that have declarators. */
export function declarationParts(node: Syntax): { readonly specifier: Syntax | undefined; readonly declarators: readonly Syntax[] } {
  return { specifier: childInField(node, 'type'), declarators: node.children.filter((child) => child.field === 'declarator') };
}

/** One declarator; undefined for a name that cannot be told, or a function's prototype. */
export function lowerDeclarator(c: LowerContext, declaration: Syntax, specifier: Syntax | undefined, node: Syntax): Declarator | undefined {
  const isInit = node.type === 'init_declarator';
  const shape = unwrapDeclarator(c, isInit ? childInField(node, 'declarator') : node);
  if (!shape.name) return undefined;
  const value = isInit ? childInField(node, 'value') : childInField(declaration, 'value');
  const asArgs = shape.func && !shape.isFunctionPointer && !isInit ? constructorArgs(c, shape.func) : undefined;
  if (shape.func && !shape.isFunctionPointer && !asArgs) return undefined;
  return {
    name: textOf(c, shape.name),
    nameSpan: spanOf(c, shape.name),
    type: specifier && !shape.isFunctionPointer ? lowerType(c, specifier, declaration, shape) : functionPointerType(c, declaration, shape.func?.end ?? node.end),
    extents: shape.extents,
    init: initializer(c, node, value),
    constructorArgs: value?.type === 'argument_list' ? lowerArgs(c, value) : asArgs,
  };
}

function initializer(c: LowerContext, node: Syntax, value: Syntax | undefined): Expr | undefined {
  if (node.type === 'init_declarator' && node.broken) return { kind: 'unknown', span: spanOf(c, node), text: textOf(c, node) };
  return value && value.type !== 'argument_list' ? lowerExpr(c, value) : undefined;
}

/** `T x(a, b)` parses as a function; it is a variable if every parameter can be read as an expression and none as a type. */
function constructorArgs(c: LowerContext, func: Syntax): readonly Expr[] | undefined {
  const list = func.children.find((child) => child.type === 'parameter_list');
  const params = list ? namedChildren(list) : [];
  if (!list || params.length === 0) return undefined;
  const isPlainType = ({ children: [only, ...more] }: Syntax): boolean => only !== undefined && more.length === 0 && isKeywordType(only);
  if (params.some(isPlainType)) return undefined;
  const args = lowerArgs(c, list);
  return args.some((arg) => arg.kind === 'unknown') ? undefined : args;
}

/** A declaration in a body, or in the head of a `for`, `if` or `switch`. */
export function lowerLocalDeclaration(c: LowerContext, node: Syntax): Stmt {
  const { specifier, declarators } = declarationParts(node);
  const span = spanOf(c, node);
  const indexed = specifier && declarators[0] && lowerIndexed(c, specifier, declarators[0]);
  if (indexed) return { kind: 'expr', span, expr: indexed };
  const bindings = lowerBindings(c, node, span, declarators[0]);
  if (bindings) return bindings;
  const lowered = declarators.flatMap((child) => lowerDeclarator(c, node, specifier, child) ?? []);
  if (lowered.length > 0) return { kind: 'decl', span, declarators: lowered, ...declarationFlags(c, node) };
  // A prototype or a local class declares nothing that runs.
  const isHarmless = declarators.length > 0 || (specifier !== undefined && isClassSpecifier(specifier));
  return isHarmless && !node.broken ? { kind: 'empty', span } : { kind: 'unknown', span, text: textOf(c, node) };
}

function lowerBindings(c: LowerContext, node: Syntax, span: Span, first: Syntax | undefined): Stmt | undefined {
  const isInit = first?.type === 'init_declarator';
  const declarator = isInit ? childInField(first, 'declarator') : first;
  if (!declarator || !holdsBindings(declarator)) return undefined;
  const shape: DeclaratorShape = unwrapDeclarator(c, declarator);
  const value = isInit ? childInField(first, 'value') : childInField(node, 'value');
  if (!shape.bindings || !value) return undefined;
  const init: Expr = value.type === 'argument_list'
    ? { kind: 'braces', span: spanOf(c, value), type: undefined, items: lowerArgs(c, value) }
    : lowerExpr(c, value);
  return { kind: 'bindings', span, names: bindingNames(c, shape.bindings), init };
}

export const holdsBindings = (node: Syntax): boolean =>
  node.type === 'structured_binding_declarator' || (node.type === 'reference_declarator' && node.children.some(holdsBindings));

export function bindingNames(c: LowerContext, names: readonly Syntax[]): readonly { readonly name: string; readonly nameSpan: Span }[] {
  return names.map((name) => ({ name: textOf(c, name), nameSpan: spanOf(c, name) }));
}
