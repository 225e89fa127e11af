import type { ReachabilityEvent } from '../flow/events.js';
import { occurs } from '../flow/facts.js';
import { mayBeTheSame } from '../flow/formulas.js';
import { causeWords, type Peer, type Place } from '../flow/peer.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { Use } from '../sites/uses.js';
import { surelyDiffer } from '../sync/overlap.js';
import type { Rule, RuleContext } from './rule.js';
import { areVisibleAt, callAt, edit } from './text.js';
import { callName, formOf, lineOf, pointerName } from './wording.js';

/** pointer.guard-mismatch: a reachability test guards the use, but of another rank or another team. */
export const guardMismatch: Rule = (context) =>
  context.runs.flatMap((run) =>
    run.uses.flatMap((use) => {
      const guard = guardOfAnother(use);
      const { peer } = use;
      if (!guard || !peer) return [];
      const form = formOf(context, peer);
      const ours = guard.event.rank === peer.rank ? `team ${peer.team ?? 'unknown'}` : `\`${form?.rankText ?? 'another rank'}\``;
      return [{
        rule: 'pointer.guard-mismatch' as const, place: use.event.anchor,
        message: `${pointerName(use, form)} can still be null here: the guard at line ${lineOf(context, guard.place)} is about ${guard.about}, but ${callName(peer)} is for ${ours}.`,
        path: [
          { place: guard.place, text: `the guard is about ${guard.about}` },
          { place: peer.place, text: 'peer pointer formed here' },
          ...peer.causes.map((cause) => ({ place: cause.place, text: `null when ${causeWords(cause)}` })),
          { place: use.event.anchor, text: 'used here' },
        ],
        fixes: fixes(context, guard.event, peer),
      }];
    }),
  );

export interface OtherGuard {
  readonly place: Place;
  /** What the guard is about, as a phrase. */
  readonly about: string;
  readonly event: ReachabilityEvent;
}

/** The nearest reachability test on the path that holds, and is about another rank or another team. */
export function guardOfAnother(use: Use): OtherGuard | undefined {
  const { peer, event } = use;
  if (!peer || (use.status !== 'maybe' && use.status !== 'unknown')) return undefined;
  const tests = [...use.choices.map((source) => ({ source, holds: false })), ...event.path.toReversed().map(({ source, condition, value }) => ({ source, holds: condition.op === 'bool' && condition.value === value }))];
  for (const { source, holds } of tests)
    for (const guard of source?.guards ?? []) {
      if (!holds && use.facts.known(guard.result) !== true) continue;
      if (guard.rank && peer.rank && guard.rank !== peer.rank) {
        if (isOtherRank(guard.rank, peer.rank)) return { place: guard.anchor, about: `rank \`${guard.rankText ?? '?'}\``, event: guard };
      } else if (guard.team && peer.team && guard.team !== peer.team) return { place: guard.anchor, about: `team ${guard.team}`, event: guard };
    }
  return undefined;
}

/**
 * A rank computed from the tested one, or from what that was computed from, may well be the same, unless a loop has moved it on, or a
 * number is all that it differs by.
 */
function isOtherRank(tested: Term, used: Term): boolean {
  if (surelyDiffer(tested, used)) return true;
  if (!occurs(tested, used) && !occurs(used, tested)) return !mayBeTheSame(tested, used);
  return loopSymbols(used).some((symbol) => !occurs(symbol, tested));
}

function loopSymbols(term: Term): Term[] {
  if (term.op === 'symbol') return term.origin === 'loop' ? [term] : [];
  return argsOf(term).flatMap(loopSymbols);
}

function fixes(context: RuleContext, guard: ReachabilityEvent, peer: Peer) {
  const form = formOf(context, peer);
  const call = callAt(context.fn, guard.anchor);
  if (!call) return [];
  const [rank] = call.args;
  if (guard.rank !== peer.rank && rank && form?.rankText !== undefined && !areVisibleAt(context.fn, form.rankText, rank.span.start)) return [];
  if (guard.rank !== peer.rank && rank && form?.rankText !== undefined)
    return [{ title: `Test \`${form.rankText}\` in the guard`, edits: [edit(context.locator, context.fn.file, rank.span, form.rankText)] }];
  const { callee } = call;
  if (guard.team === peer.team || guard.teamText === undefined || form?.teamText === undefined || (callee.kind !== 'member' && callee.kind !== 'name')) return [];
  const { text } = context.locator.lines(context.fn.file);
  const at = text.indexOf(guard.teamText, callee.nameSpan.end);
  if (at < 0 || at > call.span.end) return [];
  return [{ title: `Test team \`${form.teamText}\` in the guard`, edits: [edit(context.locator, context.fn.file, { start: at, end: at + guard.teamText.length }, form.teamText)] }];
}
