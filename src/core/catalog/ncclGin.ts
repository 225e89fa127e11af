/**
 * NCCL GIN (GPU-Initiated Networking) and the cross-rank barriers. Facts are from `nccl_device/gin.h`, `lsa_barrier.h`,
 * `gin_barrier.h` and `barrier.h` of the 2.30 series.
 */
import type { CatalogData, CatalogEntry, OneSidedEntry, RankBarrierEntry, TypeEntry } from './types.js';

const GIN = 'NCCL nccl_device/gin.h';
const OWNERS = ['ncclGin', 'ncclGin_BackendMask', 'ncclGin_BackendOne'] as const;

type Method = Omit<OneSidedEntry, 'kind' | 'family' | 'owner' | 'source'>;

const TEAM_AND_PEER = { teamArg: 0, rankArg: 1, rankSpace: { arg: 0 } } as const;
/** Two windows, or the typed symmetric pointers: the third argument's type tells the overloads apart. */
const BY_WINDOW = { when: { arg: 2, types: ['ncclWindow_t', 'ncclWindow_vidmem_t'] } } as const;
const BY_POINTER = { when: { arg: 2, types: ['ncclSymPtr'] } } as const;
const ACQUIRE = (arg: number) => ({ order: { arg, default: 'acquire' } }) as const;

const METHODS: readonly Method[] = [
  {
    name: 'put', operation: 'put', access: 'remote-store', ...TEAM_AND_PEER, ...BY_WINDOW, args: [7, 15],
    symmetricArgs: [3, 5], destinationArg: 3, sourceArg: 5, sizeArg: 6, sizeUnit: 'bytes', signalArg: 7,
    nonblocking: true, participants: { arg: 9 },
    note: 'returns before the source may be reused: `flush`, or a counter action, says when; also goes through the NIC for a peer in the NVLink domain',
  },
  {
    name: 'put', operation: 'put', access: 'remote-store', ...TEAM_AND_PEER, ...BY_POINTER, args: [5, 13],
    symmetricArgs: [2, 3], destinationArg: 2, sourceArg: 3, sizeArg: 4, sizeUnit: 'elements', signalArg: 5,
    nonblocking: true, participants: { arg: 7 },
  },
  {
    name: 'putValue', operation: 'put', access: 'remote-store', ...TEAM_AND_PEER, ...BY_WINDOW, args: [5, 11],
    symmetricArgs: [3], destinationArg: 3, valueArg: 4, signalArg: 5, nonblocking: true, participants: { arg: 6 },
    note: 'at most 8 bytes; the value travels in the request, so no source buffer is read',
  },
  {
    name: 'putValue', operation: 'put', access: 'remote-store', ...TEAM_AND_PEER, ...BY_POINTER, args: [4, 10],
    symmetricArgs: [2], destinationArg: 2, valueArg: 3, signalArg: 4, nonblocking: true, participants: { arg: 5 },
  },
  {
    name: 'get', operation: 'get', access: 'remote-load', ...TEAM_AND_PEER, args: [7, 11],
    symmetricArgs: [3, 5], sourceArg: 3, destinationArg: 5, sizeArg: 6, sizeUnit: 'bytes', nonblocking: true, participants: { arg: 7 },
    note: 'the remote window and offset come first; the data is there after `flushAsync` and `wait`, or `flush`',
  },
  {
    name: 'signal', operation: 'signal', access: 'remote-atomic', ...TEAM_AND_PEER, args: [3, 8],
    symmetricArgs: [], signalArg: 2, nonblocking: true, participants: { arg: 3 },
    note: 'a strong signal is seen after all earlier puts of this context to the same peer; a weak one orders nothing but the put that carries it',
  },
  {
    name: 'flush', operation: 'flush', access: 'none', args: [1, 3], symmetricArgs: [], nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(1),
    note: 'sources may be reused afterwards; says nothing of the data at the target',
  },
  { name: 'flushAsync', operation: 'flush-async', access: 'none', ...TEAM_AND_PEER, args: [3, 6], symmetricArgs: [], requestArg: 2, nonblocking: true, participants: { arg: 3 } },
  { name: 'wait', operation: 'wait', access: 'none', args: [1, 4], symmetricArgs: [], requestArg: 0, nonblocking: false, participants: { arg: 1 }, ...ACQUIRE(3) },
  { name: 'waitSignal', operation: 'wait', access: 'none', args: [3, 5], symmetricArgs: [], signalArg: 1, valueArg: 2, nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(4) },
  {
    name: 'waitSignal', operation: 'wait', access: 'none', args: [4, 6], when: { arg: 1, types: ['ncclWindow_t', 'ncclWindow_vidmem_t'] },
    symmetricArgs: [2], signalArg: 2, valueArg: 3, nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(5),
  },
  { name: 'waitSignalMeetShadow', operation: 'wait', access: 'none', args: [2, 4], symmetricArgs: [], signalArg: 1, nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(3) },
  { name: 'waitSignalFollowShadow', operation: 'wait', access: 'none', args: [5, 7], symmetricArgs: [], signalArg: 1, nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(6) },
  { name: 'waitCounter', operation: 'wait', access: 'none', args: [3, 5], symmetricArgs: [], signalArg: 1, valueArg: 2, nonblocking: false, participants: { arg: 0 }, ...ACQUIRE(4) },
  { name: 'readSignal', operation: 'read-signal', access: 'none', args: [1, 3], symmetricArgs: [], signalArg: 0, nonblocking: false, participants: 'thread', ...ACQUIRE(2) },
  {
    name: 'readSignal', operation: 'read-signal', access: 'none', args: [2, 4], when: { arg: 0, types: ['ncclWindow_t', 'ncclWindow_vidmem_t'] },
    symmetricArgs: [1], signalArg: 1, nonblocking: false, participants: 'thread', ...ACQUIRE(3),
  },
  { name: 'readCounter', operation: 'read-signal', access: 'none', args: [1, 3], symmetricArgs: [], signalArg: 0, nonblocking: false, participants: 'thread', ...ACQUIRE(2) },
  { name: 'resetSignal', operation: 'reset-signal', access: 'none', args: [1, 2], symmetricArgs: [], signalArg: 0, nonblocking: false, participants: 'thread', note: 'may not race with a concurrent change of the signal' },
  { name: 'resetCounter', operation: 'reset-signal', access: 'none', args: [1, 1], symmetricArgs: [], signalArg: 0, nonblocking: false, participants: 'thread', note: 'may not race with a concurrent change of the counter' },
];

