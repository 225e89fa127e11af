import type { ReachabilityEvent } from '../flow/events.js';
import { occurs } from '../flow/facts.js';
import type { Peer } from '../flow/peer.js';
import type { Use } from '../sites/uses.js';
import type { Rule, RuleContext } from './rule.js';
import { callAt, edit } from './text.js';
import { callName, formOf } from './wording.js';

/** pointer.guard-mismatch: a reachability test guards the use, but of another rank or another team. */
export const guardMismatch: Rule = (context) =>
  context.runs.flatMap((run) =>
    run.uses.flatMap((use) => {
      const guard = guardOfAnother(use);
      const { peer } = use;
      if (!guard || !peer) return [];
      const form = formOf(context, peer);
      const differs = guard.rank !== peer.rank
        ? `tests \`${guard.rankText ?? 'another rank'}\`, but the pointer is for \`${form?.rankText ?? 'another rank'}\``
        : `tests team ${guard.team ?? 'unknown'}, but the pointer is of team ${peer.team ?? 'unknown'}`;
      return [{
        rule: 'pointer.guard-mismatch' as const, place: use.event.anchor,
        message: `The guard \`${guard.api}\` ${differs}: ${callName(peer)} can still be null here.`,
        path: [
          { place: guard.anchor, text: 'the guard' },
          { place: peer.place, text: 'peer pointer formed here' },
          ...peer.causes.map((cause) => ({ place: cause.place, text: `null when \`${cause.text}\`` })),
          { place: use.event.anchor, text: 'used here' },
        ],
        fixes: fixes(context, guard, peer),
      }];
    }),
  );

/** The nearest reachability test on the path that holds, and is about something else. */
export function guardOfAnother(use: Use): ReachabilityEvent | undefined {
  const { peer, event } = use;
  if (!peer || (use.status !== 'maybe' && use.status !== 'unknown')) return undefined;
  for (const { source, condition, value } of event.path.toReversed())
    for (const guard of source?.guards ?? []) {
      const holds = condition.op === 'bool' ? condition.value === value : event.facts.known(guard.result) === true;
      if (!holds) continue;
      if (guard.rank && peer.rank && guard.rank !== peer.rank) {
        // A rank computed from the tested one may well be the same.
        if (!occurs(guard.rank, peer.rank) && !occurs(peer.rank, guard.rank)) return guard;
      } else if (guard.team && peer.team && guard.team !== peer.team) return guard;
    }
  return undefined;
}

function fixes(context: RuleContext, guard: ReachabilityEvent, peer: Peer) {
  const form = formOf(context, peer);
  const call = callAt(context.fn, guard.anchor);
  if (!call) return [];
  const [rank] = call.args;
  if (guard.rank !== peer.rank && rank && form?.rankText !== undefined)
    return [{ title: `Test \`${form.rankText}\` in the guard`, edits: [edit(context.locator, context.fn.file, rank.span, form.rankText)] }];
  const { callee } = call;
  if (guard.team === peer.team || guard.teamText === undefined || form?.teamText === undefined || (callee.kind !== 'member' && callee.kind !== 'name')) return [];
  const { text } = context.locator.lines(context.fn.file);
  const at = text.indexOf(guard.teamText, callee.nameSpan.end);
  if (at < 0 || at > call.span.end) return [];
  return [{ title: `Test team \`${form.teamText}\` in the guard`, edits: [edit(context.locator, context.fn.file, { start: at, end: at + guard.teamText.length }, form.teamText)] }];
}
