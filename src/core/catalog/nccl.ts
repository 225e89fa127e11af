/**
 * NCCL device API: symmetric windows, teams, peer pointers. Facts are from the 2.30 series' `nccl_device` headers
 * (`core.h`, `ptr.h`, `impl/core__funcs.h`, `impl/comm__types.h`) and, where said, from the NCCL user guide.
 */
import { family } from './describe.js';
import type { CatalogData, CatalogEntry, PeerPointerEntry, RankEntry, TypeEntry } from './types.js';
import { RECEIVER } from './types.js';

const CORE = 'NCCL nccl_device/core.h, impl/core__funcs.h';
const PTR = 'NCCL nccl_device/ptr.h, impl/ptr__funcs.h';
const HOST = 'NCCL nccl_device/core.h, dev_runtime.cc';

const ARITHMETIC = 'plain address arithmetic on the window’s base and stride; no test of the rank';
const OUTSIDE_LSA =
  'the peer is outside the LSA team: the guide promises null, the header computes an address without a test, which is then invalid';

const nccl = (entry: Omit<PeerPointerEntry, 'family' | 'kind'>): PeerPointerEntry => ({
  kind: 'peer-pointer', family: 'nccl', ...entry,
});

const WINDOW = { windowArg: 0, offsetArg: 1 } as const;
const SYMMETRIC = { owner: 'ncclSymPtr', pointerArg: RECEIVER, source: PTR } as const;
const LSA = { team: 'Lsa', rankSpace: 'lsa', nullness: 'never', nullWhen: ARITHMETIC } as const;
const ASK = { nullness: 'maybe', nullWhen: OUTSIDE_LSA, ask: 'ncclTeamRankIsMember' } as const;

