/**
 * Which loads of one address give the same value: those with nothing between them that may write there. Two pointers that come from
 * different places are taken to point to different memory.
 */
import type { NewEvent } from './events.js';
import { argsOf, isPointerLike, type Term } from './terms.js';

export class Memory {
  private count = 1;
  /** Since when all memory may have changed. */
  private everywhere = 0;
  /** Since when the memory behind a pointer may have changed. */
  private readonly behind = new Map<Term, number>();

  /** Equal for two loads of the address that surely give the same. */
  versionOf(address: Term): number {
    const bases = basesOf(address);
    if (bases.length === 0 || bases.some(isVolatile)) return this.next();
    return Math.max(this.everywhere, ...bases.map((base) => this.behind.get(base) ?? 0));
  }

  /** A value that no other load gives. */
  next(): number {
    return this.count++;
  }

  /** Another thread, or code that is not seen, may have written anything. */
  forgetAll(): void {
    this.everywhere = this.next();
  }

  note(event: NewEvent): void {
    if (event.kind === 'sync' || event.kind === 'one-sided' || (event.kind === 'call' && event.target === undefined && event.known !== true)) this.forgetAll();
    if (event.kind !== 'access' || event.access === 'load') return;
    const bases = basesOf(event.address);
    if (bases.length === 0) this.forgetAll();
    else for (const base of bases) if (base.op !== 'peer') this.behind.set(base, this.next());
  }
}

/** The pointers that the address is computed from; a peer's memory is another GPU's. */
export function basesOf(address: Term, found: Term[] = [], depth = 8): readonly Term[] {
  if (depth === 0) return found;
  switch (address.op) {
    case 'add': case 'ite': for (const arg of argsOf(address)) if (address.op === 'add' || arg !== address.args[0]) basesOf(arg, found, depth - 1); break;
    case 'bits': basesOf(address.args[0], found, depth - 1); break;
    case 'peer': case 'address': found.push(address); break;
    case 'symbol': case 'field': case 'load': if (isPointerLike(address)) found.push(address); break;
    default: break;
  }
  return found;
}

/** Of a pointer to volatile memory, or an array of it. */
export function isVolatile(base: Term): boolean {
  return (base.op === 'symbol' || base.op === 'field') && /\bvolatile\b/.test(base.type?.text ?? '');
}
