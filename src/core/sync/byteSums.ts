/** Sums of sizes, compared by what they are made of: numbers, and products of terms that are equal or not known to be. */
import type { Machine } from '../flow/machine.js';
import { termText } from '../flow/termText.js';
import { argsOf, type Term } from '../flow/terms.js';
import { Facts } from '../flow/facts.js';

/** Coefficients by product; the product of nothing is 1. */
export type ByteSum = ReadonlyMap<string, Part>;

interface Part {
  readonly times: number;
  readonly factors: readonly Term[];
}

const ONE = '';

/** C++ "Fundamental types", and CUDA's 16-bit ones. */
const SIZES: Readonly<Record<string, number>> = {
  char: 1, bool: 1, int8_t: 1, uint8_t: 1, short: 2, int16_t: 2, uint16_t: 2, half: 2, __half: 2, nv_bfloat16: 2, __nv_bfloat16: 2, int: 4, unsigned: 4,
  'unsigned int': 4, int32_t: 4, uint32_t: 4, float: 4, int64_t: 8, uint64_t: 8, double: 8, size_t: 8, float2: 8, int2: 8, uint2: 8, float4: 16, int4: 16, uint4: 16,
};

/** `facts`: variables that are known to be numbers are those numbers. */
export function sumOf(term: Term, facts = Facts.empty): ByteSum {
  switch (term.op) {
    case 'int': return numberSum(term.value);
    case 'add': return term.args.map((part) => sumOf(part, facts)).reduce(plus, new Map());
    case 'neg': return times(numberSum(-1), sumOf(term.args[0], facts));
    case 'apply': {
      const [a, b] = term.args;
      if (term.name === '*' && a && b) return times(sumOf(a, facts), sumOf(b, facts));
      const size = SIZES[/^sizeof\s*\(\s*([\w ]+?)\s*\)$/.exec(term.name)?.[1] ?? ''];
      return size === undefined ? atom(term) : numberSum(size);
    }
    case 'symbol': {
      const value = facts.valueOf(term);
      return value === undefined ? atom(term) : numberSum(value);
    }
    default: return atom(term);
  }
}

export function numberSum(value: number): ByteSum {
  return value === 0 ? new Map() : new Map([[ONE, { times: value, factors: [] }]]);
}

function atom(term: Term): ByteSum {
  return new Map([[String(term.id), { times: 1, factors: [term] }]]);
}

export function plus(a: ByteSum, b: ByteSum): ByteSum {
  const sum = new Map(a);
  for (const [key, part] of b) {
    const all = part.times + (sum.get(key)?.times ?? 0);
    if (all === 0) sum.delete(key);
    else sum.set(key, { ...part, times: all });
  }
  return sum;
}

export function times(a: ByteSum, b: ByteSum): ByteSum {
  let product: ByteSum = new Map();
  for (const x of a.values())
    for (const y of b.values()) {
      const factors = [...x.factors, ...y.factors].sort((p, q) => p.id - q.id);
      product = plus(product, new Map([[factors.map(({ id }) => id).join('*'), { times: x.times * y.times, factors }]]));
    }
  return product;
}

/** How two sums differ. */
export interface Comparison {
  /** -1: the first is less, 1: it is more; 0: they are equal. */
  readonly order: -1 | 0 | 1;
  /** They are equal only where each of these is 1. */
  readonly unless: readonly Term[];
}

/** Sizes are positive, and the numbers that they are multiplied from at least 1. Undefined: the sums are made of different things. */
export function compareSums(a: ByteSum, b: ByteSum, facts = Facts.empty): Comparison | undefined {
  const difference = plus(a, times(numberSum(-1), b));
  if (difference.size === 0) return { order: 0, unless: [] };
  const order = signOf(difference);
  return order === undefined ? aboveOne(difference, facts) : { order, unless: [] };
}

function signOf(sum: ByteSum): -1 | 1 | undefined {
  const parts = [...sum.values()];
  return parts.every((part) => part.times > 0) ? 1 : parts.every((part) => part.times < 0) ? -1 : undefined;
}

/** Of parts that take from each other: `4 * k - 4` is 4 times what `k` is above 1. */
function aboveOne(difference: ByteSum, facts: Facts): Comparison | undefined {
  let above: ByteSum = new Map();
  for (const { times: count, factors } of difference.values()) {
    if (!factors.every(isCount)) return undefined;
    const product = factors.reduce<ByteSum>((so, factor) => times(so, times(numberSum(divisorOf(factor, facts)), plus(numberSum(1), atom(factor)))), numberSum(count));
    above = plus(above, product);
  }
  const order = signOf(above);
  const single = [...above.values()].flatMap(({ factors }) => (factors.length === 1 ? factors : []));
  if (order === undefined || (single.length === 0 && !above.has(ONE))) return undefined;
  return { order, unless: above.has(ONE) ? [] : single };
}

/** A number that the code is compiled for, or is launched with. */
function isCount(term: Term): boolean {
  return (term.op === 'symbol' && (term.origin === 'template' || term.origin === 'param')) || (term.op === 'apply' && term.name.startsWith('sizeof'));
}

/** What it is a multiple of, by an assertion: `k % 128 == 0`. */
function divisorOf(term: Term, facts: Facts): number {
  for (const { term: fact, value } of facts.literals()) {
    if (!value || fact.op !== 'eq') continue;
    const rest = fact.args.find((arg) => arg.op === 'apply' && arg.name === '%' && arg.args[0] === term);
    const [, by] = rest ? argsOf(rest) : [];
    if (by?.op === 'int' && by.value > 1 && fact.args.some((arg) => arg.op === 'int' && arg.value === 0)) return by.value;
  }
  return 1;
}

export function sumText(m: Machine, sum: ByteSum): string {
  const parts = [...sum.values()].map((part) => part.factors.reduce((product, factor) => m.store.apply('*', [product, factor]), m.store.int(part.times)));
  return termText(m.store.add(...parts)).replaceAll(/\b1 \* /g, '');
}
