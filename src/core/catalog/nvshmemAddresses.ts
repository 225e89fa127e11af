/** NVSHMEM: peer pointers, PE numbers, teams and the device state that they are computed from. */
import { family } from './describe.js';
import type { CatalogData, RankEntry } from './types.js';

const GUIDE = 'NVSHMEM guide, "nvshmem_ptr"; device/nvshmem_defines.h';
const rank = (name: string, quantity: RankEntry['quantity'], args: number, note?: string): RankEntry => ({
  kind: 'rank', family: 'nvshmem', name, quantity, space: 'pe', args: [args, args], source: 'NVSHMEM device/nvshmem_defines.h', ...(note === undefined ? {} : { note }),
});
const memory = family('nvshmem', 'NVSHMEM guide, "Memory Management"');
const IN_TEAM = 'counts inside the team of argument 0, not all PEs';

export const NVSHMEM_ADDRESSES: CatalogData = {
  entries: [
    {
      kind: 'peer-pointer', family: 'nvshmem', name: 'nvshmem_ptr', target: 'peer', pointerArg: 0, rankArg: 1, rankSpace: 'pe', team: 'World', args: [2, 2],
      nullness: 'maybe', nullWhen: 'the PE is out of range, the address is outside the symmetric heap, or the PE’s heap is not mapped here (no P2P path)', source: GUIDE,
    },
    {
      kind: 'peer-pointer', family: 'nvshmem', name: 'nvshmemx_mc_ptr', target: 'multicast', pointerArg: 1, team: { arg: 0 }, args: [2, 2],
      nullness: 'maybe', nullWhen: 'the team has no multicast mapping', source: 'NVSHMEM device/nvshmemx_defines.h',
    },
    rank('nvshmem_my_pe', 'index', 0),
    rank('nvshmem_n_pes', 'count', 0),
    { ...rank('nvshmem_team_my_pe', 'index', 1, IN_TEAM), space: { arg: 0 } },
    { ...rank('nvshmem_team_n_pes', 'count', 1, IN_TEAM), space: { arg: 0 } },
    ...['nvshmem_malloc', 'nvshmem_align', 'nvshmem_calloc'].map((name) => memory(name, [], { allocates: 'symmetric' })),
    memory('nvshmem_free', [], { args: [1, 1] }),
    memory('nvshmemx_buffer_register', [], { args: [2, 2], note: 'makes an ordinary buffer a legal local source or target; it does not become symmetric' }),
    memory('nvshmemx_buffer_register_symmetric', [], { registersArg: 0 }),
    { ...rank('nvshmem_team_translate_pe', 'index', 3, 'from the source team’s numbering to the destination team’s; -1 if it is not a member'), space: { arg: 2 }, rankArg: 1, from: { arg: 0 } },
  ],
  types: [{ name: 'nvshmem_team_t', family: 'nvshmem', role: { kind: 'team' }, source: 'NVSHMEM device_host/nvshmem_types.h' }],
  symbols: [
    { name: 'NVSHMEM_TEAM_WORLD', family: 'nvshmem', role: { kind: 'team', team: 'World' }, source: 'NVSHMEM device_host/nvshmem_types.h' },
    { name: 'NVSHMEMX_TEAM_NODE', family: 'nvshmem', role: { kind: 'team', team: 'Lsa' }, source: 'NVSHMEM guide, "Teams": the PEs of this node' },
    { name: 'NVSHMEM_TEAM_SHARED', family: 'nvshmem', role: { kind: 'team', team: 'Lsa' }, source: 'NVSHMEM guide, "Teams": the PEs that can load and store each other’s heap' },
    { name: 'NVSHMEMX_TEAM_SAME_MYPE_NODE', family: 'nvshmem', role: { kind: 'team', team: 'Rail' }, source: 'NVSHMEM guide, "Teams": the PEs with the same index in their node' },
    {
      name: 'nvshmemi_device_state_d', family: 'nvshmem', role: { kind: 'peer-base-table' }, source: 'NVSHMEM device_host/nvshmem_types.h',
      fields: [{ name: 'mype', quantity: 'rank', space: 'pe' }, { name: 'npes', quantity: 'count', space: 'pe' }, { name: 'node_mype', quantity: 'rank', space: 'lsa' }, { name: 'node_npes', quantity: 'count', space: 'lsa' }],
    },
  ],
};
