/** Library classes that a cast puts at an address: `reinterpret_cast<Barrier*>(smem + offset)` is all that says what lies there. */
import type { TypeRef } from '../program/ir.js';
import type { Machine } from './machine.js';
import type { Scope } from './state.js';
import type { Term } from './terms.js';
import { evaluateType } from './types.js';

/** Notes what a pointer is cast to, if that is a class of the catalog. */
export function noteCast(m: Machine, address: Term, type: TypeRef, scope: Scope): void {
  if (type.pointers !== 1) return;
  const meant = evaluateType(m, { ...type, pointers: 0 }, scope);
  if (meant.op !== 'type' || !m.world.catalog.type(meant.name)) return;
  const known = m.castClasses.get(address);
  m.castClasses.set(address, known === undefined || known === meant.name ? meant.name : null);
}

/** The class of the elements that an address is one of: that of the cast whose address is the greatest part of it. Undefined: none, or several. */
export function castClassAt(m: Machine, address: Term): string | undefined {
  const parts = new Set(addendsOf(address));
  let best: { readonly size: number; readonly name: string | null } | undefined;
  for (const [start, name] of m.castClasses) {
    const own = addendsOf(start);
    if (!own.every((part) => parts.has(part))) continue;
    if (!best || own.length > best.size) best = { size: own.length, name };
    else if (own.length === best.size && name !== best.name) best = { size: own.length, name: null };
  }
  return best?.name ?? undefined;
}

function addendsOf(address: Term): readonly Term[] {
  return address.op === 'add' ? address.args : [address];
}
