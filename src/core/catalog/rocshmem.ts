/** rocSHMEM device API. Facts: rocSHMEM `include/rocshmem/rocshmem*.hpp` and its API reference. Names follow OpenSHMEM. */
import type { CatalogData, CatalogEntry, OneSidedEntry } from './types.js';

const SOURCE = 'rocSHMEM API reference';
const TYPES = ['float', 'double', 'char', 'schar', 'short', 'int', 'long', 'longlong', 'uchar', 'ushort', 'uint', 'ulong', 'ulonglong'] as const;

/** `_wave` and `_wg` variants are called by a whole wavefront or work-group. The `ctx` forms take a context first. */
const SCOPES = [['', 'thread'], ['_wave', 'warp'], ['_wg', 'block']] as const;

function transfers(context: boolean): OneSidedEntry[] {
  const first = context ? 1 : 0;
  const prefix = context ? 'rocshmem_ctx' : 'rocshmem';
  return SCOPES.flatMap(([scope, participants]) =>
    ['putmem', 'getmem', ...TYPES.flatMap((type) => [`${type}_put`, `${type}_get`])].flatMap((stem) =>
      ['', '_nbi'].map((nonblocking): OneSidedEntry => {
        const isPut = stem.includes('put');
        return {
          kind: 'one-sided', family: 'rocshmem', name: `${prefix}_${stem}${nonblocking}${scope}`,
          operation: isPut ? 'put' : 'get', access: isPut ? 'remote-store' : 'remote-load', args: [first + 4, first + 4],
          symmetricArgs: [isPut ? first : first + 1], destinationArg: first, sourceArg: first + 1, sizeArg: first + 2,
          sizeUnit: stem.endsWith('mem') ? 'bytes' : 'elements', rankArg: first + 3, rankSpace: 'pe',
          nonblocking: nonblocking !== '', participants, source: SOURCE,
        };
      }),
    ),
  );
}

const entries: readonly CatalogEntry[] = [
  {
    kind: 'peer-pointer', family: 'rocshmem', name: 'rocshmem_ptr', target: 'peer', pointerArg: 0, rankArg: 1, rankSpace: 'pe', team: 'World', args: [2, 2],
    nullness: 'maybe', nullWhen: 'the PE’s heap cannot be reached with loads and stores from here (another node)', source: SOURCE,
  },
  {
    kind: 'peer-pointer', family: 'rocshmem', name: 'rocshmem_ctx_ptr', target: 'peer', pointerArg: 1, rankArg: 2, rankSpace: 'pe', team: 'World', args: [3, 3],
    nullness: 'maybe', nullWhen: 'the PE’s heap cannot be reached with loads and stores from here (another node)', source: SOURCE,
  },
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
  ...transfers(false),
  ...transfers(true),
];

export const ROCSHMEM: CatalogData = { entries, types: [], symbols: [] };
