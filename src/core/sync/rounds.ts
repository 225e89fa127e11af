/** Phases of a barrier for each round of a ring that two sides hand to and fro. */
import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { arrivalsAt } from './arrivals.js';
import { compareSums, type Comparison } from './byteSums.js';
import { coupleOf, turnsWithStages } from './couples.js';
import type { MbarrierObject } from './mbarrierObjects.js';
import { slotPeriod } from './parities.js';
import { passConditions } from './passes.js';
import { expectedSum, inOneInstance, leastSum, mostSum } from './symbolicCounts.js';

/** Each time that the wait comes to a barrier, one phase, no more and no less, has been completed there since, whatever parity it asks for. */
export function completesOnceARound(m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[], wait: EffectEvent): boolean {
  const couple = coupleOf(m, object, objects);
  if (!couple?.back.every((handover) => handover.wait.event === wait)) return false;
  const { there, partner } = couple;
  const stages = wait.mbarrier && slotPeriod(m, wait.mbarrier)?.passes;
  const goesAlong = there.every(({ wait: { event } }) => turnsWithStages(m, event) && event.mbarrier !== undefined && slotPeriod(m, event.mbarrier)?.passes === stages);
  return stages !== undefined && goesAlong && [object, partner].every((each) => takesAll(m, each));
}

/** What comes if each thread comes once is what a phase takes. */
function takesAll(m: Machine, object: MbarrierObject): boolean {
  const all = arrivalsAt(object);
  return all.length > 0 && all.every((one) => {
    const arrivals = inOneInstance(all, one);
    const { facts } = one.event;
    const [expected, most, least] = [expectedSum(object, facts), mostSum(m, arrivals), leastSum(m, arrivals)];
    return expected !== undefined && most !== undefined && least !== undefined && isEqual(compareSums(expected, most, facts)) && isEqual(compareSums(expected, least, facts)) &&
      arrivals.every(({ event }) => passConditions(m, event).length === 0);
  });
}

const isEqual = (comparison: Comparison | undefined): boolean => comparison?.order === 0;
