/** Single barriers of an array: told apart where every operation names its barrier by a number. */
import type { Term } from '../flow/terms.js';
import type { MbarrierObject } from './mbarrierObjects.js';
import type { MbarrierOperation } from './mbarriers.js';

/** The object itself, or one for each barrier of it. */
export function slotsOf(object: MbarrierObject): readonly MbarrierObject[] {
  const slots = new Map<number, MbarrierOperation[]>();
  for (const operation of object.operations) {
    const slot = object.isDeclared ? slotOf(operation, object.root) : undefined;
    if (slot === undefined) return [object];
    slots.set(slot, [...(slots.get(slot) ?? []), operation]);
  }
  if (slots.size < 2) return [object];
  return [...slots].map(([slot, operations]) => ({ ...object, name: `${object.name}[${String(slot)}]`, operations }));
}

function slotOf({ event }: MbarrierOperation, root: Term): number | undefined {
  return numbered(event.mbarrier ?? event.destination, root);
}

/** An index is added to the array itself; what is added to its address as an integer counts bytes. */
function numbered(address: Term | undefined, root: Term): number | undefined {
  if (!address) return undefined;
  if (address === root) return 0;
  if (address.op === 'bits' || (address.op === 'apply' && address.name.includes('cvta'))) return numbered(address.args[0], root);
  if (address.op !== 'add' || address.args.length !== 2 || !address.args.includes(root)) return undefined;
  const index = address.args.find((arg) => arg !== root);
  return index?.op === 'int' ? index.value : undefined;
}
