/** rocSHMEM device API; names follow OpenSHMEM. Facts: rocSHMEM API reference. */
import type { CatalogData, CatalogEntry, CatalogPattern, OneSidedEntry } from './types.js';

const SOURCE = 'rocSHMEM API reference';
const TYPE = '(?:float|double|char|schar|short|int|long|longlong|uchar|ushort|uint|ulong|ulonglong)';

/** `_wave` and `_wg` variants are called by a whole wavefront or work-group. */
const SCOPES = [['', 'thread'], ['_wave', 'warp'], ['_wg', 'block']] as const;

/** `first`: number of arguments before the destination (the `ctx` forms take a context). */
function transfers(prefix: string, first: 0 | 1): CatalogPattern[] {
  return SCOPES.flatMap(([scope, participants]) =>
    (['put', 'get'] as const).flatMap((word) =>
      [`${word}mem`, `${TYPE}_${word}`].flatMap((stem) =>
        ['', '_nbi'].map((nbi): CatalogPattern => ({
          prefix: 'rocshmem_',
          pattern: `${prefix}_${stem}${nbi}${scope}`,
          entry: {
            kind: 'one-sided', family: 'rocshmem', name: stem, operation: word, access: word === 'put' ? 'remote-store' : 'remote-load',
            args: [first + 4, first + 4], symmetricArgs: [word === 'put' ? first : first + 1], destinationArg: first, sourceArg: first + 1,
            sizeArg: first + 2, sizeUnit: stem.endsWith('mem') ? 'bytes' : 'elements', rankArg: first + 3, rankSpace: 'pe',
            nonblocking: nbi !== '', participants, source: SOURCE,
          },
        })),
      ),
    ),
  );
}

/** Typed single values, atomics and waits; `put_signal` carries (dest, source, size, signal, value, operation, pe). */
function others(prefix: string, first: 0 | 1): CatalogPattern[] {
  const shape = (pattern: string, fields: Omit<OneSidedEntry, 'kind' | 'family' | 'name' | 'source' | 'rankSpace' | 'participants'>, participants: OneSidedEntry['participants'] = 'thread'): CatalogPattern => ({
    prefix: 'rocshmem_', pattern: `${prefix}_${pattern}`,
    entry: { kind: 'one-sided', family: 'rocshmem', name: pattern, rankSpace: 'pe', participants, source: SOURCE, ...fields },
  });
  const at = (position: number): number => first + position;
  const atomic = (pattern: string, count: number): CatalogPattern => shape(`${TYPE}_atomic_${pattern}`, {
    operation: 'atomic', access: 'remote-atomic', args: [at(count), at(count)], symmetricArgs: [first], destinationArg: first, rankArg: at(count - 1), nonblocking: !/fetch|swap/.test(pattern),
    ...(count > 2 ? { valueArg: at(count - 2) } : {}),
  });
  return [
    shape(`${TYPE}_p`, { operation: 'put', access: 'remote-store', args: [at(3), at(3)], symmetricArgs: [first], destinationArg: first, valueArg: at(1), rankArg: at(2), nonblocking: false }),
    shape(`${TYPE}_g`, { operation: 'get', access: 'remote-load', args: [at(2), at(2)], symmetricArgs: [first], sourceArg: first, rankArg: at(1), nonblocking: false }),
    atomic('(?:fetch|inc|fetch_inc)', 2),
    atomic('(?:set|add|and|or|xor)', 3),
    atomic('(?:swap|fetch_add|fetch_and|fetch_or|fetch_xor)', 3),
    atomic('compare_swap', 4),
    ...SCOPES.flatMap(([scope, participants]) => ['', '_nbi'].map((nbi) => shape(`(?:putmem|${TYPE}_put)_signal${nbi}${scope}`, {
      operation: 'put-signal', access: 'remote-store', args: [at(7), at(7)], symmetricArgs: [first, at(3)], destinationArg: first, sourceArg: at(1), sizeArg: at(2),
      signalArg: at(3), valueArg: at(4), rankArg: at(6), nonblocking: nbi !== '',
    }, participants))),
  ];
}

/** No rank is named: a peer's put or atomic makes the condition true. */
const WAIT: CatalogPattern = {
  prefix: 'rocshmem_', pattern: `rocshmem_${TYPE}_wait_until`,
  entry: { kind: 'one-sided', family: 'rocshmem', name: 'wait_until', operation: 'wait', access: 'none', args: [3, 3], symmetricArgs: [0], signalArg: 0, valueArg: 2, nonblocking: false, participants: 'thread', source: SOURCE },
};

const UNREACHABLE = 'the PE’s heap cannot be reached with loads and stores from here (another node)';

const entries: readonly CatalogEntry[] = [
  { kind: 'peer-pointer', family: 'rocshmem', name: 'rocshmem_ptr', target: 'peer', pointerArg: 0, rankArg: 1, rankSpace: 'pe', team: 'World', args: [2, 2], nullness: 'maybe', nullWhen: UNREACHABLE, source: SOURCE },
  { kind: 'peer-pointer', family: 'rocshmem', name: 'rocshmem_ctx_ptr', target: 'peer', pointerArg: 1, rankArg: 2, rankSpace: 'pe', team: 'World', args: [3, 3], nullness: 'maybe', nullWhen: UNREACHABLE, source: SOURCE },
  { kind: 'rank', family: 'rocshmem', name: 'rocshmem_my_pe', quantity: 'index', space: 'pe', args: [0, 0], source: SOURCE },
  { kind: 'rank', family: 'rocshmem', name: 'rocshmem_n_pes', quantity: 'count', space: 'pe', args: [0, 0], source: SOURCE },
  ...(['quiet', 'fence'] as const).flatMap((operation): OneSidedEntry[] =>
    [`rocshmem_${operation}`, `rocshmem_ctx_${operation}`].map((name) => ({
      kind: 'one-sided', family: 'rocshmem', name, operation, access: 'none', args: [0, 1], symmetricArgs: [], nonblocking: false, participants: 'thread', source: SOURCE,
    })),
  ),
  ...(['barrier_all', 'sync_all'] as const).flatMap((name): CatalogEntry[] =>
    SCOPES.map(([scope, participants]) => ({
      kind: 'rank-barrier', family: 'rocshmem', name: `rocshmem_${name}${scope}`, phase: 'sync', team: 'World', completes: name === 'barrier_all', participants, args: [0, 0], source: SOURCE,
    })),
  ),
  ...(['barrier', 'sync'] as const).flatMap((word): CatalogEntry[] =>
    SCOPES.flatMap(([scope, participants]) => [
      { kind: 'rank-barrier', family: 'rocshmem', name: `rocshmem_${word}${scope}`, phase: 'sync', team: { arg: 0 }, completes: word === 'barrier', participants, args: [1, 1], source: SOURCE },
      { kind: 'rank-barrier', family: 'rocshmem', name: `rocshmem_ctx_${word}${scope}`, phase: 'sync', team: { arg: 1 }, completes: word === 'barrier', participants, args: [2, 2], source: SOURCE },
    ]),
  ),
];

export const ROCSHMEM: CatalogData = { entries, types: [], symbols: [], patterns: [...transfers('rocshmem', 0), ...transfers('rocshmem_ctx', 1), ...others('rocshmem', 0), ...others('rocshmem_ctx', 1), WAIT] };
