import { causeWords } from '../flow/peer.js';
import { addressBase } from '../flow/terms.js';
import type { Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.offset-before-test: a null base plus an offset is not null, so the test passes for it. */
export const offsetBeforeTest: Rule = (context) =>
  context.runs.flatMap(({ machine }) =>
    machine.events.flatMap((event) => {
      if (event.kind !== 'null-test' || event.pointer.op !== 'add') return [];
      const base = addressBase(event.pointer);
      const peers = base ? [...machine.peersIn(base)] : [];
      const peer = peers.find((p) => p.valid.op !== 'bool' && event.facts.known(p.valid) !== true);
      if (!peer) return [];
      return [{
        rule: 'pointer.offset-before-test' as const, place: event.anchor,
        message: `\`${event.text}\` does not find a null ${callName(peer)}: an offset was added first, and null plus an offset is not null.`,
        path: [
          { place: peer.place, text: 'can be null here' },
          ...peer.causes.map((cause) => ({ place: cause.place, text: `null when ${causeWords(cause)}` })),
          { place: event.anchor, text: 'tested only after the offset' },
        ],
      }];
    }),
  );