/** The shadow is a local value that only the program changes: the expected value of a signal, not the signal. */
const SHADOW: readonly CatalogEntry[] = OWNERS.flatMap((owner): CatalogEntry[] => [
  { kind: 'call', family: 'nccl', owner, name: 'getSignalShadowPtr', args: [1, 1], effects: [], source: GIN, note: 'address of the local shadow of a signal (its expected value)' },
  { kind: 'call', family: 'nccl', owner, name: 'increaseSignalShadow', args: [2, 2], effects: [], source: GIN },
]);

const LSA_BARRIER = 'NCCL nccl_device/lsa_barrier.h';
const GIN_BARRIER = 'NCCL nccl_device/gin_barrier.h';
const BARRIER = 'NCCL nccl_device/barrier.h';
const session = (entry: Omit<RankBarrierEntry, 'kind' | 'family' | 'participants' | 'orderArg'>): RankBarrierEntry => ({
  kind: 'rank-barrier', family: 'nccl', participants: { arg: 0 }, orderArg: 1, ...entry,
});

const BARRIERS: readonly RankBarrierEntry[] = [
  session({ owner: 'ncclLsaBarrierSession', name: 'arrive', phase: 'arrive', team: 'Lsa', completes: false, args: [2, 2], source: LSA_BARRIER }),
  session({ owner: 'ncclLsaBarrierSession', name: 'wait', phase: 'wait', team: 'Lsa', completes: false, args: [2, 3], source: LSA_BARRIER }),
  session({ owner: 'ncclLsaBarrierSession', name: 'sync', phase: 'sync', team: 'Lsa', completes: false, args: [2, 3], source: LSA_BARRIER }),
  session({ owner: 'ncclGinBarrierSession', name: 'sync', phase: 'sync', completes: true, args: [2, 4], source: GIN_BARRIER }),
  session({ owner: 'ncclBarrierSession', name: 'sync', phase: 'sync', completes: true, args: [2, 4], source: BARRIER }),
  { kind: 'rank-barrier', family: 'nccl', name: 'ncclGinBarrier', phase: 'sync', team: { arg: 2 }, completes: true, participants: { arg: 0 }, args: [4, 7], source: GIN_BARRIER },
  { kind: 'rank-barrier', family: 'nccl', name: 'ncclBarrier', phase: 'sync', team: { arg: 1 }, completes: true, participants: { arg: 0 }, args: [4, 7], source: BARRIER },
];

