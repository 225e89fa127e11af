/** Phase parities that waits ask for: in the first pass, and from pass to pass. PTX ISA "mbarrier.try_wait": a fresh barrier is in phase 0. */
import type { EffectEvent, Event } from '../flow/events.js';
import { simplify } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { argsOf, type Term } from '../flow/terms.js';
import { plainAddress } from './addresses.js';
import { addends } from './overlap.js';

/** A wait for a parity that comes back only when that phase is complete. */
export function blocksOnParity({ event: { effect } }: { readonly event: EffectEvent }): boolean {
  return effect.mechanism.includes('parity') && !effect.predicate && effect.looped;
}

/** The value in the first pass of all loops; undefined: not known. */
export function firstValue(m: Machine, event: Event, term: Term, depth = 16): number | undefined {
  if (depth === 0) return undefined;
  const value = simplify(m.store, event.facts, term);
  const first = (arg: Term): number | undefined => firstValue(m, event, arg, depth - 1);
  switch (value.op) {
    case 'int': return value.value;
    case 'bool': return Number(value.value);
    case 'symbol': {
      const carried = m.carried.get(value);
      return carried && first(carried.entry);
    }
    case 'add': return all(value.args.map(first), (parts) => parts.reduce((a, b) => a + b, 0));
    case 'neg': return all([first(value.args[0])], ([a = 0]) => -a);
    case 'not': return all([first(value.args[0])], ([a]) => Number(a === 0));
    case 'eq': return all(value.args.map(first), ([a, b]) => Number(a === b));
    case 'lt': return all(value.args.map(first), ([a = 0, b = 0]) => Number(a < b));
    case 'ite': {
      const chosen = first(value.args[0]);
      return chosen === undefined ? undefined : first(value.args[chosen === 0 ? 2 : 1]);
    }
    case 'apply': return applied(value.name, value.args.map(first));
    default: return undefined;
  }
}

function all(parts: readonly (number | undefined)[], combine: (known: readonly number[]) => number): number | undefined {
  const known = parts.filter((part) => part !== undefined);
  return known.length === parts.length ? combine(known) : undefined;
}

/** 0 of an unknown number of stages is 0. */
function applied(operator: string, [a, b]: readonly (number | undefined)[]): number | undefined {
  if (a === 0 && ['*', '/', '%', '&', '>>', '<<'].includes(operator)) return 0;
  if (a === undefined || b === undefined) return b === 0 && (operator === '*' || operator === '&') ? 0 : undefined;
  switch (operator) {
    case '*': return a * b;
    case '/': return b === 0 ? undefined : Math.trunc(a / b);
    case '%': return b === 0 ? undefined : a % b;
    case '&': return a & b;
    case '|': return a | b;
    case '^': return a ^ b;
    case '>>': return a >> b;
    case '<<': return a << b;
    default: return undefined;
  }
}

/** Loop variables in a term. */
export function carriedIn(m: Machine, term: Term, found = new Set<Term>()): Set<Term> {
  if (m.carried.has(term)) found.add(term);
  for (const arg of argsOf(term)) carriedIn(m, arg, found);
  return found;
}

/** After how many passes of a loop something comes back, or turns. */
export interface Period {
  /** A number, or the term that says it. */
  readonly passes: Term;
  /** Undefined: the same in all passes. */
  readonly loop: Place | undefined;
}

/** `bars + k % N`, or a stage that goes up and around: every N-th pass comes back to a barrier. One that stays the same has the period 1. */
export function slotPeriod(m: Machine, address: Term): Period | undefined {
  const turning = addends(plainAddress(m, address)).filter((part) => carriedIn(m, part).size > 0);
  const [only] = turning;
  if (!only) return { passes: m.store.int(1), loop: undefined };
  return turning.length > 1 ? undefined : stagePeriod(m, only);
}

/** Of an index that goes around, perhaps times the size of a stage. */
export function stagePeriod(m: Machine, index: Term): Period | undefined {
  const own = m.carried.get(index);
  if (own) return around(m, index, own.next);
  if (index.op !== 'apply') return undefined;
  if (index.name === '*') {
    const turning = index.args.filter((factor) => carriedIn(m, factor).size > 0);
    return turning.length === 1 && turning[0] ? stagePeriod(m, turning[0]) : undefined;
  }
  const [counted, passes] = index.name === '%' ? index.args : [];
  const counter = counted?.op === 'add' && counted.args.length === 2 && counted.args[1]?.op === 'int' ? counted.args[0] : counted;
  return counter && passes && isCounter(m, counter) ? { passes, loop: m.carried.get(counter)?.loop } : undefined;
}

