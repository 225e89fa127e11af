/** A branch of the analysed function around an event, or one that control has left before it. */
import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';

export interface Branch {
  readonly taken: Taken;
  /** What is asked. */
  readonly place: Place;
  readonly text: string;
  /** The event stands in one of its arms; otherwise the other arm did not come back. */
  readonly around: boolean;
  /** Something else is done where it is not taken. */
  readonly hasOther: boolean;
}

/** Branches in the function's own text that decide whether the event happens, outermost first. */
export function branchesOf(m: Machine, event: Event): Branch[] {
  return event.path.flatMap((taken): Branch[] => {
    const branch = statementBranch(m, event, taken) ?? operandBranch(m, event, taken);
    return branch ? [branch] : [];
  });
}

function statementBranch(m: Machine, { anchor }: Event, taken: Taken): Branch | undefined {
  const source = taken.source;
  if (!source || source.asserted || source.loop || source.place.file !== m.root.file) return undefined;
  const stmt = m.branches.find((branch) => branch.stmt.condition.span.start === source.place.span.start && !branch.stmt.isConstexpr)?.stmt;
  return stmt && { taken, place: source.place, text: source.text, around: stmt.span.start <= anchor.span.start && anchor.span.end <= stmt.span.end, hasOther: stmt.otherwise !== undefined };
}

/** `c ? x : y`, `c && x`, `c || x`: nothing is left by them. */
function operandBranch(m: Machine, { anchor }: Event, taken: Taken): Branch | undefined {
  if (anchor.file !== m.root.file) return undefined;
  const operand = m.operands.find(({ span, condition }) => condition === taken.condition && span.start <= anchor.span.start && anchor.span.end <= span.end);
  return operand && { taken, place: operand.place, text: operand.text, around: true, hasOther: false };
}
