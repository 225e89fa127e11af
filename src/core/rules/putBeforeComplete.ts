import type { EffectEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Term } from '../flow/terms.js';
import { isCommit, isGroupCopy, isGroupWait } from '../sync/bulkGroups.js';
import { writesIntoWindow } from '../sync/overlap.js';
import { exclusive, isOpaque } from '../sync/reach.js';
import type { Fix } from '../schema.js';
import { insertAfter } from './insertFix.js';
import type { Draft, Rule, RuleContext, Step } from './rule.js';
import { lineOf } from './wording.js';
import { commitStatement, waitStatement } from './wrappers.js';

const PUTS = new Set(['put', 'put-signal']);

/**
 * order.put-before-complete: a NIC reads the source of a put whenever it likes, so a bulk copy into it has to be complete when
 * the put is posted. A commit or a wait on the way that is not sure to happen counts in the code's favour.
 */
export const putBeforeComplete: Rule = (context) =>
  context.runs.flatMap(({ machine: { events } }) =>
    events.flatMap((put, to): Draft[] => {
      if (put.kind !== 'one-sided' || !PUTS.has(put.operation) || !put.copies || !put.source) return [];
      const from = lastCopyInto(events, to, put, put.source);
      const copy = from === undefined ? undefined : events[from];
      if (from === undefined || copy?.kind !== 'effect') return [];
      const between = events.slice(from + 1, to).filter((event) => !exclusive(copy, event) && !exclusive(event, put));
      return isIncomplete(copy, between) ? [{ ...draft(context, copy, put, between.filter(isGroupWait)), fixes: waitFix(context, copy, between) }] : [];
    }),
  );

/** The last bulk copy that surely writes what the put sends; none if something else may have written there since. */
function lastCopyInto(events: readonly Event[], to: number, put: OneSidedEvent, source: Term): number | undefined {
  for (let i = to - 1; i >= 0; i--) {
    const event = events[i];
    if (event && isGroupCopy(event) && event.destination && writesIntoWindow(event.destination, source) && !exclusive(event, put)) return i;
  }
  return undefined;
}

/** PTX ISA "cp.async.bulk.wait_group": it waits until at most N of the most recent groups are pending. */
function isIncomplete(copy: EffectEvent, between: readonly Event[]): boolean {
  let groups = 0;
  for (const event of between) {
    if (isOpaque(event)) return false;
    // In a loop of its own it may make any number of groups.
    if (isCommit(event) && event.loops.length > copy.loops.length) return false;
    if (isCommit(event)) groups++;
    else if (mayComplete(event, groups)) return false;
  }
  return true;
}

/** Behind the copy, or what already follows it of its group, so that the thread that waits is the one that copied. */
function waitFix(context: RuleContext, copy: EffectEvent, between: readonly Event[]): Fix[] {
  const last = between.findLast((event): event is EffectEvent => isCommit(event) || isGroupWait(event)) ?? copy;
  const code = [...(between.some(isCommit) ? [] : [commitStatement(context)]), waitStatement(context)];
  const edits = insertAfter(context.locator, context.fn, last.anchor, code);
  return edits.length === 0 ? [] : [{ title: 'Wait for the copy', edits }];
}

/** Is it a wait that the oldest of so many groups may be complete after? */
function mayComplete(event: Event, groups: number): boolean {
  if (!isGroupWait(event) || event.effect.readOnly) return false;
  return event.count?.op !== 'int' || event.count.value < groups;
}

function draft(context: RuleContext, copy: EffectEvent, put: OneSidedEvent, waits: readonly EffectEvent[]): Draft {
  const why = reason(waits);
  const steps = waits.map((wait): Step => ({ place: wait.anchor, text: wait.effect.readOnly ? 'waits only until shared memory has been read' : 'leaves the copy\'s group open' }));
  return {
    rule: 'order.put-before-complete', place: put.anchor,
    message: `\`${put.api}\` sends what the bulk copy on line ${lineOf(context, copy.anchor)} writes, and ${why}.`,
    path: [{ place: copy.anchor, text: 'written here by the copy engine' }, ...steps, { place: put.anchor, text: 'read here by the NIC, perhaps too soon' }],
  };
}

function reason(waits: readonly EffectEvent[]): string {
  const [wait] = waits.filter(({ effect }) => !effect.readOnly);
  if (wait?.count?.op === 'int') return `the wait between lets ${wait.count.value} ${wait.count.value === 1 ? 'group' : 'groups'} stay open, the copy's among them`;
  return waits.length > 0 ? 'the wait between is a `.read`: it is over when shared memory has been read' : 'no `wait_group` stands between';
}
