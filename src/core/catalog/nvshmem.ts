/**
 * NVSHMEM device API. The typed, sized and scoped names of one operation share one description: they are generated from
 * the lists that the headers use. Facts: NVSHMEM `device/nvshmem_defines.h`, `device/nvshmemx_defines.h`,
 * `device_host_transport/nvshmem_common_ibgda.h` and the OpenSHMEM 1.5 rules that the guide refers to.
 */
import type { CatalogData, CatalogEntry, OneSidedEntry, RankBarrierEntry } from './types.js';
import { NVSHMEM_ADDRESSES } from './nvshmemAddresses.js';

const DEVICE = 'NVSHMEM device/nvshmem_defines.h';
const EXTENDED = 'NVSHMEM device/nvshmemx_defines.h';

/** Type names of the RMA functions (`nvshmem_float_put`). */
const RMA_TYPES = [
  'float', 'double', 'char', 'short', 'schar', 'int', 'long', 'longlong', 'uchar', 'ushort', 'uint', 'ulong', 'ulonglong',
  'int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'size', 'ptrdiff', 'half', 'bfloat16',
] as const;
/** Type names of the atomic functions. */
const AMO_TYPES = [
  'float', 'double', 'int', 'long', 'longlong', 'uint', 'ulong', 'ulonglong', 'int32', 'int64', 'uint32', 'uint64', 'size', 'ptrdiff',
] as const;
const SIZES = ['8', '16', '32', '64', '128'] as const;

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

function transfers(): OneSidedEntry[] {
  return SCOPES.flatMap((scope) => {
    const { prefix, suffix } = scope;
    const both = (stem: string, shape: Shape): OneSidedEntry[] => [
      entry(`${prefix}_${stem}${suffix}`, scope, false, shape),
      entry(`${prefix}_${stem}_nbi${suffix}`, scope, true, shape),
    ];
    const bytes = { sizeUnit: 'bytes' } as const;
    const elements = { sizeUnit: 'elements' } as const;
    const named = [...RMA_TYPES.map((type) => [`${type}_put`, `${type}_get`] as const), ...SIZES.map((size) => [`put${size}`, `get${size}`] as const)];
    return [
      ...both('putmem', { ...PUT, ...bytes }),
      ...both('getmem', { ...GET, ...bytes }),
      ...both('putmem_signal', { ...PUT_SIGNAL, ...bytes }),
      ...named.flatMap(([put, get]) => [
        ...both(put, { ...PUT, ...elements }),
        ...both(get, { ...GET, ...elements }),
        ...both(`${put}_signal`, { ...PUT_SIGNAL, ...elements }),
        entry(`${prefix}_${put.replace('put', 'iput')}${suffix}`, scope, false, IPUT),
        entry(`${prefix}_${get.replace('get', 'iget')}${suffix}`, scope, false, IGET),
      ]),
    ];
  });
}

const ATOMIC = { operation: 'atomic', access: 'remote-atomic', symmetricArgs: [0], destinationArg: 0 } as const;
const ATOMICS: readonly (readonly [string, Shape])[] = [
  ...['fetch', 'inc', 'fetch_inc'].map((name): [string, Shape] => [name, { ...ATOMIC, args: [2, 2], rankArg: 1 }]),
  ...['set', 'swap', 'add', 'fetch_add', 'and', 'fetch_and', 'or', 'fetch_or', 'xor', 'fetch_xor'].map((name): [string, Shape] => [
    name, { ...ATOMIC, args: [3, 3], valueArg: 1, rankArg: 2 },
  ]),
  ['compare_swap', { ...ATOMIC, args: [4, 4], valueArg: 2, rankArg: 3 }],
];

/** Conditions on own symmetric memory: no rank is named, a peer's put or atomic makes them true. */
const WAIT = { operation: 'wait', access: 'none', symmetricArgs: [0], signalArg: 0 } as const;
const WAITS: readonly (readonly [string, Shape])[] = [
  ['wait_until', { ...WAIT, args: [3, 3], valueArg: 2 }],
  ...['wait_until_all', 'wait_until_any', 'test_all', 'test_any'].map((name): [string, Shape] => [name, { ...WAIT, args: [5, 5], valueArg: 4 }]),
  ...['wait_until_some', 'test_some'].map((name): [string, Shape] => [name, { ...WAIT, args: [6, 6], valueArg: 5 }]),
  ['test', { ...WAIT, operation: 'read-signal', args: [3, 3], valueArg: 2 }],
];

function typed(): OneSidedEntry[] {
  const value: Shape = { operation: 'put', access: 'remote-store', args: [3, 3], symmetricArgs: [0], destinationArg: 0, valueArg: 1, rankArg: 2 };
  const single: Shape = { operation: 'get', access: 'remote-load', args: [2, 2], symmetricArgs: [0], sourceArg: 0, rankArg: 1 };
  return [
    ...RMA_TYPES.flatMap((type) => [entry(`nvshmem_${type}_p`, THREAD, false, value), entry(`nvshmem_${type}_g`, THREAD, false, single)]),
    ...AMO_TYPES.flatMap((type) => [
      ...ATOMICS.map(([name, shape]) => entry(`nvshmem_${type}_atomic_${name}`, THREAD, !/fetch|swap/.test(name), shape)),
      ...WAITS.map(([name, shape]) => entry(`nvshmem_${type}_${name}`, THREAD, false, shape)),
    ]),
  ];
}

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
    entry(`nvshmemx_qp_quiet${scope.suffix}`, scope, false, { ...COMPLETE, args: [1, 4] }),
    entry(`nvshmemx_qp_fence${scope.suffix}`, scope, false, { ...COMPLETE, operation: 'fence', args: [1, 4] }),
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

const entries: readonly CatalogEntry[] = [
  ...NVSHMEM_ADDRESSES.entries, ...transfers(), ...typed(), ...SIGNALS, ...ORDERING, ...barriers(), ...HOST_BARRIERS,
];

export const NVSHMEM: CatalogData = { entries, types: NVSHMEM_ADDRESSES.types, symbols: NVSHMEM_ADDRESSES.symbols };
