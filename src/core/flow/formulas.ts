/** Integer terms as formulas of their leaves: what they come to for given values, and whether two of them are surely not the same. */
import { shareSource } from './influence.js';
import { argsOf, type Term } from './terms.js';

/** Of C++ on integers; division truncates. */
export const OPERATORS = new Map<string, (a: number, b: number) => number>([
  ['*', (a, b) => a * b], ['/', (a, b) => Math.trunc(a / b)], ['%', (a, b) => a % b], ['&', (a, b) => a & b], ['|', (a, b) => a | b],
  ['^', (a, b) => a ^ b], ['>>', (a, b) => a >> b], ['<<', (a, b) => a << b],
]);

/** `leaf` gives the values to compute from; undefined where something in the term is neither given nor an operator. Conditions are 0 or 1. */
export function valueOf(term: Term, leaf: (term: Term) => number | undefined): number | undefined {
  const given = leaf(term);
  if (given !== undefined) return given;
  if (term.op === 'int') return term.value;
  if (term.op === 'bool') return Number(term.value);
  const values = argsOf(term).map((arg) => valueOf(arg, leaf));
  if (values.length === 0 || !values.every((value) => value !== undefined)) return undefined;
  const [a = 0, b = 0, c = 0] = values;
  switch (term.op) {
    case 'not': return Number(a === 0);
    case 'and': return Number(values.every((value) => value !== 0));
    case 'or': return Number(values.some((value) => value !== 0));
    case 'eq': return Number(a === b);
    case 'lt': return Number(a < b);
    case 'add': return values.reduce((sum, value) => sum + value, 0);
    case 'neg': return -a;
    case 'ite': return a === 0 ? c : b;
    case 'apply': return OPERATORS.get(term.name)?.(a, b);
    default: return undefined;
  }
}

/** Trials with small positive numbers, mutually prime so that no operator makes them equal by chance for long. */
const TRIALS: readonly (readonly number[])[] = [[29, 4, 3, 11, 5], [17, 8, 5, 2, 7], [101, 6, 13, 9, 4], [64, 7, 2, 15, 3]];

/** Two values that are computed from the same may be the same, unless they are seen to be different formulas. */
export function mayBeTheSame(a: Term, b: Term): boolean {
  return shareSource(a, b) && !areOtherFormulas(a, b);
}

/** Formulas of the same leaves that come to different numbers for some of their values. */
function areOtherFormulas(a: Term, b: Term): boolean {
  const leaves = leavesOf(a);
  const others = leavesOf(b);
  if (leaves.size !== others.size || leaves.size > (TRIALS[0]?.length ?? 0) || [...others].some((leaf) => !leaves.has(leaf))) return false;
  return TRIALS.some((numbers) => {
    const given = new Map([...leaves].map((leaf, i) => [leaf, numbers[i]]));
    const [x, y] = [a, b].map((term) => valueOf(term, (leaf) => given.get(leaf)));
    return x !== undefined && y !== undefined && x !== y;
  });
}

/** Template parameters as well as values. */
function leavesOf(term: Term, found = new Set<Term>()): ReadonlySet<Term> {
  if (term.op === 'symbol' || term.op === 'load' || term.op === 'field') found.add(term);
  else for (const arg of argsOf(term)) leavesOf(arg, found);
  return found;
}
