/** Classes, structs, unions and enums. */
import type { ClassDecl, Expr, Field, Span, TypeRef } from '../ir.js';
import { childInField, hasModifier, hasToken, isModifier, namedChildren, spanOf, textOf, type LowerContext } from './context.js';
import { unwrapDeclarator } from './declarators.js';
import { lowerExpr } from './expressions.js';
import { lazily, nothing } from './lazy.js';
import { namePath } from './names.js';
import type { Collected, FileContext, Scope } from './scope.js';
import type { Syntax } from './snapshot.js';
import { DIRECT, functionPointerType, lowerType, NO_TYPE } from './types.js';

type WalkMembers = (c: FileContext, out: Collected, scope: Scope, items: readonly Syntax[]) => void;

/** `name` is for a class that has none of its own but a typedef's. Nothing happens for a mere mention (`struct A x;`). */
export function collectClass(c: FileContext, out: Collected, scope: Scope, node: Syntax, walk: WalkMembers, name?: Syntax): void {
  const body = childInField(node, 'body');
  if (!body) return;
  const nameNode = childInField(node, 'name') ?? name;
  if (node.type === 'enum_specifier') {
    collectEnum(c, out, scope, node, body, nameNode);
    return;
  }
  if (!nameNode) {
    // The members of an anonymous struct or union are members of what is around it.
    walk(c, out, scope, body.children);
    return;
  }
  const { path, templateArgs, last } = namePath(c, nameNode);
  const simple = path[path.length - 1] ?? '';
  const scopePath = [...scope.path, ...path.slice(0, -1)];
  const templateParams = scope.templates[scope.templates.length - 1] ?? nothing;
  const classTemplateParams = lazily(() => [...scope.classTemplateParams(), ...templateParams()]);
  const inner: Scope = { path: [...scopePath, simple], className: simple, classTemplateParams, templates: [] };
  const members: Collected = { ...out, functions: [], fields: [] };
  walk(c, members, inner, body.children);
  out.classes.push({
    kind: 'class', name: simple,
    nameSpan: spanOf(c, last),
    span: spanOf(c, node),
    file: c.path,
    scope: scopePath,
    get templateParams() { return templateParams(); },
    bases: lowerBases(c, node),
    fields: members.fields,
    methods: members.functions,
    ...(templateArgs && { specialization: templateArgs }),
  });
}

function lowerBases(c: LowerContext, node: Syntax): readonly TypeRef[] {
  const clause = node.children.find((child) => child.type === 'base_class_clause');
  if (!clause) return [];
  return namedChildren(clause).filter((child) => !isModifier(child)).map((child) => lowerType(c, child, undefined, DIRECT));
}

function collectEnum(c: FileContext, out: Collected, scope: Scope, node: Syntax, body: Syntax, nameNode: Syntax | undefined): void {
  const name = nameNode ? textOf(c, nameNode) : undefined;
  const isScoped = hasToken(node, 'class') || hasToken(node, 'struct');
  const type: TypeRef = nameNode ? lowerType(c, nameNode, undefined, DIRECT) : { ...NO_TYPE, text: 'int', path: ['int'] };
  if (nameNode && name !== undefined) {
    const empty: ClassDecl = {
      kind: 'class', name, nameSpan: spanOf(c, nameNode), span: spanOf(c, node), file: c.path, scope: scope.path,
      templateParams: [], bases: [], fields: [], methods: [],
    };
    out.classes.push(empty);
  }
  const scopes = name === undefined ? [scope.path] : isScoped ? [[...scope.path, name]] : [scope.path, [...scope.path, name]];
  for (const { name: enumerator, nameSpan, span, init } of enumeratorsOf(c, body))
    for (const path of scopes) out.variables.push({ kind: 'variable', name: enumerator, nameSpan, span, file: c.path, scope: path, type, init, isConstexpr: true });
}

interface Enumerator {
  readonly name: string;
  readonly nameSpan: Span;
  readonly span: Span;
  readonly init: Expr;
}

export function enumeratorsOf(c: LowerContext, body: Syntax): readonly Enumerator[] {
  let previous: Expr | undefined;
  return namedChildren(body).flatMap((node): Enumerator[] => {
    const name = childInField(node, 'name');
    if (!name) return [];
    const span = spanOf(c, node);
    const value = childInField(node, 'value');
    const init = value ? lowerExpr(c, value) : successor(previous, span);
    previous = init;
    return [{ name: textOf(c, name), nameSpan: spanOf(c, name), span, init }];
  });
}

/** An enumerator without a value is one more than the one before. */
function successor(previous: Expr | undefined, span: Expr['span']): Expr {
  if (!previous) return { kind: 'number', span, text: '0', value: 0 };
  if (previous.kind === 'number' && previous.value !== undefined) {
    const value = previous.value + 1;
    return { kind: 'number', span, text: String(value), value };
  }
  return { kind: 'binary', span, op: '+', left: previous, right: { kind: 'number', span, text: '1', value: 1 } };
}

/** The data members that one declaration declares. */
export function lowerFields(c: LowerContext, node: Syntax): readonly Field[] {
  const specifier = childInField(node, 'type');
  const isStatic = hasModifier(c, node, 'static');
  const defaults = node.children.filter((child) => child.field === 'default_value');
  const declarators = node.children.filter((child) => child.field === 'declarator');
  return declarators.flatMap((declarator, index): Field[] => {
    const isInit = declarator.type === 'init_declarator';
    const shape = unwrapDeclarator(c, isInit ? childInField(declarator, 'declarator') : declarator);
    if (!shape.name || (shape.func && !shape.isFunctionPointer)) return [];
    // A default belongs to the last declarator that starts before it.
    const end = declarators[index + 1]?.start ?? node.end;
    const init = isInit ? childInField(declarator, 'value') : defaults.find((value) => value.start > declarator.start && value.start < end);
    return [{
      name: textOf(c, shape.name),
      nameSpan: spanOf(c, shape.name),
      type: specifier && !shape.func ? lowerType(c, specifier, node, shape) : functionPointerType(c, node, shape.func?.end ?? declarator.end),
      init: init && lowerExpr(c, init),
      isStatic,
      extents: shape.extents,
    }];
  });
}
