import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { executorsOf, wholeWarps } from '../sync/executors.js';
import { needsJoin, severalWrite, spreadOf, surelyUnjoined, type Joining } from '../sync/joins.js';
import { addends, differenceOf, sameArray } from '../sync/overlap.js';
import { exclusive } from '../sync/reach.js';
import { isOrdered } from '../sync/remote.js';
import type { Draft, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

/** order.unjoined-publish, of shared memory: PTX ISA "mbarrier.init", "Causality Order": what one thread wrote there, another reads behind a barrier only. */
export function unjoinedUses(context: RuleContext, m: Machine): Draft[] {
  return [...unjoinedInits(context, m), ...unjoinedReads(context, m)];
}

const WAITS_OR_ARRIVES = new Set(['mbarrier-wait', 'mbarrier-arrive']);

function unjoinedInits(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((init, at): Draft[] => {
    if (init.kind !== 'effect' || init.effect.kind !== 'mbarrier-init' || !init.mbarrier || executorsOf(m, init).lanes !== 1) return [];
    const { mbarrier } = init;
    const use = m.events.find((event, i): event is EffectEvent => i > at && isUseOf(event, mbarrier) && !exclusive(init, event));
    if (!use || !wholeWarps(m, use) || !surelyUnjoined(m, init, use, 'a warp')) return [];
    return [{
      rule: 'order.unjoined-publish', place: use.anchor,
      message: `Whole warps use the mbarrier that one thread initialises on line ${lineOf(context, init.anchor)}, and nothing between makes them wait for that thread.`,
      path: [{ place: init.anchor, text: 'initialised by one thread' }, { place: use.anchor, text: 'used by others, with no barrier between' }],
    }];
  });
}

function isUseOf(event: Event, mbarrier: Term): boolean {
  return event.kind === 'effect' && WAITS_OR_ARRIVES.has(event.effect.kind) && event.mbarrier !== undefined && sameArray(event.mbarrier, mbarrier);
}

function unjoinedReads(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((read, at): Draft[] => {
    if (read.kind !== 'access' || read.access !== 'load' || isOrdered(read) || !isShared(read.address)) return [];
    const write = m.events.findLast((event, i): event is AccessEvent => i < at && event.kind === 'access' && event.access !== 'load' && meets(event.address, read.address) && !exclusive(event, read));
    const among = write && readersJoin(m, write, read);
    if (!write || !among || !surelyUnjoined(m, write, read, among)) return [];
    return [{
      rule: 'order.unjoined-publish', place: read.anchor,
      message: `\`${read.addressText}\` is read here where other threads wrote it on line ${lineOf(context, write.anchor)}, and no barrier stands between.`,
      path: [{ place: write.anchor, text: `each thread of ${among} writes its own element` }, { place: read.anchor, text: 'others\' elements are read here' }],
    }];
  });
}

function isShared(address: Term): boolean {
  return addends(address).some((part) => part.op === 'symbol' && part.origin === 'shared');
}

/** Elements of one array. */
function meets(write: Term, read: Term): boolean {
  const [left, right] = differenceOf(write, read);
  return isShared(write) && left.length < addends(write).length && (isMirrored(left, right) || right.every((part) => part.op === 'int' || (part.op === 'symbol' && part.origin === 'loop')));
}

/** Written at one's own number, read at a constant less that number: the element of another thread. */
function isMirrored([own, ...others]: readonly Term[], right: readonly Term[]): boolean {
  const isNegated = (part: Term): boolean => part.op === 'neg' && part.args[0] === own;
  return others.length === 0 && right.filter(isNegated).length === 1 && right.every((part) => part.op === 'int' || isNegated(part));
}

/** Each thread writes an element of its own; the reader wants one whose number has nothing to do with its own. */
function readersJoin(m: Machine, write: AccessEvent, read: AccessEvent): Joining | undefined {
  if (write.access !== 'store' || write.copies || isOrdered(write)) return undefined;
  const [left, right] = differenceOf(write.address, read.address);
  if (left.length === 0 || !left.every((part) => isOwnNumber(m, part)) || (!isMirrored(left, right) && right.some((part) => !isCountFromStart(m, part)))) return undefined;
  return needsJoin(m, write, read) ?? (severalWrite(m, write) ? 'a warp' : undefined);
}

function isOwnNumber(m: Machine, part: Term): boolean {
  const { lanes, warps } = spreadOf(m, part);
  return lanes || warps;
}

/** The first element, or all of them from there on. */
function isCountFromStart(m: Machine, part: Term): boolean {
  const entry = m.carried.get(part)?.entry ?? part;
  return entry.op === 'int' && entry.value === 0;
}
