/** What makes a rank wait for another one. */
import type { Event } from '../flow/events.js';

/** A barrier of ranks, a wait for a signal, or a load that others' writes are awaited with: by its order, or because it is polled. */
export function joinsRanks(event: Event): boolean {
  switch (event.kind) {
    case 'sync': return event.level === 'ranks';
    case 'one-sided': return event.operation === 'wait' || event.operation === 'barrier';
    case 'effect': return event.effect.kind === 'load' && (event.effect.looped || event.effect.order === 'acquire' || event.effect.order === 'volatile' || (event.effect.order === 'relaxed' && event.loops.length > 0));
    case 'access': return event.access !== 'store' && /volatile|acquire/.test(event.mechanism);
    default: return false;
  }
}
