/**
 * Compiler builtins on atomics: `__atomic_*` (GCC, Clang), `__hip_atomic_*` (HIP) and non-temporal accesses. The order is an
 * argument; without a scope argument the scope is the system. Facts: GCC manual, "__atomic Builtins"; Clang language extensions.
 */
import { at, effect, family, val } from './describe.js';
import { RETURN_VALUE } from './types.js';
import type { CallEntry, CatalogData } from './types.js';

const builtin = family('compiler', 'GCC manual, __atomic Builtins; Clang Language Extensions');
const common = { order: 'sc', scope: 'sys', proxy: 'generic' } as const;

/** `prefix`: `__atomic` has (pointer, value, order), `__hip_atomic` a scope after the order. */
function accesses(prefix: string, suffix: string, hasScope: boolean): CallEntry[] {
  const ordered = (orderArg: number) => ({ args: [orderArg + (hasScope ? 2 : 1), orderArg + (hasScope ? 2 : 1)] as const, orderArg, ...(hasScope ? { scopeArg: orderArg + 1 } : {}) });
  const modify = (name: string, operation: string): CallEntry =>
    builtin(name, [effect('atomic', name, { ...common, destination: at(0), values: [val(1)], results: [RETURN_VALUE], inputs: [0, 1], operation })], ordered(2));
  return [
    builtin(`${prefix}_load${suffix}`, [effect('load', `${prefix}_load`, { ...common, source: at(0), results: [RETURN_VALUE], inputs: [0] })], ordered(1)),
    builtin(`${prefix}_store${suffix}`, [effect('store', `${prefix}_store`, { ...common, destination: at(0), values: [val(1)], inputs: [0, 1] })], ordered(2)),
    modify(`${prefix}_exchange${suffix}`, 'exch'),
    ...['add', 'sub', 'and', 'or', 'xor', 'min', 'max'].map((operation) => modify(`${prefix}_fetch_${operation}`, operation)),
    ...['add', 'sub', 'and', 'or', 'xor'].map((operation) => modify(`${prefix}_${operation}_fetch`, operation)),
  ];
}

export const COMPILER_ATOMICS: CatalogData = {
  entries: [
    ...accesses('__atomic', '_n', false),
    ...accesses('__hip_atomic', '', true),
    builtin('__atomic_thread_fence', [effect('fence', '__atomic_thread_fence', common)], { args: [1, 1], orderArg: 0 }),
    builtin('__builtin_amdgcn_fence', [effect('fence', '__builtin_amdgcn_fence', common)], { args: [2, 2], orderArg: 0, scopeArg: 1 }),
    builtin('__builtin_nontemporal_load', [effect('load', '__builtin_nontemporal_load', { source: at(0), order: 'weak', proxy: 'generic', results: [RETURN_VALUE], inputs: [0] })], { args: [1, 1] }),
    builtin('__builtin_nontemporal_store', [effect('store', '__builtin_nontemporal_store', { destination: at(1), values: [val(0)], order: 'weak', proxy: 'generic', inputs: [0, 1] })], { args: [2, 2] }),
  ],
  types: [],
  symbols: [],
};
