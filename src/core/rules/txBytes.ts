import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import type { Term } from '../flow/terms.js';
import { plainAddress } from '../sync/addresses.js';
import { compareSums, plus, sumOf, sumText, times, type ByteSum } from '../sync/byteSums.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import { objectOf } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { carriedIn } from '../sync/parities.js';
import { tripsOf } from '../sync/passes.js';
import type { Draft, Rule } from './rule.js';
import { unlessOne } from './wording.js';

/**
 * mbarrier.tx-bytes: PTX ISA "Tracking asynchronous operations by the mbarrier object": a phase ends when as many bytes have come as were announced.
 * The order of announcing and copying does not matter while an arrival is pending. What a tensor map moves is not known here.
 */
export const txBytes: Rule = ({ runs }) => runs.flatMap(({ machine }) => barriersInSight(machine).flatMap((object) => judge(machine, object)));

/** What is announced, and what is copied, by the same threads in the same pass for the same barrier. */
interface Group {
  readonly announced: readonly EffectEvent[];
  readonly copies: readonly EffectEvent[];
  readonly expected: ByteSum;
  readonly brought: ByteSum;
}

function judge(m: Machine, object: MbarrierObject): Draft[] {
  const events = m.events.filter((event): event is EffectEvent => event.kind === 'effect' && changesBytes(event) && objectOf(event) === object.root);
  const groups = groupsOf(m, events);
  if (!groups) return [];
  const verdicts = groups.map((group) => ({ group, found: compareSums(group.expected, group.brought, group.announced[0]?.facts) }));
  const wrong = verdicts.filter(({ found }) => found?.order !== 0);
  // Bytes that one place announces another may copy: only where all are wrong in the same way nothing can even out.
  const order = wrong[0]?.found?.order;
  if (order === undefined || wrong.some(({ found, group }) => found?.order !== order || group.announced.length === 0 || group.copies.length === 0)) return [];
  return wrong.map(({ group, found }) => draft(m, object, group, order === 1, found?.unless ?? []));
}

function changesBytes({ effect }: EffectEvent): boolean {
  return effect.kind === 'mbarrier-arrive-tx' || effect.kind === 'mbarrier-expect-tx' || effect.kind === 'mbarrier-complete-tx' || effect.kind === 'async-store' || effect.kind === 'async-reduce' || (effect.completion === 'mbarrier' && effect.kind !== 'async-arrive');
}

/** Undefined where some bytes are not known, or not where they go. */
function groupsOf(m: Machine, events: readonly EffectEvent[]): Group[] | undefined {
  const groups = new Map<string, EffectEvent[]>();
  for (const event of events) {
    if (!event.mbarrier || !event.size || !isPlain(event)) return undefined;
    const key = [plainAddress(m, event.mbarrier).id, ...threadsOf(m, event)].join();
    groups.set(key, [...(groups.get(key) ?? []), event]);
  }
  const sums: Group[] = [];
  for (const members of groups.values()) {
    const loops = commonLoops(members);
    const announced = members.filter(isAnnouncement);
    const copies = members.filter((event) => !isAnnouncement(event));
    const expected = loops && bytesOf(m, announced, loops);
    const brought = loops && bytesOf(m, copies, loops);
    if (!expected || !brought) return undefined;
    sums.push({ announced, copies, expected, brought });
  }
  return sums;
}

function isAnnouncement({ effect }: EffectEvent): boolean {
  return effect.kind === 'mbarrier-arrive-tx' || effect.kind === 'mbarrier-expect-tx';
}

/** Bytes for the barrier of this block, by a plain bulk copy or announced. */
function isPlain(event: EffectEvent): boolean {
  const { effect } = event;
  return (isAnnouncement(event) || effect.kind === 'bulk-load' || effect.kind === 'bulk-copy') && !effect.predicate && !effect.mbarrier?.mapped && !effect.mechanism.includes('.multicast');
}

/** Who comes: what is asked on the way, but for loops. All elections of one thread are alike. */
function threadsOf(m: Machine, event: EffectEvent): string[] {
  const asked = new Set(event.elects ? ['elected'] : []);
  const add = (condition: Term): void => {
    if (condition.op === 'and') condition.args.forEach(add);
    else asked.add(isElection(m, condition) ? 'elected' : String(condition.id));
  };
  for (const { condition, source } of event.path) if (!source?.loop && !source?.asserted && condition.op !== 'bool') add(condition);
  return [...asked].sort();
}

function isElection(m: Machine, condition: Term): boolean {
  if (m.elected.has(condition)) return true;
  const asked = condition.op === 'not' ? condition.args[0] : undefined;
  return asked?.op === 'eq' && asked.args.some((arg) => m.elected.has(arg)) && asked.args.some((arg) => arg === m.store.zero);
}

/** Loops around all of them; undefined where two of them are in loops beside each other that may not go alike. */
function commonLoops(events: readonly Event[]): readonly Place[] | undefined {
  const [shortest] = [...events].sort((a, b) => a.loops.length - b.loops.length);
  if (!shortest) return undefined;
  return events.every(({ loops }) => shortest.loops.every((loop, i) => loops[i] === loop)) ? shortest.loops : undefined;
}

/** In one pass of those loops; loops further in are counted. */
function bytesOf(m: Machine, events: readonly EffectEvent[], loops: readonly Place[]): ByteSum | undefined {
  let sum: ByteSum = new Map();
  for (const event of events) {
    let bytes = sumOf(event.size ?? m.store.zero);
    for (let depth = loops.length; depth < event.loops.length; depth++) {
      const trips = tripsOf(m, event, depth);
      if (!trips) return undefined;
      bytes = times(bytes, sumOf(trips));
    }
    if (event.loops.length > loops.length && event.size && [...carriedIn(m, event.size)].some((symbol) => !loops.includes(m.carried.get(symbol)?.loop ?? event.anchor))) return undefined;
    sum = plus(sum, bytes);
  }
  return sum;
}

function draft(m: Machine, object: MbarrierObject, { announced, copies, expected, brought }: Group, isShort: boolean, unless: readonly Term[]): Draft {
  const [at] = announced;
  if (!at) throw new Error('nothing is announced');
  const end = isShort ? 'the wait does not end' : 'the phase can end before all of them have come';
  return {
    rule: 'mbarrier.tx-bytes', place: at.anchor,
    message: `\`${object.name}\` is told to expect ${bytesText(m, expected)}, but the copies that complete on it bring ${bytesText(m, brought)}: ${end}.`,
    path: [...announced.map(({ anchor }) => ({ place: anchor, text: 'bytes announced here' })), ...copies.map(({ anchor }) => ({ place: anchor, text: 'bytes brought by this copy' }))],
    ...unlessOne(unless),
  };
}

function bytesText(m: Machine, sum: ByteSum): string {
  return `\`${sumText(m, sum)}\` bytes`;
}
