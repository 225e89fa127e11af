import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import type { Term } from '../flow/terms.js';
import { completesOnce } from '../sync/arrivals.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { slotsOf } from '../sync/mbarrierSlots.js';
import { blocksOnParity, parityPeriod, slotPeriod } from '../sync/parities.js';
import { exclusive } from '../sync/reach.js';
import { completesOnceARound } from '../sync/rounds.js';
import { deadlocksAtOnce } from './parityDeadlock.js';
import { phasesBegunAnew } from './parityReset.js';
import type { Draft, Rule } from './rule.js';
import { unlessOne } from './wording.js';

/**
 * mbarrier.parity: PTX ISA "mbarrier.test_wait, mbarrier.try_wait": a wait by parity tells the phase in progress from the one before it, and
 * nothing more. The parity must turn with each phase of the barrier that is waited on, over all loops, and begin with the first.
 */
export const parity: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    const objects = barriersInSight(machine).flatMap(slotsOf);
    const stuck = deadlocksAtOnce(context, machine, objects);
    return [...stuck, ...objects.flatMap((object) => [...phasesBegunAnew(machine, object), ...wrongPeriods(machine, object, objects)])];
  });

/** The parity turns in other passes than those in which the barrier's phases do. */
function wrongPeriods(m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[]): Draft[] {
  const waits = object.operations.filter(({ action }) => action === 'wait');
  return waits.flatMap((wait): Draft[] => {
    if (!blocksOnParity(wait) || wait.event.loops.length === 0 || !wait.event.mbarrier || !wait.event.selector) return [];
    if (waits.some((other) => other !== wait && !exclusive(other.event, wait.event)) || isMadeAnew(object, wait.event)) return [];
    const found = mismatch(m, wait.event, wait.event.mbarrier, wait.event.selector);
    return found && (completesIn(m, object, wait.event, found) || completesOnceARound(m, object, objects, wait.event)) ? [draft(object, wait, found)] : [];
  });
}

/** Initialised in a loop around the wait: its phases begin anew. */
function isMadeAnew({ operations }: MbarrierObject, { loops }: EffectEvent): boolean {
  return operations.some(({ action, event }) => action === 'init' && event.loops.some((loop) => loops.includes(loop)));
}

/** A number for a parity is right for each barrier of a ring once, and nothing else says that it goes around. */
function completesIn(m: Machine, object: MbarrierObject, wait: EffectEvent, { isOfOneRound }: Mismatch): boolean {
  return !isOfOneRound && completesOnce(m, object, wait);
}

interface Mismatch {
  readonly isOfOneRound?: true;
  readonly text: string;
  readonly approximate?: string;
}

function mismatch(m: Machine, wait: EffectEvent, address: Term, selector: Term): Mismatch | undefined {
  const slot = slotPeriod(m, address);
  const turn = parityPeriod(m, wait, selector);
  if (!slot || !turn || (slot.loop && turn.loop && slot.loop !== turn.loop)) return undefined;
  const [every, turns] = [slot.passes, turn.passes];
  if (turns === m.store.zero) return { text: `the parity is always ${termText(selector)}`, ...(slot.loop ? { isOfOneRound: true, approximate: 'the ring may go around once only' } : {}) };
  if (every === turns) return undefined;
  const text = `the parity turns ${passesText(turns)}`;
  if (every.op === 'int' && turns.op === 'int') return { text };
  const named = every.op === 'int' && every.value === 1 ? turns : turns.op === 'int' && turns.value === 1 ? every : undefined;
  return named && { text, ...unlessOne([named]) };
}

function passesText(passes: Term): string {
  return passes.op === 'int' && passes.value === 1 ? 'each pass' : `every ${termText(passes)} passes`;
}

function draft(object: MbarrierObject, wait: MbarrierOperation, { text, approximate }: Mismatch): Draft {
  const arrival = object.operations.find(({ action }) => action === 'arrive' || action === 'arrive-tx');
  return {
    rule: 'mbarrier.parity', place: wait.event.anchor,
    message: `A phase of \`${object.name}\` is complete each time it comes around in the loop, but ${text}: the wait comes back for an old phase, or not at all.`,
    path: [...(arrival ? [{ place: arrival.event.anchor, text: 'completes a phase each time' }] : []), { place: wait.event.anchor, text: `waited on here: ${text}` }],
    ...(approximate === undefined ? {} : { approximate }),
  };
}
