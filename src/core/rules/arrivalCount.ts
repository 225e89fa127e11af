import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { executorsOf, isUniform, WARP_SIZE } from '../sync/executors.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import { mbarrierObjects } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { slotsOf } from '../sync/mbarrierSlots.js';
import { addends } from '../sync/overlap.js';
import { indexOf } from '../sync/participants.js';
import { corresponds, passConditions, passTogether } from '../sync/passes.js';
import { exclusive } from '../sync/reach.js';
import { threadSetOf, uniformity } from '../sync/threadSet.js';
import type { Draft, Rule, Step } from './rule.js';

/**
 * mbarrier.arrival-count: PTX ISA "mbarrier.init": each phase takes exactly the count's arrivals. Fewer, and no wait ends; more, and the phase
 * is over before the rest have come. Only counts of which every part is known are compared.
 */
export const arrivalCount: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => barriersInSight(machine, mbarrierObjects(machine)).flatMap(slotsOf).flatMap((object) => judge(machine, object)));

function judge(m: Machine, object: MbarrierObject): Draft[] {
  const init = object.operations.find(({ action }) => action === 'init');
  const expected = countOf(object);
  if (!init || expected === undefined) return [];
  const all = object.operations.filter(({ action }) => action === 'arrive' || action === 'arrive-tx');
  if (all.length === 0 || all.some(({ event }) => event.effect.operation === 'drop') || !isOneDimensional(m)) return [];
  const arrivals = all.filter(({ event }) => counts(event));
  const mass = arrivals.find(({ event }) => atOnce(m, event) > expected);
  if (mass) return [tooMany(object, init, mass, expected, `${String(atOnce(m, mass.event))} come from all lanes of a warp at once`)];
  return [...fewer(m, object, init, arrivals, expected), ...more(m, object, init, arrivals, expected)];
}

/** The one count that all its barriers are initialised with. */
function countOf({ operations }: MbarrierObject): number | undefined {
  const counts = new Set(operations.filter(({ action }) => action === 'init').map(({ event }) => event.count));
  const [count] = counts;
  return counts.size === 1 && count?.op === 'int' && count.value > 0 ? count.value : undefined;
}

/** PTX ISA "cp.async.mbarrier.arrive": without `.noinc` the pending count is raised by what the arrival takes from it. */
function counts({ effect }: EffectEvent): boolean {
  return effect.kind !== 'async-arrive' || effect.operation === 'noinc';
}

/** The other dimensions of a block would multiply what `threadIdx.x` tells apart. */
function isOneDimensional({ root, world }: Machine): boolean {
  return root.bodySpan !== undefined && !/\bthreadIdx\s*\.\s*[yz]\b/.test(world.textOf(root.file, root.bodySpan));
}

/** Arrivals of one thread at one time; undefined: not known. */
function weightOf({ effect, count }: EffectEvent): number | undefined {
  if (effect.count === undefined) return 1;
  return count?.op === 'int' ? count.value : undefined;
}

