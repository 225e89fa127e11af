import type { Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { addressBase, type Term } from '../flow/terms.js';
import { ordinaryAllocation } from '../sites/launches.js';
import { sharedArrayAt } from '../sync/sharedArrays.js';
import type { Rule, RuleContext } from './rule.js';
import { callName } from './wording.js';

/** pointer.not-symmetric: the translated address lies in shared memory, on the stack, or in memory that the host allocated for itself. */
export const notSymmetric: Rule = (context) =>
  context.runs.flatMap(({ machine }) =>
    machine.events.flatMap((event) => {
      const storage = translatedAddresses(event).map((address) => privateStorage(context, machine, address)).find((found) => found !== undefined);
      if (!storage) return [];
      const by = event.kind === 'form' ? callName(event.peer) : event.kind === 'one-sided' ? `\`${event.api}\`` : '';
      return [{
        rule: 'pointer.not-symmetric' as const, place: event.anchor,
        message: `${by} is given an address in ${storage.what} \`${storage.name}\`, which is not in the symmetric allocation: the peer has nothing there.`,
        path: [...(storage.place ? [{ place: storage.place, text: `${storage.name} is ${storage.how}` }] : []), { place: event.anchor, text: 'translated here' }],
      }];
    }),
  );

function translatedAddresses(event: Event): Term[] {
  if (event.kind === 'form') return event.anchor === event.place && event.peer.pointer ? [event.peer.pointer] : [];
  if (event.kind !== 'one-sided' || !event.translates) return [];
  return [event.destination, event.copies && event.access === 'remote-store' ? event.source : undefined].filter((term) => term !== undefined);
}

interface Storage {
  readonly what: string;
  readonly name: string;
  readonly how: string;
  readonly place: Place | undefined;
}

function privateStorage(context: RuleContext, m: Machine, address: Term): Storage | undefined {
  const base = address.op === 'bits' ? address.args[0] : (addressBase(address) ?? address);
  if (base.op === 'bits') return privateStorage(context, m, base);
  const placeOf = (term: Term): Place | undefined => m.named.find(({ value }) => value === term)?.place;
  if (base.op === 'address') {
    const name = m.slotNames.get(base.slot) ?? 'a variable';
    return { what: 'the local variable', name, how: 'a local variable', place: m.named.find((named) => named.name === name)?.place };
  }
  if (base.op === 'symbol' && base.origin === 'shared') return { what: 'shared memory', name: base.name, how: 'in shared memory', place: placeOf(base) };
  const array = sharedArrayAt(m, address);
  if (array) return { what: 'shared memory', name: array.name, how: 'in shared memory', place: placeOf(array.storage) };
  if (base.op !== 'symbol') return undefined;
  if (base.origin === 'param') {
    const allocated = ordinaryAllocation(context.world, context.fn, base.name);
    return allocated && { what: 'ordinary device memory', name: base.name, how: 'allocated here, outside the symmetric heap', place: allocated };
  }
  return base.origin === 'local' && (base.type?.pointers ?? 0) > 0 && base.name !== 'new' ? { what: 'the local array', name: base.name, how: 'a local array', place: placeOf(base) } : undefined;
}
