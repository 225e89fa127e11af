/**
 * libcu++: atomics with a scope, fences, barriers and bulk copies. Facts: libcu++ documentation ("Extended API",
 * "PTX API") and its headers `cuda/atomic`, `cuda/barrier`, `cuda/ptx`.
 */
import { at, effect, family, ptx, val } from './describe.js';
import type { PtxEffect } from '../ptx/index.js';
import { CUDA_PTX, CUDA_PTX_PATTERNS } from './cudaPtx.js';
import { RECEIVER, RETURN_VALUE } from './types.js';
import type { CallEntry, CatalogData, TypeEntry } from './types.js';

const SOURCE = 'libcu++ documentation, Extended API';
const free = family('libcudacxx', SOURCE, { namespaces: ['cuda'] });

/** The scope is the type's template argument, the order the last argument; its default is seq_cst. */
function atomicMethods(owner: string): CallEntry[] {
  const of = family('libcudacxx', SOURCE, { owner });
  const common = { order: 'sc', scope: 'sys', proxy: 'generic' } as const;
  const mechanism = (name: string): string => `cuda::${owner}::${name}`;
  const modify = (name: string, operation: string, operands: readonly number[], orderArg: number): CallEntry =>
    of(name, [effect('atomic', mechanism(name), {
      ...common, destination: at(RECEIVER), values: operands.map(val), results: [RETURN_VALUE], inputs: [RECEIVER, ...operands], operation,
    })], { args: [operands.length, operands.length + (operation === 'cas' ? 2 : 1)], orderArg });
  return [
    of('load', [effect('load', mechanism('load'), { ...common, source: at(RECEIVER), results: [RETURN_VALUE], inputs: [RECEIVER] })], { args: [0, 1], orderArg: 0 }),
    of('store', [effect('store', mechanism('store'), { ...common, destination: at(RECEIVER), values: [val(0)], inputs: [RECEIVER, 0] })], { args: [1, 2], orderArg: 1 }),
    modify('exchange', 'exch', [0], 1),
    ...['add', 'sub', 'and', 'or', 'xor', 'min', 'max'].map((operation) => modify(`fetch_${operation}`, operation, [0], 1)),
    ...['compare_exchange_weak', 'compare_exchange_strong'].map((name) => modify(name, 'cas', [0, 1], 2)),
    of('wait', [effect('load', mechanism('wait'), { ...common, source: at(RECEIVER), looped: true, inputs: [RECEIVER] })], { args: [1, 2], orderArg: 1 }),
    of('notify_one', [], { args: [0, 0] }),
    of('notify_all', [], { args: [0, 0] }),
  ];
}

const BARRIER = family('libcudacxx', SOURCE, { owner: 'barrier' });
const BARRIERS: readonly CallEntry[] = [
  BARRIER('arrive', ptx('mbarrier.arrive.b64 %r, [%0];', RECEIVER), { args: [0, 1] }),
  BARRIER('arrive_and_wait', () => [
    ...ptx('mbarrier.arrive.b64 _, [%0];', RECEIVER)(),
    effect('mbarrier-wait', 'cuda::barrier::arrive_and_wait', { mbarrier: at(RECEIVER), order: 'acquire', scope: 'cta', looped: true }),
  ], { args: [0, 0] }),
  BARRIER('arrive_and_drop', ptx('mbarrier.arrive_drop.b64 _, [%0];', RECEIVER), { args: [0, 0] }),
  BARRIER('wait', [effect('mbarrier-wait', 'cuda::barrier::wait', { mbarrier: at(RECEIVER), selector: val(0), order: 'acquire', scope: 'cta', looped: true })], { args: [1, 1] }),
  BARRIER('wait_parity', [effect('mbarrier-wait', 'cuda::barrier::wait_parity', { mbarrier: at(RECEIVER), selector: val(0), order: 'acquire', scope: 'cta', looped: true })], { args: [1, 1] }),
  BARRIER('try_wait', ptx('mbarrier.try_wait.b64 %r, [%0], %1;', RECEIVER, 0), { args: [1, 2] }),
  BARRIER('try_wait_parity', ptx('mbarrier.try_wait.parity.b64 %r, [%0], %1;', RECEIVER, 0), { args: [1, 2] }),
  free('init', ptx('mbarrier.init.b64 [%0], %1;', 0, 1), { args: [2, 3], note: 'a friend of cuda::barrier' }),
];

const device = family('libcudacxx', SOURCE, { namespaces: ['cuda', 'device'] });
const experimental = family('libcudacxx', SOURCE, { namespaces: ['cuda', 'device', 'experimental'] });
const BULK: readonly CallEntry[] = [
  device('barrier_arrive_tx', ptx('mbarrier.arrive.expect_tx.shared::cta.b64 %r, [%0], %1;', 0, 2), { args: [3, 3] }),
  device('barrier_expect_tx', ptx('mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;', 0, 1), { args: [2, 2] }),
  device('barrier_native_handle', [], { args: [1, 1], passthroughArg: 0 }),
  device('memcpy_async_tx', ptx('cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 0, 1, 2, 3), { args: [4, 4] }),
  experimental('fence_proxy_async_shared_cta', ptx('fence.proxy.async.shared::cta;'), { args: [0, 0] }),
  experimental('cp_async_bulk_global_to_shared', ptx('cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];', 0, 1, 2, 3), { args: [4, 4] }),
  experimental('cp_async_bulk_shared_to_global', ptx('cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;', 0, 1, 2), { args: [3, 3] }),
  experimental('cp_async_bulk_commit_group', ptx('cp.async.bulk.commit_group;'), { args: [0, 0] }),
];

const fenceEffect = (): PtxEffect => effect('fence', 'cuda::atomic_thread_fence', { order: 'sc', scope: 'sys', proxy: 'generic' });

const TYPES: readonly TypeEntry[] = [
  { name: 'atomic', namespaces: ['cuda'], family: 'libcudacxx', role: { kind: 'atomic', scopeTemplateArg: 1, scope: 'sys' }, source: SOURCE },
  { name: 'atomic_ref', namespaces: ['cuda'], family: 'libcudacxx', role: { kind: 'atomic', scopeTemplateArg: 1, scope: 'sys' }, source: SOURCE },
  { name: 'barrier', namespaces: ['cuda'], family: 'libcudacxx', role: { kind: 'mbarrier' }, source: SOURCE },
];

export const LIBCUDACXX: CatalogData = {
  entries: [
    ...atomicMethods('atomic'),
    ...atomicMethods('atomic_ref'),
    free('atomic_thread_fence', [fenceEffect()], { args: [1, 2], orderArg: 0, scopeArg: 1 }),
    ...BARRIERS,
    ...BULK,
    ...CUDA_PTX,
    ...['max', 'min', 'move', 'forward', 'bit_cast'].map((name) => family('libcudacxx', SOURCE, { namespaces: ['cuda', 'std'] })(name, [], name === 'max' || name === 'min' ? {} : { passthroughArg: 0 })),
  ],
  types: TYPES,
  symbols: [],
  patterns: CUDA_PTX_PATTERNS,
};
