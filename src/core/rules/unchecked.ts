import type { Use } from '../sites/uses.js';
import type { Peer } from '../flow/peer.js';
import { guardOfAnother } from './guardMismatch.js';
import type { Draft, Rule, RuleContext, Step } from './rule.js';
import { hoistAndTest, insertNullTest, isIdentifier } from './text.js';
import { formOf, lineOf, nullSentence, pathTo, pointerName } from './wording.js';

/** pointer.unchecked: null is possible by contract (or by an arm of a choice), and nothing on the path excludes it. */
export const unchecked: Rule = (context) =>
  context.runs.flatMap((run) => run.uses.filter((use) => use.status === 'maybe' && !guardOfAnother(use)).flatMap((use) => draft(context, use) ?? []));

function draft(context: RuleContext, use: Use): Draft | undefined {
  const peer = use.peer ?? [...use.beside][0];
  if (!peer) return undefined;
  const form = formOf(context, peer);
  const name = pointerName(use, form);
  const why = use.peer ? nullSentence(use.peer) : armSentence(use);
  const between = `no test separates line ${lineOf(context, peer.place)} from line ${lineOf(context, use.event.anchor)}`;
  return {
    rule: 'pointer.unchecked', place: use.event.anchor,
    message: `${name} can be null here: ${why}, and ${between}.`,
    path: use.peer ? pathTo(use.peer, use, 'used here without a test') : armPath(peer, use),
    fixes: fixes(context, use, peer),
  };
}

function armSentence(use: Use): string {
  return use.nullArm ? `it is null unless \`${use.nullArm.text}\`` : 'a choice gives null';
}

function armPath(peer: Peer, use: Use): Step[] {
  return [
    { place: peer.place, text: 'peer pointer formed here' },
    ...(use.nullArm ? [{ place: use.nullArm.place, text: `null unless \`${use.nullArm.text}\`` }] : []),
    { place: use.event.anchor, text: 'used here without a test' },
  ];
}

function fixes(context: RuleContext, use: Use, peer: Peer) {
  const { addressText, address } = use.event;
  if (isIdentifier(addressText)) return insertNullTest(context.locator, context.fn, use.event.anchor, addressText, address.op === 'bits');
  return use.peer && addressText !== '' ? hoistAndTest(context.locator, context.fn, peer.place) : [];
}
