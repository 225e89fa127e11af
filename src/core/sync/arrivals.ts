/** Arrivals at an mbarrier: how many threads make each, and how often for each wait. PTX ISA "mbarrier". */
import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { plainAddress } from './addresses.js';
import { executorsOf, isUniform } from './executors.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';
import type { MbarrierObject } from './mbarrierObjects.js';
import type { MbarrierOperation } from './mbarriers.js';
import { addends } from './overlap.js';
import { corresponds, passConditions, passTogether } from './passes.js';
import { threadSetOf, uniformity } from './threadSet.js';

/** The one count that all its barriers are initialised with. */
export function countOf({ operations }: MbarrierObject): number | undefined {
  const counts = new Set(operations.filter(({ action }) => action === 'init').map(({ event }) => event.count));
  const [count] = counts;
  return counts.size === 1 && count?.op === 'int' && count.value > 0 ? count.value : undefined;
}

/** PTX ISA "cp.async.mbarrier.arrive": without `.noinc` the pending count is raised by what the arrival takes from it. */
function counts({ effect }: EffectEvent): boolean {
  return effect.kind !== 'async-arrive' || effect.operation === 'noinc';
}

/** The other dimensions of a block would multiply what `threadIdx.x` tells apart. */
export function isOneDimensional({ root, world }: Machine): boolean {
  return root.bodySpan !== undefined && !/\bthreadIdx\s*\.\s*[yz]\b/.test(world.textOf(root.file, root.bodySpan));
}

/** Arrivals of one thread at one time; undefined: not known. */
export function weightOf({ effect, count }: EffectEvent): number | undefined {
  if (effect.count === undefined) return 1;
  return count?.op === 'int' ? count.value : undefined;
}

/** Arrivals that lanes of one warp surely make at one barrier in one instruction; 0: not known. */
export function atOnce(m: Machine, event: EffectEvent): number {
  const lanes = threadSetOf(m, event)?.lanes ?? 0;
  if (lanes < 2 || !event.mbarrier || !isUniform(m, plainAddress(m, event.mbarrier)) || !hasWholeWarps(m)) return 0;
  return lanes * (weightOf(event) ?? 0);
}

/** The kernel tells lanes or warps apart: its blocks have whole warps. */
function hasWholeWarps(m: Machine): boolean {
  return m.elected.size > 0 || m.events.some(({ path }) => path.some(({ condition }) => namesWarps(m, condition)));
}

function namesWarps(m: Machine, term: Term): boolean {
  const of = indexOf(m, term)?.of;
  if (of === 'lane' || of === 'warp') return true;
  // `threadIdx.x < 128`.
  if (term.op === 'lt' && term.args.some((arg) => indexOf(m, arg)?.of === 'thread') && term.args.some((arg) => arg.op === 'int' && arg.value >= WARP_SIZE - 1)) return true;
  return term.op !== 'load' && argsOf(term).some((arg) => namesWarps(m, arg));
}

/** Arrivals that a block surely makes at one barrier in one pass; 0: not known. */
export function atLeast(m: Machine, event: EffectEvent): number {
  const set = threadSetOf(m, event);
  const warps = isOfOneWarp(m, event) ? 1 : event.mbarrier && uniformity(m, plainAddress(m, event.mbarrier)) === 'block' ? set?.warps : undefined;
  return !set || warps === undefined || (set.lanes > 1 && !hasWholeWarps(m)) ? 0 : set.lanes * warps * (weightOf(event) ?? 0);
}

/** The most that all of them make at one barrier, each coming once; undefined: not known. */
export function atMost(m: Machine, arrivals: readonly MbarrierOperation[]): number | undefined {
  let most = 0;
  for (const { event } of arrivals) {
    const { lanes, ...executors } = executorsOf(m, event);
    const warps = isOfOneWarp(m, event) ? 1 : executors.warps;
    const weight = weightOf(event);
    if (warps === undefined || weight === undefined || event.effect.mbarrier?.mapped || event.effect.mechanism.includes('.multicast')) return undefined;
    most += lanes * warps * weight;
  }
  return most;
}

