/** Why a synchronisation is where it is: which accesses before it, and which after it, it keeps in order. */
import type { AccessEvent, EffectEvent, Event, SyncEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { basesOf } from '../flow/memory.js';
import type { Place } from '../flow/peer.js';
import type { Ordering } from '../schema.js';
import { locate, type Locator } from '../sites/locate.js';
import { exclusive, inLoop } from './reach.js';

/** Effects that join threads, order accesses or wait for something. */
export const SYNCHRONISES: ReadonlySet<EffectEvent['effect']['kind']> = new Set([
  'barrier-sync', 'warp-sync', 'cluster-wait', 'cluster-sync', 'grid-sync', 'fence', 'fence-proxy', 'fence-mbarrier-init', 'bulk-wait', 'async-wait', 'mbarrier-wait',
]);
const RELEASES = new Set(['release', 'acq_rel', 'sc']);
const MAX_PAIRS = 3;

export type Synchronisation = EffectEvent | SyncEvent;

export function isSynchronisation(event: Event): event is Synchronisation {
  return event.kind === 'sync' || (event.kind === 'effect' && SYNCHRONISES.has(event.effect.kind));
}

/** The nearest pairs of accesses to one memory around it, in one pass or round to the next; else what is released behind it. */
export function orderingBy(m: Machine, sync: Synchronisation, locator: Locator): Ordering[] {
  const at = m.events.indexOf(sync);
  const loop = sync.loops.at(-1);
  const before = m.events.slice(0, at).filter((event) => !exclusive(event, sync));
  const after = m.events.slice(at + 1).filter((event) => !exclusive(event, sync));
  const nextPass = loop ? m.events.slice(0, at).filter((event) => inLoop(event, loop)) : [];
  const found = new Map<string, Ordering>();
  const add = (ordering: Ordering): void => {
    const key = `${ordering.before.line} ${ordering.after.line}`;
    if (found.size < MAX_PAIRS && !found.has(key)) found.set(key, ordering);
  };
  for (const { first, second } of [...pairsOf(before, after, sync), ...pairsOf(before, nextPass, sync)]) add(ordering(locator, first, second));
  if (found.size === 0) for (const published of publishedBehind(before, after)) add(ordering(locator, published.first, published.second));
  return [...found.values()];
}

interface Pair {
  readonly first: AccessEvent;
  readonly second: AccessEvent | EffectEvent;
}

/** A write before and an access after, or a read before and a write after; what another pair of the memory already says is left out. */
function pairsOf(before: readonly Event[], after: readonly Event[], sync: Event): Pair[] {
  const seen = new Set<unknown>();
  const first = before.filter((event): event is AccessEvent => isMemory(event) && event.anchor.span.start !== sync.anchor.span.start).reverse();
  return first.flatMap((one): Pair[] => {
    const [base] = basesOf(one.address);
    if (!base || seen.has(base)) return [];
    const second = after.find((event): event is AccessEvent => isMemory(event) && (one.access !== 'load' || event.access !== 'load') && isElsewhere(one, event, sync) && basesOf(event.address).includes(base));
    if (!second) return [];
    seen.add(base);
    return [{ first: one, second }];
  });
}

function isElsewhere(one: Event, other: Event, sync: Event): boolean {
  return [one, sync].every(({ anchor }) => anchor.span.start !== other.anchor.span.start || anchor.file !== other.anchor.file);
}

/** Memory that several threads can see. */
function isMemory(event: Event): event is AccessEvent {
  return event.kind === 'access' && event.space !== 'local' && event.space !== 'param' && !basesOf(event.address).some(({ op }) => op === 'address');
}

/** What was written last is told of by the next release. */
function publishedBehind(before: readonly Event[], after: readonly Event[]): Pair[] {
  const release = after.find((event): event is EffectEvent => event.kind === 'effect' && event.destination !== undefined && RELEASES.has(event.effect.order ?? 'weak'));
  const write = before.findLast((event): event is AccessEvent => isMemory(event) && event.access === 'store');
  return release && write ? [{ first: write, second: release }] : [];
}

function ordering(locator: Locator, first: AccessEvent, second: AccessEvent | EffectEvent): Ordering {
  const place = ({ file, span }: Place, text: string) => locate(locator, { file, span }, text);
  return {
    before: place(first.anchor, first.addressText), after: place(second.anchor, second.kind === 'access' ? second.addressText : second.op),
    kind: second.kind === 'effect' ? 'publish' : first.access === 'load' ? 'read-write' : second.access === 'load' ? 'write-read' : 'write-write',
  };
}
