/** A branch of the analysed function around an event, or one that control has left before it. */
import type { IfStmt } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Taken } from '../flow/state.js';

export interface Branch {
  readonly taken: Taken;
  readonly stmt: IfStmt;
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
    return [{ taken, stmt, around: stmt.span.start <= span.start && span.end <= stmt.span.end }];
  });
}

/** The arm that was not taken ends the function, and does nothing else to get past the event. */
export function returnsInstead({ stmt, taken }: Branch): boolean {
  const arm = taken.value ? stmt.otherwise : stmt.then;
  let [returns, jumps] = [false, false];
  if (arm)
    walk(arm, (node) => {
      returns ||= node.kind === 'return';
      jumps ||= node.kind === 'break' || node.kind === 'continue' || node.kind === 'goto';
    });
  return returns && !jumps;
}
