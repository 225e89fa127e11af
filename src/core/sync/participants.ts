/**
 * Who executes what stands under a condition. A condition divides the threads of a warp, the warps of a block, the blocks of a grid or
 * the ranks of a job only if both of its answers are sure to occur among them; what is not sure is undefined.
 */
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { indexOf, WARP_SIZE, type Index } from '../sites/threadIndex.js';
import { boundByLimit, equalToLimit } from './limits.js';

/** The smallest group in which the answers differ. */
export type Divided = 'warp' | 'block' | 'grid' | 'ranks';

export interface Division {
  readonly among: Divided;
  /** The most threads of a block for which the condition holds; undefined: not known, or not about threads. */
  readonly threads?: number | undefined;
  /** The most blocks of the grid for which the condition holds; undefined: not known, or not about blocks. */
  readonly blocks?: number | undefined;
  /** Why the answers may be the same after all; absent: they differ. */
  readonly unless?: string;
  /** A number that is not in the code decides: a template's, or one of the launch. */
  readonly limit?: Term;
}

/** How the threads that find the condition true part from others that find it false. */
export function divisionBy(m: Machine, condition: Term, value = true): Division | undefined {
  switch (condition.op) {
    case 'not': return divisionBy(m, condition.args[0], !value);
    // All parts hold here; where one of them does not, the whole does not.
    case 'and': return value ? narrowest(condition.args.map((arg) => divisionBy(m, arg, true))) : undefined;
    case 'or': return value ? undefined : narrowest(condition.args.map((arg) => divisionBy(m, arg, false)));
    case 'eq': return equality(m, condition.args, value);
    case 'lt': return bound(m, condition.args, value);
    default: return m.elected.has(condition) ? { among: 'warp' } : undefined;
  }
}

const ORDER: readonly Divided[] = ['warp', 'block', 'grid', 'ranks'];

function narrowest(divisions: readonly (Division | undefined)[]): Division | undefined {
  return divisions.filter((d) => d !== undefined).sort((a, b) => Number(a.unless !== undefined) - Number(b.unless !== undefined) || ORDER.indexOf(a.among) - ORDER.indexOf(b.among))[0];
}

function equality(m: Machine, args: readonly [Term, Term], value: boolean): Division | undefined {
  if (args.some((arg) => m.elected.has(arg)) && args.some(isNumber)) return { among: 'warp' };
  const constant = args.find(isNumber);
  const index = indexOf(m, args[0] === constant ? args[1] : args[0]);
  if (!constant) return equalToLimit(m, args, value);
  if (!index || constant.value < 0) return undefined;
  switch (index.of) {
    case 'lane': return constant.value < WARP_SIZE ? { among: 'warp' } : undefined;
    case 'thread': return { among: 'warp', threads: value ? 1 : undefined };
    case 'warp': return { among: 'block', threads: value ? WARP_SIZE : undefined };
    case 'cta': return { among: 'grid', blocks: value ? 1 : undefined };
    case 'rank': return ofRank(index);
  }
}

function ofRank(index: Index): Division {
  return { among: 'ranks', ...(index.named === undefined ? {} : { unless: `\`${index.named}\` is not this rank's own index; only its name says so` }) };
}

/** `index < limit`, or `limit < index`, or the contrary of one of them. */
function bound(m: Machine, [left, right]: readonly [Term, Term], value: boolean): Division | undefined {
  const below = isNumber(right);
  const constant = below ? right : left;
  const index = indexOf(m, below ? left : right);
  if (!isNumber(constant)) return boundByLimit(m, left, right, value);
  if (!index) return undefined;
  // As `index < first` or its contrary.
  const first = below ? constant.value : constant.value + 1;
  if (first <= 0) return undefined;
  const isBelow = below === value;
  switch (index.of) {
    case 'lane': return first < WARP_SIZE ? { among: 'warp' } : undefined;
    case 'thread': return { among: first % WARP_SIZE === 0 ? 'block' : 'warp', threads: isBelow ? first : undefined, unless: `the block has no more than ${count(first, 'thread')}` };
    case 'warp': return { among: 'block', threads: isBelow ? first * WARP_SIZE : undefined, unless: `the block has no more than ${count(first, 'warp')}` };
    case 'cta': return { among: 'grid', blocks: isBelow ? first : undefined, unless: `the grid has no more than ${count(first, 'block')}` };
    case 'rank': return undefined;
  }
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}

function isNumber(term: Term): term is Term & { readonly op: 'int' } {
  return term.op === 'int';
}
