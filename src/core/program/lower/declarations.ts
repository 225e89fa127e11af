/** The walk over declarations, which does not enter function bodies. */
import type { TypeRef } from '../ir.js';
import { childInField, hasModifier, hasToken, MAX_DEPTH, namedChildren, spanOf, textOf } from './context.js';
import { collectClass, lowerFields } from './classes.js';
import { unwrapDeclarator } from './declarators.js';
import { lowerArgs, lowerExpr } from './expressions.js';
import { lowerFunction } from './functions.js';
import { lazily, nothing } from './lazy.js';
import { namePath } from './names.js';
import { templateParamsOf } from './parameters.js';
import type { Collected, FileContext, Scope } from './scope.js';
import type { Opaque, Syntax } from './snapshot.js';
import { isClassSpecifier, lowerType, lowerTypeDescriptor, NO_TYPE } from './types.js';

type Handler = (c: FileContext, out: Collected, scope: Scope, node: Syntax) => void;

/** A lambda's body is part of a variable's value; every other block is a function's. */
export const isBody: Opaque = (type, parentType) =>
  (type === 'compound_statement' && parentType !== 'lambda_expression') || type === 'try_statement' || type === 'field_initializer_list';

export function collectItems(c: FileContext, out: Collected, scope: Scope, items: readonly Syntax[]): void {
  if (c.depth > MAX_DEPTH) return;
  c.depth++;
  for (const node of items) if (node.named) HANDLERS.get(node.type)?.(c, out, scope, node);
  c.depth--;
}

const inside: Handler = (c, out, scope, node) => {
  collectItems(c, out, scope, node.children);
};

const plain = (scope: Scope): Scope => (scope.templates.length === 0 ? scope : { ...scope, templates: [] });

function collectNamespace(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const name = childInField(node, 'name');
  const body = childInField(node, 'body');
  const isInline = hasToken(node, 'inline');
  // Names of an anonymous or inline namespace are found in the one around it.
  const names = name && !isInline ? namespaceNames(c, name) : [];
  for (const part of names) out.namespaces.add(part);
  if (body) collectItems(c, out, { ...scope, path: [...scope.path, ...names] }, body.children);
}

function namespaceNames(c: FileContext, node: Syntax): readonly string[] {
  return node.type === 'nested_namespace_specifier' ? namedChildren(node).flatMap((child) => namespaceNames(c, child)) : [textOf(c, node)];
}

function collectTemplate(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const templates = [...scope.templates, lazily(() => templateParamsOf(c, node))];
  collectItems(c, out, { ...scope, templates }, node.children.filter((child) => child.type !== 'template_parameter_list'));
}

function collectFunction(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const declarator = childInField(node, 'declarator');
  const lowered = declarator && lowerFunction(c, out, scope, node, unwrapDeclarator(c, declarator));
  if (lowered) out.functions.push(lowered);
}

/** A declaration at namespace or class scope: prototypes, variables or fields, and the class that it may define on the way. */
function collectDeclaration(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const specifier = childInField(node, 'type');
  if (specifier && isClassSpecifier(specifier)) collectClass(c, out, scope, specifier, collectItems);
  const declarators = node.children.filter((child) => child.field === 'declarator');
  for (const declarator of declarators) {
    if (declarator.type === 'init_declarator') continue;
    const shape = unwrapDeclarator(c, declarator);
    const prototype = shape.func && !shape.isFunctionPointer && lowerFunction(c, out, scope, node, shape);
    if (prototype) out.functions.push(prototype);
  }
  if (scope.className !== undefined) {
    out.fields.push(...lowerFields(c, node));
    return;
  }
  const isConstexpr = hasModifier(c, node, 'constexpr');
  for (const declarator of declarators) collectVariable(c, out, scope, node, declarator, isConstexpr);
}

