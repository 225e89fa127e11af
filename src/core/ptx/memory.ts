import { address, bracket, has, operands, spaceOf, value, values } from './draft.js';
import type { Draft, Reading } from './draft.js';
import { operationOf, orderOf, scopeOf, spacesOf, widthOf } from './qualifiers.js';
import type { MemoryOrder, MemoryScope } from './types.js';

interface Consistency {
  readonly order: MemoryOrder;
  readonly scope: MemoryScope | undefined;
}

/** Plain accesses are weak; volatile ones behave as relaxed at system scope but are kept apart. PTX ISA "ld", "st". */
function consistency({ instruction }: Reading): Consistency {
  const order = orderOf(instruction.parts) ?? 'weak';
  const scope = scopeOf(instruction.parts);
  return { order, scope: scope ?? (order === 'volatile' || order === 'mmio' ? 'sys' : undefined) };
}

/** Atomics and reductions are relaxed and of device scope when nothing is written. PTX ISA "atom", "red". */
function atomicConsistency({ instruction }: Reading): Consistency {
  return { order: orderOf(instruction.parts) ?? 'relaxed', scope: scopeOf(instruction.parts) ?? 'gpu' };
}

/** PTX ISA "ld", "ld.global.nc", "ldu". */
export function readLoad(reading: Reading): Draft {
  const { instruction } = reading;
  return {
    kind: 'load',
    source: address(reading, 1, spaceOf(instruction)),
    written: operands(reading, 0),
    width: widthOf(instruction.parts),
    proxy: 'generic',
    nonCoherent: has(instruction, 'nc') || instruction.parts[0] === 'ldu',
    ...consistency(reading),
  };
}

/** PTX ISA "st", "st.async", "st.bulk". */
export function readStore(reading: Reading): Draft {
  const { instruction } = reading;
  if (has(instruction, 'async')) return asynchronousStore(reading);
  const common = { destination: address(reading, 0, spaceOf(instruction)), proxy: 'generic' as const, ...consistency(reading) };
  if (has(instruction, 'bulk')) {
    // `st.bulk [a], size, 0` fills with zero; its size is an operand.
    return { kind: 'store', operation: 'bulk', size: value(reading, 1), values: values(reading, 2), ...common };
  }
  return { kind: 'store', values: values(reading, 1), width: widthOf(instruction.parts), ...common };
}

/** `st.async` with an mbarrier completes at the barrier; the `.mmio` form to global memory has no completion mechanism. */
function asynchronousStore(reading: Reading): Draft {
  const { instruction } = reading;
  const barrier = has(instruction, 'mbarrier::complete_tx::bytes');
  return {
    kind: 'async-store',
    destination: address(reading, 0, spacesOf(instruction.parts)[0] ?? (barrier ? 'shared::cluster' : 'generic')),
    values: values(reading, 1),
    mbarrier: barrier ? address(reading, 2, 'shared::cluster') : undefined,
    completion: barrier ? 'mbarrier' : 'none',
    width: widthOf(instruction.parts),
    proxy: 'generic',
    ...consistency(reading),
  };
}

/** PTX ISA "atom". */
export function readAtomic(reading: Reading): Draft {
  const { instruction } = reading;
  return {
    kind: 'atomic',
    destination: address(reading, 1, spaceOf(instruction)),
    written: operands(reading, 0),
    values: values(reading, 2, 3),
    width: widthOf(instruction.parts),
    operation: operationOf(instruction.parts),
    proxy: 'generic',
    ...atomicConsistency(reading),
  };
}

/** PTX ISA "red", "red.async". */
export function readReduction(reading: Reading): Draft {
  const { instruction } = reading;
  const asynchronous = has(instruction, 'async');
  const barrier = asynchronous && has(instruction, 'mbarrier::complete_tx::bytes');
  return {
    kind: asynchronous ? 'async-reduce' : 'reduction',
    destination: address(reading, 0, spacesOf(instruction.parts)[0] ?? (barrier ? 'shared::cluster' : 'generic')),
    values: values(reading, 1),
    mbarrier: barrier ? address(reading, 2, 'shared::cluster') : undefined,
    completion: barrier ? 'mbarrier' : 'none',
    width: widthOf(instruction.parts),
    operation: operationOf(instruction.parts),
    proxy: 'generic',
    ...atomicConsistency(reading),
  };
}

/** PTX ISA "multimem.ld_reduce", "multimem.st", "multimem.red": one access to all members behind a multicast address. */
export function readMultimem(reading: Reading): Draft {
  const { instruction } = reading;
  const form = instruction.parts[1] ?? '';
  const space = spaceOf(instruction);
  const common = { multimem: true, width: widthOf(instruction.parts), operation: operationOf(instruction.parts), proxy: 'generic' as const };
  switch (form) {
    case 'ld_reduce':
      return { kind: 'load', source: address(reading, 1, space), written: operands(reading, 0), ...common, ...consistency(reading) };
    case 'st':
      return { kind: 'store', destination: address(reading, 0, space), values: values(reading, 1), ...common, ...consistency(reading) };
    case 'red':
      return { kind: 'reduction', destination: address(reading, 0, space), values: values(reading, 1), ...common, ...atomicConsistency(reading) };
    default:
      return { kind: 'unknown' };
  }
}

/** Matrix fragments: each thread holds 32 bits of each matrix of the access. PTX ISA "ldmatrix", "stmatrix". */
export function readMatrixAccess(reading: Reading): Draft {
  const { instruction } = reading;
  const count = Number(/^x([124])$/.exec(instruction.parts.find((part) => /^x[124]$/.test(part)) ?? 'x1')?.[1] ?? 1);
  const common = { width: 4 * count, order: 'weak' as const, proxy: 'generic' as const, aligned: has(instruction, 'aligned') };
  const space = spacesOf(instruction.parts)[0] ?? 'generic';
  return instruction.parts[0] === 'ldmatrix'
    ? { kind: 'load', operation: 'matrix', source: address(reading, 1, space), written: operands(reading, 0), ...common }
    : { kind: 'store', operation: 'matrix', destination: address(reading, 0, space), values: values(reading, 1), ...common };
}

/** PTX ISA "prefetch, prefetchu", "applypriority", "discard". Discarding makes the bytes undefined: a store of nothing known. */
export function readPrefetch(reading: Reading): Draft {
  const { instruction } = reading;
  const space = spaceOf(instruction);
  const at = bracket(instruction, 0);
  if (instruction.parts[0] === 'discard') {
    return { kind: 'store', operation: 'discard', destination: address(reading, at, space), size: value(reading, at + 1), order: 'weak', proxy: 'generic' };
  }
  return { kind: 'prefetch', source: address(reading, at, space), proxy: has(instruction, 'tensormap') ? 'tensormap' : 'generic' };
}

/** PTX ISA "wmma.load", "wmma.store", "wmma.mma". */
export function readWmma(reading: Reading): Draft {
  const { instruction } = reading;
  const space = spaceOf(instruction);
  switch (instruction.parts[1]) {
    case 'load':
      return { kind: 'load', operation: 'matrix', source: address(reading, 1, space), written: operands(reading, 0), order: 'weak', proxy: 'generic', aligned: true };
    case 'store':
      return { kind: 'store', operation: 'matrix', destination: address(reading, 0, space), values: values(reading, 1), order: 'weak', proxy: 'generic', aligned: true };
    case 'mma':
      return { kind: 'warp-collective', operation: 'mma', written: operands(reading, 0), aligned: true };
    default:
      return { kind: 'unknown' };
  }
}
