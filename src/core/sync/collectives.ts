/** Warps that are whole: what all 32 lanes must come to tells that none of them has gone elsewhere. */
import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { remembered } from '../flow/remembered.js';
import type { Term } from '../flow/terms.js';

/** CUDA C++ Programming Guide, "Warp Shuffle Functions", "Synchronization Functions": the mask is the first argument; `__syncwarp()` has all. */
const wholeWarpCalls = remembered((m: Machine): readonly EffectEvent[] =>
  m.events.filter((event, at): event is EffectEvent => {
    if (event.kind !== 'effect' || (event.effect.kind !== 'warp-collective' && event.effect.kind !== 'warp-sync')) return false;
    const call = m.events.slice(Math.max(0, at - 2), at).findLast((before) => before.kind === 'call' && before.place === event.place);
    if (call?.kind !== 'call' || !/^__\w+$/.test(event.effect.mechanism)) return false;
    const [mask] = call.args;
    return mask ? mask.op === 'int' && (mask.value === 0xffffffff || mask.value === -1) : event.effect.kind === 'warp-sync';
  }));

/**
 * Whoever comes to the event comes to a call that waits for all lanes of its warp, where the condition has that value: it has it in all of
 * them, or the call would wait for ever.
 */
export function isAgreedOn(m: Machine, event: Event, condition: Term, value: boolean): boolean {
  return wholeWarpCalls(m).some((call) => call.facts.known(condition) === value && call.path.every((taken) => event.facts.known(taken.condition) === true));
}
