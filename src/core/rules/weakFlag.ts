import type { AccessEvent, EffectEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { codeLine } from '../oneLine.js';
import { sameRegion } from '../sync/overlap.js';
import { joinsRanks } from '../sync/ranks.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { isOrdered, isPeerStore, isSystemFence, isSystemRelease, peersAt } from '../sync/remote.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { unorderedPuts } from './unorderedPuts.js';
import { unpairedPolls, unpairedSignals } from './unpairedOrders.js';
import { lineOf } from './wording.js';

/**
 * order.weak-flag: PTX ISA "Causality Order": a write at a peer is before a read there only by a release at system scope behind the
 * write and an acquire before the read. A relaxed or volatile access is neither; a fence beside it makes it one.
 */
export const weakFlag: Rule = (context) =>
  context.runs.flatMap(({ machine }) => [...weakPublishes(context, machine), ...weakPolls(context, machine), ...signalsOfDirectStores(context, machine), ...unorderedPuts(context, machine), ...unpairedPolls(context, machine), ...unpairedSignals(context, machine)]);

/** Every rank runs this code: what it does at a peer, a peer does here. */
function weakPublishes(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((flag, at): Draft[] => {
    if (!isWeakFlag(flag)) return [];
    const data = m.events.findLast((event, i): event is AccessEvent => i < at && isPeerStore(m, event) && !exclusive(event, flag));
    if (!data || isPublishedBetween(m.events, data, flag)) return [];
    const read = readOf(m, flag, data);
    return read ? [publishDraft(context, flag, data, read)] : [];
  });
}

function isWeakFlag(event: Event): event is EffectEvent {
  if (event.kind !== 'effect') return false;
  const { kind, order } = event.effect;
  return (kind === 'store' || kind === 'reduction' || kind === 'atomic') && (order === 'relaxed' || order === 'volatile');
}

/** Does something of the kind happen on a path from one to the other? */
function happensBetween(events: readonly Event[], from: Event, to: Event, isKind: (event: Event) => boolean): boolean {
  return events.slice(events.indexOf(from) + 1, events.indexOf(to)).some((event) => isKind(event) && !exclusive(event, from) && !exclusive(event, to));
}

function isPublishedBetween(events: readonly Event[], data: Event, flag: Event): boolean {
  return happensBetween(events, data, flag, (event) => isSystemFence(event) || isSystemRelease(event) || isOpaque(event) || (joinsRanks(event) && !isAround(event, flag)));
}

/** The barrier that the flag is a part of. */
function isAround(barrier: Event, { anchor }: Event): boolean {
  return barrier.kind === 'sync' && barrier.anchor.file === anchor.file && barrier.anchor.span.start === anchor.span.start;
}

interface Reading {
  readonly poll: EffectEvent;
  readonly load: AccessEvent;
}

/** The flag is polled here, and what the peers' data lies in is read behind that. */
function readOf(m: Machine, flag: EffectEvent, data: AccessEvent): Reading | undefined {
  const [to] = peersAt(m, flag.destination);
  const [into] = peersAt(m, data.address);
  if (!to?.pointer || !into?.pointer || sameRegion(to.pointer, into.pointer)) return undefined;
  const { pointer } = to;
  const poll = m.events.find((event): event is EffectEvent => isPoll(event) && event.source !== undefined && sameRegion(pointer, event.source));
  const load = poll && plainReadBehind(m, poll, into.pointer);
  return load && { poll, load };
}

function isPoll(event: Event): event is EffectEvent {
  return event.kind === 'effect' && event.effect.kind === 'load' && (event.effect.looped || event.loops.length > 0) && ORDERS.has(event.effect.order ?? 'weak');
}

const ORDERS = new Set(['relaxed', 'volatile', 'acquire']);

function plainReadBehind(m: Machine, poll: EffectEvent, region: NonNullable<EffectEvent['source']>): AccessEvent | undefined {
  const at = m.events.indexOf(poll);
  return m.events.find((event, i): event is AccessEvent => i > at && event.kind === 'access' && event.access === 'load' && !isOrdered(event) && sameRegion(region, event.address) && !exclusive(poll, event));
}

function publishDraft(context: RuleContext, flag: EffectEvent, data: AccessEvent, { poll, load }: Reading): Draft {
  return {
    rule: 'order.weak-flag', place: flag.anchor,
    message: `\`${flag.op}\` tells the peer of what line ${lineOf(context, data.anchor)} wrote there, but is ${String(flag.effect.order)}: no release at system scope orders the data before it.`,
    path: [
      { place: data.anchor, text: 'data written at the peer' }, { place: flag.anchor, text: `flag written, ${String(flag.effect.order)}` },
      { place: poll.anchor, text: 'the peer polls it here' }, { place: load.anchor, text: 'and reads the data here' },
    ],
  };
}

function weakPolls(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((poll): Draft[] => {
    if (!isPoll(poll) || poll.effect.order === 'acquire' || !poll.source || m.peersIn(poll.source).size > 0) return [];
    for (const data of m.events) {
      const pointer = isPeerStore(m, data) ? peersAt(m, data.address)[0]?.pointer : undefined;
      if (!pointer || !isFlagOfPeers(m, poll)) continue;
      const load = plainReadBehind(m, poll, pointer);
      if (load && !happensBetween(m.events, poll, load, acquires)) return [pollDraft(context, poll, data, load)];
    }
    return [];
  });
}

/** A peer writes what is polled. */
function isFlagOfPeers(m: Machine, { source }: EffectEvent): boolean {
  return m.events.some((event) => {
    if (event.kind !== 'effect' || !event.destination || !source) return false;
    const [peer] = peersAt(m, event.destination);
    return peer?.pointer !== undefined && sameRegion(peer.pointer, source);
  });
}

function acquires(event: Event): boolean {
  if (isOpaque(event)) return true;
  if (event.kind === 'one-sided') return event.operation === 'wait';
  if (event.kind === 'sync') return event.level === 'ranks';
  return event.kind === 'effect' && ((event.effect.kind === 'fence' && event.effect.scope !== 'cta') || event.effect.order === 'acquire' || event.effect.order === 'acq_rel' || event.effect.order === 'sc');
}

function pollDraft(context: RuleContext, poll: EffectEvent, data: Event, load: AccessEvent): Draft {
  return {
    rule: 'order.weak-flag', place: poll.anchor,
    message: `\`${poll.op}\` polls the peers' flag with ${String(poll.effect.order)} loads, and no acquire follows before line ${lineOf(context, load.anchor)} reads what they wrote.`,
    path: [{ place: data.anchor, text: 'every rank writes its peers here' }, { place: poll.anchor, text: `flag polled, ${String(poll.effect.order)}` }, { place: load.anchor, text: 'read without an acquire before it' }],
  };
}

/** Arguments of a signal from here on are about the scope that it releases. */
const PLAIN_SIGNAL_ARGS = 5;

/**
 * A NIC's signal is behind the NIC's own operations. Stores that went to the same ranks by NVLink are ordered before it only if they were
 * released at system scope: NCCL `gin.h`, `signal`: the required scope of its release is the device by default.
 */
function signalsOfDirectStores(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((signal, at): Draft[] => {
    if (signal.kind !== 'one-sided' || signal.operation !== 'signal' || signal.team === 'Rail' || signal.args.length > PLAIN_SIGNAL_ARGS || isForOthers(m, signal)) return [];
    const data = m.events.findLast((event, i): event is AccessEvent => i < at && isPeerStore(m, event) && peersAt(m, event.address).some(({ team }) => team === 'World') && !exclusive(event, signal));
    if (!data || isPublishedBetween(m.events, data, signal)) return [];
    return [signalDraft(context, signal, data)];
  });
}

function signalDraft(context: RuleContext, signal: OneSidedEvent, data: AccessEvent): Draft {
  const own = signal.place === signal.anchor;
  const who = own ? `\`${signal.api}\` signals` : `\`${codeLine(context.world.textOf(signal.anchor.file, signal.anchor.span))}\` makes the NIC signal`;
  return {
    rule: 'order.weak-flag', place: signal.anchor,
    message: `${who} ranks whose memory line ${lineOf(context, data.anchor)} may have written directly, and nothing between releases those stores at system scope: the signal can overtake them.`,
    path: [
      { place: data.anchor, text: 'written directly where the peer is in the NVLink domain' },
      ...(own ? [] : [{ place: signal.place, text: 'signalled by the NIC, at device scope' }]),
      { place: signal.anchor, text: 'reached from here, with no release at system scope' },
    ],
  };
}

/** The signal is for ranks that have no pointer: what was written directly went to others. */
function isForOthers(m: Machine, signal: OneSidedEvent): boolean {
  return m.events.some((event) => event.kind === 'form' && event.peer.rank === signal.rank && signal.facts.known(event.peer.valid) === false);
}
