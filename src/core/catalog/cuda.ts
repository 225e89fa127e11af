/**
 * CUDA C++ built-in functions. Facts: CUDA C++ Programming Guide, "C++ Language Extensions" (memory fence functions,
 * synchronization functions, read-only data cache loads, atomic functions, warp functions, address space conversion),
 * and the C library functions that device code may call.
 */
import { at, effect, family, ptx, val } from './describe.js';
import type { CallFields } from './describe.js';
import type { MemoryScope, PtxEffect } from '../ptx/index.js';
import type { CallEntry, CatalogData } from './types.js';
import { RETURN_VALUE } from './types.js';
import { CUDA_PATTERNS, PURE_FUNCTIONS } from './cudaPure.js';

const GUIDE = 'CUDA C++ Programming Guide';
const cuda = family('cuda', GUIDE);
const args = (least: number, most = least): CallFields => ({ args: [least, most] });

function load(name: string, fields: Partial<PtxEffect>): CallEntry {
  return cuda(name, [effect('load', name, { source: at(0), order: 'weak', proxy: 'generic', results: [RETURN_VALUE], inputs: [0], ...fields })], args(1));
}
function store(name: string): CallEntry {
  return cuda(name, [effect('store', name, { destination: at(0), values: [val(1)], order: 'weak', proxy: 'generic', inputs: [0, 1] })], args(2));
}

/** Cache hints do not change the order; `__ldg` goes through the non-coherent path, `__ldcv` does not cache. */
const CACHED_ACCESSES: readonly CallEntry[] = [
  load('__ldg', { nonCoherent: true, space: undefined }),
  ...['__ldca', '__ldcg', '__ldcs', '__ldlu'].map((name) => load(name, {})),
  load('__ldcv', { order: 'volatile', scope: 'sys' }),
  ...['__stwb', '__stcg', '__stcs', '__stwt'].map(store),
];

const ATOMIC_SCOPES: readonly (readonly [string, MemoryScope])[] = [['', 'gpu'], ['_block', 'cta'], ['_system', 'sys']];
const ATOMIC_OPERATIONS = {
  atomicAdd: 'add', atomicSub: 'sub', atomicExch: 'exch', atomicMin: 'min', atomicMax: 'max', atomicInc: 'inc', atomicDec: 'dec',
  atomicAnd: 'and', atomicOr: 'or', atomicXor: 'xor', atomicCAS: 'cas',
} as const;

/** Relaxed; device scope unless the name says otherwise. They work on any address that the GPU can access atomically. */
function atomics(): CallEntry[] {
  return Object.entries(ATOMIC_OPERATIONS).flatMap(([name, operation]) =>
    ATOMIC_SCOPES.map(([suffix, scope]) => {
      const operands = operation === 'cas' ? [1, 2] : [1];
      const atomic = effect('atomic', name + suffix, {
        destination: at(0), values: operands.map(val), results: [RETURN_VALUE], inputs: [0, ...operands], order: 'relaxed', scope, proxy: 'generic', operation,
      });
      return cuda(name + suffix, [atomic], args(operands.length + 1));
    }),
  );
}

/** `__nv_atomic_*`: order and scope are arguments. */
function scopedAtomics(): CallEntry[] {
  const common = { proxy: 'generic', order: 'relaxed' } as const;
  const fetch = ['add', 'sub', 'and', 'or', 'xor', 'min', 'max'] as const;
  return [
    cuda('__nv_atomic_load_n', [effect('load', '__nv_atomic_load_n', { ...common, source: at(0), results: [RETURN_VALUE], inputs: [0] })], { ...args(2, 3), orderArg: 1, scopeArg: 2 }),
    cuda('__nv_atomic_store_n', [effect('store', '__nv_atomic_store_n', { ...common, destination: at(0), values: [val(1)], inputs: [0, 1] })], { ...args(3, 4), orderArg: 2, scopeArg: 3 }),
    cuda('__nv_atomic_exchange_n', [effect('atomic', '__nv_atomic_exchange_n', { ...common, operation: 'exch', destination: at(0), values: [val(1)], results: [RETURN_VALUE], inputs: [0, 1] })], { ...args(3, 4), orderArg: 2, scopeArg: 3 }),
    cuda('__nv_atomic_compare_exchange_n', [effect('atomic', '__nv_atomic_compare_exchange_n', { ...common, operation: 'cas', destination: at(0), values: [val(1), val(2)], results: [RETURN_VALUE], inputs: [0, 1, 2] })], { ...args(6, 7), orderArg: 4, scopeArg: 6 }),
    ...fetch.flatMap((operation) =>
      [`__nv_atomic_fetch_${operation}`, `__nv_atomic_${operation}`].map((name) =>
        cuda(name, [effect('atomic', name, { ...common, operation, destination: at(0), values: [val(1)], results: [RETURN_VALUE], inputs: [0, 1] })], { ...args(3, 4), orderArg: 2, scopeArg: 3 }),
      ),
    ),
  ];
}

