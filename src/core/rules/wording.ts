/** Phrases that several rules share. */
import type { FormEvent } from '../flow/events.js';
import type { Peer, Place } from '../flow/peer.js';
import { isIdentifier } from './text.js';
import type { RuleContext, Step } from './rule.js';
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
  const text = world.textOf(file, span).replace(/\s+/g, ' ');
  return text === '' || text.length > LONGEST || text.includes('`') ? otherwise : text;
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
  return cause ? `${callName(peer)} returns null when \`${cause.text}\`` : `${callName(peer)} can return null`;
}

/** The steps from the forming call to a use. */
export function pathTo(peer: Peer, use: Use, last: string): Step[] {
  return [
    { place: peer.place, text: 'peer pointer formed here' },
    ...peer.causes.map((cause) => ({ place: cause.place, text: `null when \`${cause.text}\`` })),
    { place: use.event.anchor, text: last },
  ];
}

