import { describe, expect, it } from 'vitest';
import { catalog, createCatalog } from '../../src/core/catalog/index.js';
import type { CallEntry, CatalogEntry } from '../../src/core/catalog/index.js';
import { RECEIVER, RETURN_VALUE, templateArg, templateArgIndex } from '../../src/core/ptx/index.js';

const effects = (entry: CatalogEntry | undefined): CallEntry['effects'] => {
  if (entry?.kind !== 'call') throw new Error('not a call entry');
  return entry.effects;
};
const path = (text: string): string[] => text.split('::');

describe('peer pointers', () => {
  it.each([
    ['ncclGetLsaPointer', 3, { nullness: 'never', team: 'Lsa', rankSpace: 'lsa', rankArg: 2, windowArg: 0, offsetArg: 1 }],
    ['ncclGetPeerPointer', 3, { nullness: 'maybe', team: 'World', rankSpace: 'world', rankArg: 2, ask: 'ncclTeamRankIsMember' }],
    ['ncclGetPeerPointer', 4, { nullness: 'maybe', team: { arg: 2 }, rankSpace: { arg: 2 }, rankArg: 3 }],
    ['ncclGetLocalPointer', 2, { target: 'local', nullness: 'never' }],
    ['ncclGetLsaMultimemPointer', 3, { target: 'multicast' }],
    ['ncclGetLsaDevicePointer', 4, { outArg: 3, rankArg: 2, team: 'Lsa' }],
    ['nvshmem_ptr', 2, { nullness: 'maybe', rankSpace: 'pe', pointerArg: 0, rankArg: 1 }],
    ['nvshmemx_mc_ptr', 2, { target: 'multicast', pointerArg: 1 }],
    ['rocshmem_ptr', 2, { nullness: 'maybe', rankSpace: 'pe' }],
  ])('%s with %i arguments', (name, count, expected) => {
    expect(catalog.call([name], count)).toMatchObject({ kind: 'peer-pointer', ...expected });
  });

  it('knows the methods of a symmetric pointer', () => {
    expect(catalog.method('ncclSymPtr', 'lsaPtr', 1)).toMatchObject({ kind: 'peer-pointer', pointerArg: RECEIVER, nullness: 'never' });
    expect(catalog.method('ncclSymPtr', 'peerPtr', 2)).toMatchObject({ team: { arg: 0 }, rankArg: 1 });
  });
});

describe('one-sided operations', () => {
  it('tells the window form of a put from the pointer form by the type of the third argument', () => {
    const byWindow = catalog.method('ncclGin', 'put', 7, [undefined, undefined, 'ncclWindow_t']);
    const byPointer = catalog.method('ncclGin', 'put', 7, [undefined, undefined, 'ncclSymPtr']);
    expect(byWindow).toMatchObject({ operation: 'put', destinationArg: 3, sourceArg: 5, sizeArg: 6, symmetricArgs: [3, 5] });
    expect(byPointer).toMatchObject({ operation: 'put', destinationArg: 2, sourceArg: 3, sizeArg: 4 });
  });

  it('finds the same method under every name of the class', () => {
    for (const owner of ['ncclGin', 'ncclGin_BackendMask', 'ncclGin_BackendOne']) {
      expect(catalog.method(owner, 'signal', 3)).toMatchObject({ operation: 'signal', access: 'remote-atomic', teamArg: 0, rankArg: 1 });
    }
  });

  it.each([
    ['nvshmem_float_put', 4, { operation: 'put', nonblocking: false, participants: 'thread', symmetricArgs: [0], sizeUnit: 'elements' }],
    ['nvshmemx_putmem_nbi_warp', 4, { operation: 'put', nonblocking: true, participants: 'warp', sizeUnit: 'bytes' }],
    ['nvshmem_get64', 4, { operation: 'get', access: 'remote-load', symmetricArgs: [1] }],
    ['nvshmemx_uint64_put_signal_nbi_block', 7, { operation: 'put-signal', rankArg: 6, signalArg: 3, participants: 'block' }],
    ['nvshmem_int_p', 3, { operation: 'put', valueArg: 1, rankArg: 2 }],
    ['nvshmem_uint64_atomic_fetch_add', 3, { operation: 'atomic', access: 'remote-atomic', nonblocking: false }],
    ['nvshmem_uint64_wait_until', 3, { operation: 'wait', access: 'none' }],
    ['nvshmem_double_iput', 6, { operation: 'put', sizeArg: 4, rankArg: 5 }],
    ['nvshmemx_signal_op', 4, { operation: 'signal', rankArg: 3 }],
    ['nvshmem_quiet', 0, { operation: 'quiet' }],
    ['nvshmem_fence', 0, { operation: 'fence' }],
    ['rocshmem_ctx_ulong_atomic_fetch_add', 4, { operation: 'atomic', destinationArg: 1, valueArg: 2, rankArg: 3 }],
    ['rocshmem_putmem_signal_nbi_wg', 7, { operation: 'put-signal', signalArg: 3, participants: 'block', nonblocking: true }],
    ['rocshmem_ctx_putmem_nbi_wave', 5, { operation: 'put', destinationArg: 1, rankArg: 4 }],
  ])('%s', (name, count, expected) => {
    expect(catalog.call([name], count)).toMatchObject({ kind: 'one-sided', name, ...expected });
  });

  it('knows no name that only looks like one of a family', () => {
    for (const name of ['nvshmem_string_put', 'nvshmem_float_putt', 'nvshmemx_float_put_nbi', '__float2', 'SM100_TMEM_LOAD']) {
      expect(catalog.call([name])).toBeUndefined();
    }
  });
});

