import type { AccessEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { joinsRanks } from '../sync/ranks.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { isOrdered, isPeerStore } from '../sync/remote.js';
import { launchersOf, ranksMeetElsewhere } from './launched.js';
import type { Draft, Rule } from './rule.js';
import { callName } from './wording.js';

/**
 * order.no-final-barrier: the kernel writes to peers and tells nobody, and nothing in the workspace makes ranks wait for each
 * other. It speaks only of kernels whose launch is in the workspace: elsewhere what the host does behind it is unknown. Also here
 * the host may join the ranks by other means, so the finding is approximate.
 */
export const noFinalBarrier: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    if (!machine.root.isKernel) return [];
    const at = machine.events.findLastIndex((event) => isRemoteWrite(machine, event));
    const write = machine.events[at];
    if (!write || !isRemoteWrite(machine, write) || isTold(machine, write, at)) return [];
    if (launchersOf(context).length === 0 || ranksMeetElsewhere(context)) return [];
    return [draft(machine, write)];
  });

function isRemoteWrite(m: Machine, event: Event): event is AccessEvent | OneSidedEvent {
  if (event.kind === 'one-sided') return event.operation === 'put';
  return isPeerStore(m, event);
}

/** After the write, or in another pass of a loop: something that tells the peers, waits for them, or may do so. */
function isTold(m: Machine, write: Event, at: number): boolean {
  return m.events.some((event, i) => (i > at || event.loops.length > 0) && tells(m, event) && !exclusive(write, event));
}

/** Operations of an RDMA library that move no data: they complete, signal or wait. */
const MOVES = new Set(['put', 'get', 'all']);

/** Arguments of a put from here on may ask for a signal at the target. */
const PLAIN_PUT_ARGS = 7;

function tells(m: Machine, event: Event): boolean {
  if (joinsRanks(event) || isOpaque(event) || event.kind === 'escape') return true;
  if (event.kind === 'one-sided') return !MOVES.has(event.operation) || event.args.length > PLAIN_PUT_ARGS;
  return event.kind === 'access' && event.access !== 'load' && isOrdered(event) && m.peersIn(event.address).size > 0;
}

function draft(m: Machine, write: AccessEvent | OneSidedEvent): Draft {
  const [peer] = write.kind === 'access' ? m.peersIn(write.address) : [];
  const how = peer ? `through ${callName(peer)}` : `by \`${write.kind === 'one-sided' ? write.api : write.op}\``;
  return {
    rule: 'order.no-final-barrier', place: write.anchor,
    message: `A peer's memory is written ${how}, and neither a barrier of ranks nor a signal follows: the peer cannot know when its data has come.`,
    path: [{ place: write.anchor, text: 'the last remote write of the kernel' }],
    approximate: 'the host may make the ranks wait for each other after the launch, by means that are not in this workspace',
  };
}
