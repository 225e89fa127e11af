/** Cooperative groups. Facts: CUDA C++ Programming Guide, "Cooperative Groups"; `cooperative_groups.h`. */
import { effect, family, ptx } from './describe.js';
import type { PtxEffect } from '../ptx/index.js';
import { RETURN_VALUE } from './types.js';
import type { CallEntry, CatalogData, TypeEntry } from './types.js';

const SOURCE = 'CUDA C++ Programming Guide, Cooperative Groups';
const NAMESPACES = ['cooperative_groups'] as const;
const free = family('cooperative-groups', SOURCE, { namespaces: NAMESPACES });
const method = (owner: string) => family('cooperative-groups', SOURCE, { owner });

type Participants = 'warp' | 'block' | 'cluster' | 'grid' | 'some';

/** Classes that `this_…()` and the partitions return, and what their `sync()` is. */
const GROUPS: readonly (readonly [string, Participants])[] = [
  ['grid_group', 'grid'], ['thread_block', 'block'], ['cluster_group', 'cluster'], ['coalesced_group', 'some'],
  ['thread_block_tile', 'some'], ['thread_group', 'some'], ['multi_grid_group', 'some'],
];

function syncOf(group: string): PtxEffect[] {
  switch (group) {
    case 'grid_group':
      return [effect('grid-sync', 'cooperative_groups::grid_group::sync', { order: 'acq_rel', scope: 'gpu' })];
    case 'thread_block':
      return [effect('barrier-sync', 'cooperative_groups::thread_block::sync', { order: 'acq_rel', scope: 'cta', aligned: true })];
    case 'cluster_group':
      return [effect('cluster-sync', 'cooperative_groups::cluster_group::sync', { order: 'acq_rel', scope: 'cluster' })];
    case 'coalesced_group':
    case 'thread_block_tile':
      return [effect('warp-sync', `cooperative_groups::${group}::sync`, { order: 'acq_rel', scope: 'cta' })];
    default:
      // A tile may span warps, and a multi-grid devices: only the name is known.
      return [effect('unknown', `cooperative_groups::${group}::sync`)];
  }
}

const RANKS = ['thread_rank', 'block_rank', 'meta_group_rank', 'thread_index', 'block_index', 'cluster_index', 'grid_rank'] as const;
const COUNTS = ['size', 'num_threads', 'num_blocks', 'dim_threads', 'dim_blocks', 'group_dim', 'dim_clusters', 'num_clusters', 'meta_group_size', 'is_valid'] as const;
const SHUFFLES = ['shfl', 'shfl_up', 'shfl_down', 'shfl_xor'] as const;
const VOTES = ['any', 'all', 'ballot', 'match_any', 'match_all'] as const;

function methods(group: string, participants: Participants): CallEntry[] {
  const of = method(group);
  const isWarp = group === 'thread_block_tile' || group === 'coalesced_group';
  const collective = (name: string): PtxEffect => effect('warp-collective', `cooperative_groups::${group}::${name}`, { operation: name });
  return [
    of('sync', syncOf(group), { args: [0, 0] }),
    ...RANKS.map((name) => of(name, [], { args: [0, 0], result: participants === 'grid' ? 'grid' : 'thread' })),
    ...COUNTS.map((name) => of(name, [], { args: [0, 0] })),
    ...(isWarp ? SHUFFLES.map((name) => of(name, [collective(name)], { args: [2, 2], passthroughArg: 0 })) : []),
    ...(isWarp ? VOTES.map((name) => of(name, [collective(name)], { args: [1, 2] })) : []),
  ];
}

const CLUSTER: readonly CallEntry[] = [
  method('cluster_group')('barrier_arrive', ptx('barrier.cluster.arrive;'), { args: [0, 0] }),
  method('cluster_group')('barrier_wait', ptx('barrier.cluster.wait;'), { args: [0, 1] }),
  method('cluster_group')('map_shared_rank', [effect('register', 'mapa', { results: [RETURN_VALUE], inputs: [0, 1] })], { args: [2, 2], passthroughArg: 0 }),
  method('cluster_group')('query_shared_rank', [], { args: [1, 1] }),
];

const MAKERS: Readonly<Record<string, string>> = {
  this_grid: 'grid_group', this_thread_block: 'thread_block', this_cluster: 'cluster_group', coalesced_threads: 'coalesced_group',
  tiled_partition: 'thread_block_tile', binary_partition: 'coalesced_group', labeled_partition: 'coalesced_group', this_multi_grid: 'multi_grid_group',
};

export const COOPERATIVE_GROUPS: CatalogData = {
  entries: [
    ...GROUPS.flatMap(([group, participants]) => methods(group, participants)),
    ...CLUSTER,
    ...Object.entries(MAKERS).map(([name, returnType]) => free(name, [], { returnType })),
    // `sync(group)`: what it joins depends on the group's class.
    free('sync', [effect('unknown', 'cooperative_groups::sync')], { args: [1, 1] }),
    ...['reduce', 'inclusive_scan', 'exclusive_scan'].map((name) => free(name, [effect('warp-collective', `cooperative_groups::${name}`, { operation: name })])),
    free('memcpy_async', [effect('unknown', 'cooperative_groups::memcpy_async')]),
    free('wait', [effect('async-wait', 'cooperative_groups::wait', { operation: 'all', completion: 'async-group' })], { args: [1, 1] }),
  ],
  types: GROUPS.map(([name, participants]): TypeEntry => ({ name, namespaces: NAMESPACES, family: 'cooperative-groups', role: { kind: 'group', participants }, source: SOURCE })),
  symbols: [],
};
