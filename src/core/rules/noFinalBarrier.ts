import type { AccessEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { isOrdered, isPeerStore, peersAt } from '../sync/remote.js';
import type { Team } from '../schema.js';
import { launchersOf, ranksMeetElsewhere } from './launched.js';
import type { Draft, Rule } from './rule.js';
import { callName } from './wording.js';

/**
 * order.no-final-barrier: the kernel writes to peers and tells nobody, and nothing that its host code launches or calls beside it makes ranks
 * wait for each other. It speaks only of kernels whose launch is in the workspace: elsewhere what the host does behind it is unknown. Also here
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

/** With the write or after it, also in the next pass of a loop: something that tells the peers, waits for them, or may do so. */
function isTold(m: Machine, write: AccessEvent | OneSidedEvent, at: number): boolean {
  return m.events.some((event, i) => (i >= at || event.loops.some((loop) => write.loops.includes(loop))) && tells(m, write, event) && !exclusive(write, event));
}

/** Operations of an RDMA library that move no data: they complete, signal or wait. */
const MOVES = new Set(['put', 'get', 'all']);

/** NCCL `gin.h`, `put`: team, peer, two windows with offsets, bytes; then what is done at the target when the data is there. */
const REMOTE_ACTION = 7;

/** It moves data only, with no signal at the target. */
function isPlainMove({ operation, args }: OneSidedEvent): boolean {
  const action = args[REMOTE_ACTION];
  return MOVES.has(operation) && (action === undefined || (action.op === 'object' && action.cls === 'ncclGin_None'));
}

function tells(m: Machine, write: AccessEvent | OneSidedEvent, event: Event): boolean {
  if (isOpaque(event) || event.kind === 'escape') return true;
  if (event.kind === 'sync') return event.level === 'ranks' && !areOthers(teamsOf(m, write), [event.team]);
  if (event.kind === 'one-sided') return !isPlainMove(event) && !areOthers(teamsOf(m, write), [event.team]);
  return event.kind === 'access' && event.access !== 'load' && isOrdered(event) && m.peersIn(event.address).size > 0 && !areOthers(teamsOf(m, write), teamsOf(m, event));
}

function teamsOf(m: Machine, event: AccessEvent | OneSidedEvent): readonly (Team | undefined)[] {
  return event.kind === 'one-sided' ? [event.team] : peersAt(m, event.address).map(({ team }) => team);
}

/** One of the NVLink domain's ranks and one of the rail's: no rank but the own is of both. */
function areOthers(written: readonly (Team | undefined)[], told: readonly (Team | undefined)[]): boolean {
  return written.every((a) => told.every((b) => (a === 'Lsa' && b === 'Rail') || (a === 'Rail' && b === 'Lsa')));
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
