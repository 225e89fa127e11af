import { address, bracket, has, value } from './draft.js';
import type { Draft, Reading } from './draft.js';
import { operationOf, spacesOf } from './qualifiers.js';
import type { Completion, PtxInstruction } from './types.js';

function completionOf(instruction: PtxInstruction): Completion {
  if (has(instruction, 'mbarrier::complete_tx::bytes')) return 'mbarrier';
  return has(instruction, 'bulk_group') ? 'bulk-group' : 'none';
}

/**
 * Everything that starts with `cp`, also under `multimem`. PTX ISA "Data Movement and Conversion Instructions: Asynchronous
 * copy", "…: Bulk copy", "…: Tensor copy".
 */
export function readCopy(reading: Reading): Draft {
  const { instruction } = reading;
  const parts = instruction.parts[0] === 'multimem' ? instruction.parts.slice(1) : instruction.parts;
  const family = parts.slice(1).join('.');
  if (family.startsWith('async.bulk.commit_group')) return { kind: 'bulk-commit', proxy: 'async', completion: 'bulk-group' };
  if (family.startsWith('async.bulk.wait_group')) {
    return { kind: 'bulk-wait', count: value(reading, 0), readOnly: has(instruction, 'read'), proxy: 'async', completion: 'bulk-group' };
  }
  if (/^(?:async|reduce\.async)\.bulk\.(?:prefetch\.)?tensor\b/.test(family)) return tensorCopy(reading);
  if (/^(?:async|reduce\.async)\.bulk\b/.test(family)) return bulkCopy(reading, parts);
  if (parts[1] === 'async') return nonBulk(reading);
  return { kind: 'unknown' };
}

/** PTX ISA "cp.async.bulk", "cp.reduce.async.bulk", "cp.async.bulk.prefetch", "multimem.cp.async.bulk". */
function bulkCopy(reading: Reading, parts: readonly string[]): Draft {
  const { instruction } = reading;
  const [to = 'generic', from = 'generic'] = spacesOf(instruction.parts);
  if (has(instruction, 'prefetch')) {
    return { kind: 'bulk-prefetch', source: address(reading, 0, to), size: value(reading, 1), proxy: 'async' };
  }
  const completion = completionOf(instruction);
  const copy = to === 'global' ? 'bulk-store' : from === 'global' ? 'bulk-load' : 'bulk-copy';
  return {
    kind: parts[1] === 'reduce' ? 'bulk-reduce' : copy,
    destination: address(reading, 0, to),
    source: address(reading, 1, from),
    size: value(reading, 2),
    // The barrier lies beside the destination, which for a copy into another CTA is that CTA's shared memory.
    mbarrier: completion === 'mbarrier' ? address(reading, 3, to === 'shared' ? 'shared::cluster' : to) : undefined,
    operation: parts[1] === 'reduce' ? operationOf(instruction.parts) : undefined,
    completion,
    order: 'weak',
    proxy: 'async',
    multimem: instruction.parts[0] === 'multimem',
  };
}

/**
 * PTX ISA "cp.async.bulk.tensor", "cp.reduce.async.bulk.tensor", "cp.async.bulk.prefetch.tensor". The global side is the
 * tensor map's operand: the bytes moved and the address are in the descriptor, so no `size`.
 */
function tensorCopy(reading: Reading): Draft {
  const { instruction } = reading;
  const [to = 'generic', from = 'generic'] = spacesOf(instruction.parts);
  if (has(instruction, 'prefetch')) return { kind: 'tensor-prefetch', source: address(reading, 0, to), proxy: 'async' };
  const completion = completionOf(instruction);
  const reduce = has(instruction, 'reduce');
  return {
    kind: reduce ? 'tensor-reduce' : to === 'global' ? 'tensor-store' : 'tensor-load',
    destination: address(reading, 0, to),
    source: address(reading, 1, from),
    mbarrier: completion === 'mbarrier' ? address(reading, bracket(instruction, 2), to) : undefined,
    operation: reduce ? operationOf(instruction.parts) : undefined,
    completion,
    order: 'weak',
    proxy: 'async',
  };
}

/** PTX ISA "cp.async", "cp.async.commit_group", "cp.async.wait_group / wait_all", "cp.async.mbarrier.arrive". */
function nonBulk(reading: Reading): Draft {
  const { instruction } = reading;
  const form = instruction.parts[2];
  switch (form) {
    case 'commit_group':
      return { kind: 'async-commit', completion: 'async-group' };
    case 'wait_group':
      return { kind: 'async-wait', count: value(reading, 0), completion: 'async-group' };
    case 'wait_all':
      return { kind: 'async-wait', operation: 'all', completion: 'async-group' };
    case 'mbarrier': {
      // With `.noinc` the pending count is not raised first: the arrival counts against the init count.
      const space = spacesOf(instruction.parts)[0] ?? 'generic';
      return { kind: 'async-arrive', operation: has(instruction, 'noinc') ? 'noinc' : undefined, mbarrier: address(reading, 0, space), completion: 'mbarrier' };
    }
    default: {
      const [to = 'shared', from = 'global'] = spacesOf(instruction.parts);
      const size = value(reading, 2);
      return {
        kind: 'async-copy',
        destination: address(reading, 0, to),
        source: address(reading, 1, from),
        size,
        width: size?.constant,
        completion: 'async-group',
        order: 'weak',
        // Non-bulk cp.async is performed in the generic proxy.
        proxy: 'generic',
      };
    }
  }
}
