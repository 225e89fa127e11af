/** Arrays in shared memory, as they are declared: a field of a class, or a variable. */
import type { Declarator, Field } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { storageOf } from './addresses.js';

export function fieldOf(m: Machine, object: Term & { readonly op: 'field' }): Field | undefined {
  return m.world.contracts.classOf(m, object.args[0])?.fields.find(({ name }) => name === object.name);
}

export function sharedDeclarator(m: Machine, name: string): Declarator | undefined {
  const body = m.root.body();
  let found: Declarator | undefined;
  if (body) walk(body.block, (node) => {
    if (node.kind === 'decl' && node.isShared) found ??= node.declarators.find((declarator) => declarator.name === name);
  });
  return found;
}

export interface SharedArray {
  /** The field or the variable. */
  readonly name: string;
  /** The variable that it lies in. */
  readonly storage: Term;
}

/**
 * The array that a value is the address of an element or of a row of. Undefined: none, or not known to be: what was read out of an array
 * may be an address of anything, and has fewer indices left than the array has dimensions.
 */
export function sharedArrayAt(m: Machine, address: Term): SharedArray | undefined {
  return arrayAt(m, address, 0);
}

/** `rows`: how many times an element was taken; each takes one dimension away. */
function arrayAt(m: Machine, address: Term, rows: number): SharedArray | undefined {
  switch (address.op) {
    case 'bits': return arrayAt(m, address.args[0], rows);
    case 'load': return arrayAt(m, address.args[0], rows + 1);
    case 'add': {
      const arrays = address.args.map((part) => arrayAt(m, part, rows)).filter((array) => array !== undefined);
      return arrays.length === 1 ? arrays[0] : undefined;
    }
    case 'field': case 'symbol': {
      const storage = storageOf(address);
      const declared = storage && (address.op === 'field' ? fieldOf(m, address) : sharedDeclarator(m, address.name));
      return declared && declared.extents.length > rows ? { name: address.name, storage } : undefined;
    }
    default: return undefined;
  }
}
