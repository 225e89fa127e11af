import type { MemoryOrder, MemoryScope, StateSpace } from './types.js';

const SPACES: Readonly<Record<string, StateSpace>> = {
  'global': 'global',
  'shared': 'shared',
  'shared::cta': 'shared::cta',
  'shared::cluster': 'shared::cluster',
  'local': 'local',
  'param': 'param',
  'param::entry': 'param',
  'param::func': 'param',
  'const': 'const',
};

const ORDERS: Readonly<Record<string, MemoryOrder>> = {
  weak: 'weak', relaxed: 'relaxed', acquire: 'acquire', release: 'release', acq_rel: 'acq_rel', sc: 'sc', volatile: 'volatile', mmio: 'mmio',
};

const SCOPES: Readonly<Record<string, MemoryScope>> = {
  cta: 'cta', cluster: 'cluster', gpu: 'gpu', sys: 'sys',
  // `membar` spells the device scope `.gl`.
  gl: 'gpu',
};

/** Element sizes in bytes. PTX ISA "Fundamental Types", "Alternate Floating-Point Data Formats", "Packed Data Types". */
const TYPE_BYTES: Readonly<Record<string, number>> = {
  b8: 1, u8: 1, s8: 1, e4m3: 1, e5m2: 1, b16: 2, u16: 2, s16: 2, f16: 2, bf16: 2, e4m3x2: 2, e5m2x2: 2,
  b32: 4, u32: 4, s32: 4, f32: 4, f16x2: 4, bf16x2: 4, tf32: 4, u16x2: 4, s16x2: 4, e4m3x4: 4, e5m2x4: 4, u8x4: 4, s8x4: 4,
  b64: 8, u64: 8, s64: 8, f64: 8, f32x2: 8, b128: 16,
};

/** The qualifiers with a meaning of their own, by what they say. */
export const QUALIFIERS = {
  space: Object.keys(SPACES), order: Object.keys(ORDERS), scope: Object.keys(SCOPES), type: Object.keys(TYPE_BYTES),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The state spaces an opcode names, in order: destination first where there are two. */
export function spacesOf(parts: readonly string[]): StateSpace[] {
  return parts.slice(1).flatMap((part) => SPACES[part] ?? []);
}

/** `mmio.relaxed` and `mmio.release` are accesses of their own kind: `mmio` wins. */
export function orderOf(parts: readonly string[]): MemoryOrder | undefined {
  const orders = parts.slice(1).flatMap((part) => ORDERS[part] ?? []);
  return orders.includes('mmio') ? 'mmio' : orders[0];
}

export function scopeOf(parts: readonly string[]): MemoryScope | undefined {
  return parts.slice(1).flatMap((part) => SCOPES[part] ?? [])[0];
}

/** The last type qualifier, which is the type of the data; undefined if there is none. */
export function typeOf(parts: readonly string[]): string | undefined {
  return parts.findLast((part) => TYPE_BYTES[part] !== undefined);
}

/** Bytes per thread: element size times vector length. */
export function widthOf(parts: readonly string[]): number | undefined {
  const type = typeOf(parts);
  const bytes = type === undefined ? undefined : TYPE_BYTES[type];
  const vector = parts.find((part) => /^v[248]$/.test(part));
  return bytes === undefined ? undefined : bytes * (vector === undefined ? 1 : Number(vector.slice(1)));
}

const OPERATIONS: ReadonlySet<string> = new Set(['add', 'inc', 'dec', 'min', 'max', 'and', 'or', 'xor', 'cas', 'exch', 'popc']);

/** The operation of an atomic or a reduction; it may stand anywhere after the opcode (`atom.add.release` is accepted). */
export function operationOf(parts: readonly string[]): string | undefined {
  return parts.slice(1).find((part) => OPERATIONS.has(part));
}
