/** Loops in the source that only ask again whether an mbarrier's phase is complete. */
import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { carriedIn } from './parities.js';

/** A `try_wait` in a loop of its own becomes what PTX with a loop inside is: one wait, that comes back when the phase is complete. */
export function foldSpins(m: Machine): void {
  for (const [i, event] of m.events.entries()) {
    const spin = event.kind === 'effect' && event.effect.kind === 'mbarrier-wait' && !event.effect.looped ? spinOf(m, event) : undefined;
    if (spin && event.kind === 'effect') m.events[i] = folded(event, spin);
  }
}

/** The innermost loop, if it does nothing else and asks for the same phase each time. */
function spinOf(m: Machine, wait: EffectEvent): Place | undefined {
  const spin = wait.loops.at(-1);
  if (!spin) return undefined;
  const isOfWait = (event: Event): boolean => event.kind === 'call' || event === wait || !event.loops.includes(spin);
  const isSame = [wait.mbarrier, wait.selector].every((term) => !term || [...carriedIn(m, term)].every((symbol) => m.carried.get(symbol)?.loop !== spin));
  return isSame && m.events.every(isOfWait) ? spin : undefined;
}

function folded(wait: EffectEvent, spin: Place): EffectEvent {
  const isOfSpin = ({ file, span }: Place): boolean => file === spin.file && spin.span.start <= span.start && span.end <= spin.span.end;
  const path = wait.path.filter(({ source }) => !(source?.loop === true && isOfSpin(source.place)));
  return { ...wait, effect: { ...wait.effect, looped: true }, loops: wait.loops.slice(0, -1), path };
}
