/** Bulk async-groups of a thread. PTX ISA "cp.async.bulk.commit_group", "cp.async.bulk.wait_group". */
import type { EffectEvent, Event } from '../flow/events.js';
import type { PtxEffectKind } from '../ptx/types.js';

const COPIES: ReadonlySet<PtxEffectKind> = new Set(['bulk-store', 'bulk-copy', 'bulk-reduce', 'tensor-store', 'tensor-reduce']);

/** A copy whose completion is told through the thread's bulk group. */
export function isGroupCopy(event: Event): event is EffectEvent {
  return event.kind === 'effect' && COPIES.has(event.effect.kind) && event.effect.completion === 'bulk-group';
}

export function isCommit(event: Event): event is EffectEvent {
  return event.kind === 'effect' && event.effect.kind === 'bulk-commit';
}

export function isGroupWait(event: Event): event is EffectEvent {
  return event.kind === 'effect' && event.effect.kind === 'bulk-wait';
}
