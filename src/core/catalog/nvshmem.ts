/**
 * NVSHMEM device API. The typed, sized and scoped names of one operation share one description. Facts: NVSHMEM
 * `device/nvshmem_defines.h`, `device/nvshmemx_defines.h`, `device/nvshmem_coll_defines.cuh`, and the OpenSHMEM 1.5 rules
 * that the guide refers to.
 */
import type { CatalogData, CatalogEntry, CatalogPattern, OneSidedEntry, RankBarrierEntry } from './types.js';
import { NVSHMEM_ADDRESSES } from './nvshmemAddresses.js';

const DEVICE = 'NVSHMEM device/nvshmem_defines.h';
const EXTENDED = 'NVSHMEM device/nvshmemx_defines.h';

/** Type names of the RMA functions (`nvshmem_float_put`) and of the atomics and waits, and widths in bits (`nvshmem_put32`). */
const RMA_TYPE =
  '(?:float|double|char|short|schar|int|long|longlong|uchar|ushort|uint|ulong|ulonglong|u?int(?:8|16|32|64)|size|ptrdiff|half|bfloat16)';
const AMO_TYPE = '(?:float|double|int|long|longlong|uint|ulong|ulonglong|u?int(?:32|64)|size|ptrdiff)';
const BITS = '(?:8|16|32|64|128)';

interface Scope {
  readonly prefix: 'nvshmem' | 'nvshmemx';
  readonly suffix: '' | '_warp' | '_block';
  readonly participants: 'thread' | 'warp' | 'block';
}
const THREAD: Scope = { prefix: 'nvshmem', suffix: '', participants: 'thread' };
const SCOPES: readonly Scope[] = [
  THREAD,
  { prefix: 'nvshmemx', suffix: '_warp', participants: 'warp' },
  { prefix: 'nvshmemx', suffix: '_block', participants: 'block' },
];

type Shape = Omit<OneSidedEntry, 'kind' | 'family' | 'name' | 'participants' | 'source' | 'nonblocking' | 'rankSpace'>;

function entry(name: string, scope: Scope, nonblocking: boolean, shape: Shape): OneSidedEntry {
  return {
    kind: 'one-sided', family: 'nvshmem', name, rankSpace: 'pe', participants: scope.participants, nonblocking,
    source: scope.prefix === 'nvshmem' ? DEVICE : EXTENDED, ...shape,
  };
}

/** `dest` of a put and `source` of a get are symmetric and translated by the library; the other side is any local address. */
const PUT: Shape = { operation: 'put', access: 'remote-store', args: [4, 4], symmetricArgs: [0], destinationArg: 0, sourceArg: 1, sizeArg: 2, rankArg: 3 };
const GET: Shape = { operation: 'get', access: 'remote-load', args: [4, 4], symmetricArgs: [1], destinationArg: 0, sourceArg: 1, sizeArg: 2, rankArg: 3 };
const PUT_SIGNAL: Shape = {
  operation: 'put-signal', access: 'remote-store', args: [7, 7], symmetricArgs: [0, 3], destinationArg: 0, sourceArg: 1, sizeArg: 2,
  signalArg: 3, valueArg: 4, rankArg: 6, note: 'the signal is updated after the data has arrived',
};
const STRIDED: Omit<Shape, 'operation' | 'access' | 'symmetricArgs'> = {
  args: [6, 6], destinationArg: 0, sourceArg: 1, sizeArg: 4, sizeUnit: 'elements', rankArg: 5,
  note: 'only for peers that are load/store accessible: the device code aborts otherwise',
};
const IPUT: Shape = { operation: 'put', access: 'remote-store', symmetricArgs: [0], ...STRIDED };
const IGET: Shape = { operation: 'get', access: 'remote-load', symmetricArgs: [1], ...STRIDED };

function patterns(scope: Scope): CatalogPattern[] {
  const { prefix, suffix } = scope;
  const both = (stem: string, shape: Shape): CatalogPattern[] =>
    ['', '_nbi'].map((nbi) => ({ prefix: `${prefix}_`, pattern: `${prefix}_${stem}${nbi}${suffix}`, entry: entry(stem, scope, nbi !== '', shape) }));
  const bytes = { sizeUnit: 'bytes' } as const;
  const elements = { sizeUnit: 'elements' } as const;
  const named = (word: string): string => `(?:${RMA_TYPE}_${word}|${word}${BITS})`;
  return [
    ...both('putmem', { ...PUT, ...bytes }),
    ...both('getmem', { ...GET, ...bytes }),
    ...both('putmem_signal', { ...PUT_SIGNAL, ...bytes }),
    ...both(named('put'), { ...PUT, ...elements }),
    ...both(named('get'), { ...GET, ...elements }),
    ...both(`${named('put')}_signal`, { ...PUT_SIGNAL, ...elements }),
    ...both(named('iput'), IPUT),
    ...both(named('iget'), IGET),
  ];
}

const ATOMIC = { operation: 'atomic', access: 'remote-atomic', symmetricArgs: [0], destinationArg: 0 } as const;
/** Conditions on own symmetric memory: no rank is named, a peer's put or atomic makes them true. */
const WAIT = { operation: 'wait', access: 'none', symmetricArgs: [0], signalArg: 0 } as const;

const typed = (stem: string, nonblocking: boolean, shape: Shape): CatalogPattern => ({
  prefix: 'nvshmem_', pattern: `nvshmem_${stem}`, entry: entry(stem, THREAD, nonblocking, shape),
});