function collectVariable(c: FileContext, out: Collected, scope: Scope, node: Syntax, declarator: Syntax, isConstexpr: boolean): void {
  const isInit = declarator.type === 'init_declarator';
  const shape = unwrapDeclarator(c, isInit ? childInField(declarator, 'declarator') : declarator);
  if (!shape.name || (shape.func && !shape.isFunctionPointer)) return;
  const { path, last } = namePath(c, shape.name);
  const specifier = childInField(node, 'type');
  const value = isInit ? childInField(declarator, 'value') : undefined;
  out.variables.push({
    kind: 'variable',
    name: path[path.length - 1] ?? '',
    nameSpan: spanOf(c, last),
    span: spanOf(c, node),
    file: c.path,
    scope: [...scope.path, ...path.slice(0, -1)],
    type: specifier && !shape.func ? lowerType(c, specifier, node, shape) : NO_TYPE,
    init: value && (value.type === 'argument_list'
      ? { kind: 'braces', span: spanOf(c, value), type: undefined, items: lowerArgs(c, value) }
      : lowerExpr(c, value)),
    isConstexpr,
  });
}

function addAlias(c: FileContext, out: Collected, scope: Scope, node: Syntax, name: string, type: TypeRef): void {
  const templateParams = scope.templates[scope.templates.length - 1] ?? nothing;
  out.aliases.push({
    kind: 'alias', name, span: spanOf(c, node), file: c.path, scope: scope.path, type,
    get templateParams() { return templateParams(); },
  });
}

function collectAlias(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const name = childInField(node, 'name');
  const type = childInField(node, 'type');
  if (name && type) addAlias(c, out, scope, node, textOf(c, name), lowerTypeDescriptor(c, type));
}

function collectTypedef(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const specifier = childInField(node, 'type');
  if (!specifier) return;
  for (const declarator of node.children.filter((child) => child.field === 'declarator')) {
    const shape = unwrapDeclarator(c, declarator);
    if (!shape.name) continue;
    const isAnonymous = isClassSpecifier(specifier) && !childInField(specifier, 'name');
    if (isAnonymous) collectClass(c, out, plain(scope), specifier, collectItems, shape.name);
    else if (isClassSpecifier(specifier)) collectClass(c, out, plain(scope), specifier, collectItems);
    if (isAnonymous) continue;
    addAlias(c, out, scope, node, textOf(c, shape.name), shape.func ? NO_TYPE : lowerType(c, specifier, node, shape));
  }
}

/** A friend defined in a class is a function of the namespace around it. */
function collectFriend(c: FileContext, out: Collected, scope: Scope, node: Syntax): void {
  const definition = node.children.find((child) => child.type === 'function_definition');
  if (!definition) return;
  const depth = scope.path.length - (scope.className === undefined ? 0 : 1);
  const around: Scope = { ...scope, path: scope.path.slice(0, depth), className: undefined };
  collectFunction(c, { ...out, functions: out.freeFunctions }, around, definition);
}

const collectClassItem: Handler = (c, out, scope, node) => {
  collectClass(c, out, scope, node, collectItems);
};

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['namespace_definition', collectNamespace],
  ['linkage_specification', inside],
  ['declaration_list', inside],
  ['template_declaration', collectTemplate],
  ['function_definition', collectFunction],
  ['declaration', collectDeclaration],
  ['field_declaration', collectDeclaration],
  ['struct_specifier', collectClassItem],
  ['class_specifier', collectClassItem],
  ['union_specifier', collectClassItem],
  ['enum_specifier', collectClassItem],
  ['alias_declaration', collectAlias],
  ['type_definition', collectTypedef],
  ['friend_declaration', collectFriend],
  // Both branches of a conditional that the preprocessing pass left, and what survived in an error.
  ['preproc_if', inside],
  ['preproc_ifdef', inside],
  ['preproc_else', inside],
  ['preproc_elif', inside],
  ['preproc_elifdef', inside],
  ['ERROR', inside],
]);
