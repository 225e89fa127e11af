import type { AccessEvent, EffectEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { isCommit, isGroupCopy, isGroupWait } from '../sync/bulkGroups.js';
import { executorsOf } from '../sync/executors.js';
import { mayJoin, needsJoin } from '../sync/joins.js';
import { writesInto, writesIntoWindow } from '../sync/overlap.js';
import { wayBetween, type Way } from '../sync/passes.js';
import { isOpaque, varies } from '../sync/reach.js';
import { isOrdered } from '../sync/remote.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

/**
 * order.buffer-reuse: PTX ISA "cp.async.bulk.wait_group": the source may be written again when the thread that started the copy has
 * waited for its group, `.read` or not; other threads have to wait for that thread. A NIC reads the source of a put until a flush.
 */
export const bufferReuse: Rule = (context) => context.runs.flatMap(({ machine }) => [...reusedByCopies(context, machine), ...reusedByPuts(context, machine)]);

/** Stores, and copies into the memory: each of them with the operation that still reads what it overwrites. */
function storesInto<T extends Event>(m: Machine, isReader: (event: Event) => event is T, meets: (store: AccessEvent, reader: T) => boolean): { readonly store: AccessEvent; readonly reader: T; readonly way: Way }[] {
  const readers = m.events.filter(isReader);
  return m.events.flatMap((store) => {
    if (readers.length === 0 || store.kind !== 'access' || store.access !== 'store' || isOrdered(store)) return [];
    return readers.flatMap((reader) => {
      const way = meets(store, reader) ? wayBetween(m.events, reader, store) : undefined;
      return way ? [{ store, reader, way }] : [];
    });
  });
}

function reusedByCopies(context: RuleContext, m: Machine): Draft[] {
  const isReader = (event: Event): event is EffectEvent => isGroupCopy(event) && event.source !== undefined;
  return storesInto(m, isReader, (store, copy) => copy.source !== undefined && writesInto(store.address, copy.source)).flatMap(({ store, reader, way }) => {
    // The next pass may use another slot.
    if (way.isNextPass && reader.source && varies(reader.source)) return [];
    const waits = way.between.filter(isGroupWait);
    if (isStillRead(way.between, reader.loops.length)) return [copyDraft(context, store, reader, waits, undefined)];
    const lone = loneWait(m, waits, store, way);
    return lone ? [copyDraft(context, store, reader, waits, lone)] : [];
  });
}

/** Does no wait on the way cover the copy's group? In a loop of its own a commit may make any number of groups. */
function isStillRead(between: readonly Event[], depth: number): boolean {
  let groups = 0;
  for (const event of between) {
    if (isOpaque(event)) return false;
    if (mayCover(event, groups)) return false;
    if (isCommit(event)) groups += event.loops.length > depth ? Infinity : 1;
  }
  return true;
}

/** Is it a wait that the oldest of so many groups may be over after? */
function mayCover(event: Event, groups: number): boolean {
  return isGroupWait(event) && (event.count?.op !== 'int' || event.count.value < Math.max(groups, 1));
}

/** The only wait is one thread's, several threads write, and nothing behind the wait makes them wait for that thread. */
function loneWait(m: Machine, waits: readonly EffectEvent[], store: AccessEvent, { between }: Way): EffectEvent | undefined {
  const wait = waits.at(-1);
  // A copy into the buffer is one thread's, as the wait is.
  if (!wait || store.copies || waits.some((each) => executorsOf(m, each).lanes !== 1)) return undefined;
  const among = needsJoin(m, store, wait);
  if (!among || between.slice(between.indexOf(wait) + 1).some((event) => mayJoin(event, among))) return undefined;
  return wait;
}

function copyDraft(context: RuleContext, store: AccessEvent, copy: EffectEvent, waits: readonly EffectEvent[], lone: EffectEvent | undefined): Draft {
  const [wait] = waits;
  const why = lone ? `only the thread that waits on line ${lineOf(context, lone.anchor)} knows when that is over, and no barrier makes the others wait for it`
    : wait ? `the wait on line ${lineOf(context, wait.anchor)} lets its group stay open` : 'no `wait_group` stands between';
  return {
    rule: 'order.buffer-reuse', place: store.anchor,
    message: `The bulk copy on line ${lineOf(context, copy.anchor)} may still read what is written again here: ${why}.`,
    path: [
      { place: copy.anchor, text: 'the copy engine reads it from here on' },
      ...waits.map((each) => ({ place: each.anchor, text: lone ? 'one thread waits for the copy' : 'does not wait for that copy' })),
      { place: store.anchor, text: lone ? 'other threads write here, with no barrier between' : 'written again here' },
    ],
  };
}

const PUTS = new Set(['put', 'put-signal']);

function reusedByPuts(context: RuleContext, m: Machine): Draft[] {
  const isReader = (event: Event): event is OneSidedEvent => event.kind === 'one-sided' && PUTS.has(event.operation) && event.copies && event.source !== undefined;
  return storesInto(m, isReader, (store, put) => put.source !== undefined && writesIntoWindow(store.address, put.source)).flatMap(({ store, reader, way }) => {
    if (store.copies || (way.isNextPass && reader.source && varies(reader.source)) || way.between.some(mayComplete)) return [];
    return [{
      rule: 'order.buffer-reuse', place: store.anchor,
      message: `The NIC may still read, for \`${reader.api}\` on line ${lineOf(context, reader.anchor)}, what is written again here: no flush stands between.`,
      path: [{ place: reader.anchor, text: 'the NIC reads it from here on' }, { place: store.anchor, text: 'written again here' }],
    }];
  });
}

/** A flush, a wait, a barrier, or anything that hears from the other side. */
function mayComplete(event: Event): boolean {
  if (event.kind === 'one-sided') return !PUTS.has(event.operation);
  return mayJoin(event, 'a block');
}
