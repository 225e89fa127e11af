/** Phrases that several rules share. */
import type { FormEvent } from '../flow/events.js';
import type { WrittenCondition } from '../flow/facts.js';
import { causeWords, type Peer, type Place } from '../flow/peer.js';
import { termText } from '../flow/termText.js';
import type { Term } from '../flow/terms.js';
import { codeLine } from '../oneLine.js';
import { isIdentifier } from './text.js';
import type { Draft, RuleContext, Step } from './rule.js';
import type { Use } from '../sites/uses.js';

/** `get_sym_ptr<World>`, `sym_buffer.map`. */
export function callName(peer: Peer): string {
  return peer.team ? `\`${peer.api}<${peer.team}>\`` : `\`${peer.api}\``;
}

export function lineOf(context: RuleContext, place: Place): number {
  return context.locator.lines(place.file).position(place.span.start).line;
}

const LONGEST = 60;

/** A place's text on one line; `otherwise` where it is too long to be quoted. */
export function textAt({ world }: RuleContext, { file, span }: Place, otherwise: string): string {
  const text = codeLine(world.textOf(file, span));
  return text === '' || text.length > LONGEST ? otherwise : text;
}

/** The pointer as written where it is used, if it has a name there. */
export function pointerName(use: Use, form: FormEvent | undefined): string {
  const { addressText } = use.event;
  if (isIdentifier(addressText)) return `\`${addressText}\``;
  return form ? `The pointer from ${callName(form.peer)}` : 'The pointer';
}

export function formOf(context: RuleContext, peer: Peer): FormEvent | undefined {
  for (const run of context.runs)
    for (const event of run.machine.events) if (event.kind === 'form' && event.peer === peer) return event;
  return undefined;
}

/** "`get_sym_ptr<World>` returns null when …" */
export function nullSentence(peer: Peer): string {
  const [cause] = peer.causes;
  return cause ? `${callName(peer)} returns null when ${causeWords(cause)}` : `${callName(peer)} can return null`;
}

/** Where a choice gives null. */
export function armStep({ source, holds }: WrittenCondition): Step {
  return { place: source.place, text: `null ${holds ? 'when' : 'unless'} \`${source.text}\`` };
}

/** The steps from the forming call to a use. */
export function pathTo(peer: Peer, use: Use, last: string): Step[] {
  return [
    { place: peer.place, text: 'peer pointer formed here' },
    ...peer.causes.map((cause) => ({ place: cause.place, text: `null when ${causeWords(cause)}` })),
    { place: use.event.anchor, text: last },
  ];
}

/** A finding holds unless each of these numbers is 1: a ring of one stage has one barrier. A number of the code is what it is. */
export function unlessOne(terms: readonly Term[]): Pick<Draft, 'approximate'> {
  const open = terms.filter(({ op }) => op !== 'int');
  return open.length > 0 ? { approximate: `${open.map((term) => `\`${termText(term)}\``).join(' and ')} may be 1` } : {};
}
