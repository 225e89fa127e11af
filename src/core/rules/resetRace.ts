import type { AccessEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { argsOf, type Term } from '../flow/terms.js';
import { mentions } from '../flow/mentions.js';
import { barrierOf } from '../sync/barriers.js';
import { executorsOf } from '../sync/executors.js';
import { differenceOf, sameRegion } from '../sync/overlap.js';
import { indexOf } from '../sites/threadIndex.js';
import { isSecondPhase, pollsOf, waitsAtZero, type Poll } from '../sync/polls.js';
import { joinsRanks } from '../sync/ranks.js';
import { exclusive, holds, varies } from '../sync/reach.js';
import { peersAt } from '../sync/remote.js';
import { launchersOf, ranksMeetElsewhere } from './launched.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

/**
 * barrier.reset-race: setting back what others wait on takes the answer from those who have not yet looked, and the next arrival
 * from those who have. It is right behind a barrier of all waiters, or with a second phase; both are looked for.
 */
export const resetRace: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    const polls = pollsOf(machine).filter(waitsAtZero);
    return machine.events.flatMap((clear, at): Draft[] => {
      if (!isClear(machine, clear)) return [];
      for (const poll of polls) {
        if (machine.events.indexOf(poll.event) > at || exclusive(poll.event, clear) || !isTheSame(poll.event, clear)) continue;
        const found = beforeLastWaiter(context, machine, poll, clear) ?? beforeNextArrival(context, machine, poll, clear);
        if (found) return [found];
      }
      return [];
    });
  });

/** A store or an exchange of 0. */
function isClear(m: Machine, event: Event): event is AccessEvent {
  if (event.kind !== 'access' || event.copies || event.source !== m.store.zero) return false;
  return event.access === 'store' || (event.access === 'atomic' && /exch/i.test(event.mechanism));
}

function isTheSame(poll: AccessEvent, clear: AccessEvent): boolean {
  const [left, right] = differenceOf(poll.address, clear.address);
  return (left.length === 0 && right.length === 0) || sameRegion(poll.address, clear.address);
}

type Waiters = 'blocks' | 'threads';

/** Nothing stands between one waiter's look and the clear that the other waiters come to as well. */
function beforeLastWaiter(context: RuleContext, m: Machine, { event: poll }: Poll, clear: AccessEvent): Draft | undefined {
  if (!m.root.isKernel || varies(poll.address) || poll.address !== clear.address || m.peersIn(poll.address).size > 0 || dependsOnOthers(m, poll, clear)) return undefined;
  const waiters = waitersOf(m, poll);
  if (!waiters || between(m, poll, clear).some((event) => isSecondPhase(event) || meets(event, waiters))) return undefined;
  // Both in one callee: the call is where it is told, and the callee's lines say why.
  const at = (event: Event): Place => (samePlace(poll.anchor, clear.anchor) ? event.place : event.anchor);
  return {
    rule: 'barrier.reset-race', place: clear.anchor,
    message: `${nameOf(clear)} is set back behind one waiter's own look (line ${lineOf(context, at(poll))}), but all ${waiters} wait for it there: those that have not looked yet wait for ever.`,
    path: [{ place: at(poll), text: `polled by the ${waiters}` }, { place: at(clear), text: 'set back by the first that gets here' }],
    ...(waiters === 'threads' ? { approximate: 'nobody else waits if the block has only one warp' } : {}),
  };
}

function nameOf({ addressText, place, anchor }: AccessEvent): string {
  return addressText === '' || place !== anchor ? 'The counter' : `\`${addressText}\``;
}

/** Who polls one and the same word; undefined: one party, or not known. */
function waitersOf(m: Machine, poll: AccessEvent): Waiters | undefined {
  const conditions = poll.path.flatMap(({ condition, source }) => (source?.loop ? [] : [condition]));
  if (mentions(poll.address, (term) => isThread(m, term)) || conditions.some((condition) => m.elected.has(condition) || mayPickOne(m, condition))) return undefined;
  const isShared = poll.space === 'shared' || poll.space === 'shared::cta' || mentions(poll.address, (term) => term.op === 'symbol' && (term.origin === 'shared' || term.origin === 'local'));
  if (!isShared && hasBlocks(m)) return mentions(poll.address, (term) => isBlock(m, term)) ? undefined : 'blocks';
  const { lanes, warps } = executorsOf(m, { path: poll.path, elects: false });
  return warps === undefined && lanes > 1 && hasWarps(m) ? 'threads' : undefined;
}

/** Nothing but a block of several warps has a use for a barrier of its threads, or for an index of its warps. */
function hasWarps(m: Machine): boolean {
  const ofWarps = (term: Term): boolean => indexOf(m, term)?.of === 'warp';
  return m.events.some((event) => barrierOf(event)?.joins === 'threads of the block' || event.path.some(({ condition }) => mentions(condition, ofWarps)));
}

/** A condition on a block's index, or on what is not known to be the same for all blocks. */
function mayPickOne(m: Machine, condition: Term): boolean {
  if (isThread(m, condition)) return false;
  if (condition.op === 'symbol') return condition.origin !== 'param' && condition.origin !== 'template' && !DIMENSIONS.has(condition.name);
  return condition.op === 'load' || argsOf(condition).some((arg) => mayPickOne(m, arg));
}

const DIMENSIONS: ReadonlySet<string> = new Set(['gridDim', 'blockDim', 'nctaid.x', 'ntid.x']);