const fence = (name: string, scope: MemoryScope): CallEntry => cuda(name, [effect('fence', name, { order: 'sc', scope, proxy: 'generic' })], args(0));
const blockBarrier = (name: string, count: number): CallEntry =>
  cuda(name, [effect('barrier-sync', name, { order: 'acq_rel', scope: 'cta', aligned: true, ...(count === 0 ? {} : { results: [RETURN_VALUE] }) })], args(count));

const SYNCHRONIZATION: readonly CallEntry[] = [
  fence('__threadfence', 'gpu'), fence('__threadfence_block', 'cta'), fence('__threadfence_system', 'sys'),
  blockBarrier('__syncthreads', 0), blockBarrier('__syncthreads_count', 1), blockBarrier('__syncthreads_and', 1), blockBarrier('__syncthreads_or', 1),
  cuda('__syncwarp', [effect('warp-sync', '__syncwarp', { order: 'acq_rel', scope: 'cta' })], args(0, 1)),
  cuda('__barrier_sync', ptx('barrier.sync %0;', 0), args(1)),
  cuda('__barrier_sync_count', ptx('barrier.sync %0, %1;', 0, 1), args(2)),
  cuda('__nanosleep', ptx('nanosleep.u32 %0;', 0), args(1)),
  cuda('cudaGridDependencySynchronize', ptx('griddepcontrol.wait;'), args(0)),
  cuda('cudaTriggerProgrammaticLaunchCompletion', ptx('griddepcontrol.launch_dependents;'), args(0)),
  cuda('__pipeline_memcpy_async', ptx('cp.async.ca.shared.global [%0], [%1], %2;', 0, 1, 2), args(3, 4)),
  cuda('__pipeline_commit', ptx('cp.async.commit_group;'), args(0)),
  cuda('__pipeline_wait_prior', ptx('cp.async.wait_group %0;', 0), args(1)),
  cuda('__pipeline_arrive_on', ptx('cp.async.mbarrier.arrive.shared.b64 [%0];', 0), args(1)),
];

const collective = (name: string, fields: CallFields): CallEntry =>
  cuda(name, [effect('warp-collective', name, { operation: name.replace(/^__|_sync$/g, '') })], fields);

/** The value of another lane: the same variable, so facts about it hold, but its value differs. */
const WARP: readonly CallEntry[] = [
  ...['__shfl_up_sync', '__shfl_down_sync', '__shfl_xor_sync'].map((name) => collective(name, { ...args(3, 4), passthroughArg: 1 })),
  collective('__shfl_sync', { ...args(3, 4), passthroughArg: 1, result: 'uniform-warp' }),
  ...['__ballot_sync', '__any_sync', '__all_sync', '__uni_sync'].map((name) => collective(name, { ...args(2), result: 'uniform-warp' })),
  ...['__match_any_sync', '__match_all_sync'].map((name) => collective(name, args(2, 3))),
  ...['add', 'min', 'max', 'and', 'or', 'xor'].map((operation) => collective(`__reduce_${operation}_sync`, { ...args(2), result: 'uniform-warp' })),
  cuda('__activemask', [], args(0)),
  cuda('__laneid', [], { ...args(0), result: 'lane' }),
];

const SPACES = ['shared', 'global', 'local', 'constant', 'param'] as const;
const ADDRESSES: readonly CallEntry[] = [
  ...SPACES.flatMap((space) => [`__cvta_generic_to_${space}`, `__cvta_${space}_to_generic`].map((name) => cuda(name, [], { ...args(1), passthroughArg: 0 }))),
  cuda('__cvta_generic_to_grid_constant', [], { ...args(1), passthroughArg: 0 }),
  cuda('__cvta_grid_constant_to_generic', [], { ...args(1), passthroughArg: 0 }),
  cuda('__cluster_map_shared_rank', [effect('register', 'mapa')], { ...args(2), passthroughArg: 0 }),
  ...['__isGlobal', '__isShared', '__isConstant', '__isLocal', '__isGridConstant', '__isClusterShared'].map((name) => cuda(name, [], args(1))),
];

