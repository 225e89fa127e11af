/** Proxies: by which way memory is accessed. PTX ISA "Proxies", "fence.proxy.async", "fence.mbarrier_init". */
import type { EffectEvent, Event } from '../flow/events.js';
import type { Term } from '../flow/terms.js';
import { exclusive, isOpaque } from './reach.js';

/** Orders generic accesses before asynchronous ones, among them the initialisation of mbarriers. */
export function isAsyncProxyFence(event: Event): boolean {
  return event.kind === 'effect' && event.effect.kind === 'fence-proxy';
}

export function isMbarrierInitFence(event: Event): boolean {
  return event.kind === 'effect' && event.effect.kind === 'fence-mbarrier-init';
}

/** Does nothing between the two, that both can be on a path with, fence, and is all of it understood? */
export function surelyUnfenced(events: readonly Event[], from: number, to: number, isFence: (event: Event) => boolean): boolean {
  const start = events[from];
  const end = events[to];
  if (!start || !end || exclusive(start, end)) return false;
  return !events.slice(from + 1, to).some((event) => (isFence(event) || isOpaque(event)) && !exclusive(start, event) && !exclusive(event, end));
}

/** The mbarrier of an operation that the asynchronous proxy reports to. */
export function asyncMbarrierOf({ effect, mbarrier, destination }: EffectEvent): Term | undefined {
  if (effect.kind === 'matrix-commit') return mbarrier ?? destination;
  return effect.completion === 'mbarrier' && effect.proxy === 'async' ? mbarrier : undefined;
}