describe('teams, ranks and barriers', () => {
  it('knows tags, makers and the rank spaces of members', () => {
    expect(catalog.type('ncclTeamTagRail')?.role).toEqual({ kind: 'team-tag', team: 'Rail' });
    expect(catalog.call(['ncclTeamLsa'], 1)).toMatchObject({ kind: 'team', team: 'Lsa' });
    expect(catalog.field('ncclDevComm_t', 'lsaRank')).toEqual({ name: 'lsaRank', quantity: 'rank', space: 'lsa' });
    expect(catalog.field('ncclDevComm', 'nRanks')).toMatchObject({ quantity: 'count', space: 'world' });
    expect(catalog.field('ncclTeam', 'rank')).toMatchObject({ space: 'own-team' });
    expect(catalog.field('nvshmemi_device_state_d', 'mype')).toMatchObject({ space: 'pe' });
  });

  it('knows which membership a reachability test asks for', () => {
    expect(catalog.call(['ncclTeamRankIsMember'], 3)).toMatchObject({ kind: 'reachability', team: { arg: 0 }, rankSpace: { arg: 1 }, rankArg: 2 });
  });

  it('tells barriers that complete operations from those that only synchronise', () => {
    expect(catalog.call(['nvshmemx_barrier_all_block'], 0)).toMatchObject({ kind: 'rank-barrier', completes: true, participants: 'block' });
    expect(catalog.call(['nvshmem_sync_all'], 0)).toMatchObject({ completes: false });
    expect(catalog.method('ncclLsaBarrierSession', 'sync', 2)).toMatchObject({ team: 'Lsa', completes: false });
  });

  it('knows what marks code that drives the NIC', () => {
    expect(catalog.type('nvshmemi_ibgda_device_qp_t')?.role).toEqual({ kind: 'rdma', role: 'queue-pair' });
    expect(catalog.symbol('MLX5_OPCODE_RDMA_WRITE')?.role).toMatchObject({ operation: 'put', access: 'remote-store' });
    expect(catalog.symbol('nvshmemi_ibgda_device_state_d')?.role).toEqual({ kind: 'rdma-state' });
  });
});

