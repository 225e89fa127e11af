import { address, bracket, has, operands, spaceOf, value, values } from './draft.js';
import type { Draft, Reading } from './draft.js';
import { spacesOf } from './qualifiers.js';

/** PTX ISA "Asynchronous Warpgroup Level Matrix Instructions". Shared operands are descriptors, read through the async proxy. */
export function readWgmma(reading: Reading): Draft {
  const { instruction } = reading;
  switch (instruction.parts[1]) {
    case 'mma_async':
      return { kind: 'matrix', operation: 'wgmma', written: operands(reading, 0), proxy: 'async', completion: 'wgmma-group', aligned: true };
    case 'fence':
      return { kind: 'matrix-fence', operation: 'wgmma', aligned: true };
    case 'commit_group':
      return { kind: 'matrix-commit', operation: 'wgmma', completion: 'wgmma-group', aligned: true };
    case 'wait_group':
      return { kind: 'matrix-wait', operation: 'wgmma', count: value(reading, 0), completion: 'wgmma-group', aligned: true };
    default:
      return { kind: 'unknown' };
  }
}

/** PTX ISA "TensorCore 5th Generation Family Instructions". */
export function readTcgen05(reading: Reading): Draft {
  const { instruction } = reading;
  const form = instruction.parts[1] ?? '';
  const aligned = has(instruction, 'aligned');
  switch (form) {
    case 'mma':
      return { kind: 'matrix', operation: 'tcgen05', destination: address(reading, 0, 'tensor'), proxy: 'async', completion: 'tcgen05-commit' };
    case 'cp':
      // The source is a shared memory descriptor, not an address.
      return { kind: 'matrix', operation: 'tcgen05.cp', destination: address(reading, 0, 'tensor'), proxy: 'async', completion: 'tcgen05-commit' };
    case 'shift':
      return { kind: 'matrix', operation: 'tcgen05.shift', destination: address(reading, 0, 'tensor'), proxy: 'async', completion: 'tcgen05-commit' };
    case 'ld':
      return { kind: 'load', operation: 'tcgen05', source: address(reading, bracket(instruction, 0), 'tensor'), written: operands(reading, 0), aligned };
    case 'st':
      return { kind: 'store', operation: 'tcgen05', destination: address(reading, 0, 'tensor'), values: values(reading, instruction.operands.length - 1), aligned };
    case 'commit':
      // Arrives once at the mbarrier when the issued operations are complete; `.multicast` at those of several CTAs.
      return { kind: 'matrix-commit', operation: 'tcgen05', mbarrier: address(reading, 0, spacesOf(instruction.parts)[0] ?? 'generic'), completion: 'tcgen05-commit' };
    case 'wait::ld':
    case 'wait::st':
      return { kind: 'matrix-wait', operation: form.slice('wait::'.length), aligned };
    case 'fence::before_thread_sync':
    case 'fence::after_thread_sync':
      return { kind: 'matrix-fence', operation: form.slice('fence::'.length) };
    case 'alloc':
      // Writes the allocated tensor memory address to shared memory.
      return { kind: 'tensor-memory-alloc', destination: address(reading, 0, spaceOf(instruction)), values: values(reading, 1), aligned };
    case 'dealloc':
      return { kind: 'tensor-memory-dealloc', values: values(reading, 0, 1), aligned };
    case 'relinquish_alloc_permit':
      return { kind: 'tensor-memory-dealloc', operation: 'relinquish', aligned };
    default:
      return { kind: 'unknown' };
  }
}

/** PTX ISA "tensormap.replace", "tensormap.cp_fenceproxy". */
export function readTensormap(reading: Reading): Draft {
  const { instruction } = reading;
  const [to = 'generic', from] = spacesOf(instruction.parts);
  if (instruction.parts[1] === 'replace') {
    return { kind: 'tensormap-write', operation: instruction.parts[3], destination: address(reading, 0, to), values: values(reading, instruction.operands.length - 1), order: 'weak', proxy: 'generic' };
  }
  if (instruction.parts[1] === 'cp_fenceproxy') {
    return {
      kind: 'tensormap-write', operation: 'cp_fenceproxy', destination: address(reading, 0, to), source: address(reading, 1, from ?? 'shared::cta'),
      size: value(reading, 2), order: 'release', scope: 'gpu', proxy: 'tensormap', aligned: true,
    };
  }
  return { kind: 'unknown' };
}
