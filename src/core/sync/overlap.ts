/** Whether two addresses surely meet, from their terms: sums of a base and offsets. */
import { argsOf, isPointerLike, type PeerTerm, type Term } from '../flow/terms.js';

/** The addends of an address; reinterpretations, and conversions between generic and shared addresses, are looked through. */
export function addends(address: Term, depth = 10): Term[] {
  if (depth === 0) return [address];
  switch (address.op) {
    case 'bits': return addends(address.args[0], depth - 1);
    case 'add': return address.args.flatMap((arg) => addends(arg, depth - 1));
    case 'apply': return address.name.includes('cvta') && address.args[0] ? addends(address.args[0], depth - 1) : [address];
    default: return [address];
  }
}

/** What `a` adds to what they have in common, and what `b` does. */
export function differenceOf(a: Term, b: Term): readonly [Term[], Term[]] {
  const left = addends(a);
  const right = addends(b);
  const onlyLeft = left.filter((part) => {
    const at = right.indexOf(part);
    if (at >= 0) right.splice(at, 1);
    return at < 0;
  });
  return [onlyLeft, right];
}

/** They differ by a number that is known and is not 0, whatever the rest of them is. */
export function surelyDiffer(a: Term, b: Term): boolean {
  const [left, right] = differenceOf(a, b);
  const sum = (parts: readonly Term[]): number => parts.reduce((total, part) => total + (part.op === 'int' ? part.value : NaN), 0);
  const difference = sum(left) - sum(right);
  return !Number.isNaN(difference) && difference !== 0;
}

/**
 * Does a write of single elements touch the memory that begins at `block`? So it does at the block's own address, or behind
 * it by an index that counts from 0: of a thread or lane, or of a loop.
 */
export function writesInto(address: Term, block: Term): boolean {
  const [offsets, missing] = differenceOf(address, block);
  return missing.length === 0 && offsets.every((offset) => isElementIndex(offset));
}

/**
 * Likewise for what lies further into a block of that size: what goes before it, in bytes, is a part of what the size is the sum of, with another
 * part left. Numbers may count elements, so that much room is asked for.
 */
export function writesWithin(address: Term, block: Term, size: Term | undefined): boolean {
  const [offsets, missing] = differenceOf(address, block);
  if (missing.length > 0) return false;
  const before = offsets.filter((offset) => !isElementIndex(offset));
  if (before.length === 0) return true;
  const parts = size ? addends(size) : [];
  const left = before.reduce<readonly Term[] | undefined>((rest, part) => rest && without(rest, part), parts);
  return left !== undefined && left.length > 0 && left.every((part) => (part.op === 'int' ? part.value > 0 : part.op !== 'neg'));
}

/** CUDA C++ "Built-in Vector Types": the largest element that one store writes. */
const MAX_ELEMENT = 16;

function without(parts: readonly Term[], part: Term): readonly Term[] | undefined {
  const at = parts.findIndex((other) => other === part || (part.op === 'int' && part.value >= 0 && other.op === 'int' && part.value * MAX_ELEMENT < other.value));
  return at < 0 ? undefined : parts.filter((_, i) => i !== at || part.op === 'int');
}

/** Likewise for a block that may be given as an offset in a window: its address less the window's base. */
export function writesIntoWindow(address: Term, block: Term): boolean {
  const [offsets, missing] = differenceOf(address, block);
  return missing.every(({ op }) => op === 'neg') && offsets.every((offset) => isElementIndex(offset));
}

function isElementIndex(term: Term, depth = 8): boolean {
  if (depth === 0) return false;
  if (term.op === 'symbol') return term.origin === 'loop' || term.name === 'laneid';
  if (term.op === 'field') return term.name === 'x' && term.args[0].op === 'symbol' && term.args[0].name === 'threadIdx';
  if (term.op !== 'apply' && term.op !== 'add') return false;
  if (term.op === 'apply' && !['*', '%', '&'].includes(term.name)) return false;
  const args = argsOf(term);
  return args.some((arg) => isElementIndex(arg, depth - 1)) && (term.op === 'apply' || args.every((arg) => isElementIndex(arg, depth - 1)));
}

/** Addresses in one array: they differ at most in what counts its elements, for which a rank, a thread or a loop stands. */
export function sameRegion(a: Term, b: Term): boolean {
  const [left, right] = differenceOf(a, b);
  return left.length < addends(a).length && [...left, ...right].every((part) => isCounter(part));
}

function isCounter(term: Term, depth = 6): boolean {
  if (depth === 0 || isPointerLike(term)) return false;
  if (term.op === 'symbol') return term.origin === 'loop' || term.origin === 'global' || (term.origin === 'param' && (term.type?.pointers ?? 0) === 0);
  if (term.op === 'field') return true;
  if (term.op === 'neg') return isCounter(term.args[0], depth - 1);
  return term.op === 'apply' && ['*', '/', '%', '&', '>>', '<<'].includes(term.name) && term.args.some((arg) => isCounter(arg, depth - 1)) && term.args.every((arg) => arg.op === 'int' || (arg.op === 'symbol' && arg.origin === 'template') || isCounter(arg, depth - 1));
}

/** The peer pointer that an address is one element or another of. */
export function peerOf(address: Term): PeerTerm | undefined {
  const parts = addends(address);
  const peer = parts.find((part) => part.op === 'peer');
  return parts.every((part) => part === peer || isCounter(part)) ? peer : undefined;
}

/** The same element, or elements of one array by different indices of the same stride. */
export function sameArray(a: Term, b: Term): boolean {
  const [left, right] = differenceOf(a, b);
  if (left.length === 0 && right.length === 0) return true;
  const [x] = left;
  const [y] = right;
  if (left.length !== 1 || right.length !== 1 || x?.op !== 'apply' || y?.op !== 'apply' || x.name !== '*' || y.name !== '*') return false;
  return x.args.some((factor) => y.args.includes(factor));
}
