/** A branch of the analysed function around an event, or one that control has left before it. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Taken } from '../flow/state.js';

export interface Branch {
  readonly taken: Taken;
  /** The event stands in one of its arms; otherwise the other arm did not come back. */
  readonly around: boolean;
}

/** Branches in the function's own text that decide whether the event happens, outermost first. */
export function branchesOf(m: Machine, event: Event): Branch[] {
  return event.path.flatMap((taken): Branch[] => {
    const source = taken.source;
    if (!source || source.asserted || source.loop || source.place.file !== m.root.file) return [];
    const stmt = m.branches.find((branch) => branch.stmt.condition.span.start === source.place.span.start && !branch.stmt.isConstexpr)?.stmt;
    if (!stmt) return [];
    const { span } = event.anchor;
    return [{ taken, around: stmt.span.start <= span.start && span.end <= stmt.span.end }];
  });
}
