/**
 * The instantiations that a function is judged in: one for each team that its template parameters can stand for.
 * `team_t = std::conditional_t<flag, A, B>` fixes the flag too, so that `if constexpr (flag)` arms meet their own team.
 */
import type { FunctionDecl, TemplateParam } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { World } from './machine.js';
import type { Fixed } from './evaluateFunction.js';
import type { TermStore } from './terms.js';

const MAX_VARIANTS = 9;

export function variantsOf(world: World, store: TermStore, fn: FunctionDecl): readonly (readonly Fixed[])[] {
  let variants: Fixed[][] = [[]];
  for (const param of fn.templateParams) {
    if (param.kind !== 'type') continue;
    const choices = param.defaultType ? conditionalChoices(world, store, param, fn) : openChoices(world, store, param, fn);
    if (choices.length < 2 || variants.length * choices.length > MAX_VARIANTS) continue;
    variants = variants.flatMap((variant) => choices.map((choice) => [...variant, ...choice]));
  }
  for (const flag of flagsOfAliases(world, fn))
    if (!variants.some((variant) => variant.some((fixed) => fixed.name === flag)) && variants.length * 2 <= MAX_VARIANTS)
      variants = variants.flatMap((variant) => [true, false].map((value) => [...variant, { name: flag, value: store.bool(value) }]));
  return variants;
}

/** Template flags that decide a team in the body: `using team_t = std::conditional_t<flag, …>`. */
function flagsOfAliases(world: World, fn: FunctionDecl): readonly string[] {
  if (!fn.templateParams.some((param) => param.kind === 'value')) return [];
  const flags: string[] = [];
  for (const stmt of fn.body()?.block.body ?? []) {
    if (stmt.kind !== 'alias') continue;
    const [condition, ...arms] = stmt.type.templateArgs;
    const flag = condition?.value?.kind === 'name' && condition.value.path.length === 1 ? condition.value.path[0] : undefined;
    if (flag !== undefined && arms.some((arm) => isTag(world, arm.type?.path.at(-1))) && fn.templateParams.some((param) => param.name === flag)) flags.push(flag);
  }
  return flags;
}

function isTag(world: World, name: string | undefined): boolean {
  return name !== undefined && world.catalog.type(name)?.role.kind === 'team-tag';
}

function conditionalChoices(world: World, store: TermStore, param: TemplateParam, fn: FunctionDecl): Fixed[][] {
  const type = param.defaultType;
  const [condition, a, b] = type?.templateArgs ?? [];
  const [then, otherwise] = [a?.type?.path.at(-1), b?.type?.path.at(-1)];
  if (!type || !condition?.value || then === undefined || otherwise === undefined || !isTag(world, then) || !isTag(world, otherwise)) return [];
  const flag = condition.value.kind === 'name' && condition.value.path.length === 1 ? condition.value.path[0] : undefined;
  const known = flag !== undefined && fn.templateParams.some((p) => p.name === flag);
  return [true, false].map((value) => {
    const team = { name: param.name, value: store.type(value ? then : otherwise) };
    return known ? [{ name: flag, value: store.bool(value) }, team] : [team];
  });
}

/** A type parameter without default that is compared with a team tag, here or in a callee that gets it. */
function openChoices(world: World, store: TermStore, param: TemplateParam, fn: FunctionDecl): Fixed[][] {
  if (!isTeamParam(world, fn, param.name, new Set())) return [];
  const tags = world.catalog.data.types.filter((type) => type.role.kind === 'team-tag');
  return tags.map((tag) => [{ name: param.name, value: store.type(tag.name) }]);
}

function isTeamParam(world: World, fn: FunctionDecl, name: string, seen: Set<FunctionDecl>): boolean {
  const body = fn.body();
  if (!body || seen.has(fn)) return false;
  seen.add(fn);
  let found = false;
  walk(body.block, (node) => {
    if (found) return;
    const args = node.kind === 'name' || node.kind === 'member' ? (node.templateArgs ?? []) : [];
    const position = args.findIndex((arg) => arg.text.trim() === name);
    if (position < 0) return;
    const callee = node.kind === 'name' ? (node.path.at(-1) ?? '') : node.kind === 'member' ? node.name : '';
    if (callee === 'is_same_v' || callee === 'is_same') found = args.some((arg) => isTag(world, arg.type?.path.at(-1)));
    else
      found = world.program.functionsNamed(callee).some((other) => {
        const param = other.templateParams[position];
        return param?.kind === 'type' && isTeamParam(world, other, param.name, seen);
      });
  });
  return found;
}