/** Arrivals that lanes of one warp surely make at one barrier in one instruction; 0: not known. */
function atOnce(m: Machine, event: EffectEvent): number {
  const lanes = threadSetOf(m, event)?.lanes ?? 0;
  if (lanes < 2 || !event.mbarrier || !isUniform(m, event.mbarrier) || !hasWholeWarps(m)) return 0;
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

/** Even if every thread that may come does, the phase lacks arrivals. */
function fewer(m: Machine, object: MbarrierObject, init: MbarrierOperation, arrivals: readonly MbarrierOperation[], expected: number): Draft[] {
  let most = 0;
  for (const { event } of arrivals) {
    const { lanes, ...executors } = executorsOf(m, event);
    const warps = isOfOneWarp(m, event) ? 1 : executors.warps;
    const weight = weightOf(event);
    if (warps === undefined || weight === undefined || event.effect.mbarrier?.mapped || event.effect.mechanism.includes('.multicast')) return [];
    most += lanes * warps * weight;
  }
  const waits = object.operations.filter(({ action }) => action === 'wait');
  const wait = waits.find(({ event }) => arrivals.every((arrival) => arrival.event.loops.length === 0 || isOncePerWait(m, arrival.event, event)));
  if (most >= expected || !wait) return [];
  return [{
    rule: 'mbarrier.arrival-count', place: init.event.anchor,
    message: `\`${object.name}\` is initialised for ${arrivalsText(expected)} a phase, and ${most === 0 ? 'none comes' : `at most ${String(most)} ${most === 1 ? 'comes' : 'come'}`}: the wait for it does not end.`,
    path: [step(init, `initialised for ${arrivalsText(expected)}`), ...arrivals.map((arrival) => step(arrival, 'arrived at here')), step(wait, 'waited on here')],
  }];
}

/** Each warp has a barrier of its own: its index, times something, is added to an address that is the same for all. */
function isOfOneWarp(m: Machine, { mbarrier }: EffectEvent): boolean {
  const own = mbarrier ? addends(mbarrier).filter((part) => uniformity(m, part) !== 'block') : [];
  const [only] = own;
  return own.length === 1 && only !== undefined && isLinearInWarp(m, only);
}

function isLinearInWarp(m: Machine, term: Term): boolean {
  if (indexOf(m, term)?.of === 'warp') return true;
  if (term.op !== 'add' && !(term.op === 'apply' && term.name === '*')) return false;
  const own = argsOf(term).filter((part) => uniformity(m, part) !== 'block');
  return own.length === 1 && own.every((part) => isLinearInWarp(m, part));
}

/** In each pass in which it may arrive, the wait is for a phase of the same barrier. */
function isOncePerWait(m: Machine, arrival: EffectEvent, wait: EffectEvent): boolean {
  if (!passTogether(m, arrival, wait) || !sameBarrier(m, arrival, wait)) return false;
  const asked = passConditions(m, arrival);
  return passConditions(m, wait).every((condition) => asked.some((other) => corresponds(m, other, condition)));
}

function sameBarrier(m: Machine, a: EffectEvent, b: EffectEvent): boolean {
  const [x, y] = [a.mbarrier ?? a.destination, b.mbarrier ?? b.destination];
  return x !== undefined && y !== undefined && corresponds(m, x, y);
}

/** All that surely arrive between two waits are more than the phase takes. */
function more(m: Machine, object: MbarrierObject, init: MbarrierOperation, arrivals: readonly MbarrierOperation[], expected: number): Draft[] {
  const waits = object.operations.filter(({ action }) => action === 'wait');
  const [wait] = waits;
  if (!wait || waits.some((a) => waits.some((b) => a !== b && !exclusive(a.event, b.event)))) return [];
  const sure = arrivals.filter(({ event }) => isOncePerWait(m, event, wait.event) && passConditions(m, event).length === 0 && isUnasked(m, event, wait.event));
  const least = sure.reduce((sum, { event }) => sum + atLeast(m, event), 0);
  const last = sure.at(-1);
  const together = sure.every((a) => sure.every((b) => a === b || !areApart(m, a.event, b.event)));
  return last && together && least > expected ? [tooMany(object, init, last, expected, `${String(least)} come`, sure)] : [];
}

/** Arrivals that a block surely makes at one barrier in one pass; 0: not known. */
function atLeast(m: Machine, event: EffectEvent): number {
  const set = threadSetOf(m, event);
  if (!set?.warps || !event.mbarrier || uniformity(m, event.mbarrier) !== 'block' || (set.lanes > 1 && !hasWholeWarps(m))) return 0;
  return set.lanes * set.warps * (weightOf(event) ?? 0);
}

/** What else is asked on its way is the same for the whole block, and asked on the way to the wait, too. */
function isUnasked(m: Machine, event: EffectEvent, wait: EffectEvent): boolean {
  return event.path.every(({ condition, source }) => source?.loop === true || source?.asserted === true || wait.facts.known(condition) === true || selectsThreads(m, condition));
}

function selectsThreads(m: Machine, condition: Term): boolean {
  const of = indexOf(m, condition)?.of;
  return of === 'lane' || of === 'warp' || of === 'thread' || m.elected.has(condition) || (condition.op !== 'load' && argsOf(condition).some((arg) => selectsThreads(m, arg)));
}

/** Not both in one pass, whoever comes. */
function areApart(m: Machine, a: EffectEvent, b: EffectEvent): boolean {
  return a.path.some(({ condition }) => !selectsThreads(m, condition) && b.facts.known(condition) === false);
}

function tooMany(object: MbarrierObject, init: MbarrierOperation, arrival: MbarrierOperation, expected: number, who: string, all: readonly MbarrierOperation[] = [arrival]): Draft {
  return {
    rule: 'mbarrier.arrival-count', place: arrival.event.anchor,
    message: `\`${object.name}\` is initialised for ${arrivalsText(expected)} a phase, and ${who}: its phases end too early.`,
    path: [step(init, `initialised for ${arrivalsText(expected)}`), ...all.map((one) => step(one, 'arrived at here'))],
  };
}

function arrivalsText(count: number): string {
  return `${String(count)} arrival${count === 1 ? '' : 's'}`;
}

function step({ event }: MbarrierOperation, text: string): Step {
  return { place: event.anchor, text };
}
