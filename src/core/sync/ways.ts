/** What happens on the way from one event to another, in one pass of the loops around them or round to the next one. */
import type { Event } from '../flow/events.js';
import { exclusive, inLoop, refutedBy, varies } from './reach.js';

export interface Way {
  readonly from: Event;
  readonly to: Event;
  /** What happens, or may happen, on the way. */
  readonly between: readonly Event[];
  /** It leads through the end of a loop and its beginning. */
  readonly isNextPass: boolean;
}

/** From one event to a later one, or round the innermost loop that holds both; undefined: no path does both. */
export function wayBetween(events: readonly Event[], from: Event, to: Event): Way | undefined {
  const [start, end] = [events.indexOf(from), events.indexOf(to)];
  if (start < end) {
    if (exclusive(from, to)) return undefined;
    return { from, to, isNextPass: false, between: events.slice(start + 1, end).filter((event) => !exclusive(from, event) && !exclusive(event, to)) };
  }
  const loop = from.loops.findLast((each) => inLoop(to, each));
  if (!loop || areApart(from, to)) return undefined;
  const around = [...events.slice(start + 1), ...events.slice(0, end)].filter((event) => inLoop(event, loop));
  return { from, to, isNextPass: true, between: around.filter((event) => !areApart(from, event) && !areApart(event, to)) };
}

/** Not on one path, whatever the pass: what they contradict each other in does not change from pass to pass. */
function areApart(a: Event, b: Event): boolean {
  const contradicts = (x: Event, y: Event): boolean => refutedBy(y.facts, x.path).some(({ condition }) => !varies(condition));
  return contradicts(a, b) || contradicts(b, a);
}
