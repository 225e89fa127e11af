/** Loops that wait for memory to change, and what they wait for. */
import type { AccessEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import { argsOf, type Term } from '../flow/terms.js';
import { holds, isOpaque } from './reach.js';

export interface Poll {
  readonly event: AccessEvent;
  readonly loop: Place;
  /** What holds once the loop is left. */
  readonly exits: readonly Term[];
}

/** Loads and atomics in a loop that is left on what they found. */
export function pollsOf(m: Machine): Poll[] {
  const steps = stepsOf(m);
  const exitsOf = new Map<Place, readonly Term[]>();
  return m.events.flatMap((event): Poll[] => {
    const loop = event.loops.at(-1);
    if (event.kind !== 'access' || event.access === 'store' || !loop) return [];
    const asked = exitsOf.get(loop) ?? askedIn(steps, loop);
    exitsOf.set(loop, asked);
    const exits = asked.filter((condition) => polled(condition, event) !== undefined);
    return exits.length > 0 ? [{ event, loop, exits }] : [];
  });
}

/** What was asked on the way to any event, with the loops around those events. */
function stepsOf(m: Machine): ReadonlyMap<Taken, readonly (readonly Place[])[]> {
  const steps = new Map<Taken, (readonly Place[])[]>();
  for (const { loops, path } of m.events)
    for (const step of path) {
      const around = steps.get(step);
      if (!around) steps.set(step, [loops]);
      else if (!sameLoops(around.at(-1) ?? [], loops)) around.push(loops);
    }
  return steps;
}

function sameLoops(a: readonly Place[], b: readonly Place[]): boolean {
  return a === b || (a.length === b.length && a.every((loop, i) => loop === b[i]));
}

/** Conditions that were asked in the loop, as they hold for what happens outside of it. */
function askedIn(steps: ReadonlyMap<Taken, readonly (readonly Place[])[]>, loop: Place): readonly Term[] {
  const asked = new Set<Term>();
  for (const [{ source, condition }, around] of steps)
    if (source && holds(loop, source.place) && around.some((loops) => !loops.includes(loop))) asked.add(condition);
  return [...asked];
}

/** The one value in the condition that came from memory or from a call; undefined: there are none or several, or it is of other memory. */
function polled(condition: Term, { address }: AccessEvent): Term | undefined {
  const [value, ...more] = readIn(condition);
  if (!value || more.length > 0) return undefined;
  return value.op !== 'load' || value.args[0] === address ? value : undefined;
}

function readIn(term: Term, found = new Set<Term>(), depth = 12): Set<Term> {
  if (term.op === 'load' || (term.op === 'symbol' && term.origin === 'result')) found.add(term);
  else if (depth > 0) for (const arg of argsOf(term)) readIn(arg, found, depth - 1);
  return found;
}

/** Does a waiter that finds 0 go on waiting, for sure? */
export function waitsAtZero({ event, exits }: Poll): boolean {
  return exits.some((condition) => {
    const value = polled(condition, event);
    return value !== undefined && atZero(condition, value) === false;
  });
}

function atZero(condition: Term, value: Term): boolean | undefined {
  switch (condition.op) {
    case 'not': return negated(atZero(condition.args[0], value));
    case 'nonnull': return condition.args[0] === value ? false : undefined;
    case 'eq': return compared(condition.args, value, (limit) => limit === 0, false);
    case 'lt': return condition.args[0] === value ? compared(condition.args, value, (limit) => 0 < limit, true) : compared(condition.args, value, (limit) => limit < 0, false);
    case 'and': return condition.args.some((arg) => atZero(arg, value) === false) ? false : undefined;
    default: return undefined;
  }
}

function negated(answer: boolean | undefined): boolean | undefined {
  return answer === undefined ? undefined : !answer;
}

function compared(args: readonly [Term, Term], value: Term, byNumber: (limit: number) => boolean, byCount: boolean): boolean | undefined {
  const limit = args[0] === value ? args[1] : args[1] === value ? args[0] : undefined;
  if (!limit) return undefined;
  if (limit.op === 'int') return byNumber(limit.value);
  return isPositive(limit) ? byCount : undefined;
}

/** A number of parties or rounds that does not come from memory: waiting for 0 of them would be no wait. */
function isPositive(term: Term, depth = 6): boolean {
  if (depth === 0) return false;
  switch (term.op) {
    case 'int': return term.value > 0;
    case 'symbol': return term.origin === 'param' || term.origin === 'template';
    case 'field': return true;
    case 'add': return term.args.some((arg) => arg.op !== 'int' && isPositive(arg, depth - 1)) && term.args.every((arg) => arg.op === 'int' || isPositive(arg, depth - 1));
    case 'apply': return term.name === '*' && term.args.every((arg) => isPositive(arg, depth - 1));
    default: return false;
  }
}

/** Another wait, a count of those who have left, or code that may be one. */
export function isSecondPhase(event: Event): boolean {
  if (isOpaque(event)) return true;
  if (event.kind === 'one-sided') return event.operation === 'wait' || event.operation === 'barrier';
  if (event.kind !== 'access') return false;
  return event.access === 'atomic' || (event.access === 'load' && /\b(?:acquire|relaxed|volatile)\b/.test(event.mechanism));
}
