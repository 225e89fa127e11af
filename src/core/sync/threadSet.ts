/** Exactly which threads of a block come to an event, where every condition on its path is understood. */
import type { EffectEvent } from '../flow/events.js';
import { OPERATORS, valueOf } from '../flow/formulas.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { isAgreedOn } from './collectives.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';

export interface ThreadSet {
  /** Threads of each warp that comes. */
  readonly lanes: number;
  /** Warps that come; undefined: not known. */
  readonly warps: number | undefined;
}

/** CUDA C++ Programming Guide, "Compute Capabilities": most threads of a block. */
const MAX_THREADS = 1024;

interface Narrowing {
  readonly event: EffectEvent;
  threads: readonly number[];
  oneLane: boolean;
  oneWarp: boolean;
  warpsKnown: boolean;
}

/** Undefined where a condition may hold in some lanes of a warp and not in others, and does not say in which. */
export function threadSetOf(m: Machine, event: EffectEvent): ThreadSet | undefined {
  if (event.effect.predicate) return undefined;
  const set: Narrowing = { event, threads: [...Array(MAX_THREADS).keys()], oneLane: event.elects, oneWarp: false, warpsKnown: true };
  if (!event.path.every(({ condition }) => narrow(m, condition, true, set))) return undefined;
  const perWarp = new Map<number, number>();
  for (const thread of set.threads) perWarp.set(Math.floor(thread / WARP_SIZE), (perWarp.get(Math.floor(thread / WARP_SIZE)) ?? 0) + 1);
  const [lanes] = perWarp.values();
  if (lanes === undefined || [...perWarp.values()].some((count) => count !== lanes)) return undefined;
  // A set that goes to the last warp of the largest block ends where this block does.
  const bounded = set.warpsKnown && !perWarp.has(MAX_THREADS / WARP_SIZE - 1);
  return { lanes: set.oneLane ? 1 : lanes, warps: set.oneWarp || perWarp.size === 1 ? 1 : bounded ? perWarp.size : undefined };
}

function narrow(m: Machine, condition: Term, value: boolean, set: Narrowing): boolean {
  if (condition.op === 'not') return narrow(m, condition.args[0], !value, set);
  if (uniformity(m, condition) === 'block') return true;
  if ((condition.op === 'and' && value) || (condition.op === 'or' && !value)) return condition.args.every((part) => narrow(m, part, value, set));
  if (isElected(m, condition)) return elect(set, value);
  if (condition.op === 'eq' && condition.args.some((arg) => m.elected.has(arg))) {
    const constant = condition.args.find((arg) => arg.op === 'int');
    return constant?.op === 'int' && elect(set, (constant.value !== 0) === value);
  }
  if (isOnThreads(m, condition)) {
    set.threads = set.threads.filter((thread) => (valueAt(m, condition, thread) !== 0) === value);
    return true;
  }
  if (condition.op === 'eq' && value && select(m, condition.args, set)) return true;
  if (uniformity(m, condition) !== 'warp' && !isAgreedOn(m, set.event, condition, value)) return false;
  set.warpsKnown = false;
  return true;
}

function isElected(m: Machine, term: Term): boolean {
  return m.elected.has(term);
}

function elect(set: Narrowing, value: boolean): boolean {
  if (value) set.oneLane = true;
  return value;
}

/** `warp == n`: one warp, whichever. */
function select(m: Machine, [a, b]: readonly [Term, Term], set: Narrowing): boolean {
  const index = indexOf(m, a) ?? indexOf(m, b);
  const other = indexOf(m, a) ? b : a;
  if (!index || uniformity(m, other) !== 'block' || index.of === 'cta' || index.of === 'rank') return false;
  if (index.of !== 'warp') set.oneLane = true;
  if (index.of !== 'lane') set.oneWarp = true;
  return true;
}

/** Built from indices of threads and numbers only. */
function isOnThreads(m: Machine, term: Term): boolean {
  const index = indexOf(m, term);
  if (index) return index.of === 'lane' || index.of === 'warp' || index.of === 'thread';
  if (term.op === 'int' || term.op === 'bool') return true;
  if (term.op === 'apply') return term.args.length === 2 && OPERATORS.has(term.name) && term.args.every((arg) => isOnThreads(m, arg));
  return ['not', 'and', 'or', 'eq', 'lt', 'add', 'neg', 'ite'].includes(term.op) && argsOf(term).every((arg) => isOnThreads(m, arg));
}

function valueAt(m: Machine, term: Term, thread: number): number {
  const value = valueOf(term, (leaf) => {
    switch (indexOf(m, leaf)?.of) {
      case 'lane': return thread % WARP_SIZE;
      case 'warp': return Math.floor(thread / WARP_SIZE);
      case 'thread': return thread;
      default: return undefined;
    }
  });
  return value ?? 0;
}

/** Among which threads a value is surely the same: of a block, of each warp, or not known. */
export type Uniformity = 'block' | 'warp' | undefined;

export function uniformity(m: Machine, term: Term, seen = new Set<Term>()): Uniformity {
  const index = indexOf(m, term);
  if (index) return index.of === 'cta' || index.of === 'rank' ? 'block' : index.of === 'warp' ? 'warp' : undefined;
  if (term.op === 'load' || m.elected.has(term)) return undefined;
  if (term.op === 'symbol') {
    if (term.origin === 'param' || term.origin === 'template' || term.origin === 'shared') return 'block';
    if (term.origin === 'global') return term.name === 'threadIdx' || term.name === 'laneid' ? undefined : 'block';
    const carried = m.carried.get(term);
    const left = m.left.get(term);
    if (term.origin !== 'loop' || !(left || carried?.next)) return undefined;
    if (seen.has(term)) return 'block';
    seen.add(term);
    if (left) return least(uniformity(m, left.head, seen), uniformity(m, left.condition, seen));
    if (!carried?.next) return undefined;
    return least(uniformity(m, carried.entry, seen), uniformity(m, carried.next, seen));
  }
  return argsOf(term).map((arg) => uniformity(m, arg, seen)).reduce<Uniformity>(least, 'block');
}

function least(a: Uniformity, b: Uniformity): Uniformity {
  if (a === undefined || b === undefined) return undefined;
  return a === 'block' ? b : a;
}
