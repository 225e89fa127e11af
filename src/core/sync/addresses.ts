/** Addresses in shared memory, whatever way the code writes them. */
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';

/** The variable in shared memory that an address lies in, if there is just one. */
export function storageOf(address: Term): Term | undefined {
  if (address.op === 'symbol') return address.origin === 'shared' ? address : undefined;
  if (address.op !== 'field' && address.op !== 'apply' && address.op !== 'load' && address.op !== 'bits' && address.op !== 'add') return undefined;
  const storages = argsOf(address).map(storageOf).filter((storage) => storage !== undefined);
  return storages.length === 1 ? storages[0] : undefined;
}

/**
 * The address as a sum of its storage and indices: without conversions between generic and shared addresses, and with a row of an array of
 * arrays, which reads like a value of the array, taken for its address. Values that are loaded as indices stay what they are.
 */
export function plainAddress(m: Machine, address: Term): Term {
  const inner = address.op === 'apply' && address.name !== '*' && address.args.length > 1 ? undefined : argsOf(address)[0];
  switch (address.op) {
    case 'bits': return plainAddress(m, address.args[0]);
    case 'apply': case 'load': return inner && storageOf(inner) ? plainAddress(m, inner) : address;
    case 'add': {
      const based = address.args.filter((part) => storageOf(part) !== undefined);
      const [base] = based;
      if (!base || based.length > 1) return address;
      return m.store.add(...address.args.map((part) => (part === base ? plainAddress(m, part) : part)));
    }
    default: return address;
  }
}
