/** Arrivals of one pass and what a barrier is initialised for, as sums: 32 times each, so that warps are numbers of threads. */
import type { EffectEvent } from '../flow/events.js';
import { Facts } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { plainAddress } from './addresses.js';
import { isOfOneWarp, weightOf } from './arrivals.js';
import { numberSum, plus, times, type ByteSum } from './byteSums.js';
import { executorsOf } from './executors.js';
import { WARP_SIZE } from '../sites/threadIndex.js';
import type { MbarrierObject } from './mbarrierObjects.js';
import type { MbarrierOperation } from './mbarriers.js';
import { inThreads, roleSizeOf } from './roleSize.js';
import { threadSetOf, uniformity } from './threadSet.js';

/** The one count that all its barriers are initialised with. */
export function countTermOf({ operations }: MbarrierObject): Term | undefined {
  const counts = new Set(operations.filter(({ action }) => action === 'init').map(({ event }) => event.count));
  const [count] = counts;
  return counts.size === 1 ? count : undefined;
}

export function expectedSum(object: MbarrierObject, facts = Facts.empty): ByteSum | undefined {
  const count = countTermOf(object);
  return count && inThreads(count, facts);
}

/** The most that come if each thread comes once to each place; undefined: not known. */
export function mostSum(m: Machine, arrivals: readonly MbarrierOperation[]): ByteSum | undefined {
  return sumUp(arrivals, ({ event }) => {
    const { lanes } = executorsOf(m, event);
    const threads = isOfOneWarp(m, event) ? numberSum(WARP_SIZE) : roleSizeOf(m, event)?.threads;
    return isOfThisBlock(event) ? threads && times(threads, numberSum(lanes)) : undefined;
  });
}

/** As many as surely come, each thread once to each place; undefined: not known. */
export function leastSum(m: Machine, arrivals: readonly MbarrierOperation[]): ByteSum | undefined {
  return sumUp(arrivals, ({ event }) => {
    const set = threadSetOf(m, event);
    if (!set || !isOfThisBlock(event) || !event.mbarrier) return undefined;
    if (isOfOneWarp(m, event)) return numberSum(WARP_SIZE * set.lanes);
    if (uniformity(m, plainAddress(m, event.mbarrier)) !== 'block') return undefined;
    if (set.warps !== undefined) return numberSum(WARP_SIZE * set.lanes * set.warps);
    const role = roleSizeOf(m, event);
    return role?.isExact === true ? times(role.threads, numberSum(set.lanes)) : undefined;
  });
}

function isOfThisBlock({ effect }: EffectEvent): boolean {
  return !effect.mbarrier?.mapped && !effect.mechanism.includes('.multicast');
}

function sumUp(arrivals: readonly MbarrierOperation[], countOne: (arrival: MbarrierOperation) => ByteSum | undefined): ByteSum | undefined {
  let sum: ByteSum = new Map();
  for (const arrival of arrivals) {
    const weight = weightOf(arrival.event);
    const one = countOne(arrival);
    if (!one || weight === undefined) return undefined;
    sum = plus(sum, times(one, numberSum(weight)));
  }
  return sum;
}

/** Those that can be in one instance of the kernel with the given one. */
export function inOneInstance(arrivals: readonly MbarrierOperation[], { event }: MbarrierOperation): readonly MbarrierOperation[] {
  return arrivals.filter((other) => !other.event.path.some(({ condition }) => isOfInstance(condition) && event.facts.known(condition) === false));
}

/** Only numbers and template arguments decide it. */
function isOfInstance(term: Term): boolean {
  if (term.op === 'symbol') return term.origin === 'template';
  return term.op === 'int' || term.op === 'bool' || (term.op !== 'load' && argsOf(term).length > 0 && argsOf(term).every(isOfInstance));
}