const copy = (name: string): CallEntry =>
  cuda(name, [
    effect('load', name, { source: at(1), size: val(2), order: 'weak', proxy: 'generic', inputs: [1, 2] }),
    effect('store', name, { destination: at(0), size: val(2), order: 'weak', proxy: 'generic', inputs: [0, 2] }),
  ], { ...args(3), namespaces: ['std'], passthroughArg: 0 });

/** The C library. `printf` reads what its pointers point at and writes a host buffer: nothing that the analysis follows. */
const LIBRARY: readonly CallEntry[] = [
  copy('memcpy'), copy('memmove'),
  cuda('memset', [effect('store', 'memset', { destination: at(0), size: val(2), values: [val(1)], order: 'weak', proxy: 'generic', inputs: [0, 1, 2] })], { ...args(3), namespaces: ['std'], passthroughArg: 0 }),
  cuda('printf', [], { namespaces: ['std'] }),
  cuda('clock', [], args(0)), cuda('clock64', [], args(0)), cuda('__globaltimer', [], args(0)),
  cuda('__builtin_assume', [], args(1)), cuda('__builtin_assume_aligned', [], { ...args(2, 3), passthroughArg: 0 }),
  cuda('__builtin_expect', [], { ...args(2), passthroughArg: 0 }), cuda('assert', [], args(1)), cuda('__brkpt', [effect('trap', '__brkpt')], args(0)),
  cuda('__trap', ptx('trap;'), { ...args(0), noReturn: true }),
  cuda('abort', [effect('trap', 'abort')], { args: [0, 0], noReturn: true, namespaces: ['std'] }),
  cuda('exit', [effect('exit', 'exit')], { args: [1, 1], noReturn: true, namespaces: ['std'] }),
  cuda('__builtin_trap', [effect('trap', '__builtin_trap')], { ...args(0), noReturn: true }),
  cuda('__builtin_unreachable', [], { ...args(0), noReturn: true }),
  cuda('__assertfail', [effect('trap', '__assertfail')], { noReturn: true }),
  cuda('__assert_fail', [effect('trap', '__assert_fail')], { noReturn: true }),
  ...['move', 'forward', 'launder', 'addressof', 'as_const', 'to_address', 'bit_cast'].map((name) => cuda(name, [], { ...args(1), namespaces: ['std'], passthroughArg: 0 })),
];

const LIMITS = family('std', 'C++ standard library, <limits>', { owner: 'numeric_limits', isStatic: true, args: [0, 0] });
const STANDARD: readonly CallEntry[] = [
  ...['max', 'min', 'lowest', 'infinity', 'epsilon', 'quiet_NaN'].map((name) => LIMITS(name)),
  ...['make_pair', 'make_tuple', 'make_integer_sequence', 'make_index_sequence', 'declval'].map((name) => family('std', 'C++ standard library', { namespaces: ['std'] })(name)),
];

/** Host calls that make memory. None of these is symmetric by itself. */
const ALLOCATIONS: readonly CallEntry[] = [
  ...['cudaMalloc', 'cudaMallocAsync', 'cudaMallocManaged'].map((name) => cuda(name, [], { allocates: 'device', allocationArg: 0 })),
  ...['cudaMallocHost', 'cudaHostAlloc'].map((name) => cuda(name, [], { allocates: 'host', allocationArg: 0 })),
  ...['malloc', 'calloc', 'aligned_alloc'].map((name) => cuda(name, [], { allocates: 'host', namespaces: ['std'] })),
];

export const CUDA: CatalogData = {
  entries: [
    ...CACHED_ACCESSES, ...atomics(), ...scopedAtomics(), ...SYNCHRONIZATION, ...WARP, ...ADDRESSES, ...LIBRARY, ...STANDARD, ...ALLOCATIONS,
    ...PURE_FUNCTIONS.map((name) => cuda(name)),
  ],
  types: [],
  symbols: [],
  patterns: CUDA_PATTERNS,
};
