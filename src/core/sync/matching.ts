/** Whether those who do not come to a barrier come to one that stands in for it. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { barrierOf, type Barrier } from './barriers.js';
import { branchesOf } from './branches.js';
import { divisionBy } from './participants.js';
import { isOpaque } from './reach.js';

/** Those who find the condition false come to a barrier of the same kind, or do something that is not known. */
export function othersMatch(m: Machine, barrier: Barrier, condition: Term): boolean {
  return m.events.some((event) => {
    if (event === barrier.event || event.facts.known(condition) === true) return false;
    const elsewhere = event.facts.known(condition) === false;
    return (elsewhere && isOpaque(event)) || (barrierOf(event)?.key === barrier.key && (elsewhere || divides(m, event)));
  });
}

function divides(m: Machine, event: Event): boolean {
  return branchesOf(m, event).some(({ taken }) => divisionBy(m, taken.condition) !== undefined);
}
