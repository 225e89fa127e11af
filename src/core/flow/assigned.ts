/** Which variables a statement may assign, by name: what a loop makes unknown. */
import type { Expr, Stmt } from '../program/ir.js';
import type { Program } from '../program/program.js';
import { walk } from '../program/walk.js';

const cache = new WeakMap<Stmt, ReadonlySet<string>>();

export function assignedNames(program: Program, stmt: Stmt): ReadonlySet<string> {
  const known = cache.get(stmt);
  if (known) return known;
  const names = new Set<string>();
  walk(stmt, (node) => {
    switch (node.kind) {
      case 'assign': addRoot(names, node.target); break;
      case 'unary': if (node.op.endsWith('++') || node.op.endsWith('--')) addRoot(names, node.operand); break;
      case 'asm': for (const output of node.outputs) addRoot(names, output.value); break;
      case 'call': addReferenceArguments(program, names, node); break;
      default: break;
    }
  });
  cache.set(stmt, names);
  return names;
}

const calledNames = new WeakMap<Stmt, ReadonlySet<string>>();

/** Names that are called, or given to a call: if they are lambdas, their bodies may run here. */
export function mentionedClosures(stmt: Stmt): ReadonlySet<string> {
  const known = calledNames.get(stmt);
  if (known) return known;
  const names = new Set<string>();
  walk(stmt, (node) => {
    if (node.kind !== 'call') return;
    for (const expr of [node.callee, ...node.args]) if (expr.kind === 'name' && expr.path.length === 1) names.add(expr.path[0] ?? '');
  });
  calledNames.set(stmt, names);
  return names;
}

/** `x`, `x.f`, `(T&)x`: the variable that changes. A store through a pointer changes memory, not the variable. */
function addRoot(names: Set<string>, target: Expr): void {
  if (target.kind === 'name' && target.path.length === 1) names.add(target.path[0] ?? '');
  else if (target.kind === 'member' && !target.arrow) addRoot(names, target.object);
  else if (target.kind === 'cast') addRoot(names, target.operand);
}

/** Is the variable itself assigned to? Giving its address away, or itself by reference, leaves it where it is. */
export function writesVariable(stmt: Stmt, name: string): boolean {
  const targets = new Set<string>();
  walk(stmt, (node) => {
    if (node.kind === 'assign') addRoot(targets, node.target);
    else if (node.kind === 'unary' && (node.op.endsWith('++') || node.op.endsWith('--'))) addRoot(targets, node.operand);
    else if (node.kind === 'asm') for (const output of node.outputs) addRoot(targets, output.value);
  });
  return targets.has(name);
}

/** Arguments bound to a non-const reference by any function of that name. */
function addReferenceArguments(program: Program, names: Set<string>, call: Expr & { kind: 'call' }): void {
  const name = call.callee.kind === 'name' ? call.callee.path.at(-1) : call.callee.kind === 'member' ? call.callee.name : undefined;
  if (name === undefined) return;
  // Others of the name take fewer arguments: they are not meant.
  const candidates = program.functionsNamed(name).filter(({ params }) => params.length >= call.args.length || params.some(({ isPack }) => isPack));
  call.args.forEach((arg, i) => {
    if (arg.kind === 'unary' && arg.op === '&') addRoot(names, arg.operand);
    else if (arg.kind === 'name' && candidates.some((fn) => isOutReference(fn.params[i]?.type))) addRoot(names, arg);
  });
}

export function isOutReference(type: { readonly reference: boolean; readonly isConst: boolean; readonly text: string } | undefined): boolean {
  return type !== undefined && type.reference && !type.isConst && !type.text.includes('&&');
}
