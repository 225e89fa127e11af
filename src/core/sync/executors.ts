/** How many threads execute an event, from the conditions on its path. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { indexOf, WARP_SIZE } from '../sites/threadIndex.js';


export interface Executors {
  /** At most so many threads of a warp. */
  readonly lanes: number;
  /** At most so many warps of a block; undefined: not known. */
  readonly warps: number | undefined;
}

/** `elects`: an event of one lane whatever its path says. */
export function executorsOf(m: Machine, event: Pick<Event, 'path'> & { readonly elects?: boolean }): Executors {
  const bounds: Bounds = { lanes: event.elects === true ? 1 : WARP_SIZE, first: 0, end: undefined, isOne: false };
  for (const { condition } of event.path) narrow(m, condition, true, bounds);
  const warps = bounds.end === undefined ? undefined : Math.max(0, bounds.end - bounds.first);
  return { lanes: bounds.lanes, warps: bounds.isOne ? Math.min(warps ?? 1, 1) : warps };
}

interface Bounds {
  lanes: number;
  /** Warps that can be in it. */
  first: number;
  end: number | undefined;
  /** One warp, whichever. */
  isOne: boolean;
}

function narrow(m: Machine, condition: Term, value: boolean, bounds: Bounds): void {
  switch (condition.op) {
    case 'not': narrow(m, condition.args[0], !value, bounds); return;
    case 'and': case 'or':
      if ((condition.op === 'and') === value) for (const part of condition.args) narrow(m, part, value, bounds);
      return;
    case 'eq': equal(m, condition.args, value, bounds); return;
    case 'lt': less(m, condition.args, value, bounds); return;
    default: if (value && m.elected.has(condition)) bounds.lanes = 1;
  }
}

function equal(m: Machine, [a, b]: readonly [Term, Term], value: boolean, bounds: Bounds): void {
  // `elected != 0`.
  if ([a, b].some((term) => m.elected.has(term))) {
    if ([a, b].some((term) => term.op === 'int' && (term.value !== 0) === value)) bounds.lanes = 1;
    return;
  }
  const index = indexOf(m, a) ?? indexOf(m, b);
  const other = indexOf(m, a) ? b : a;
  if (!value || !index || dividesThreads(m, other)) return;
  if (index.of === 'lane' || index.of === 'thread') bounds.lanes = 1;
  if (index.of === 'warp' || index.of === 'thread') bounds.isOne = true;
}

function less(m: Machine, [a, b]: readonly [Term, Term], value: boolean, bounds: Bounds): void {
  const [index, limit, isUpper] = b.op === 'int' ? [indexOf(m, a), b.value, value] : a.op === 'int' ? [indexOf(m, b), a.value + 1, !value] : [undefined, 0, false];
  if (!index) return;
  const unit = index.of === 'thread' ? WARP_SIZE : 1;
  if (index.of === 'warp' || index.of === 'thread') {
    if (isUpper) bounds.end = Math.min(bounds.end ?? Infinity, Math.ceil(limit / unit));
    else bounds.first = Math.max(bounds.first, Math.floor(limit / unit));
  }
  if (isUpper && (index.of === 'lane' || index.of === 'thread')) bounds.lanes = Math.min(bounds.lanes, Math.max(limit, 0));
}

/** Can the value differ among the threads of a block? Then it names no single one of them. */
function dividesThreads(m: Machine, term: Term, depth = 10): boolean {
  const index = indexOf(m, term);
  if (index) return index.of !== 'cta' && index.of !== 'rank';
  if (depth === 0 || term.op === 'load' || m.elected.has(term)) return true;
  if (term.op === 'symbol') return term.origin === 'result' || term.origin === 'loop' || term.origin === 'join' || term.name === 'threadIdx' || term.name === 'laneid';
  return argsOf(term).some((arg) => dividesThreads(m, arg, depth - 1));
}

/** Do all threads of each warp that comes here come together? Undefined where a condition is not understood. */
export function wholeWarps(m: Machine, event: Event): boolean {
  return !(event.kind === 'effect' && event.elects) && event.path.every(({ condition }) => isUniform(m, condition));
}

/** The same in all threads of a warp, for sure. */
export function isUniform(m: Machine, term: Term, seen = new Set<Term>()): boolean {
  const index = indexOf(m, term);
  if (index) return index.of !== 'lane' && index.of !== 'thread';
  if (term.op === 'load' || m.elected.has(term)) return false;
  if (term.op === 'symbol') {
    if (term.origin === 'param' || term.origin === 'template') return true;
    if (term.origin === 'shared') return true;
    if (term.origin !== 'loop') return term.origin === 'global' && term.name !== 'threadIdx' && term.name !== 'laneid';
    if (seen.has(term)) return true;
    seen.add(term);
    const left = m.left.get(term);
    if (left) return isUniform(m, left.head, seen) && isUniform(m, left.condition, seen);
    const carried = m.carried.get(term);
    return carried?.next !== undefined && isUniform(m, carried.entry, seen) && isUniform(m, carried.next, seen);
  }
  return argsOf(term).every((arg) => isUniform(m, arg, seen));
}
