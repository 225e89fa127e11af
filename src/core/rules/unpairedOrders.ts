import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { mentions } from '../flow/mentions.js';
import { remembered } from '../flow/remembered.js';
import { isPointerLike, type Term } from '../flow/terms.js';
import { kindOfType } from '../program/widths.js';
import { ownership, peersAt as pointersAt } from '../sites/ownRank.js';
import { addends, differenceOf } from '../sync/overlap.js';
import { indexOf } from '../sites/threadIndex.js';
import { joinsRanks } from '../sync/ranks.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { isOrdered, peersAt } from '../sync/remote.js';
import type { Draft, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

/**
 * Parts of order.weak-flag and order.narrow-scope: PTX ISA "Release Patterns", "Acquire Patterns": a release and an acquire order data only
 * together, and only in a scope that holds both threads. One side of a flag says that it is meant so; the other does not do its half.
 */
export function unpairedPolls(context: RuleContext, m: Machine): Draft[] {
  return pairsOf(m).flatMap(({ poll, signal }) => {
    if (orderOf(poll) === 'acquire' || !RELEASES.has(orderOf(signal))) return [];
    const read = readBehind(m, poll);
    if (read === 'acquired' || (read === 'none' && m.root.isKernel)) return [];
    return [{
      rule: 'order.weak-flag' as const, place: poll.anchor,
      message: `\`${poll.op}\` polls with ${orderOf(poll)} loads what line ${lineOf(context, signal.anchor)} writes with ${orderOf(signal)}, and nothing behind it acquires: what was released there is not ordered before what is read here.`,
      path: [{ place: signal.anchor, text: `written, ${orderOf(signal)}` }, { place: poll.anchor, text: `polled, ${orderOf(poll)}` }, ...(read === 'none' ? [] : [{ place: read.anchor, text: 'read without an acquire before it' }])],
      ...(read === 'none' ? { approximate: 'a caller may acquire behind the call' } : {}),
    }];
  });
}

export function unpairedSignals(context: RuleContext, m: Machine): Draft[] {
  const pairs = pairsOf(m);
  return pairs.flatMap(({ poll, signal }) => {
    if (orderOf(poll) !== 'acquire' || RELEASES.has(orderOf(signal)) || pairs.some((other) => other.poll === poll && RELEASES.has(orderOf(other.signal)))) return [];
    const data = dataBefore(m, signal, poll);
    if (!data) return [];
    const steps = [{ place: signal.anchor, text: `flag written, ${orderOf(signal)}` }, { place: poll.anchor, text: 'polled, acquire' }];
    const says = `\`${signal.op}\` writes with ${orderOf(signal)} what line ${lineOf(context, poll.anchor)} polls with acquire, and no release orders`;
    if (data === 'of callers') return [{
      rule: 'order.weak-flag' as const, place: signal.anchor, message: `${says} before it what the callers of \`${m.root.name}\` have written.`,
      path: steps, approximate: 'each caller may have a fence before the call',
    }];
    return [{
      rule: 'order.weak-flag' as const, place: signal.anchor, message: `${says} line ${lineOf(context, data.anchor)} before it.`,
      path: [{ place: data.anchor, text: 'data written here' }, ...steps],
    }];
  });
}

/** A poll with less than system scope of what peers write. */
export function narrowPolls(context: RuleContext, m: Machine): Draft[] {
  return pairsOf(m).flatMap(({ poll, signal, again }) => {
    const { scope } = poll.effect;
    if (orderOf(poll) !== 'acquire' || scope === undefined || scope === 'sys' || !isFromPeers(m, signal)) return [];
    return [{
      rule: 'order.narrow-scope' as const, place: poll.anchor,
      message: `\`${poll.op}\` acquires with the scope \`.${scope}\` what peers write on line ${lineOf(context, signal.anchor)}: only \`.sys\` covers the threads there.`,
      path: [
        { place: signal.anchor, text: 'every rank writes its peers here' }, { place: poll.anchor, text: `and waits for them here, with the scope \`.${scope}\`` },
        ...again.map(({ anchor }) => ({ place: anchor, text: 'read again here' })),
      ],
    }];
  });
}

interface Pair {
  readonly poll: EffectEvent & { readonly source: Term };
  /** Other loads of the word in the poll's loop, as those of a message when it takes too long. */
  readonly again: readonly EffectEvent[];
  readonly signal: EffectEvent & { readonly destination: Term };
}

const RELEASES = new Set(['release', 'acq_rel', 'sc']);
const WRITES = new Set(['store', 'reduction', 'atomic']);

function orderOf({ effect }: EffectEvent): string {
  return effect.order ?? 'weak';
}

/** Polls of a word, each with the first write to it of each order. What lies whole in one callee is told there. */
const pairsOf = remembered((m: Machine): readonly Pair[] => {
  const signals = m.events.filter((event): event is Pair['signal'] => isSignal(m, event));
  const all = m.events.filter((event): event is Pair['poll'] => isPoll(m, event));
  const polls = all.filter((poll, i) => !all.slice(0, i).some((first) => readsAgain(first, poll)));
  return polls.flatMap((poll) => {
    const again = all.filter((other) => other !== poll && !isInPlace(other, poll) && readsAgain(poll, other));
    const seen = new Set<string>();
    return signals.flatMap((signal): Pair[] => {
      if (seen.has(orderOf(signal)) || isInOneCallee(poll, signal) || !isSameWord(m, poll.source, signal.destination)) return [];
      seen.add(orderOf(signal));
      return [{ poll, again, signal }];
    });
  });
});

/** The same load of the same word, in the same loop. */
function readsAgain(first: Pair['poll'], other: Pair['poll']): boolean {
  const loop = first.loops.at(-1);
  return loop !== undefined && other.loops.includes(loop) && first.source === other.source && first.effect.mechanism === other.effect.mechanism;
}

function isPoll(m: Machine, event: Event): boolean {
  if (event.kind !== 'effect' || event.effect.kind !== 'load' || !event.source || m.peersIn(event.source).size > 0) return false;
  return (event.effect.looped || event.loops.length > 0) && ['relaxed', 'volatile', 'acquire'].includes(orderOf(event)) && isGlobal(event.source, event.effect.source?.space);
}

/** Not what sets a flag back. */
function isSignal(m: Machine, event: Event): boolean {
  if (event.kind !== 'effect' || !WRITES.has(event.effect.kind) || !event.destination || orderOf(event) === 'weak') return false;
  return event.values[0] !== m.store.zero && isGlobal(event.destination, event.effect.destination?.space);
}

function isGlobal(address: Term, space: string | undefined): boolean {
  return (space === 'global' || space === 'generic') && !addends(address).some((part) => part.op === 'address' || (part.op === 'symbol' && (part.origin === 'shared' || part.origin === 'local')));
}

function isInOneCallee(poll: EffectEvent, signal: EffectEvent): boolean {
  return poll.calls.length > 1 && poll.anchor.file === signal.anchor.file && poll.anchor.span.start === signal.anchor.span.start;
}

/** Every rank runs this code: what it writes at a peer, a peer writes here. */
function isSameWord(m: Machine, polled: Term, written: Term): boolean {
  const local = peersAt(m, written).flatMap(({ pointer }) => pointer ?? []);
  return (local.length > 0 ? local : [written]).some((address) => address === polled || isElementBeside(m, polled, address));
}

/** Elements of one array: the addresses differ in indices only, and what they have in common says where the array is. */
function isElementBeside(m: Machine, a: Term, b: Term): boolean {
  const [left, right] = differenceOf(a, b);
  return addends(a).some((part) => !left.includes(part) && isBase(part)) && [...left, ...right].every((part) => isIndex(m, part));
}

/** A rank as it is given, or what differs among threads or passes. Sizes of the launch alone are an offset to other memory. */
function isIndex(m: Machine, part: Term): boolean {
  if (isPointerLike(part)) return false;
  return (part.op === 'symbol' && part.origin === 'param') || mentions(part, (term) => (term.op === 'symbol' && (term.origin === 'loop' || term.origin === 'result')) || term.op === 'load' || indexOf(m, term) !== undefined);
}

function isFromPeers(m: Machine, signal: Pair['signal']): boolean {
  return pointersAt(m, signal.destination, signal.facts, signal.path.map(({ condition }) => condition)).some((at) => ownership(m, at) === 'other');
}

/** What is read behind the poll in memory that is written at peers, before anything acquires. */
function readBehind(m: Machine, poll: Pair['poll']): AccessEvent | 'acquired' | 'none' {
  const written = new Set(m.events.flatMap((event) => (event.kind === 'access' && event.access === 'store' && !isOrdered(event) ? [...m.peersIn(event.address)].flatMap(({ pointer }) => (pointer ? basesOf(pointer) : [])) : [])));
  for (const event of m.events.slice(m.events.indexOf(poll) + 1)) {
    if (exclusive(poll, event)) continue;
    if (acquires(m, event, poll)) return 'acquired';
    if (isInPlace(event, poll)) continue;
    if (event.kind === 'access' && event.access === 'load' && !isOrdered(event) && basesOf(event.address).some((base) => written.has(base))) return event;
  }
  return 'none';
}

/** The poll's own access, its other widths, and what else its callee does. */
function isInPlace(event: Event, poll: EffectEvent): boolean {
  return event.anchor.file === poll.anchor.file && event.anchor.span.start === poll.anchor.span.start;
}

/** PTX ISA "Acquire Patterns": behind a relaxed read, a fence, or an operation on the same word that acquires. One on another word is none. */
function acquires(m: Machine, event: Event, poll: Pair['poll']): boolean {
  if (isOpaque(event)) return true;
  if (event.kind === 'one-sided') return event.operation === 'wait';
  if (event.kind === 'sync') return event.level === 'ranks';
  if (event.kind !== 'effect' || event.effect.scope?.startsWith('c') === true) return false;
  if (event.effect.kind === 'fence') return true;
  const address = event.source ?? event.destination;
  return ['acquire', 'acq_rel', 'sc'].includes(orderOf(event)) && (!address || isSameWord(m, poll.source, address));
}

/**
 * The last data written before the flag where the flag is, or where its poller reads behind the poll, if nothing that reaches as far orders it
 * before the flag. A helper that joins the threads of a block first tells peers of what its callers have written.
 */
function dataBefore(m: Machine, signal: Pair['signal'], poll: Pair['poll']): AccessEvent | 'of callers' | undefined {
  const atPeer = peersAt(m, signal.destination).length > 0;
  const bases = new Set([...basesOf(signal.destination), ...(atPeer ? [] : basesReadBehind(m, poll))]);
  const before = m.events.slice(0, m.events.indexOf(signal));
  let joins = false;
  for (const event of before.reverse()) {
    if (exclusive(event, signal)) continue;
    if (isOpaque(event) || waitsForRanks(event, atPeer) || releases(event, atPeer)) return undefined;
    joins ||= event.kind === 'effect' && event.effect.kind === 'barrier-sync';
    if (event.kind !== 'access' || event.access !== 'store' || isOrdered(event)) continue;
    if (atPeer ? m.peersIn(event.address).size > 0 : basesOf(event.address).some((base) => bases.has(base))) return event;
  }
  return atPeer && joins && !m.root.isKernel ? 'of callers' : undefined;
}

/** A poll within this GPU makes nobody wait for another rank, and one load is no poll. */
function waitsForRanks(event: Event, atPeer: boolean): boolean {
  if (!joinsRanks(event)) return false;
  if (!atPeer || event.kind === 'sync' || event.kind === 'one-sided') return true;
  return event.kind === 'effect' && event.effect.scope === 'sys' && (event.effect.looped || event.loops.length > 0);
}

function basesReadBehind(m: Machine, poll: Pair['poll']): Term[] {
  return m.events.slice(m.events.indexOf(poll) + 1).flatMap((event) =>
    event.kind === 'access' && event.access === 'load' && !isOrdered(event) && isGlobal(event.address, 'global') && !exclusive(poll, event) ? basesOf(event.address) : []);
}

function releases(event: Event, toPeers: boolean): boolean {
  if (event.kind !== 'effect' || event.effect.scope === 'cta' || event.effect.scope === 'cluster' || (toPeers && event.effect.scope !== 'sys')) return false;
  return event.effect.kind === 'fence' || RELEASES.has(orderOf(event));
}

/** Pointers that the address is computed from, and tables of them. */
function basesOf(address: Term): Term[] {
  return addends(address).flatMap((part) => {
    if (part.op === 'peer') return part.peer.pointer ? basesOf(part.peer.pointer) : [];
    if (part.op === 'ite') return part.args.slice(1).flatMap((arm) => basesOf(arm));
    return isBase(part) ? [part] : [];
  });
}

/** A field may keep an address as a number. */
function isBase(part: Term): boolean {
  if (part.op === 'load' || isPointerLike(part)) return true;
  if (part.op !== 'field' || part.args[0].op !== 'symbol' || part.args[0].origin === 'global') return false;
  const kind = kindOfType(part.type);
  return kind?.is !== 'integer' || kind.bits === 64;
}