/** The kernel tells its blocks apart, or counts them. */
function hasBlocks(m: Machine): boolean {
  const ofBlocks = (term: Term): boolean => isBlock(m, term) || (term.op === 'symbol' && (term.name === 'gridDim' || term.name === 'nctaid.x'));
  return m.events.some((event) => event.path.some(({ condition }) => mentions(condition, ofBlocks)) || (event.kind === 'access' && mentions(event.address, ofBlocks)));
}

function isBlock(m: Machine, term: Term): boolean {
  return indexOf(m, term)?.of === 'cta' || (term.op === 'symbol' && term.origin === 'global' && term.name === 'blockIdx');
}

function isThread(m: Machine, term: Term): boolean {
  const of = indexOf(m, term)?.of;
  return of === 'lane' || of === 'warp' || of === 'thread';
}

/** What was asked before the clear came from memory or from a call: it may have told that all have left. */
function dependsOnOthers(m: Machine, poll: AccessEvent, clear: AccessEvent): boolean {
  const loop = poll.loops.at(-1);
  return clear.path.some(({ condition, source }) => !poll.path.some((taken) => taken.condition === condition) && !m.elected.has(condition) && varies(condition) && !source?.loop && !(loop && source && holds(loop, source.place)));
}

function between(m: Machine, from: AccessEvent, to: AccessEvent): Event[] {
  return m.events.slice(m.events.indexOf(from) + 1, m.events.indexOf(to)).filter((event) => !isAt(event, from) && !isAt(event, to) && !exclusive(event, from) && !exclusive(event, to));
}

/** The access itself, or the effect that goes with it. */
function isAt(event: Event, access: AccessEvent): boolean {
  const address = event.kind === 'access' ? event.address : event.kind === 'effect' ? (event.destination ?? event.source) : undefined;
  return address === access.address && samePlace(event.place, access.place) && samePlace(event.anchor, access.anchor);
}

function samePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

function meets(event: Event, waiters: Waiters): boolean {
  const barrier = barrierOf(event);
  if (event.kind === 'sync' || (event.kind === 'effect' && event.effect.kind === 'grid-sync')) return true;
  return barrier !== undefined && (waiters === 'threads' || (barrier.joins !== 'threads of the block' && barrier.joins !== 'counted threads'));
}

/** Peers count up what this rank waits on and clears; one that is through can come again before the clear. */
function beforeNextArrival(context: RuleContext, m: Machine, poll: Poll, clear: AccessEvent): Draft | undefined {
  if (m.peersIn(poll.event.address).size > 0 || m.peersIn(clear.address).size > 0 || !isIndexed(clear)) return undefined;
  const arrival = m.events.find((event): event is AccessEvent => event.kind === 'access' && event.access !== 'load' && arrivesAt(m, event, poll.event));
  if (!arrival || m.events.indexOf(arrival) > m.events.indexOf(poll.event) || exclusive(arrival, clear)) return undefined;
  const round = arrival.loops.find((loop) => poll.event.loops.includes(loop) && poll.loop !== loop && clear.loops.includes(loop));
  const own = (event: Event): boolean => isAt(event, poll.event) || isAt(event, clear) || isAt(event, arrival);
  const joins = m.events.some((event) => (!round || event.loops.includes(round)) && !own(event) && (joinsRanks(event) || isSecondPhase(event)));
  if (joins || changes(m, poll.event.address, round)) return undefined;
  if (!round && !isLastWord(context, m, clear)) return undefined;
  const next = round ? 'the next round' : 'the next launch';
  return {
    rule: 'barrier.reset-race', place: clear.anchor,
    message: `${nameOf(clear)} is set back behind this rank's wait, and nothing keeps a peer from arriving for ${next} before: that arrival is lost.`,
    path: [{ place: arrival.anchor, text: 'every rank arrives at its peers here' }, { place: poll.event.anchor, text: 'and waits for its peers here' }, { place: clear.anchor, text: `set back, perhaps after a peer has arrived for ${next}` }],
    ...(round ? {} : { approximate: 'the host may make the ranks wait for each other between launches, by means that are not in this workspace' }),
  };
}

function arrivesAt(m: Machine, event: AccessEvent, poll: AccessEvent): boolean {
  return peersAt(m, event.address).some(({ pointer }) => pointer !== undefined && (pointer === poll.address || sameRegion(pointer, poll.address)));
}

/** An array's elements, by nothing that memory or a call gave. */
function isIndexed({ address }: AccessEvent): boolean {
  return !mentions(address, (term) => term.op === 'load' || (term.op === 'symbol' && (term.origin === 'result' || term.origin === 'join')));
}

/** Another word in another round or, by a number that the host gives, in another launch. */
function changes(m: Machine, address: Term, round: Place | undefined): boolean {
  return mentions(address, (term) => {
    if (term.op === 'load' || term.op === 'ite') return true;
    if (term.op !== 'symbol') return false;
    if (term.origin === 'loop') return round !== undefined && !isInside(m.carried.get(term)?.loop, round);
    return term.origin === 'result' || term.origin === 'join' || (term.origin === 'param' && (term.type?.pointers ?? 0) === 0 && !round);
  });
}

/** A loop in the round, begun anew in each. */
function isInside(loop: Place | undefined, round: Place): boolean {
  return loop !== undefined && holds(round, loop) && !samePlace(loop, round);
}

/** Nothing else in the workspace makes ranks wait for each other between this launch and the next one. */
function isLastWord(context: RuleContext, m: Machine, clear: AccessEvent): boolean {
  return m.root.isKernel && clear.anchor.file === m.root.file && launchersOf(context).length > 0 && !ranksMeetElsewhere(context);
}