const POINTERS: readonly PeerPointerEntry[] = [
  nccl({ name: 'ncclGetLsaPointer', target: 'peer', ...WINDOW, rankArg: 2, ...LSA, args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetLocalPointer', target: 'local', ...WINDOW, nullness: 'never', nullWhen: ARITHMETIC, args: [2, 2], source: CORE }),
  nccl({ name: 'ncclGetPeerPointer', target: 'peer', ...WINDOW, rankArg: 2, rankSpace: 'world', team: 'World', ...ASK, args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetPeerPointer', target: 'peer', ...WINDOW, rankArg: 3, rankSpace: { arg: 2 }, team: { arg: 2 }, ...ASK, args: [4, 4], source: CORE }),
  nccl({ name: 'ncclGetMultimemPointer', target: 'multicast', ...WINDOW, nullness: 'never', nullWhen: 'arithmetic on the handle’s multicast base, which is null if multimem was not requested', args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetLsaMultimemPointer', target: 'multicast', ...WINDOW, team: 'Lsa', nullness: 'never', nullWhen: 'arithmetic on the LSA team’s multicast base, which is null if `lsaMultimem` was not requested', args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetResourceBufferLocalPointer', target: 'local', offsetArg: 1, nullness: 'never', nullWhen: ARITHMETIC, args: [2, 2], source: CORE }),
  nccl({ name: 'ncclGetResourceBufferLsaPointer', target: 'peer', offsetArg: 1, rankArg: 2, ...LSA, args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetResourceBufferPeerPointer', target: 'peer', offsetArg: 1, rankArg: 3, rankSpace: { arg: 2 }, team: { arg: 2 }, ...ASK, args: [4, 4], source: CORE }),
  nccl({ name: 'ncclGetResourceBufferMultimemPointer', target: 'multicast', offsetArg: 1, nullness: 'never', args: [3, 3], source: CORE }),
  nccl({ name: 'ncclGetResourceBufferLsaMultimemPointer', target: 'multicast', offsetArg: 1, team: 'Lsa', nullness: 'never', args: [2, 2], source: CORE }),
  nccl({ name: 'localPtr', target: 'local', ...SYMMETRIC, nullness: 'never', nullWhen: ARITHMETIC, args: [0, 0] }),
  nccl({ name: 'lsaPtr', target: 'peer', ...SYMMETRIC, rankArg: 0, ...LSA, args: [1, 1] }),
  nccl({ name: 'peerPtr', target: 'peer', ...SYMMETRIC, rankArg: 0, rankSpace: 'world', team: 'World', ...ASK, args: [1, 1] }),
  nccl({ name: 'peerPtr', target: 'peer', ...SYMMETRIC, rankArg: 1, rankSpace: { arg: 0 }, team: { arg: 0 }, ...ASK, args: [2, 2] }),
  nccl({ name: 'multimemPtr', target: 'multicast', ...SYMMETRIC, nullness: 'never', args: [1, 1] }),
  nccl({ name: 'lsaMultimemPtr', target: 'multicast', ...SYMMETRIC, team: 'Lsa', nullness: 'never', args: [1, 1] }),
  // Host forms: the pointer is stored through the last argument.
  nccl({ name: 'ncclGetLsaDevicePointer', target: 'peer', ...WINDOW, rankArg: 2, rankSpace: 'lsa', team: 'Lsa', outArg: 3, nullness: 'never', nullWhen: 'a rank outside the LSA team is an error code, not null', args: [4, 4], source: HOST }),
  nccl({ name: 'ncclGetPeerDevicePointer', target: 'peer', ...WINDOW, rankArg: 2, rankSpace: 'world', team: 'World', outArg: 3, nullness: 'maybe', nullWhen: 'the peer is outside the LSA team', args: [4, 4], source: HOST }),
  nccl({ name: 'ncclGetMultimemDevicePointer', target: 'multicast', ...WINDOW, outArg: 3, nullness: 'maybe', nullWhen: 'the system has no multicast support', args: [4, 4], source: HOST }),
  nccl({ name: 'ncclGetLsaMultimemDevicePointer', target: 'multicast', ...WINDOW, team: 'Lsa', outArg: 2, nullness: 'maybe', nullWhen: 'the system has no multicast support', args: [3, 3], source: HOST }),
];

const RANKS: readonly RankEntry[] = [
  { kind: 'rank', family: 'nccl', name: 'ncclTeamRankToWorld', quantity: 'index', space: 'world', rankArg: 2, from: { arg: 1 }, args: [3, 3], source: CORE },
  { kind: 'rank', family: 'nccl', name: 'ncclTeamRankToLsa', quantity: 'index', space: 'lsa', rankArg: 2, from: { arg: 1 }, args: [3, 3], source: CORE },
  { kind: 'rank', family: 'nccl', name: 'ncclTeamRankToTeam', quantity: 'index', space: { arg: 0 }, rankArg: 2, from: { arg: 1 }, args: [3, 3], source: CORE },
  { kind: 'rank', family: 'nccl', name: 'ncclTeamRankInDifference', quantity: 'index', space: { arg: 0 }, args: [3, 3], source: CORE, note: 'the index-th rank of the parent that is not in the subset' },
];

const TEAMS: readonly CatalogEntry[] = [
  { kind: 'team', family: 'nccl', name: 'ncclTeamWorld', team: 'World', args: [1, 1], source: CORE },
  { kind: 'team', family: 'nccl', name: 'ncclTeamLsa', team: 'Lsa', args: [1, 1], source: CORE },
  { kind: 'team', family: 'nccl', name: 'ncclTeamRail', team: 'Rail', args: [1, 1], source: CORE },
  { kind: 'reachability', family: 'nccl', name: 'ncclTeamRankIsMember', rankArg: 2, rankSpace: { arg: 1 }, team: { arg: 0 }, args: [3, 3], source: CORE, note: 'is rank `bPeer` of team b a member of team a?' },
];

const memory = family('nccl', 'NCCL nccl.h');
/** Memory becomes symmetric when every rank registers it as a window. */
const MEMORY: readonly CatalogEntry[] = [
  memory('ncclMemAlloc', [], { args: [2, 2], allocates: 'device', allocationArg: 0 }),
  memory('ncclMemFree', [], { args: [1, 1] }),
  memory('ncclCommWindowRegister', [], { args: [5, 5], registersArg: 1 }),
  memory('ncclCommWindowDeregister', [], { args: [2, 2] }),
];

const TEAM_FIELDS = [
  { name: 'rank', quantity: 'rank', space: 'own-team' },
  { name: 'nRanks', quantity: 'count', space: 'own-team' },
  { name: 'stride', quantity: 'stride', space: 'world' },
] as const;
const COMM_FIELDS = [
  { name: 'rank', quantity: 'rank', space: 'world' },
  { name: 'nRanks', quantity: 'count', space: 'world' },
  { name: 'lsaRank', quantity: 'rank', space: 'lsa' },
  { name: 'lsaSize', quantity: 'count', space: 'lsa' },
] as const;

const TYPES: readonly TypeEntry[] = [
  { name: 'ncclTeamTagWorld', family: 'nccl', role: { kind: 'team-tag', team: 'World' }, source: CORE },
  { name: 'ncclTeamTagLsa', family: 'nccl', role: { kind: 'team-tag', team: 'Lsa' }, source: CORE },
  { name: 'ncclTeamTagRail', family: 'nccl', role: { kind: 'team-tag', team: 'Rail' }, source: CORE },
  ...['ncclTeam', 'ncclTeam_t'].map((name): TypeEntry => ({ name, family: 'nccl', role: { kind: 'team' }, fields: TEAM_FIELDS, source: CORE })),
  ...['ncclDevComm', 'ncclDevComm_t'].map((name): TypeEntry => ({
    name, family: 'nccl', role: { kind: 'communicator' }, fields: COMM_FIELDS, source: 'NCCL nccl_device/impl/comm__types.h',
  })),
  ...['ncclWindow_t', 'ncclWindow_vidmem', 'ncclWindow_vidmem_t'].map((name): TypeEntry => ({
    name, family: 'nccl', role: { kind: 'window' }, fields: [{ name: 'lsaRank', quantity: 'rank', space: 'lsa' }, { name: 'worldRank', quantity: 'rank', space: 'world' }],
    source: 'NCCL nccl_device/impl/core__types.h',
  })),
  { name: 'ncclSymPtr', family: 'nccl', role: { kind: 'symmetric-pointer' }, source: PTR },
  ...(['ncclCommProperties', 'ncclCommProperties_t'] as const).map((name): TypeEntry => ({
    name, family: 'nccl', role: { kind: 'communicator' }, fields: COMM_FIELDS.slice(0, 2), source: CORE,
  })),
  { name: 'ncclCoopThread', family: 'nccl', role: { kind: 'group', participants: 'thread' }, source: 'NCCL nccl_device/coop.h' },
  { name: 'ncclCoopWarp', family: 'nccl', role: { kind: 'group', participants: 'warp' }, source: 'NCCL nccl_device/coop.h' },
  { name: 'ncclCoopTile', family: 'nccl', role: { kind: 'group', participants: 'some' }, source: 'NCCL nccl_device/coop.h' },
  { name: 'ncclCoopLanes', family: 'nccl', role: { kind: 'group', participants: 'some' }, source: 'NCCL nccl_device/coop.h' },
  { name: 'ncclCoopWarpSpan', family: 'nccl', role: { kind: 'group', participants: 'some' }, source: 'NCCL nccl_device/coop.h' },
  { name: 'ncclCoopCta', family: 'nccl', role: { kind: 'group', participants: 'block' }, source: 'NCCL nccl_device/coop.h' },
];

export const NCCL: CatalogData = { entries: [...POINTERS, ...RANKS, ...TEAMS, ...MEMORY], types: TYPES, symbols: [] };
