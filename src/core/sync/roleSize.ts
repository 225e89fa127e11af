/** How many threads of a block come to an event, in the terms of the code. */
import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { remembered } from '../flow/remembered.js';
import { argsOf, type Term } from '../flow/terms.js';
import { numberSum, sumOf, times, type ByteSum } from './byteSums.js';
import { executorsOf } from './executors.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';
import { uniformity } from './threadSet.js';

export interface RoleSize {
  /** At most so many threads, of whole warps. */
  readonly threads: ByteSum;
  /** So many, no fewer. */
  readonly isExact: boolean;
}

/** All threads of the warps that have some in it; undefined: not known. */
export function roleSizeOf(m: Machine, event: EffectEvent): RoleSize | undefined {
  const role = roleOf(m, event);
  const met = meetings(m).find((meeting) => isSame(meeting.role, role));
  if (met) return { threads: sumOf(met.count, event.facts), isExact: true };
  const { warps } = executorsOf(m, event);
  if (warps !== undefined) return { threads: sumOf(m.store.int(WARP_SIZE * warps)), isExact: false };
  const bound = role.map((condition) => boundOf(m, condition, event)).find((size) => size !== undefined);
  return bound && { threads: bound, isExact: false };
}

/** What tells warps apart on the way to it; which lanes of them come is another matter. */
function roleOf(m: Machine, { path }: Event): readonly Term[] {
  const found = new Set<Term>();
  const add = (condition: Term): void => {
    if (condition.op === 'and') condition.args.forEach(add);
    else if (tellsWarps(m, condition)) found.add(condition);
  };
  for (const { condition, source } of path) if (source?.loop !== true && source?.asserted !== true) add(condition);
  return [...found];
}

function tellsWarps(m: Machine, term: Term): boolean {
  const of = indexOf(m, term)?.of;
  return of === 'warp' || of === 'thread' || (of === undefined && term.op !== 'load' && argsOf(term).some((arg) => tellsWarps(m, arg)));
}

const isSame = (a: readonly Term[], b: readonly Term[]): boolean => a.length === b.length && a.every((condition) => b.includes(condition));

interface Meeting {
  readonly role: readonly Term[];
  readonly count: Term;
}

/** Named barriers that one role has for itself: it is as many threads as the barrier is for. PTX ISA "barrier": `b` threads participate. */
const meetings = remembered((m: Machine): readonly Meeting[] => {
  const barriers = m.events.filter((event): event is EffectEvent => event.kind === 'effect' && (event.effect.kind === 'barrier-sync' || event.effect.kind === 'barrier-arrive') && event.count !== undefined);
  // A number that is computed may be one role's or another's.
  if (barriers.some(({ selector }) => selector?.op !== 'int')) return [];
  return barriers.flatMap((event): Meeting[] => {
    const role = roleOf(m, event);
    const { count } = event;
    const alone = barriers.every((other) => other.selector !== event.selector || (other.count === count && isSame(roleOf(m, other), role)));
    return alone && count && role.length > 0 && uniformity(m, count) === 'block' ? [{ role, count }] : [];
  });
});

/** `warp < n`, `thread < n`. */
function boundOf(m: Machine, condition: Term, { facts }: Event): ByteSum | undefined {
  if (condition.op !== 'lt') return undefined;
  const [index, limit] = condition.args;
  if (uniformity(m, limit) !== 'block') return undefined;
  switch (indexOf(m, index)?.of) {
    case 'warp': return inThreads(limit, facts);
    case 'thread': return sumOf(limit, facts);
    default: return undefined;
  }
}

/** As many warps, in threads: `n / 32` of them are `n`. */
export function inThreads(warps: Term, facts: Event['facts']): ByteSum {
  if (warps.op === 'apply') {
    const [a, b] = warps.args;
    if (warps.name === '/' && a && b?.op === 'int' && b.value === WARP_SIZE) return sumOf(a, facts);
    if (warps.name === '*' && a && b) return isOfWarps(a) ? times(inThreads(a, facts), sumOf(b, facts)) : times(sumOf(a, facts), inThreads(b, facts));
  }
  return times(numberSum(WARP_SIZE), sumOf(warps, facts));
}

const isOfWarps = (term: Term): boolean => term.op === 'apply' && (term.name === '/' || argsOf(term).some(isOfWarps));
