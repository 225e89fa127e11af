/** Whether those who do not come to a barrier come to one that stands in for it. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { barrierAt, type Barrier } from './barriers.js';
import { branchesOf } from './branches.js';
import { divisionBy } from './participants.js';
import { isOpaque, varies } from './reach.js';

/** Those who find the condition false come to a barrier of the same kind, or do something that is not known. */
export function othersMatch(m: Machine, barrier: Barrier, condition: Term): boolean {
  return m.events.some((event) => {
    if (event === barrier.event || event.facts.known(condition) === true || !isOpenTo(barrier.event, condition, event)) return false;
    const elsewhere = event.facts.known(condition) === false;
    return (elsewhere && isOpaque(event)) || (barrierAt(m, event)?.key === barrier.key && (elsewhere || divides(m, barrier.event, event)));
  });
}

/** Those who part from the first event at the condition, and so have passed what is asked before it, can come to the second. */
export function isOpenTo(from: Event, condition: Term, to: Event): boolean {
  const at = from.path.findIndex((taken) => taken.condition === condition);
  return !from.path.slice(0, Math.max(0, at)).some((taken) => !varies(taken.condition) && to.facts.known(taken.condition) === false);
}

/** Something else than what leads to the first divides those who come to the second. */
function divides(m: Machine, from: Event, event: Event): boolean {
  return branchesOf(m, event).some(({ taken }) => !from.path.some(({ condition }) => condition === taken.condition) && divisionBy(m, taken.condition) !== undefined);
}
