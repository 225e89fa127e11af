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
];

export const ROCSHMEM: CatalogData = { entries, types: [], symbols: [], patterns: [...transfers('rocshmem', 0), ...transfers('rocshmem_ctx', 1)] };
