import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Term } from '../flow/terms.js';
import { leavesOf } from '../sites/uses.js';
import type { Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.double-translation: what is translated here is a peer's address already, on every path that leads here. */
export const doubleTranslation: Rule = (context) =>
  context.runs.flatMap(({ machine }) =>
    machine.events.flatMap((event) => {
      if (event.kind !== 'form' && event.kind !== 'one-sided') return [];
      const translated = translatedArguments(event);
      const peer = translated.map((term) => surePeer(machine, event, term)).find((found) => found !== undefined);
      if (!peer) return [];
      const by = event.kind === 'form' ? callName(event.peer) : `\`${event.api}\``;
      return [{
        rule: 'pointer.double-translation' as const, place: event.anchor,
        message: `${by} wants the local address of a symmetric object, but this one was already translated for a peer by ${callName(peer)}.`,
        path: [{ place: peer.place, text: 'translated for a peer here' }, { place: event.anchor, text: 'translated again here' }],
      }];
    }),
  );

function translatedArguments(event: Event): Term[] {
  if (event.kind === 'form') return event.anchor === event.place && event.peer.pointer ? [event.peer.pointer] : [];
  if (event.kind !== 'one-sided') return [];
  // A NIC's work queue takes addresses that are registered with the NIC, the peer's made from the local one: this GPU's mapping of a peer is neither.
  if (event.posted) return [...event.args];
  if (!event.translates) return [];
  const isSourceToo = event.operation === 'get' || (event.operation === 'put' && event.access === 'remote-store');
  return [event.destination, isSourceToo ? event.source : undefined].filter((term) => term !== undefined);
}

/** A peer, if the address can be nothing else. */
function surePeer(m: Machine, event: Event, term: Term): Peer | undefined {
  if (m.peersIn(term).size === 0) return undefined;
  const leaves = leavesOf(m.store, term, event.facts);
  return leaves.every((leaf) => leaf.peer) ? leaves[0]?.peer : undefined;
}
