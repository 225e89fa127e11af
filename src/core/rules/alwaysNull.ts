import type { Peer } from '../flow/peer.js';
import type { Use } from '../sites/uses.js';
import type { Draft, Rule, RuleContext, Step } from './rule.js';
import { armStep, formOf, lineOf, pathTo, pointerName } from './wording.js';

/** pointer.always-null: the test on the path says that the pointer is null. */
export const alwaysNull: Rule = (context) =>
  context.runs.flatMap((run) => {
    const uses = run.uses.filter((use) => use.status === 'null');
    const accesses = new Set(uses.map(({ event }) => event));
    return [...accesses].flatMap((access) => draft(context, uses.filter(({ event }) => event === access)) ?? []);
  });

/** `uses`: of one access, one for each pointer and each null arm that its address can be. */
function draft(context: RuleContext, uses: readonly Use[]): Draft | undefined {
  const use = uses.find(({ peer }) => peer) ?? uses[0];
  const peer: Peer | undefined = use?.peer ?? [...(use?.beside ?? [])][0];
  if (!use || !peer) return undefined;
  const test = use.evidence;
  const steps = pathTo(peer, use, 'used here');
  const arms = uses.flatMap(({ nullArm }): Step[] => (nullArm ? [armStep(nullArm)] : []));
  return {
    rule: 'pointer.always-null', place: use.event.anchor,
    message: `${pointerName(use, formOf(context, peer))} is null here${test ? `: \`${test.text}\` at line ${lineOf(context, test.place)} leaves only the null case` : ''}.`,
    path: [
      ...steps.slice(0, -1), ...arms,
      ...(test ? [{ place: test.place, text: `\`${test.text}\` decides that it is null` }] : []), ...steps.slice(-1),
    ],
  };
}
