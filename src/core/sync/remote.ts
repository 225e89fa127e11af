/** Accesses to peers' memory that are data, and those that say something about it. */
import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Term } from '../flow/terms.js';

const ORDERED = /\b(?:relaxed|release|acquire|acq_rel|volatile|mmio)\b/;

/** PTX ISA "Memory Consistency Model": strong operations, and atomics. What peers are told something with is among them. */
export function isOrdered({ access, mechanism }: AccessEvent): boolean {
  return access === 'atomic' || ORDERED.test(mechanism);
}

/** An ordinary store or a copy through a peer pointer. */
export function isPeerStore(m: Machine, event: Event): event is AccessEvent {
  return event.kind === 'access' && event.access === 'store' && !isOrdered(event) && m.peersIn(event.address).size > 0;
}

export function peersAt(m: Machine, address: Term | undefined): readonly Peer[] {
  return address ? [...m.peersIn(address)] : [];
}

/** `fence.acq_rel.sys`, `__threadfence_system`: what the thread knows of is ordered before what it does next, for all of the system. */
export function isSystemFence(event: Event): boolean {
  return event.kind === 'effect' && event.effect.kind === 'fence' && event.effect.scope === 'sys';
}

/** A store, a reduction or an atomic that publishes for the whole system. */
export function isSystemRelease(event: Event): event is EffectEvent {
  return event.kind === 'effect' && event.effect.scope === 'sys' && (event.effect.order === 'release' || event.effect.order === 'acq_rel' || event.effect.order === 'sc');
}