const action = (name: string, strong: boolean | undefined, args: Readonly<Record<'windowArg' | 'offsetArg' | 'valueArg', number>> | { valueArg?: number; windowArg?: number; offsetArg?: number }): TypeEntry => ({
  name, family: 'nccl', role: { kind: 'signal-action', target: 'remote-signal', strong, ...args }, source: GIN,
});

/** The names without a strength are deprecated; they follow `ginStrongLegacySignals` of the communicator, so: unknown. */
const ACTIONS: readonly TypeEntry[] = (['Strong', 'Weak', ''] as const).flatMap((strength) => {
  const strong = strength === '' ? undefined : strength === 'Strong';
  return [
    action(`ncclGin_${strength}SignalInc`, strong, {}),
    action(`ncclGin_${strength}SignalAdd`, strong, { valueArg: 1 }),
    action(`ncclGin_${strength}VASignalInc`, strong, { windowArg: 0, offsetArg: 1 }),
    action(`ncclGin_${strength}VASignalAdd`, strong, { windowArg: 0, offsetArg: 1, valueArg: 2 }),
  ];
});

const TYPES: readonly TypeEntry[] = [
  ...[...OWNERS, 'ncclGin_C'].map((name): TypeEntry => ({ name, family: 'nccl', role: { kind: 'one-sided-context' }, source: GIN })),
  ...['ncclGin_None', 'ncclGin_DescriptorSmem', 'ncclGin_SegmentDevice', 'ncclGin_SegmentMixed', 'ncclGin_SegmentHostNuma'].map((name): TypeEntry => ({
    name, family: 'nccl', role: { kind: 'value' }, source: GIN,
  })),
  { name: 'ncclGinRequest_t', family: 'nccl', role: { kind: 'request' }, source: GIN },
  ...ACTIONS,
  ...['ncclGin_CounterInc', 'ncclGin_WeakCounterInc'].map((name): TypeEntry => ({
    name, family: 'nccl', role: { kind: 'signal-action', target: 'local-counter', strong: false }, source: GIN,
  })),
  { name: 'ncclLsaBarrierSession', family: 'nccl', role: { kind: 'rank-barrier-session', teamArg: 2 }, source: LSA_BARRIER },
  { name: 'ncclGinBarrierSession', family: 'nccl', role: { kind: 'rank-barrier-session', teamArg: 2 }, source: GIN_BARRIER },
  { name: 'ncclBarrierSession', family: 'nccl', role: { kind: 'rank-barrier-session', teamArg: 1 }, source: BARRIER },
];

export const NCCL_GIN: CatalogData = {
  entries: [
    ...OWNERS.flatMap((owner) => METHODS.map((method): OneSidedEntry => ({ kind: 'one-sided', family: 'nccl', owner, source: GIN, ...method }))),
    ...SHADOW,
    ...BARRIERS,
  ],
  types: TYPES,
  symbols: [],
};
