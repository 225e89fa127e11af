import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import { arrivalsAt, atLeast, atMost, atOnce, countOf, isOncePerWait, isOneDimensional, isUnasked, selectsThreads } from '../sync/arrivals.js';
import { compareSums, numberSum, sumText, times, type ByteSum } from '../sync/byteSums.js';
import { arrivalsOf, arrivesOnceAtFirst } from '../sync/couples.js';
import { WARP_SIZE } from '../sites/threadIndex.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { slotsOf } from '../sync/mbarrierSlots.js';
import { asksForNew } from '../sync/parities.js';
import { passConditions } from '../sync/passes.js';
import { exclusive } from '../sync/reach.js';
import { countTermOf, expectedSum, inOneInstance, leastSum, mostSum } from '../sync/symbolicCounts.js';
import type { Draft, Rule, Step } from './rule.js';
import { unlessOne } from './wording.js';

/**
 * mbarrier.arrival-count: PTX ISA "mbarrier.init": each phase takes exactly the count's arrivals. Fewer, and no wait ends; more, and the phase
 * is over before the rest have come. Only counts of which every part is known are compared.
 */
export const arrivalCount: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => {
    const objects = barriersInSight(machine).flatMap(slotsOf);
    return objects.flatMap((object) => judge(machine, object, objects));
  });

function judge(m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[]): Draft[] {
  const init = object.operations.find(({ action }) => action === 'init');
  const all = arrivalsOf(object);
  if (!init || all.length === 0 || all.some(({ event }) => event.effect.operation === 'drop') || !isOneDimensional(m)) return [];
  if (countTermOf(object) === m.store.zero) return [forNobody(object, init)];
  const expected = countOf(object);
  const found = expected === undefined ? [] : judgeNumber(m, object, init, expected);
  return found.length > 0 ? found : judgeRounds(m, object, init, objects);
}

/** PTX ISA "mbarrier.init": the count is at least 1. */
function forNobody(object: MbarrierObject, init: MbarrierOperation): Draft {
  return {
    rule: 'mbarrier.arrival-count', place: init.event.anchor,
    message: `\`${object.name}\` is initialised for 0 arrivals a phase: an mbarrier takes at least 1.`,
    path: [step(init, 'initialised for 0 arrivals'), ...arrivalsOf(object).map((arrival) => step(arrival, 'arrived at here'))],
  };
}

function judgeNumber(m: Machine, object: MbarrierObject, init: MbarrierOperation, expected: number): Draft[] {
  const arrivals = arrivalsAt(object);
  const mass = arrivals.find(({ event }) => atOnce(m, event) > expected);
  if (mass) return [tooMany(object, init, mass, arrivalsText(expected), `${String(atOnce(m, mass.event))} come from all lanes of a warp at once`)];
  return [...fewer(m, object, init, arrivals, expected), ...more(m, object, init, arrivals, expected)];
}

/** Even if every thread that may come does, the phase lacks arrivals. */
function fewer(m: Machine, object: MbarrierObject, init: MbarrierOperation, arrivals: readonly MbarrierOperation[], expected: number): Draft[] {
  const most = atMost(m, arrivals);
  const waits = object.operations.filter(({ action }) => action === 'wait');
  // Whoever arrives again has come through a wait of his own before, and the first of those does not end.
  const isAwaited = ({ event }: MbarrierOperation): boolean => event.loops.length === 0 || waits.some((one) => isForEach(m, event, one.event));
  const wait = arrivals.every(isAwaited) ? waits[0] : undefined;
  if (most === undefined || most >= expected || !wait) return [];
  return [tooFew(object, init, arrivals, wait, arrivalsText(expected), most === 0 ? 'none comes' : `at most ${comeText(String(most))}`)];
}

function tooFew(object: MbarrierObject, init: MbarrierOperation, arrivals: readonly MbarrierOperation[], wait: MbarrierOperation, expected: string, who: string): Draft {
  return {
    rule: 'mbarrier.arrival-count', place: init.event.anchor,
    message: `\`${object.name}\` is initialised for ${expected} a phase, and ${who}: the wait for it does not end.`,
    path: [step(init, `initialised for ${expected}`), ...arrivals.map((arrival) => step(arrival, 'arrived at here')), step(wait, 'waited on here')],
  };
}

