/** What carries the data when a peer pointer is null: a one-sided operation for the same rank on the null path. */
import type { OneSidedEvent } from '../flow/events.js';
import { occurs } from '../flow/facts.js';
import type { Peer, Place } from '../flow/peer.js';
import type { Run } from './run.js';

export function fallbacksOf(run: Run, peer: Peer): Place[] {
  return oneSidedOnNullPath(run, peer).filter((event) => namesRank(event, peer)).map((event) => event.anchor);
}

/** One-sided operations that can run while the pointer is null. */
export function oneSidedOnNullPath(run: Run, peer: Peer): OneSidedEvent[] {
  return run.machine.events.filter(
    (event): event is OneSidedEvent => event.kind === 'one-sided' && event.operation !== 'flush' && event.operation !== 'wait' && event.facts.assume(peer.valid, false, undefined) !== undefined,
  );
}

export function namesRank(event: OneSidedEvent, peer: Peer): boolean {
  const { rank } = peer;
  if (!rank) return false;
  return event.rank ? event.rank === rank : event.args.some((arg) => arg === rank || (arg.op !== 'object' && occurs(rank, arg)));
}
