import type { AccessEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { sameRegion, surelyDiffer } from '../sync/overlap.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import { isOrdered } from '../sync/remote.js';
import type { Draft, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

/** Libraries that follow OpenSHMEM: 1.5, "Memory Ordering Routines": only a fence or a quiet orders puts, atomics and signals to one PE. */
const SHMEM = new Set(['nvshmem', 'rocshmem']);
/** What orders nothing. */
const MOVES = new Set(['put', 'get', 'atomic', 'signal']);

/** A part of order.weak-flag: a flag that is put behind data, or behind an older value of its own, and that nothing orders behind it. */
export function unorderedPuts(context: RuleContext, m: Machine): Draft[] {
  const puts = m.events.flatMap((event, at) => putOf(event, at) ?? []);
  return puts.flatMap((flag): Draft[] => {
    if (!flag.isWord) return [];
    const before = puts.filter((put) => put.at < flag.at && put.event.operation === 'put' && isUnordered(m, put, flag)).reverse();
    const older = before.find((put) => put.isWord && put.address === flag.address && put.value !== undefined && flag.value !== undefined && surelyDiffer(put.value, flag.value));
    if (older) return [twice(context, older, flag)];
    for (const data of before) {
      const reading = readingOf(m, data, flag);
      if (reading) return [overtaken(context, data, flag, reading)];
    }
    return [];
  });
}

interface Put {
  readonly event: OneSidedEvent;
  readonly at: number;
  readonly address: Term;
  readonly rank: Term;
  /** One word, as flags are; `value` is what it gets, where the call says it. */
  readonly isWord: boolean;
  readonly value: Term | undefined;
}

function putOf(event: Event, at: number): Put | undefined {
  if (event.kind !== 'one-sided' || !SHMEM.has(event.family) || !event.rank) return undefined;
  const address = event.operation === 'signal' ? event.args[0] : event.destination;
  if (!address || (event.operation !== 'put' && event.operation !== 'atomic' && event.operation !== 'signal')) return undefined;
  return { event, at, address, rank: event.rank, isWord: !event.copies, value: event.operation === 'put' && !event.copies ? event.source : undefined };
}

/** To one PE, and nothing on the way that orders the two or may do so. */
function isUnordered(m: Machine, first: Put, second: Put): boolean {
  if (first.rank !== second.rank || first.event.family !== second.event.family || exclusive(first.event, second.event)) return false;
  return m.events.slice(first.at + 1, second.at).every((event) => !mayOrder(event) || exclusive(event, first.event) || exclusive(event, second.event));
}

function mayOrder(event: Event): boolean {
  return isOpaque(event) || (event.kind === 'sync' && event.level === 'ranks') || (event.kind === 'one-sided' && !MOVES.has(event.operation));
}

interface Reading {
  readonly wait: OneSidedEvent;
  readonly load: AccessEvent;
}

/** Every PE runs this code: it waits for the word here, and reads behind that what its peers have put. */
function readingOf(m: Machine, data: Put, flag: Put): Reading | undefined {
  if (sameRegion(data.address, flag.address)) return undefined;
  for (const [at, wait] of m.events.entries()) {
    const [word] = wait.kind === 'one-sided' && wait.operation === 'wait' ? wait.args : [];
    if (wait.kind !== 'one-sided' || !word || !sameRegion(word, flag.address)) continue;
    const load = m.events.find((event, i): event is AccessEvent => i > at && event.kind === 'access' && event.access === 'load' && !isOrdered(event) && sameRegion(data.address, event.address) && !exclusive(wait, event));
    if (load) return { wait, load };
  }
  return undefined;
}

function twice(context: RuleContext, older: Put, flag: Put): Draft {
  const { anchor } = flag.event;
  return {
    rule: 'order.weak-flag', place: anchor,
    message: `\`${flag.event.api}\` writes the word that line ${lineOf(context, older.event.anchor)} has written at the same PE, and no fence orders the two: the older value can arrive last.`,
    path: [{ place: older.event.anchor, text: 'the older value is sent here' }, { place: anchor, text: 'the newer one here, with no `fence` or `quiet` between' }],
  };
}

function overtaken(context: RuleContext, data: Put, flag: Put, { wait, load }: Reading): Draft {
  const { anchor } = flag.event;
  return {
    rule: 'order.weak-flag', place: anchor,
    message: `\`${flag.event.api}\` tells the PE of what line ${lineOf(context, data.event.anchor)} puts there, and no fence orders the two: the flag can arrive before the data.`,
    path: [
      { place: data.event.anchor, text: 'data put here' }, { place: anchor, text: 'flag written, with no `fence` or `quiet` between' },
      { place: wait.anchor, text: 'the PE waits for it here' }, { place: load.anchor, text: 'and reads the data here' },
    ],
  };
}
