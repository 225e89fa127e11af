import type { Team } from '../schema.js';
import type { AccessEvent, Event, OneSidedEvent, SyncEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { teamsBehind } from '../sync/barrierTeams.js';
import { addends, peerOf, sameRegion } from '../sync/overlap.js';
import { divisionBy } from '../sync/participants.js';
import { joinsRanks } from '../sync/ranks.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { indexSpace } from '../sites/indexSpace.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { lineOf, textAt } from './wording.js';

/**
 * barrier.domain-too-small: a barrier says that those whom it joins have written. Of the LSA team it says nothing of ranks in other
 * NVLink domains (NCCL nccl_device/core.h: `ncclTeamLsa`, `ncclTeamRail`, `ncclTeamWorld`).
 */
export const domainTooSmall: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    if (!machine.root.isKernel) return [];
    const writes = machine.events.flatMap((event, at) => writeOf(event, at) ?? []);
    if (writes.length === 0) return [];
    return machine.events.flatMap((event, at): Draft[] => (isPlainLoad(event) ? judge(context, machine, writes, event, at) : []));
  });

/** What every rank does to its peers' memory, so that they do it to this rank's. */
interface PeerWrite {
  readonly event: AccessEvent | OneSidedEvent;
  readonly at: number;
  readonly team: Team;
  /** The local address that stands for the peer's. */
  readonly pointer: Term;
}

function writeOf(event: Event, at: number): PeerWrite | undefined {
  if (event.kind === 'one-sided') {
    const { operation, team, destination } = event;
    return (operation === 'put' || operation === 'put-value') && team && destination ? { event, at, team, pointer: destination } : undefined;
  }
  if (event.kind !== 'access' || event.access === 'load') return undefined;
  const peer = peerOf(event.address)?.peer;
  return peer?.team && peer.pointer ? { event, at, team: peer.team, pointer: peer.pointer } : undefined;
}

function isPlainLoad(event: Event): event is AccessEvent {
  return event.kind === 'access' && event.access === 'load' && event.space !== 'shared' && !/\.(?:acquire|volatile|relaxed)\b/.test(event.mechanism);
}

function judge(context: RuleContext, m: Machine, writes: readonly PeerWrite[], load: AccessEvent, at: number): Draft[] {
  const write = writes.find((each) => each.at < at && isOfArray(each.pointer, load.address) && !exclusive(each.event, load));
  if (!write) return [];
  const between = m.events.slice(write.at + 1, at).filter((event) => !exclusive(event, load) && !exclusive(event, write.event));
  const barriers = between.filter((event): event is SyncEvent => event.kind === 'sync' && event.level === 'ranks');
  const [barrier] = barriers.slice(-1);
  const others = between.filter((event) => !barriers.some((each) => isIn(event, each)));
  // Code that is not seen, and a wait of another kind, may be for just those whom the barriers leave out.
  if (!barrier || others.some((event) => isOpaque(event) || joinsRanks(event))) return [];
  const teams = barriers.map((each) => teamsBehind(m, each));
  if (teams.some((each) => each.length === 0) || reaches(new Set(teams.flat()), write.team) || isOfFew(m, load, write, barrier)) return [];
  return [draft(context, write, barrier, new Set(teams.flat()), load)];
}

/** In one array; a window's operation is given the offset in the window, the address less the window's base. */
function isOfArray(pointer: Term, address: Term): boolean {
  if (sameRegion(pointer, address)) return true;
  const parts = addends(pointer).filter(({ op }) => op !== 'neg');
  return parts.length < addends(pointer).length && addends(address).some((part) => parts.includes(part) && part.op === 'symbol' && (part.type?.pointers ?? 0) > 0);
}

function isIn(event: Event, barrier: SyncEvent): boolean {
  return event === barrier || (event.anchor.file === barrier.anchor.file && event.anchor.span.start === barrier.anchor.span.start);
}

/** All of the world, at once or by way of the domain and then the rail; or just the ranks that write. */
function reaches(joined: ReadonlySet<Team>, writers: Team): boolean {
  return joined.has('World') || joined.has(writers) || (joined.has('Lsa') && joined.has('Rail'));
}

/** What is read may be what only some ranks write: an index of the smaller team, or a condition that only some data meet. */
function isOfFew(m: Machine, load: AccessEvent, write: PeerWrite, barrier: SyncEvent): boolean {
  if (addends(load.address).some((part) => indexSpace(m, part, load.facts) !== undefined && indexSpace(m, part, load.facts)?.space !== 'world')) return true;
  const asked = load.path.filter((step) => !write.event.path.includes(step) && !barrier.path.includes(step) && step.source?.loop !== true);
  return asked.some(({ condition }) => !['warp', 'block'].includes(divisionBy(m, condition)?.among ?? ''));
}

const NAMES: Readonly<Record<Team, string>> = { Lsa: 'this NVLink domain', World: 'the world', Rail: 'the rail' };

function draft(context: RuleContext, { event, team }: PeerWrite, barrier: SyncEvent, joined: ReadonlySet<Team>, load: AccessEvent): Draft {
  const ranks = [...joined].map((each) => NAMES[each]).join(' and ');
  return {
    rule: 'barrier.domain-too-small', place: load.anchor,
    message: `\`${textAt(context, load.anchor, load.op)}\` reads memory that ranks of ${NAMES[team]} write (line ${lineOf(context, event.anchor)} is how they do), and \`${barrier.name}\` on line ${lineOf(context, barrier.anchor)} joins only those of ${ranks}.`,
    path: [
      { place: event.anchor, text: `every rank of ${NAMES[team]} writes here` },
      { place: barrier.anchor, text: `joins the ranks of ${ranks}` },
      { place: load.anchor, text: 'read here; the other ranks may still be writing' },
    ],
    approximate: 'what is read may come from the joined ranks alone',
  };
}