/** All that surely arrive between two waits are more than the phase takes. */
function more(m: Machine, object: MbarrierObject, init: MbarrierOperation, arrivals: readonly MbarrierOperation[], expected: number): Draft[] {
  const waits = object.operations.filter(({ action }) => action === 'wait');
  const [wait] = waits;
  if (!wait || waits.some((a) => waits.some((b) => a !== b && !exclusive(a.event, b.event)))) return [];
  const sure = arrivals.filter(({ event }) => isForEach(m, event, wait.event) && passConditions(m, event).length === 0 && isUnasked(m, event, wait.event));
  const least = sure.reduce((sum, { event }) => sum + atLeast(m, event), 0);
  const last = sure.at(-1);
  const together = sure.every((a) => sure.every((b) => a === b || !areApart(m, a.event, b.event)));
  return last && together && least > expected ? [tooMany(object, init, last, arrivalsText(expected), `${String(least)} come`, sure)] : [];
}

/**
 * Stages that two sides hand to and fro, so that each thread comes once a round: what comes in a round is what a phase takes. Judged for each
 * instance of the kernel in which arrivals are, by sums of what the code calls the numbers.
 */
function judgeRounds(m: Machine, object: MbarrierObject, init: MbarrierOperation, objects: readonly MbarrierObject[]): Draft[] {
  const wait = object.operations.find(({ action }) => action === 'wait');
  const all = arrivalsAt(object);
  if (!wait || !arrivesOnceAtFirst(m, object, objects, (partner) => !completesOnceForEach(m, partner))) return [];
  for (const one of all) {
    const [arrivals, facts] = [inOneInstance(all, one), one.event.facts];
    const [expected, most, least] = [expectedSum(object, facts), mostSum(m, arrivals), leastSum(m, arrivals)];
    const count = countText(object);
    const under = expected && most && compareSums(expected, most, facts);
    if (under?.order === 1 && most) return [{ ...tooFew(object, init, arrivals, wait, count, `at most ${comeText(warpsText(m, most))}`), ...unlessOne(under.unless) }];
    const isSure = arrivals.every(({ event }) => passConditions(m, event).length === 0 && arrivals.every((other) => !areApart(m, event, other.event)));
    const over = isSure && expected && least ? compareSums(least, expected, facts) : undefined;
    if (over?.order === 1 && least) return [{ ...tooMany(object, init, arrivals.at(-1) ?? one, count, comeText(warpsText(m, least)), arrivals), ...unlessOne(over.unless) }];
  }
  return [];
}

/** Not even if all come does a second phase end. */
function completesOnceForEach(m: Machine, object: MbarrierObject): boolean {
  return arrivalsAt(object).every((one) => {
    const [expected, most] = [expectedSum(object, one.event.facts), mostSum(m, inOneInstance(arrivalsAt(object), one))];
    return expected !== undefined && most !== undefined && compareSums(times(numberSum(2), expected), most, one.event.facts)?.order === 1;
  });
}

function countText(object: MbarrierObject): string {
  const count = countTermOf(object);
  return count?.op === 'int' ? arrivalsText(count.value) : `\`${count ? termText(count) : ''}\` arrivals`;
}

/** Of 32 times as many. */
function warpsText(m: Machine, sum: ByteSum): string {
  const parts = [...sum.values()];
  const isWhole = parts.every((part) => part.times % WARP_SIZE === 0);
  const text = sumText(m, isWhole ? new Map([...sum].map(([key, part]) => [key, { ...part, times: part.times / WARP_SIZE }])) : sum);
  return isWhole ? (/^\d+$/.test(text) ? text : `\`${text}\``) : `\`${parts.length > 1 ? `(${text})` : text} / ${String(WARP_SIZE)}\``;
}

/** Each arrival is for a phase of its own, which is waited for. */
function isForEach(m: Machine, arrival: EffectEvent, wait: EffectEvent): boolean {
  return isOncePerWait(m, arrival, wait) && asksForNew(m, wait);
}

/** Not both in one pass, whoever comes. */
function areApart(m: Machine, a: EffectEvent, b: EffectEvent): boolean {
  return a.path.some(({ condition }) => !selectsThreads(m, condition) && b.facts.known(condition) === false);
}

function tooMany(object: MbarrierObject, init: MbarrierOperation, arrival: MbarrierOperation, expected: string, who: string, all: readonly MbarrierOperation[] = [arrival]): Draft {
  return {
    rule: 'mbarrier.arrival-count', place: arrival.event.anchor,
    message: `\`${object.name}\` is initialised for ${expected} a phase, and ${who}: its phases end too early.`,
    path: [step(init, `initialised for ${expected}`), ...all.map((one) => step(one, 'arrived at here'))],
  };
}

function comeText(count: string): string {
  return `${count} ${count === '1' ? 'comes' : 'come'}`;
}

function arrivalsText(count: number): string {
  return `${String(count)} arrival${count === 1 ? '' : 's'}`;
}

function step({ event }: MbarrierOperation, text: string): Step {
  return { place: event.anchor, text };
}