const TYPED: readonly CatalogPattern[] = [
  typed(`${RMA_TYPE}_p`, false, { operation: 'put', access: 'remote-store', args: [3, 3], symmetricArgs: [0], destinationArg: 0, valueArg: 1, rankArg: 2 }),
  typed(`${RMA_TYPE}_g`, false, { operation: 'get', access: 'remote-load', args: [2, 2], symmetricArgs: [0], sourceArg: 0, rankArg: 1 }),
  typed(`${AMO_TYPE}_atomic_inc`, true, { ...ATOMIC, args: [2, 2], rankArg: 1 }),
  typed(`${AMO_TYPE}_atomic_(?:fetch|fetch_inc)`, false, { ...ATOMIC, args: [2, 2], rankArg: 1 }),
  typed(`${AMO_TYPE}_atomic_(?:set|add|and|or|xor)`, true, { ...ATOMIC, args: [3, 3], valueArg: 1, rankArg: 2 }),
  typed(`${AMO_TYPE}_atomic_(?:swap|fetch_add|fetch_and|fetch_or|fetch_xor)`, false, { ...ATOMIC, args: [3, 3], valueArg: 1, rankArg: 2 }),
  typed(`${AMO_TYPE}_atomic_compare_swap`, false, { ...ATOMIC, args: [4, 4], valueArg: 2, rankArg: 3 }),
  typed(`${AMO_TYPE}_wait_until`, false, { ...WAIT, args: [3, 3], valueArg: 2 }),
  typed(`${AMO_TYPE}_wait_until_(?:all|any)(?:_vector)?`, false, { ...WAIT, args: [5, 5], valueArg: 4 }),
  typed(`${AMO_TYPE}_wait_until_some(?:_vector)?`, false, { ...WAIT, args: [6, 6], valueArg: 5 }),
  typed(`${AMO_TYPE}_test`, false, { ...WAIT, operation: 'read-signal', args: [3, 3], valueArg: 2 }),
  typed(`${AMO_TYPE}_test_(?:all|any)(?:_vector)?`, false, { ...WAIT, operation: 'read-signal', args: [5, 5], valueArg: 4 }),
  typed(`${AMO_TYPE}_test_some(?:_vector)?`, false, { ...WAIT, operation: 'read-signal', args: [6, 6], valueArg: 5 }),
];

const SIGNALS: readonly OneSidedEntry[] = [
  entry('nvshmemx_signal_op', { ...THREAD, prefix: 'nvshmemx' }, true, { operation: 'signal', access: 'remote-atomic', args: [4, 4], symmetricArgs: [0], signalArg: 0, valueArg: 1, rankArg: 3 }),
  entry('nvshmem_signal_wait_until', THREAD, false, { operation: 'wait', access: 'none', args: [3, 3], symmetricArgs: [0], signalArg: 0, valueArg: 2 }),
  entry('nvshmem_signal_fetch', THREAD, false, { operation: 'read-signal', access: 'none', args: [1, 1], symmetricArgs: [0], signalArg: 0 }),
];

const COMPLETE: Shape = { operation: 'quiet', access: 'none', symmetricArgs: [], args: [0, 0] };
const ORDERING: readonly OneSidedEntry[] = [
  entry('nvshmem_quiet', THREAD, false, { ...COMPLETE, note: 'all earlier puts and non-blocking operations of this thread are complete at their targets' }),
  entry('nvshmem_fence', THREAD, false, { ...COMPLETE, operation: 'fence', note: 'orders earlier puts before later ones to the same PE; completes nothing' }),
  ...SCOPES.flatMap((scope) => [
    entry(`nvshmemx_qp_quiet${scope.suffix}`, { ...scope, prefix: 'nvshmemx' }, false, { ...COMPLETE, args: [1, 4] }),
    entry(`nvshmemx_qp_fence${scope.suffix}`, { ...scope, prefix: 'nvshmemx' }, false, { ...COMPLETE, operation: 'fence', args: [1, 4] }),
  ]),
];

/** `barrier` completes the caller's operations first, `sync` only synchronises. */
function barriers(): RankBarrierEntry[] {
  return SCOPES.flatMap(({ prefix, suffix, participants }) =>
    (['barrier', 'sync'] as const).flatMap((word): RankBarrierEntry[] => {
      const common = { kind: 'rank-barrier', family: 'nvshmem', phase: 'sync', completes: word === 'barrier', participants, source: 'NVSHMEM device/nvshmem_coll_defines.cuh' } as const;
      return [
        { ...common, name: `${prefix}_${word}_all${suffix}`, team: 'World', args: [0, 0] },
        { ...common, name: `${prefix}_${word}${suffix}`, team: { arg: 0 }, args: [1, 1] },
      ];
    }),
  );
}

const HOST_BARRIERS: readonly RankBarrierEntry[] = ['nvshmemx_barrier_all_on_stream', 'nvshmemx_sync_all_on_stream'].map((name) => ({
  kind: 'rank-barrier', family: 'nvshmem', name, phase: 'sync', team: 'World', completes: name.includes('barrier'), participants: 'thread', args: [1, 1], source: 'NVSHMEM host/nvshmemx_coll_api.h',
}));

const entries: readonly CatalogEntry[] = [...NVSHMEM_ADDRESSES.entries, ...SIGNALS, ...ORDERING, ...barriers(), ...HOST_BARRIERS];

export const NVSHMEM: CatalogData = {
  entries,
  types: NVSHMEM_ADDRESSES.types,
  symbols: NVSHMEM_ADDRESSES.symbols,
  patterns: [...SCOPES.flatMap(patterns), ...TYPED],
};
