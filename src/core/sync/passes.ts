/** Loops of different places that go the same way: who does something in each pass of one does it as often as who does it in the other. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { argsOf, type Term } from '../flow/terms.js';

/** Loop variables that stand for each other. */
type Pairs = ReadonlyMap<Term, Term>;

/** Equal but for the variables that two loops count their passes with, which begin and go on alike. */
export function corresponds(m: Machine, a: Term, b: Term): boolean {
  return match(m, a, b, new Map()) !== undefined;
}

function match(m: Machine, a: Term, b: Term, pairs: Pairs): Pairs | undefined {
  if (pairs.get(a) === b) return pairs;
  if (a === b && !pairs.has(a)) return pairs;
  if (a.op !== b.op) return undefined;
  if (a.op === 'symbol') return matchCarried(m, a, b, pairs);
  if (labelOf(a) !== labelOf(b) || 'peer' in a || a.op === 'object' || a.op === 'closure' || a.op === 'load') return undefined;
  const left = argsOf(a);
  const right = argsOf(b);
  if (left.length !== right.length || left.length === 0) return undefined;
  if (a.op === 'add' || a.op === 'and' || a.op === 'or' || a.op === 'eq') return matchAny(m, left, right, pairs);
  return left.reduce<Pairs | undefined>((so, arg, i) => so && match(m, arg, right[i] ?? arg, so), pairs);
}

function matchCarried(m: Machine, a: Term, b: Term, pairs: Pairs): Pairs | undefined {
  const x = m.carried.get(a);
  const y = m.carried.get(b);
  if (!x?.next || !y?.next || pairs.has(a)) return undefined;
  const assumed = new Map([...pairs, [a, b] as const]);
  const entered = match(m, x.entry, y.entry, assumed);
  return entered && match(m, x.next, y.next, entered);
}

/** In any order. */
function matchAny(m: Machine, left: readonly Term[], right: readonly Term[], pairs: Pairs): Pairs | undefined {
  const [first, ...rest] = left;
  if (!first) return pairs;
  for (const [i, other] of right.entries()) {
    const so = match(m, first, other, pairs);
    const done = so && matchAny(m, rest, right.filter((_, k) => k !== i), so);
    if (done) return done;
  }
  return undefined;
}

function labelOf(term: Term): string {
  return term.op === 'apply' || term.op === 'field' ? term.name : term.op === 'int' || term.op === 'bool' ? String(term.value) : '';
}

/** The loops around both go the same way, outermost first: each is the same loop, or one with the same condition. */
export function passTogether(m: Machine, a: Event, b: Event): boolean {
  return a.loops.length === b.loops.length && a.loops.every((loop, i) => {
    const other = b.loops[i];
    return other !== undefined && (isSamePlace(loop, other) || goAlike(m, conditionOf(a, i), conditionOf(b, i)));
  });
}

function isSamePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}

function goAlike(m: Machine, a: Term | undefined, b: Term | undefined): boolean {
  return a !== undefined && b !== undefined && a.op !== 'bool' && corresponds(m, a, b);
}

/** What the loop at that depth asks before each pass. */
export function conditionOf({ path, loops }: Event, depth: number): Term | undefined {
  const loop = loops[depth];
  const inner = loops[depth + 1];
  return path.find(({ source, value }) => source?.loop && value && loop && within(loop, source.place) && !(inner && within(inner, source.place)))?.condition;
}

/** How often a loop that counts up to a limit goes around, from 0 on or another number; undefined: not known. */
export function tripsOf(m: Machine, event: Event, depth: number): Term | undefined {
  const condition = conditionOf(event, depth);
  if (condition?.op !== 'lt') return undefined;
  const [counter, limit] = condition.args;
  const carried = m.carried.get(counter);
  if (carried?.entry.op !== 'int' || carried.next !== m.store.add(counter, m.store.int(1))) return undefined;
  return m.store.add(limit, m.store.neg(carried.entry));
}

function within(loop: Place, { file, span }: Place): boolean {
  return loop.file === file && loop.span.start <= span.start && span.end <= loop.span.end;
}

/** Asked anew in each pass, and no part of the loop itself: what stands behind it is not done in every pass. */
export function passConditions(m: Machine, { path }: Event): Term[] {
  return path.filter(({ source, condition }) => !source?.loop && !source?.asserted && changes(m, condition)).map(({ condition }) => condition);
}

/** Can it be otherwise in the next pass? Which thread is elected is not asked anew. */
function changes(m: Machine, term: Term, depth = 12): boolean {
  if (m.elected.has(term)) return false;
  if (depth === 0 || term.op === 'load') return true;
  if (term.op === 'symbol') return term.origin === 'loop' || term.origin === 'result' || term.origin === 'join';
  return argsOf(term).some((arg) => changes(m, arg, depth - 1));
}
