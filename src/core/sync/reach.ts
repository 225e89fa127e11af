/** Which events can follow which on one path, and where the analysis loses sight of what happens between. */
import type { Event } from '../flow/events.js';
import type { Facts } from '../flow/facts.js';
import type { Place } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import { argsOf, type Term } from '../flow/terms.js';

/**
 * No thread that does one does the other in the same pass through the loops that hold both. What was asked inside a loop
 * that holds only one of them says nothing: the loop had other passes.
 */
export function exclusive(a: Event, b: Event): boolean {
  const apart = [...a.loops.filter((loop) => !inLoop(b, loop)), ...b.loops.filter((loop) => !inLoop(a, loop))];
  const contradicts = (x: Event, y: Event): boolean => refutedBy(y.facts, x.path).some((taken) => !(apart.length > 0 && isFromLoop(taken, apart)));
  return contradicts(a, b) || contradicts(b, a);
}

/** Events of one straight run of statements share their path and their facts. */
const REFUTED = new WeakMap<Facts, WeakMap<readonly Taken[], readonly Taken[]>>();

/** What the path took for granted and the facts contradict. */
export function refutedBy(facts: Facts, path: readonly Taken[]): readonly Taken[] {
  const known = REFUTED.get(facts) ?? new WeakMap<readonly Taken[], readonly Taken[]>();
  REFUTED.set(facts, known);
  const refuted = known.get(path) ?? path.filter(({ condition }) => facts.known(condition) === false);
  known.set(path, refuted);
  return refuted;
}

function isFromLoop({ source, condition }: Taken, loops: readonly Place[]): boolean {
  // A lambda's text may stand outside of the loop that calls it.
  return source ? loops.some((loop) => holds(loop, source.place) || source.loops?.includes(loop)) : varies(condition);
}

export function holds(outer: Place, inner: Place): boolean {
  return outer.file === inner.file && outer.span.start <= inner.span.start && inner.span.end <= outer.span.end;
}

const VARIES = new WeakMap<Term, boolean>();

/** Can the term have another value in another pass through a loop? Memory and opaque results can. */
export function varies(term: Term): boolean {
  let known = VARIES.get(term);
  if (known === undefined) {
    known = term.op === 'load' || (term.op === 'symbol' && (term.origin === 'loop' || term.origin === 'result' || term.origin === 'join')) || argsOf(term).some(varies);
    VARIES.set(term, known);
  }
  return known;
}

/** Code that was not seen or not understood: it may order, commit or wait for anything. */
export function isOpaque(event: Event): boolean {
  if (event.kind === 'call') return event.target === undefined && event.known !== true;
  return event.kind === 'effect' && event.effect.kind === 'unknown';
}

export function inLoop(event: Event, loop: Place): boolean {
  return event.loops.includes(loop);
}
