/** Visits every statement and expression below a node, lambda bodies included, parents first. */
import type { Expr, Stmt } from './ir.js';

type Visit = (node: Expr | Stmt) => void;

export function walk(node: Expr | Stmt, visit: Visit): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

function present<T>(...items: readonly (T | undefined)[]): T[] {
  return items.filter((item): item is T => item !== undefined);
}

export function childrenOf(node: Expr | Stmt): readonly (Expr | Stmt)[] {
  switch (node.kind) {
    case 'name': case 'number': case 'string': case 'bool': case 'null': case 'this': case 'sizeof': case 'unknown': return [];
    case 'label': case 'break': case 'continue': case 'goto': case 'alias': case 'class': case 'empty': return [];
    case 'member': return [node.object];
    case 'call': return [node.callee, ...node.args];
    case 'launch': return [node.callee, ...node.config, ...node.args];
    case 'lambda': return [...present(...node.captures.map((c) => c.init)), node.body];
    case 'index': return [node.object, node.index];
    case 'unary': return [node.operand];
    case 'binary': return [node.left, node.right];
    case 'assign': return [node.target, node.value];
    case 'conditional': return [node.condition, node.then, node.otherwise];
    case 'cast': return [node.operand];
    case 'braces': case 'comma': return node.items;
    case 'new': return node.args;
    case 'block': return node.body;
    case 'asm': return [...node.outputs, ...node.inputs].map((operand) => operand.value);
    case 'decl': return node.declarators.flatMap((d) => present(...d.extents, d.init, ...(d.constructorArgs ?? [])));
    case 'if': return present<Expr | Stmt>(node.init, node.condition, node.then, node.otherwise);
    case 'bindings': return [node.init];
    case 'expr': return [node.expr];
    case 'for': return present<Expr | Stmt>(node.init, node.condition, node.step, node.body);
    case 'range-for': return [...present(node.variable?.init), node.range, node.body];
    case 'while': case 'do': return [node.condition, node.body];
    case 'switch': return [node.subject, node.body];
    case 'case': case 'return': return present(node.value);
    case 'static-assert': return present(node.condition);
  }
}
