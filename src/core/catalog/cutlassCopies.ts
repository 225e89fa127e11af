/**
 * CuTe copy and matrix atoms: static functions of structs whose names spell the instruction.
 * Facts: CUTLASS `cute/arch/copy_sm80.hpp`, `copy_sm90_tma.hpp`, `copy_sm100_tma.hpp`, `copy_sm100.hpp`, `mma_sm90_gmma.hpp`, `mma_sm100_umma.hpp`.
 */
import { at, effect, family, ptx } from './describe.js';
import type { CallEntry, CatalogPattern } from './types.js';

const SOURCE = 'CUTLASS cute/arch';
const atom = (owner: string) => family('cute', SOURCE, { owner, isStatic: true });

/** (tensor map, mbarrier, [multicast mask,] cache hint, shared address, coordinates…). */
function tensorLoad(owner: string, dims: string, group: string, multicast: boolean): CallEntry {
  const destination = multicast ? 4 : 3;
  const suffix = `${multicast ? '.multicast::cluster' : ''}${group}.L2::cache_hint`;
  return atom(owner)('copy', ptx(`cp.async.bulk.tensor${dims}.shared::cluster.global.mbarrier::complete_tx::bytes${suffix} [%1], [%0, {c}], [%2];`, 0, destination, 1));
}

/** (tensor map, shared address, coordinates…). */
function tensorStore(owner: string, dims: string, reduce: boolean): CallEntry {
  const opcode = reduce ? `cp.reduce.async.bulk.tensor${dims}.global.shared::cta.add.bulk_group` : `cp.async.bulk.tensor${dims}.global.shared::cta.bulk_group`;
  return atom(owner)('copy', ptx(`${opcode} [%0, {c}], [%1];`, 0, 1));
}

const DIMENSIONS = ['', '_1D', '_2D', '_3D', '_4D', '_5D'] as const;

function tensorAtoms(): CallEntry[] {
  return DIMENSIONS.flatMap((suffix) => {
    const dims = suffix === '' ? '' : `.${suffix.slice(1).toLowerCase()}`;
    return [
      tensorLoad(`SM90_TMA_LOAD${suffix}`, dims, '', false),
      tensorLoad(`SM90_TMA_LOAD_MULTICAST${suffix}`, dims, '', true),
      tensorLoad(`SM100_TMA_2SM_LOAD${suffix}`, dims, '.cta_group::2', false),
      tensorLoad(`SM100_TMA_2SM_LOAD_MULTICAST${suffix}`, dims, '.cta_group::2', true),
      tensorStore(`SM90_TMA_STORE${suffix}`, dims, false),
      tensorStore(`SM90_TMA_REDUCE_ADD${suffix}`, dims, true),
    ];
  });
}

export const COPY_ATOMS: readonly CallEntry[] = [
  ...tensorAtoms(),
  tensorLoad('SM100_TMA_LOAD_2D_GATHER4', '.2d', '', false),
  tensorLoad('SM100_TMA_LOAD_MULTICAST_2D_GATHER4', '.2d', '', true),
  tensorStore('SM100_TMA_STORE_2D_SCATTER4', '.2d', false),
  atom('SM90_BULK_COPY_G2S')('copy', ptx('cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%2], [%0], %3, [%1];', 0, 1, 2, 3), { args: [4, 4] }),
  atom('SM90_BULK_COPY_S2G')('copy', ptx('cp.async.bulk.global.shared::cta.bulk_group [%1], [%0], %2;', 0, 1, 2), { args: [3, 3] }),
];

const TMEM_SHAPE = '(?:16|32)dp(?:32|64|128|256)b\\d+x(?:_16b)?';

/**
 * Families with a shape in the name. Addresses of tensor memory loads come first; those of stores come last, after a number of
 * registers that the name gives, so their position is left open.
 */
export const COPY_PATTERNS: readonly CatalogPattern[] = [
  {
    prefix: 'SM100_TMEM_LOAD_',
    pattern: `SM100_TMEM_LOAD_(?:STAT_)?${TMEM_SHAPE}\\.copy`,
    entry: atom('SM100_TMEM_LOAD')('copy', [effect('load', 'tcgen05.ld.sync.aligned', { operation: 'tcgen05', source: at(0, 'tensor'), aligned: true })]),
  },
  {
    prefix: 'SM100_TMEM_STORE_',
    pattern: `SM100_TMEM_STORE_${TMEM_SHAPE}\\.copy`,
    entry: atom('SM100_TMEM_STORE')('copy', [effect('store', 'tcgen05.st.sync.aligned', { operation: 'tcgen05', destination: { operand: undefined, space: 'tensor', offset: 0, text: '', mapped: false }, aligned: true })]),
  },
  {
    prefix: 'SM100_UTCCP_',
    pattern: 'SM100_UTCCP_\\w+\\.copy',
    entry: atom('SM100_UTCCP')('copy', [effect('matrix', 'tcgen05.cp', { operation: 'tcgen05.cp', destination: at(1, 'tensor'), proxy: 'async', completion: 'tcgen05-commit' })], { args: [2, 2] }),
  },
  {
    prefix: 'SM100_MMA_',
    pattern: 'SM100_MMA_\\w+\\.fma',
    entry: atom('SM100_MMA')('fma', [effect('matrix', 'tcgen05.mma', { operation: 'tcgen05', proxy: 'async', completion: 'tcgen05-commit' })]),
  },
  {
    prefix: 'MMA_',
    pattern: 'MMA_\\d+x\\d+x\\d+_\\w+\\.fma',
    entry: atom('SM90_GMMA')('fma', [effect('matrix', 'wgmma.mma_async.sync.aligned', { operation: 'wgmma', proxy: 'async', completion: 'wgmma-group', aligned: true })]),
  },
  {
    prefix: 'SM',
    pattern: 'SM(?:75|100)_\\w+_LDSM_[NT]\\.copy',
    entry: atom('LDSM')('copy', [effect('load', 'ldmatrix.sync.aligned', { operation: 'matrix', source: at(0, 'shared'), order: 'weak', proxy: 'generic', aligned: true })]),
  },
  {
    prefix: 'SM80_CP_ASYNC_',
    pattern: 'SM80_CP_ASYNC_CACHE(?:ALWAYS|GLOBAL)(?:_ZFILL)?\\.copy',
    entry: atom('SM80_CP_ASYNC')('copy', [effect('async-copy', 'cp.async', { source: at(0, 'global'), destination: at(1, 'shared'), order: 'weak', proxy: 'generic', completion: 'async-group' })]),
  },
];
