import type { Term } from '../flow/terms.js';
import { addressBase } from '../flow/terms.js';
import type { Rule } from './rule.js';
import { callName } from './wording.js';

/** pointer.not-symmetric: the translated address lies in shared memory or on the stack. */
export const notSymmetric: Rule = (context) =>
  context.runs.flatMap(({ machine }) =>
    machine.events.flatMap((event) => {
      const address = event.kind === 'form' && event.anchor === event.place ? event.peer.pointer : event.kind === 'one-sided' && event.translates ? event.destination : undefined;
      const storage = address && privateStorage(address);
      if (!storage) return [];
      const by = event.kind === 'form' ? callName(event.peer) : event.kind === 'one-sided' ? `\`${event.api}\`` : '';
      return [{
        rule: 'pointer.not-symmetric' as const, place: event.anchor,
        message: `${by} is given an address in ${storage.what} \`${storage.name}\`, which is not in the symmetric allocation: the peer has nothing there.`,
        path: [{ place: event.anchor, text: 'translated here' }],
      }];
    }),
  );

function privateStorage(address: Term): { readonly what: string; readonly name: string } | undefined {
  const base = address.op === 'bits' ? address.args[0] : (addressBase(address) ?? address);
  if (base.op === 'bits') return privateStorage(base);
  if (base.op === 'address') return { what: 'the local variable', name: 'of this thread' };
  if (base.op !== 'symbol') return undefined;
  if (base.origin === 'shared') return { what: 'shared memory', name: base.name };
  return base.origin === 'local' && (base.type?.pointers ?? 0) > 0 && base.name !== 'new' ? { what: 'the local array', name: base.name } : undefined;
}
