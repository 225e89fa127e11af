/** Where a function names a variable that holds a peer pointer, for highlighting. */
import type { BlockStmt, Expr, Span, Stmt } from '../program/ir.js';
import { childrenOf } from '../program/walk.js';
import type { Locator } from './locate.js';
import type { FunctionRuns } from './run.js';

/** A variable is known by where its name is declared. Undefined: some other name of that spelling hides it. */
interface Scope {
  readonly parent: Scope | undefined;
  readonly names: Map<string, number | undefined>;
}

/**
 * In the order of the text, declarations included. A variable counts if it is declared with a peer pointer, or is assigned the call that
 * forms one, in any instantiation; a struct that only has one inside does not.
 */
export function peerNames({ fn, runs }: FunctionRuns, locator: Locator): Span[] {
  const events = runs.flatMap(({ machine }) => machine.events);
  const formed = new Set(events.flatMap((event) => (event.kind === 'form' && event.anchor.file === fn.file ? [event.anchor.span.start] : [])));
  if (formed.size === 0) return [];
  const holders = new Set(runs.flatMap(({ machine }) => machine.named
    .filter(({ place, value }) => place.file === fn.file && value.op !== 'object' && machine.peersIn(value).size > 0)
    .map(({ place }) => place.span.start)));
  const { text } = locator.lines(fn.file);
  const mentions: { readonly span: Span; readonly variable: number }[] = [];
  const note = (name: string, span: Span, variable: number | undefined): void => {
    // Code out of a macro stands at the macro's name.
    if (variable !== undefined && text.slice(span.start, span.end) === name) mentions.push({ span, variable });
  };

  const declare = (scope: Scope, name: string, span: Span): void => {
    scope.names.set(name, span.start);
    note(name, span, span.start);
  };
  const visitAll = (nodes: readonly (Expr | Stmt)[], scope: Scope): void => {
    for (const node of nodes) visit(node, scope);
  };
  const visit = (node: Expr | Stmt, scope: Scope): void => {
    switch (node.kind) {
      case 'name':
        if (node.path.length === 1) note(node.path[0] ?? '', node.nameSpan, lookup(scope, node.path[0] ?? ''));
        return;
      case 'decl':
        for (const { name, nameSpan, init, extents, constructorArgs } of node.declarators) {
          visitAll([...extents, ...(init ? [init] : []), ...(constructorArgs ?? [])].filter((each) => each !== undefined), scope);
          if (name !== '') declare(scope, name, nameSpan);
        }
        return;
      case 'bindings':
        visit(node.init, scope);
        for (const { name } of node.names) scope.names.set(name, undefined);
        return;
      case 'lambda': {
        const inner = childScope(scope);
        for (const { name, init } of node.captures) {
          if (init === undefined) continue;
          visit(init, scope);
          inner.names.set(name, undefined);
        }
        for (const { name } of node.params) inner.names.set(name, undefined);
        visit(node.body, inner);
        return;
      }
      case 'range-for': {
        const inner = childScope(scope);
        visit(node.range, scope);
        if (node.variable) inner.names.set(node.variable.name, undefined);
        visit(node.body, inner);
        return;
      }
      case 'assign':
        if (node.target.kind === 'name' && isFormed(node.value, formed)) {
          const variable = lookup(scope, node.target.path.at(-1) ?? '');
          if (variable !== undefined) holders.add(variable);
        }
        visitAll(childrenOf(node), scope);
        return;
      case 'block': case 'if': case 'for': case 'while': case 'do': case 'switch':
        visitAll(childrenOf(node), childScope(scope));
        return;
      default:
        visitAll(childrenOf(node), scope);
    }
  };
  const body: BlockStmt | undefined = fn.body()?.block;
  if (body) visit(body, childScope(undefined));
  const unique = new Map(mentions.filter(({ variable }) => holders.has(variable)).map(({ span }) => [span.start, span]));
  return [...unique.values()].sort((a, b) => a.start - b.start);
}

function childScope(parent: Scope | undefined): Scope {
  return { parent, names: new Map() };
}

function lookup(scope: Scope, name: string): number | undefined {
  for (let each: Scope | undefined = scope; each; each = each.parent) if (each.names.has(name)) return each.names.get(name);
  return undefined;
}

/** The call itself, cast or not. */
function isFormed(value: Expr, formed: ReadonlySet<number>): boolean {
  if (value.kind === 'cast') return isFormed(value.operand, formed);
  if (value.kind !== 'call') return false;
  const { callee } = value;
  return (callee.kind === 'name' || callee.kind === 'member') && formed.has(callee.nameSpan.start);
}