/** `stage = (stage + 1) % N`, `stage = stage == N - 1 ? 0 : stage + 1`, `stage = stage + 1 == N ? 0 : stage + 1`. */
function around(m: Machine, stage: Term, next: Term | undefined): Period | undefined {
  const { store } = m;
  const up = store.add(stage, store.int(1));
  const loop = m.carried.get(stage)?.loop;
  if (next?.op === 'apply' && next.name === '%' && next.args[0] === up) return next.args[1] && { passes: next.args[1], loop };
  if (next?.op !== 'ite' || next.args[1] !== store.zero || next.args[2] !== up || next.args[0].op !== 'eq') return undefined;
  const [, past] = next.args[0].args[0] === up ? next.args[0].args : [up, next.args[0].args[0]];
  if (next.args[0].args.includes(up)) return { passes: past, loop };
  const last = next.args[0].args.find((arg) => arg !== stage);
  return last && next.args[0].args.includes(stage) ? { passes: store.add(last, store.int(1)), loop } : undefined;
}

/** `(k / N) & 1`: the parity turns every N passes; `k & 1` and `phase ^= 1` each pass. A number does not turn: no passes. */
export function parityPeriod(m: Machine, wait: Event, parity: Term): Period | undefined {
  if (parity.op === 'int') return { passes: m.store.zero, loop: undefined };
  const carried = m.carried.get(parity);
  if (carried?.next) return flipPeriod(m, parity, simplify(m.store, wait.facts, carried.next), carried.loop);
  if (parity.op !== 'apply') return undefined;
  const [first, second] = parity.args;
  if (parity.name === '^' && first && second?.op === 'int') return parityPeriod(m, wait, first);
  return first && isLowestBit(parity.name, second) ? countedPeriod(m, first) : undefined;
}

function countedPeriod(m: Machine, counted: Term): Period | undefined {
  const inner = counted.op === 'add' && counted.args.length === 2 && counted.args[1]?.op === 'int' ? counted.args[0] : counted;
  if (!inner) return undefined;
  if (isCounter(m, inner)) return { passes: m.store.int(1), loop: m.carried.get(inner)?.loop };
  const [counter, passes] = inner.op === 'apply' && inner.name === '/' ? inner.args : [];
  return counter && passes && isCounter(m, counter) ? { passes, loop: m.carried.get(counter)?.loop } : undefined;
}

/** `phase ^ 1`, `1 - phase`; `phase ^ (stage == 0)`, where the stage has just come around. */
function flipPeriod(m: Machine, phase: Term, next: Term, loop: Place): Period | undefined {
  const { store } = m;
  if (next === store.apply('^', [phase, store.int(1)]) || next === store.add(store.int(1), store.neg(phase))) return { passes: store.int(1), loop };
  for (const [stage, carried] of m.carried) {
    const period = carried.loop === loop && carried.next ? around(m, stage, carried.next) : undefined;
    if (period && carried.next && next === store.apply('^', [phase, store.eq(carried.next, store.zero)])) return period;
  }
  return undefined;
}

function isLowestBit(operator: string, operand: Term | undefined): boolean {
  return operand?.op === 'int' && ((operator === '&' && operand.value === 1) || (operator === '%' && operand.value === 2));
}

/** Each time that the wait comes to a barrier again it asks for another phase than the last time. */
export function asksForNew(m: Machine, wait: EffectEvent): boolean {
  const { mbarrier, selector, loops } = wait;
  if (loops.length === 0) return true;
  const slot = mbarrier && slotPeriod(m, mbarrier);
  const turn = selector && parityPeriod(m, wait, selector);
  return slot !== undefined && turn !== undefined && slot.passes === turn.passes;
}

/** Goes up by one each pass. */
function isCounter(m: Machine, term: Term): boolean {
  const next = m.carried.get(term)?.next;
  return next !== undefined && next === m.store.add(term, m.store.int(1));
}