describe('effects of calls', () => {
  it.each([
    ['atomicAdd', 2, { kind: 'atomic', operation: 'add', order: 'relaxed', scope: 'gpu' }],
    ['atomicAdd_block', 2, { kind: 'atomic', scope: 'cta' }],
    ['atomicCAS_system', 3, { kind: 'atomic', operation: 'cas', scope: 'sys' }],
    ['__ldg', 1, { kind: 'load', nonCoherent: true, order: 'weak' }],
    ['__threadfence_system', 0, { kind: 'fence', order: 'sc', scope: 'sys' }],
    ['__syncthreads', 0, { kind: 'barrier-sync', aligned: true }],
    ['__syncwarp', 0, { kind: 'warp-sync' }],
    ['cute::elect_one_sync', 0, { kind: 'elect', results: [RETURN_VALUE] }],
    ['cute::tma_store_fence', 0, { kind: 'fence-proxy', proxy: 'async', space: 'shared::cta' }],
    ['cute::tma_store_wait', 0, { kind: 'bulk-wait', readOnly: true, count: { operand: templateArg(0) } }],
    ['cutlass::arch::fence_barrier_init', 0, { kind: 'fence-mbarrier-init', scope: 'cluster' }],
    ['cutlass::arch::umma_arrive', 1, { kind: 'matrix-commit', mbarrier: { operand: 0 } }],
    ['cutlass::arch::NamedBarrier::sync', 2, { kind: 'barrier-sync', count: { operand: 0 }, selector: { operand: 1 } }],
    ['cute::SM90_TMA_STORE_2D::copy', 4, { kind: 'tensor-store', destination: { operand: 0 }, source: { operand: 1 } }],
    ['cute::SM90_TMA_LOAD_MULTICAST_3D::copy', 8, { kind: 'tensor-load', destination: { operand: 4 }, mbarrier: { operand: 1 } }],
    ['cute::SM90_BULK_COPY_S2G::copy', 3, { kind: 'bulk-store', source: { operand: 0 }, destination: { operand: 1 }, size: { operand: 2 } }],
    ['cute::SM100_TMEM_LOAD_32dp32b8x::copy', 9, { kind: 'load', source: { operand: 0, space: 'tensor' } }],
    ['cuda::atomic_thread_fence', 2, { kind: 'fence', order: 'sc' }],
    ['cuda::ptx::cp_async_bulk', 5, { kind: 'bulk-store', destination: { operand: 2 }, source: { operand: 3 }, size: { operand: 4 } }],
    ['cudaGridDependencySynchronize', 0, { kind: 'grid-dependency-wait' }],
  ])('%s', (name, count, expected) => {
    const found = effects(catalog.call(path(name), count));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject(expected);
  });

  it.each([
    ['init', 1, { kind: 'mbarrier-init', count: { operand: 0 } }],
    ['arrive', 0, { kind: 'mbarrier-arrive' }],
    ['arrive', 1, { kind: 'mbarrier-arrive', mbarrier: { operand: RECEIVER, mapped: true, space: 'shared::cluster' } }],
    ['arrive_and_expect_tx', 1, { kind: 'mbarrier-arrive-tx', size: { operand: 0 } }],
    ['expect_transaction', 1, { kind: 'mbarrier-expect-tx' }],
    ['wait', 1, { kind: 'mbarrier-wait', looped: true, selector: { operand: 0 } }],
    ['try_wait', 1, { kind: 'mbarrier-wait', looped: false, results: [RETURN_VALUE] }],
  ])('ClusterTransactionBarrier::%s with %i arguments', (name, count, expected) => {
    const [effect] = effects(catalog.method('ClusterTransactionBarrier', name, count));
    expect(effect).toMatchObject(expected);
    expect(effect?.mbarrier?.operand).toBe(RECEIVER);
  });

  it('tells a static member from a method of the same name', () => {
    expect(effects(catalog.call(path('cutlass::arch::ClusterTransactionBarrier::wait'), 2))[0]).toMatchObject({ mbarrier: { operand: 0 }, selector: { operand: 1 } });
  });

  it('follows a group from its maker to its sync', () => {
    const grid = catalog.call(path('cooperative_groups::this_grid'), 0);
    expect(grid?.returnType).toBe('grid_group');
    expect(catalog.call(path('cg::this_grid'), 0)).toBe(grid);
    expect(effects(catalog.method('grid_group', 'sync', 0))).toEqual([expect.objectContaining({ kind: 'grid-sync', scope: 'gpu' })]);
    expect(catalog.type('thread_block')?.role).toEqual({ kind: 'group', participants: 'block' });
  });

  it('hands order and scope of an atomic to the arguments that carry them', () => {
    expect(catalog.method('atomic_ref', 'fetch_add', 2)).toMatchObject({ orderArg: 1 });
    expect(catalog.call(['__nv_atomic_fetch_add'], 4)).toMatchObject({ orderArg: 2, scopeArg: 3 });
    expect(catalog.call(['__hip_atomic_store'], 4)).toMatchObject({ orderArg: 2, scopeArg: 3 });
    expect(catalog.call(['__atomic_load_n'], 2)).toMatchObject({ orderArg: 1 });
  });

  it('lets shuffles, casts and conversions pass a value through', () => {
    expect(catalog.call(['__shfl_sync'], 3)).toMatchObject({ passthroughArg: 1, result: 'uniform-warp' });
    expect(catalog.call(['__cvta_generic_to_shared'], 1)).toMatchObject({ passthroughArg: 0, effects: [] });
    expect(catalog.call(path('cute::cast_smem_ptr_to_uint'), 1)).toMatchObject({ passthroughArg: 0 });
  });

  it.each(['__trap', 'abort', '__assertfail'])('%s does not return', (name) => {
    expect(catalog.call([name])).toMatchObject({ noReturn: true });
  });

  it.each(['__float22bfloat162_rn', '__bfloat1622float2', '__ffma2_rn', '__hmax2', '__fmul2_rn', '__float2uint_rd', 'make_int4', 'hexp2', 'h2exp2', '__nv_cvt_float2_to_fp8x2', 'fmaxf', '__popc', '__low2float'])(
    '%s touches no memory',
    (name) => {
      expect(effects(catalog.call([name]))).toEqual([]);
    },
  );
});

