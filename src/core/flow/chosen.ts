/** Instantiations that a reader chooses: flags and teams among the template parameters, fixed by their values as written. */
import type { FunctionDecl } from '../program/ir.js';
import type { TemplateChoice, TemplateValue } from '../schema.js';
import type { Fixed } from './evaluateFunction.js';
import type { World } from './machine.js';
import { TermStore } from './terms.js';
import { termText } from './termText.js';
import { variantsOf } from './variants.js';

/** A team that a flag decides is chosen by the flag. */
export function choicesOf(world: World, fn: FunctionDecl): readonly TemplateChoice[] {
  const flags = fn.templateParams.filter(isFlag).map(({ name }): TemplateChoice => ({ name, values: ['true', 'false'] }));
  const variants = variantsOf(world, new TermStore(), fn);
  const teams = fn.templateParams.filter(({ kind }) => kind === 'type').flatMap(({ name }): TemplateChoice[] => {
    const values = [...new Set(variants.flatMap((variant) => valueIn(variant, name) ?? []))];
    return values.length < 2 || flags.some((flag) => decides(flag.name, name, variants)) ? [] : [{ name, values }];
  });
  return [...flags, ...teams];
}

/** Instantiations with the same flag have the same team. */
function decides(flag: string, team: string, variants: readonly (readonly Fixed[])[]): boolean {
  const byFlag = new Map<string | undefined, string | undefined>();
  return variants.every((variant) => {
    const [key, value] = [valueIn(variant, flag), valueIn(variant, team)];
    if (key === undefined || (byFlag.has(key) && byFlag.get(key) !== value)) return false;
    byFlag.set(key, value);
    return true;
  });
}

function valueIn(variant: readonly Fixed[], name: string): string | undefined {
  const fixed = variant.find((each) => each.name === name);
  return fixed && termText(fixed.value);
}

function isFlag({ kind, type }: FunctionDecl['templateParams'][number]): boolean {
  return kind === 'value' && type?.pointers === 0 && type.path.at(-1) === 'bool';
}

/** Those of a function's instantiations that agree with what was chosen; flags that make no instantiation of their own are fixed in each. */
export function variantsGiven(world: World, store: TermStore, fn: FunctionDecl, given: readonly TemplateValue[]): readonly (readonly Fixed[])[] {
  const valueOf = (name: string): string | undefined => given.find((chosen) => chosen.name === name)?.value;
  const flags = fn.templateParams.filter((param) => isFlag(param) && valueOf(param.name) !== undefined).map(({ name }): Fixed => ({ name, value: store.bool(valueOf(name) === 'true') }));
  return variantsOf(world, store, fn)
    .filter((variant) => variant.every(({ name, value }) => (valueOf(name) ?? termText(value)) === termText(value)))
    .map((variant) => [...variant, ...flags.filter(({ name }) => !variant.some((fixed) => fixed.name === name))]);
}
