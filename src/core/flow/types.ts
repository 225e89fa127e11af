/** Types and template arguments as terms, so that "which team is this here" is an ordinary value. */
import type { FunctionDecl, TemplateArg, TemplateParam, TypeRef } from '../program/ir.js';
import type { Team } from '../schema.js';
import { evaluate } from './expressions.js';
import { lookup, type Scope } from './state.js';
import type { Machine } from './machine.js';
import type { Term } from './terms.js';

/** Never fails: a type that nothing is known about stands for itself. */
export function evaluateType(m: Machine, type: TypeRef, scope: Scope): Term {
  const name = type.path.at(-1) ?? type.text;
  if (type.path.length === 1) {
    const bound = lookup(scope, name);
    if (bound?.kind === 'term') return bound.term;
  }
  if (name === 'conditional_t' || (name === 'type' && type.path.at(-2) === 'conditional')) {
    const [condition, a, b] = type.templateArgs;
    if (condition?.value && a && b)
      return m.store.ite(m.store.truth(evaluate(m, condition.value, scope)), evaluateTemplateArg(m, a, scope), evaluateTemplateArg(m, b, scope));
  }
  const alias = tagTeam(m, name) ? undefined : m.world.program.resolveAlias(type.path, m.file, m.frame.fn.scope);
  if (!alias || alias.type.path.at(-1) === name || alias.templateParams.length > 0 || m.openAliases.has(alias)) return m.store.type(name, type);
  // Aliases of one name in several classes can seem to mean each other.
  m.openAliases.add(alias);
  const meant = evaluateType(m, alias.type, scope);
  m.openAliases.delete(alias);
  return meant;
}

export function evaluateTemplateArg(m: Machine, arg: TemplateArg, scope: Scope): Term {
  if (arg.type && arg.value) {
    // Syntax alone cannot tell `f<x>` with a constant from one with a type: a name in scope decides.
    if (arg.type.path.length === 1) {
      const bound = lookup(scope, arg.type.path[0] ?? '');
      if (bound?.kind === 'term') return bound.term;
      if (bound) return evaluate(m, arg.value, scope);
      if (m.world.program.resolveVariable(arg.type.path, m.file, m.frame.fn.scope)) return evaluate(m, arg.value, scope);
    }
    return evaluateType(m, arg.type, scope);
  }
  if (arg.type) return evaluateType(m, arg.type, scope);
  return arg.value ? evaluate(m, arg.value, scope) : m.store.text(arg.text);
}

/** Binds template parameters to arguments, else default types, else symbols that stand for any argument. */
export function bindTemplateParams(m: Machine, params: readonly TemplateParam[], args: readonly Term[], scope: Scope, owner: string): void {
  params.forEach((param, i) => {
    const given = args[i];
    scope.names.set(param.name, { kind: 'term', term: given ?? defaultOf(m, param, scope) ?? templateSymbol(m, param, owner) });
  });
}

/** Of a call: what is neither given nor deduced from an argument has its default, a value as well as a type. */
export function bindCalledTemplate(m: Machine, fn: FunctionDecl, args: readonly Term[], scope: Scope): void {
  fn.templateParams.forEach((param, i) => {
    if (args[i] === undefined && param.defaultValue && !isDeduced(fn, param)) scope.names.set(param.name, { kind: 'term', term: evaluate(m, param.defaultValue, scope) });
    else bindTemplateParams(m, [param], args.slice(i, i + 1), scope, ownerOf(fn));
  });
}

function isDeduced(fn: FunctionDecl, { name }: TemplateParam): boolean {
  return fn.params.some(({ type }) => type.text.split(/\W+/).includes(name));
}

function templateSymbol(m: Machine, param: TemplateParam, owner: string): Term {
  return m.store.symbol(`template:${owner}:${param.name}`, param.name, 'template', param.type);
}

function defaultOf(m: Machine, param: TemplateParam, scope: Scope): Term | undefined {
  if (param.defaultType) return evaluateType(m, param.defaultType, scope);
  return undefined;
}

export function ownerOf(fn: FunctionDecl): string {
  return `${fn.file}:${fn.span.start}`;
}

/** The team that a type or team value stands for on this path; undefined if it can be several or none. */
export function teamOf(m: Machine, term: Term | undefined): Team | undefined {
  if (!term) return undefined;
  if (term.op === 'type') return tagTeam(m, term.name);
  if (term.op === 'apply') return makerTeam(m, term.name.split('::'));
  if (term.op === 'ite') {
    const known = m.state?.facts.known(term.args[0]);
    if (known !== undefined) return teamOf(m, term.args[known ? 1 : 2]);
    const [a, b] = [teamOf(m, term.args[1]), teamOf(m, term.args[2])];
    return a === b ? a : undefined;
  }
  if (term.op === 'object' && term.base) return teamOf(m, term.base);
  if (term.op === 'symbol' && term.origin === 'template') {
    for (const { term: fact, value } of m.state?.facts.literals() ?? [])
      if (value && fact.op === 'eq' && fact.args.includes(term)) {
        const type = fact.args.find((t) => t.op === 'type');
        if (type?.op === 'type') return tagTeam(m, type.name);
      }
  }
  return undefined;
}

/** The team that a tag type selects. */
export function tagTeam(m: Machine, typeName: string): Team | undefined {
  const role = m.world.catalog.type(typeName)?.role;
  return role?.kind === 'team-tag' ? role.team : undefined;
}

/** The team that a catalogued function makes. */
export function makerTeam(m: Machine, path: readonly string[]): Team | undefined {
  const entry = m.world.catalog.call(path);
  return entry?.kind === 'team' ? entry.team : undefined;
}
