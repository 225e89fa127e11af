/** What a function that forms peer pointers returns for each team, as a formula over its parameters, and what computing it takes. */
import type { Team, Translation, TranslationCost, TranslationForTeam } from '../schema.js';
import { evaluateFunction, type Fixed } from '../flow/evaluateFunction.js';
import type { Machine, World } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import { argsOf, TermStore, type Term } from '../flow/terms.js';
import { tagTeam } from '../flow/types.js';
import { variantsOf } from '../flow/variants.js';
import type { Place } from '../flow/peer.js';
import type { FunctionDecl } from '../program/ir.js';
import { locate, type Locator } from '../sites/locate.js';
import { definitionOf } from './definition.js';

const TIME_LIMIT = 2000;

/** Undefined: the function forms no peer pointer, or cannot be evaluated. */
export function translationOf(world: World, fn: FunctionDecl, locator: Locator): Translation | undefined {
  const info = world.contracts.former(fn);
  if (!info) return undefined;
  const store = new TermStore();
  const teams: TranslationForTeam[] = [];
  for (const fixed of variantsOf(world, store, fn)) {
    const machine = evaluateFunction(world, store, fn, fixed, Date.now() + TIME_LIMIT);
    if (!machine) return undefined;
    teams.push(forTeam(machine, teamIn(machine, fixed), locator));
  }
  return {
    ...definitionOf(fn, locator),
    pointer: fn.params[info.pointerParam]?.name ?? '', rank: fn.params[info.rankParam]?.name ?? '', assumesDomain: info.assumesDomain, teams,
  };
}

/** The team of an instantiation. */
export function teamIn(m: Machine, fixed: readonly Fixed[]): Team | undefined {
  for (const { value } of fixed) {
    const team = value.op === 'type' ? tagTeam(m, value.name) : undefined;
    if (team) return team;
  }
  return undefined;
}

/** One way through the function: what comes back, and under which conditions. */
interface Way {
  readonly value: Term;
  readonly conditions: readonly Term[];
  readonly place: Place;
}

function forTeam(m: Machine, team: Team | undefined, locator: Locator): TranslationForTeam {
  const ways = m.frame.returns.flatMap(({ value, state, place }) => (value && place ? waysOf(m, value, state.path.map(({ condition }) => condition), place) : []));
  const nulls = ways.filter(({ value }) => isNull(value));
  const values = ways.filter(({ value }) => !isNull(value));
  const says = ({ conditions }: Way): string => conditions.filter(({ op }) => op !== 'bool').map(termText).join(' && ');
  return {
    ...(team === undefined ? {} : { team }),
    nullness: values.length === 0 ? 'always' : nulls.length > 0 || values.some(({ value }) => mayBeNull(value)) ? 'maybe' : 'never',
    nulls: nulls.map((way) => locate(locator, way.place, says(way))),
    values: values.map(({ value, place }) => locate(locator, place, termText(value))),
    cost: costOf(m, ways.flatMap(({ value, conditions }) => [value, ...conditions])),
  };
}

/** The arms of a choice are ways of their own. */
function waysOf({ store }: Machine, value: Term, conditions: readonly Term[], place: Place): Way[] {
  if (value.op !== 'ite') return [{ value, conditions, place }];
  const [condition, yes, no] = value.args;
  return [[yes, condition] as const, [no, store.not(condition)] as const].flatMap(([arm, holds]) => [{ value: arm, conditions: [...conditions, holds], place }]);
}

function isNull(term: Term): boolean {
  return term.op === 'null' || (term.op === 'int' && term.value === 0);
}

function mayBeNull(term: Term): boolean {
  return term.op === 'peer' && !(term.peer.valid.op === 'bool' && term.peer.valid.value);
}

type Cost = { -readonly [K in keyof TranslationCost]: number };

/** Each operation once, as a compiler would make it: what two values share is computed once. */
function costOf(m: Machine, values: readonly Term[]): TranslationCost {
  const seen = new Set<Term>();
  const cost: Cost = { loads: 0, additions: 0, multiplications: 0, comparisons: 0, calls: 0 };
  const visit = (term: Term): void => {
    if (seen.has(term) || isFixed(term)) return;
    seen.add(term);
    count(m, term, cost);
    partsOf(term).forEach(visit);
  };
  values.forEach(visit);
  return cost;
}

/** Known when the code is compiled. */
function isFixed(term: Term): boolean {
  if (term.op === 'symbol') return term.origin === 'template';
  const args = argsOf(term);
  return term.op === 'int' || term.op === 'bool' || (args.length > 0 && term.op !== 'load' && args.every(isFixed));
}

/** What is computed for it; the address of an array element is part of the load. */
function partsOf(term: Term): readonly Term[] {
  if (term.op === 'peer') return [term.peer.rank, term.peer.pointer].filter((part) => part !== undefined);
  if (term.op !== 'load') return argsOf(term);
  const [address] = term.args;
  return address.op === 'add' ? address.args.filter((part) => !(part.op === 'field' && (part.type?.pointers ?? 0) === 0)) : [address];
}

function count(m: Machine, term: Term, cost: Cost): void {
  switch (term.op) {
    case 'load': case 'field': cost.loads++; return;
    case 'add': cost.additions += term.args.length - 1; return;
    case 'eq': case 'lt': case 'nonnull': cost.comparisons++; return;
    case 'peer': cost.calls++; return;
    // What a function gives whose body is not in the workspace.
    case 'symbol': if (term.origin === 'result') cost.calls++; return;
    case 'apply':
      if (['*', '/', '%'].includes(term.name)) cost.multiplications++;
      else if (/^[^\w(]{1,3}$/u.test(term.name)) cost.additions++;
      else if (m.world.catalog.call(term.name.split('::'))?.kind !== 'team') cost.calls++;
      return;
    default: return;
  }
}
