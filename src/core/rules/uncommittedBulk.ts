import type { EffectEvent, Event } from '../flow/events.js';
import { isCommit, isGroupCopy, isGroupWait } from '../sync/bulkGroups.js';
import { exclusive, inLoop, isOpaque, varies } from '../sync/reach.js';
import type { Fix } from '../schema.js';
import { insertAfter } from './insertFix.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { commitStatement } from './wrappers.js';
import { lineOf } from './wording.js';

/**
 * order.uncommitted-bulk: a wait counts committed groups only, so it returns at once for a copy that is in none. A commit
 * anywhere behind the copy, or in another pass through its loop, is taken to be the one that was meant.
 */
export const uncommittedBulk: Rule = (context) =>
  context.runs.flatMap(({ machine: { events } }) =>
    events.flatMap((copy, i): Draft[] => {
      if (!isGroupCopy(copy)) return [];
      const wait = uncoveredWait(copy, events.slice(i + 1));
      if (!wait || committedInLoop(copy, events, i)) return [];
      const line = lineOf(context, wait.anchor);
      return [{
        rule: 'order.uncommitted-bulk', place: copy.anchor,
        message: `\`${copy.op}\` starts a bulk copy that no \`commit_group\` puts into a group, so the wait on line ${line} does not wait for it.`,
        path: [{ place: copy.anchor, text: 'copy started here' }, { place: wait.anchor, text: 'waits for committed groups only' }],
        fixes: commitFix(context, copy),
      }];
    }),
  );

function commitFix(context: RuleContext, copy: EffectEvent): Fix[] {
  const edits = insertAfter(context.locator, context.fn, copy.anchor, [commitStatement(context)]);
  return edits.length === 0 ? [] : [{ title: 'Commit the copy to a group', edits }];
}

/** The first wait after the copy on its path; none if something behind the copy commits it, or may. */
function uncoveredWait(copy: EffectEvent, later: readonly Event[]): EffectEvent | undefined {
  const following = later.filter((event) => (isCommit(event) || isGroupWait(event) || isOpaque(event)) && !exclusive(copy, event));
  const wait = following.find(isGroupWait);
  return following.every((event) => event === wait || isGroupWait(event)) ? wait : undefined;
}

/** Another pass through the copy's loop may commit it at the beginning of the body. */
function committedInLoop(copy: EffectEvent, events: readonly Event[], index: number): boolean {
  const first = events.findIndex((event) => event.kind === 'effect' && copy.loops.some((loop) => inLoop(event, loop)));
  return events.slice(first, index).some((event) => copy.loops.length > 0 && (isCommit(event) || isOpaque(event)) && !apart(copy, event));
}

/** Not on one path, whatever the pass. */
function apart(copy: EffectEvent, event: Event): boolean {
  return event.path.some(({ condition }) => !varies(condition) && copy.facts.known(condition) === false);
}
