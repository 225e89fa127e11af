import type { AccessEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Term } from '../flow/terms.js';
import { joinsRanks } from '../sync/ranks.js';
import { peerOf, sameRegion } from '../sync/overlap.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { callName, lineOf, textAt } from './wording.js';

/**
 * order.read-before-barrier: ranks run the same kernel at their own speed. What this rank writes at a peer, a peer writes here,
 * at a time that only a barrier of ranks or a flag tells.
 */
export const readBeforeBarrier: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    if (!machine.root.isKernel) return [];
    const { events } = machine;
    const writes = events.flatMap((event, at): PeerWrite[] => {
      const pointer = event.kind === 'access' && event.access === 'store' ? peerOf(event.address)?.peer.pointer : undefined;
      return event.kind === 'access' && pointer ? [{ event, at, pointer }] : [];
    });
    return events.flatMap((event, at): Draft[] => {
      if (isPlainLoad(event)) {
        const written = unjoinedWrite(events, writes, at, event);
        if (written) return [ofThisLaunch(context, event, written)];
      }
      return isPeerRead(event) && !isJoinedBefore(events, at) ? [ofEarlierLaunch(event)] : [];
    });
  });

/** An ordinary load of memory that peers may write: neither a poll nor an ordered access. */
function isPlainLoad(event: Event): event is AccessEvent {
  return event.kind === 'access' && event.access === 'load' && event.space !== 'shared' && !/\.(?:acquire|volatile|relaxed)\b/.test(event.mechanism);
}

/** A store through a peer pointer. */
interface PeerWrite {
  readonly event: AccessEvent;
  readonly at: number;
  /** The local address that was translated. */
  readonly pointer: Term;
}

/** A store into the same array, with nothing that joins ranks between the two. */
function unjoinedWrite(events: readonly Event[], writes: readonly PeerWrite[], at: number, load: AccessEvent): AccessEvent | undefined {
  for (const { event, at: i, pointer } of writes) {
    if (!sameRegion(pointer, load.address) || exclusive(event, load)) continue;
    const between = events.slice(Math.min(i, at) + 1, Math.max(i, at));
    if (!between.some((other) => (joinsRanks(other) || isOpaque(other)) && !exclusive(other, load) && !exclusive(other, event))) return event;
  }
  return undefined;
}

function isPeerRead(event: Event): event is AccessEvent | OneSidedEvent {
  if (event.kind === 'one-sided') return event.operation === 'get';
  return isPlainLoad(event) && peerOf(event.address)?.peer.team !== undefined;
}

function isJoinedBefore(events: readonly Event[], at: number): boolean {
  const read = events[at];
  return events.slice(0, at).some((event) => (joinsRanks(event) || isOpaque(event)) && (!read || !exclusive(event, read)));
}

function ofThisLaunch(context: RuleContext, load: AccessEvent, store: AccessEvent): Draft {
  return {
    rule: 'order.read-before-barrier', place: load.anchor,
    message: `\`${textAt(context, load.anchor, load.op)}\` reads memory that peers write in this launch (line ${lineOf(context, store.anchor)} is how they do), and nothing between waits for them.`,
    path: [{ place: store.anchor, text: 'every rank writes its peers here' }, { place: load.anchor, text: 'and reads what they have written here, perhaps too soon' }],
  };
}

function ofEarlierLaunch(read: AccessEvent | OneSidedEvent): Draft {
  const pointer = read.kind === 'access' ? peerOf(read.address) : undefined;
  const through = pointer ? `through ${callName(pointer.peer)}` : `with \`${read.kind === 'one-sided' ? read.api : read.op}\``;
  return {
    rule: 'order.read-before-barrier', level: 'information', place: read.anchor,
    message: `A peer's memory is read ${through}, and nothing before it in this kernel waits for the peer: it must have been written by an earlier launch that both ranks have waited for.`,
    path: [{ place: read.anchor, text: 'read here, with no barrier of ranks and no acquire before' }],
  };
}