/** Arrivals that take from what the barrier was initialised for. */
export function arrivalsAt({ operations }: MbarrierObject): readonly MbarrierOperation[] {
  return operations.filter(({ action, event }) => (action === 'arrive' || action === 'arrive-tx') && counts(event));
}

/** One phase, no more and no less, is complete in each pass in which that wait is made. */
export function completesOnce(m: Machine, object: MbarrierObject, wait: EffectEvent): boolean {
  const expected = countOf(object);
  const arrivals = arrivalsAt(object);
  if (expected === undefined || !isOneDimensional(m) || !arrivals.every(({ event }) => isOncePerWait(m, event, wait))) return false;
  const isSure = arrivals.some(({ event }) => passConditions(m, event).length === 0 && isUnasked(m, event, wait) && atLeast(m, event) >= expected);
  return isSure && (atMost(m, arrivals) ?? Infinity) < 2 * expected;
}

/** Each warp has a barrier of its own: its index, times something, is added to an address that is the same for all. */
export function isOfOneWarp(m: Machine, { mbarrier }: EffectEvent): boolean {
  const own = mbarrier ? addends(plainAddress(m, mbarrier)).filter((part) => uniformity(m, part) !== 'block') : [];
  const [only] = own;
  return own.length === 1 && only !== undefined && isLinearInWarp(m, only, mbarrier !== undefined && isInitialisedByEachWarp(m, mbarrier));
}

/** One thread of every warp initialises that very barrier, so no two warps share it. */
function isInitialisedByEachWarp(m: Machine, mbarrier: Term): boolean {
  const isElection = (term: Term): boolean => m.elected.has(term) || ((term.op === 'not' || term.op === 'eq') && term.args.some(isElection));
  return m.events.some((event) => event.kind === 'effect' && event.effect.kind === 'mbarrier-init' && event.mbarrier === mbarrier && event.loops.length === 0 &&
    event.path.every(({ condition }) => isElection(condition) || uniformity(m, condition) === 'block'));
}

/** `wraps`: also where the index goes around, `(start + warp) % N`. */
function isLinearInWarp(m: Machine, term: Term, wraps: boolean): boolean {
  if (indexOf(m, term)?.of === 'warp') return true;
  if (wraps && term.op === 'apply' && term.name === '%') return term.args[0] !== undefined && term.args[1] !== undefined && uniformity(m, term.args[1]) === 'block' && isLinearInWarp(m, term.args[0], wraps);
  if (term.op !== 'add' && !(term.op === 'apply' && term.name === '*')) return false;
  const own = argsOf(term).filter((part) => uniformity(m, part) !== 'block');
  return own.length === 1 && own.every((part) => isLinearInWarp(m, part, wraps));
}

/** In each pass in which it may arrive, the wait is for a phase of the same barrier. */
export function isOncePerWait(m: Machine, arrival: EffectEvent, wait: EffectEvent): boolean {
  if (!passTogether(m, arrival, wait) || !sameBarrier(m, arrival, wait)) return false;
  const asked = passConditions(m, arrival);
  return passConditions(m, wait).every((condition) => asked.some((other) => corresponds(m, other, condition)));
}

function sameBarrier(m: Machine, a: EffectEvent, b: EffectEvent): boolean {
  const [x, y] = [a.mbarrier ?? a.destination, b.mbarrier ?? b.destination];
  return x !== undefined && y !== undefined && corresponds(m, plainAddress(m, x), plainAddress(m, y));
}

/** What else is asked on its way is the same for the whole block, and asked on the way to the wait, too. */
export function isUnasked(m: Machine, event: EffectEvent, wait: EffectEvent): boolean {
  const isAskedToo = (condition: Term): boolean =>
    wait.facts.known(condition) === true || (condition.op === 'and' ? condition.args.every(isAskedToo) : condition.op !== 'or' && selectsThreads(m, condition));
  return event.path.every(({ condition, source }) => source?.loop === true || source?.asserted === true || isAskedToo(condition));
}

export function selectsThreads(m: Machine, condition: Term): boolean {
  const of = indexOf(m, condition)?.of;
  return of === 'lane' || of === 'warp' || of === 'thread' || m.elected.has(condition) || (condition.op !== 'load' && argsOf(condition).some((arg) => selectsThreads(m, arg)));
}
