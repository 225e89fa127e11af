import type { Use } from '../sites/uses.js';
import type { Peer, Place } from '../flow/peer.js';
import { guardOfAnother } from './guardMismatch.js';
import type { Draft, Rule, RuleContext, Step } from './rule.js';
import { hoistAndTest, insertNullTest, isIdentifier } from './text.js';
import { armStep, formOf, lineOf, nullSentence, pathTo, pointerName } from './wording.js';

/** pointer.unchecked: null is possible by contract (or by an arm of a choice), and nothing on the path excludes it. */
export const unchecked: Rule = (context) =>
  context.runs.flatMap((run) => run.uses.filter((use) => use.status === 'maybe' && !guardOfAnother(use)).flatMap((use) => draft(context, use) ?? []));

function draft(context: RuleContext, use: Use): Draft | undefined {
  const peer = use.peer ?? [...use.beside][0];
  if (!peer) return undefined;
  const form = formOf(context, peer);
  const name = pointerName(use, form);
  const why = use.peer ? nullSentence(use.peer) : armSentence(use);
  return {
    rule: 'pointer.unchecked', place: use.event.anchor,
    message: `${name} can be null here: ${why}, and ${untested(context, use, peer)}.`,
    path: use.peer ? pathTo(use.peer, use, 'used here without a test') : armPath(peer, use),
    fixes: fixes(context, use, peer),
  };
}

/** What is missing between the call and the use, or is there and does not do. */
function untested(context: RuleContext, use: Use, peer: Peer): string {
  const test = use.event.path.findLast(({ source }) => source?.tested.has(peer))?.source;
  if (test) return `\`${test.text}\` at line ${lineOf(context, test.place)} does not exclude that`;
  const { anchor } = use.event;
  const from = lineOf(context, peer.place);
  const to = lineOf(context, anchor);
  if (peer.place.file !== anchor.file) return `no test stands between line ${from} of ${fileName(peer.place)} and line ${to}`;
  return from === to ? 'it is used at once, without a test' : `no test separates line ${from} from line ${to}`;
}

function fileName({ file }: Place): string {
  return `\`${file.slice(file.lastIndexOf('/') + 1)}\``;
}

function armSentence({ nullArm }: Use): string {
  return nullArm ? `it is ${armStep(nullArm).text}` : 'a choice gives null';
}

function armPath(peer: Peer, use: Use): Step[] {
  return [
    { place: peer.place, text: 'peer pointer formed here' },
    ...(use.nullArm ? [armStep(use.nullArm)] : []),
    { place: use.event.anchor, text: 'used here without a test' },
  ];
}

function fixes(context: RuleContext, use: Use, peer: Peer) {
  const { addressText, address } = use.event;
  if (isIdentifier(addressText)) return insertNullTest(context.locator, context.fn, use.event.anchor, addressText, address.op === 'bits');
  return use.peer && addressText !== '' ? hoistAndTest(context.locator, context.fn, peer.place) : [];
}
