/** Which events can follow which on one path, and where the analysis loses sight of what happens between. */
import type { EffectEvent, Event, LoopSpan } from '../flow/events.js';
import { argsOf, type Term } from '../flow/terms.js';

/** No thread that does one does the other in the same pass through the loops that hold both. */
export function exclusive(a: Event, b: Event): boolean {
  const samePass = sameLoops(loopsOf(a), loopsOf(b));
  const contradicts = (x: Event, y: Event): boolean =>
    x.path.some(({ condition }) => (samePass || !varies(condition)) && y.facts.known(condition) === false);
  return contradicts(a, b) || contradicts(b, a);
}

function loopsOf(event: Event): readonly LoopSpan[] | undefined {
  return event.kind === 'effect' ? event.loops : undefined;
}

function sameLoops(a: readonly LoopSpan[] | undefined, b: readonly LoopSpan[] | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((loop, i) => loop.place === b[i]?.place);
}

/** Can the term have another value in another pass through a loop? Memory and opaque results can. */
export function varies(term: Term, depth = 12): boolean {
  if (depth === 0) return true;
  if (term.op === 'load') return true;
  if (term.op === 'symbol' && (term.origin === 'loop' || term.origin === 'result' || term.origin === 'join')) return true;
  return argsOf(term).some((arg) => varies(arg, depth - 1));
}

/** Code that was not seen or not understood: it may order, commit or wait for anything. */
export function isOpaque(event: Event): boolean {
  if (event.kind === 'call') return event.target === undefined && event.known !== true;
  return event.kind === 'effect' && event.effect.kind === 'unknown';
}

export function inLoop(event: EffectEvent, loop: LoopSpan): boolean {
  return event.loops.some((other) => other.place === loop.place);
}