describe('lookup', () => {
  it('needs agreeing qualifiers, but not all of them', () => {
    expect(catalog.call(path('arch::fence_barrier_init'), 0)).toBeDefined();
    expect(catalog.call(['fence_barrier_init'], 0)).toBeDefined();
    expect(catalog.call(path('mine::fence_barrier_init'), 0)).toBeUndefined();
    expect(catalog.call(['', 'atomicAdd'], 2)).toBeDefined();
  });

  it('does not know a function with another number of arguments', () => {
    expect(catalog.call(['ncclGetLsaPointer'], 2)).toBeUndefined();
    expect(catalog.method('ClusterBarrier', 'init', 3)).toBeUndefined();
  });

  it('finds entries by name alone', () => {
    expect(catalog.named('sync').length).toBeGreaterThan(3);
    expect(catalog.named('nvshmem_float_get_nbi')).toHaveLength(1);
    expect(catalog.named('unheard_of')).toEqual([]);
  });

  it('prefers a user’s own entry', () => {
    const own = createCatalog({
      entries: [{ kind: 'peer-pointer', family: 'mine', name: 'nvshmem_ptr', target: 'peer', pointerArg: 0, rankArg: 1, nullness: 'never', source: 'our wrapper' }],
      types: [{ name: 'ncclTeam', family: 'mine', role: { kind: 'value' }, source: 'ours' }],
    });
    expect(own.call(['nvshmem_ptr'], 2)).toMatchObject({ family: 'mine', nullness: 'never' });
    expect(own.type('ncclTeam')?.family).toBe('mine');
    expect(catalog.call(['nvshmem_ptr'], 2)).toMatchObject({ family: 'nvshmem' });
    expect(own.call(['atomicAdd'], 2)).toBeDefined();
  });
});

describe('the tables are consistent', () => {
  const all = [...catalog.data.entries, ...(catalog.data.patterns ?? []).map(({ entry }) => entry)];
  const label = (entry: CatalogEntry): string => `${entry.owner ?? ''}.${entry.name}/${entry.args?.join('-') ?? '*'}`;

  it('names a source for every fact', () => {
    expect(all.filter((entry) => entry.source.trim() === '').map(label)).toEqual([]);
    expect([...catalog.data.types, ...catalog.data.symbols].filter((entry) => entry.source.trim() === '')).toEqual([]);
  });

  it('refers only to arguments that a call can have', () => {
    const wrong = all.filter((entry) => {
      const most = entry.args?.[1];
      if (most === undefined) return false;
      return positions(entry).some((position) => position >= most || (position < 0 && position !== RECEIVER && position !== RETURN_VALUE && templateArgIndex(position) === undefined));
    });
    expect(wrong.map(label)).toEqual([]);
  });

  it('refers to a receiver only in methods', () => {
    expect(all.filter((entry) => positions(entry).includes(RECEIVER) && (entry.owner === undefined || entry.isStatic)).map(label)).toEqual([]);
  });

  it('has no two entries that one call would fit', () => {
    const seen = new Map<string, CatalogEntry>();
    const twice: string[] = [];
    for (const entry of catalog.data.entries) {
      const key = [entry.owner, entry.isStatic, entry.name, entry.namespaces?.join('::'), entry.args?.join('-'), entry.when?.types.join('|')].join(' ');
      if (seen.has(key)) twice.push(key);
      seen.set(key, entry);
    }
    expect(twice).toEqual([]);
  });

  it('spells every instruction so that its effect is known', () => {
    const groups = ['thread_group', 'multi_grid_group'];
    const unknown = all.filter((entry) => entry.kind === 'call' && entry.family !== 'cooperative-groups' && entry.effects.some((effect) => effect.kind === 'unknown'));
    expect(unknown.map(label)).toEqual([]);
    expect(all.filter((entry) => entry.kind === 'call' && entry.owner !== undefined && groups.includes(entry.owner) && entry.name === 'sync')).toHaveLength(2);
  });

  it('lets every pattern match names with its prefix only', () => {
    for (const { pattern, prefix } of catalog.data.patterns ?? []) {
      expect(() => new RegExp(`^(?:${pattern})$`)).not.toThrow();
      expect(pattern.replace(/\(\?:/g, '').startsWith(prefix.replace(/_$/, '')) || prefix === 'h' || prefix === '__').toBe(true);
    }
  });
});

/** Every argument position that an entry mentions. */
function positions(entry: CatalogEntry): number[] {
  const own = Object.entries(entry).flatMap(([key, value]): number[] => (/Args?$/.test(key) && key !== 'args' ? [value as number | number[]].flat() : []));
  const nested = Object.values(entry).flatMap((value: unknown): number[] =>
    typeof value === 'object' && value !== null && 'arg' in value && typeof value.arg === 'number' ? [value.arg] : [],
  );
  const ofEffects = entry.kind !== 'call' ? [] : entry.effects.flatMap((effect) =>
    [effect.destination, effect.source, effect.mbarrier, effect.size, effect.count, effect.selector, ...effect.values].flatMap((item) => item?.operand ?? []),
  );
  return [...own, ...nested, ...ofEffects];
}
