import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { arrivalsAt, atLeast, atMost, atOnce, countOf, isOncePerWait, isOneDimensional, isUnasked, selectsThreads } from '../sync/arrivals.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { slotsOf } from '../sync/mbarrierSlots.js';
import { asksForNew } from '../sync/parities.js';
import { passConditions } from '../sync/passes.js';
import { exclusive } from '../sync/reach.js';
import type { Draft, Rule, Step } from './rule.js';

/**
 * mbarrier.arrival-count: PTX ISA "mbarrier.init": each phase takes exactly the count's arrivals. Fewer, and no wait ends; more, and the phase
 * is over before the rest have come. Only counts of which every part is known are compared.
 */
export const arrivalCount: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => barriersInSight(machine).flatMap(slotsOf).flatMap((object) => judge(machine, object)));

function judge(m: Machine, object: MbarrierObject): Draft[] {
  const init = object.operations.find(({ action }) => action === 'init');
  const expected = countOf(object);
  if (!init || expected === undefined) return [];
  const all = object.operations.filter(({ action }) => action === 'arrive' || action === 'arrive-tx');
  if (all.length === 0 || all.some(({ event }) => event.effect.operation === 'drop') || !isOneDimensional(m)) return [];
  const arrivals = arrivalsAt(object);
  const mass = arrivals.find(({ event }) => atOnce(m, event) > expected);
  if (mass) return [tooMany(object, init, mass, expected, `${String(atOnce(m, mass.event))} come from all lanes of a warp at once`)];
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
  return [{
    rule: 'mbarrier.arrival-count', place: init.event.anchor,
    message: `\`${object.name}\` is initialised for ${arrivalsText(expected)} a phase, and ${most === 0 ? 'none comes' : `at most ${String(most)} ${most === 1 ? 'comes' : 'come'}`}: the wait for it does not end.`,
    path: [step(init, `initialised for ${arrivalsText(expected)}`), ...arrivals.map((arrival) => step(arrival, 'arrived at here')), step(wait, 'waited on here')],
  }];
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
  return last && together && least > expected ? [tooMany(object, init, last, expected, `${String(least)} come`, sure)] : [];
}

/** Each arrival is for a phase of its own, which is waited for. */
function isForEach(m: Machine, arrival: EffectEvent, wait: EffectEvent): boolean {
  return isOncePerWait(m, arrival, wait) && asksForNew(m, wait);
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
