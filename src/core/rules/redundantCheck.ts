import type { NullTestEvent } from '../flow/events.js';
import type { Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.redundant-check: in every instantiation the contract says never null. A choice that can give null itself is no peer pointer. */
export const redundantCheck: Rule = (context) => {
  const tests = new Map<number, NullTestEvent[]>();
  const asserted = new Set<number>();
  for (const { machine } of context.runs)
    for (const event of machine.events) {
      if (event.kind !== 'null-test' || event.anchor !== event.place) continue;
      tests.set(event.place.span.start, [...(tests.get(event.place.span.start) ?? []), event]);
    }
  for (const { machine } of context.runs)
    for (const event of machine.events)
      for (const { source } of event.path)
        if (source?.asserted) for (const [start] of tests) if (source.place.span.start <= start && start < source.place.span.end) asserted.add(start);
  return [...tests.values()].flatMap((events) => {
    const [first] = events;
    if (!first || asserted.has(first.place.span.start)) return [];
    const peers = events.map(({ pointer }) => (pointer.op === 'bits' ? pointer.args[0] : pointer));
    if (!peers.every((term) => term.op === 'peer' && term.peer.valid.op === 'bool' && term.peer.valid.value)) return [];
    const [term] = peers;
    if (term?.op !== 'peer') return [];
    return [{
      rule: 'pointer.redundant-check' as const, place: first.place,
      message: `\`${first.text}\` always gives the same answer: ${callName(term.peer)} is never null here.`,
      path: [{ place: term.peer.place, text: 'formed here, never null' }],
    }];
  });
};
