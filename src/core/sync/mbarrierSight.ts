/** Whether all that is done with an mbarrier is in sight: what is not seen may be the operation that is missed. */
import type { EffectEvent, Event } from '../flow/events.js';
import { occurs } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import { remembered } from '../flow/remembered.js';
import { argsOf, type Term } from '../flow/terms.js';
import { storageOf } from './addresses.js';
import { objectOf, actionOf } from './mbarriers.js';
import { mbarrierObjects, type MbarrierObject } from './mbarrierObjects.js';
import { isOpaque } from './reach.js';
import { isUnderstood } from './understood.js';

/** What a barrier must have to be of use. */
export function isComplete({ operations }: Pick<MbarrierObject, 'operations'>): boolean {
  return ['init', 'arrive', 'wait'].every((wanted) => operations.some(({ action }) => action === wanted || (wanted === 'arrive' && action === 'arrive-tx')));
}

/**
 * The barriers of a kernel of which every operation is known: they lie in shared memory that the kernel declares, no code that is not seen
 * or not understood gets at them, no operation on an unknown barrier may be on them, and none of them goes by two names.
 */
export const barriersInSight = remembered((m: Machine): readonly MbarrierObject[] => {
  const objects = mbarrierObjects(m);
  if (!m.root.isKernel || !isUnderstood(m) || m.events.some((event) => hidesBarrier(event))) return [];
  return objects.filter((object) => storageOf(object.root) !== undefined && !mayBeTwoNames(object, objects) && !m.events.some((event) => mayTouch(event, object.root)));
});

/** An operation on a barrier that is not known, or code that may be one. */
function hidesBarrier(event: Event): boolean {
  if (event.kind !== 'effect') return false;
  return event.effect.kind === 'unknown' || (isOnBarrier(event) && objectOf(event) === undefined);
}

function isOnBarrier(event: EffectEvent): boolean {
  return actionOf(event) !== undefined || event.effect.completion === 'mbarrier' || event.effect.kind.startsWith('mbarrier-');
}

/** Barriers in memory of another type are told apart by their addresses, which the code may compute in two ways. */
function mayBeTwoNames(object: MbarrierObject, objects: readonly MbarrierObject[]): boolean {
  return objects.some((other) => other !== object && !(other.isDeclared && object.isDeclared) && !isComplete(other));
}

/** Code that is not seen gets the barrier, the memory that it lies in, or its address from memory. */
function mayTouch(event: Event, root: Term): boolean {
  const storage = storageOf(root);
  const gets = (term: Term | undefined): boolean => term !== undefined && leadsTo(term, root, storage);
  if (event.kind === 'access') return event.access !== 'load' && !event.copies && gets(event.source);
  if (event.kind !== 'call' || !isOpaque(event)) return false;
  return event.args.some(gets) || (event.receiver !== undefined && (gets(event.receiver) || isFromElsewhere(event.receiver)));
}

/** Is the barrier's address, or that of its storage, in the value? What was loaded from there is not; what a lambda captures, its callee can reach. */
function leadsTo(term: Term, root: Term, storage: Term | undefined): boolean {
  if (term === root || term === storage || term.op === 'closure') return true;
  if (term.op === 'load') return false;
  // A field is its own memory, unless the barrier is a part of it.
  if (term.op === 'field') return occurs(term, root);
  const parts = term.op === 'object' ? [...term.fields.values(), ...(term.base ? [term.base] : [])] : argsOf(term);
  return parts.some((part) => leadsTo(part, root, storage));
}

/** An object that came out of a call or of memory. */
function isFromElsewhere(term: Term): boolean {
  return term.op === 'load' || (term.op === 'symbol' && (term.origin === 'result' || term.origin === 'join'));
}
