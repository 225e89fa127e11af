/** What a function that tests whether a rank can be reached directly answers for each team. */
import type { Predicate, PredicateForTeam } from '../schema.js';
import { evaluateFunction } from '../flow/evaluateFunction.js';
import type { Machine, World } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import { TermStore, type Term } from '../flow/terms.js';
import { variantsOf } from '../flow/variants.js';
import type { Place } from '../flow/peer.js';
import type { FunctionDecl } from '../program/ir.js';
import { locate, type Locator } from '../sites/locate.js';
import { definitionOf } from './definition.js';
import { teamIn } from './translations.js';

const TIME_LIMIT = 2000;

/** Undefined: no forming function asks it, or it cannot be evaluated. */
export function predicateOf(world: World, fn: FunctionDecl, locator: Locator): Predicate | undefined {
  if (!fn.bodySpan || !world.contracts.isReachability(fn)) return undefined;
  const store = new TermStore();
  const teams: PredicateForTeam[] = [];
  for (const fixed of variantsOf(world, store, fn)) {
    const m = evaluateFunction(world, store, fn, fixed, Date.now() + TIME_LIMIT);
    if (!m) return undefined;
    const team = teamIn(m, fixed);
    teams.push({ ...(team === undefined ? {} : { team }), ...answersOf(m, locator) });
  }
  return { ...definitionOf(fn, locator), rank: fn.params[0]?.name ?? '', teams };
}

function answersOf(m: Machine, locator: Locator): Omit<PredicateForTeam, 'team'> {
  const returns = m.frame.returns.flatMap(({ value, place }): { readonly value: Term; readonly place: Place }[] => (value && place ? [{ value, place }] : []));
  const isAll = (answer: boolean): boolean => returns.length > 0 && returns.every(({ value }) => value.op === 'bool' && value.value === answer);
  return {
    answer: isAll(true) ? 'always' : isAll(false) ? 'never' : 'depends',
    values: returns.map(({ value, place }) => locate(locator, place, termText(value))),
  };
}
