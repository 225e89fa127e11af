/** API families as data, for functions whose body is not in the workspace. */
import { createCatalog as merge } from './catalog.js';
import { COMPILER_ATOMICS } from './compilerAtomics.js';
import { COOPERATIVE_GROUPS } from './cooperativeGroups.js';
import { CUDA } from './cuda.js';
import { CUTLASS } from './cutlass.js';
import { LIBCUDACXX } from './libcudacxx.js';
import { NCCL } from './nccl.js';
import { NCCL_GIN } from './ncclGin.js';
import { NVSHMEM } from './nvshmem.js';
import { RDMA } from './rdma.js';
import { ROCSHMEM } from './rocshmem.js';
import type { Catalog, CatalogData } from './types.js';

const BUILT_IN: readonly CatalogData[] = [CUDA, COMPILER_ATOMICS, COOPERATIVE_GROUPS, LIBCUDACXX, CUTLASS, NCCL, NCCL_GIN, NVSHMEM, ROCSHMEM, RDMA];

/** The built-in families, with a user's own entries before them. */
export function createCatalog(extra?: Partial<CatalogData>): Catalog {
  return merge(...BUILT_IN, ...(extra === undefined ? [] : [extra]));
}

/** The built-in families alone. */
export const catalog: Catalog = createCatalog();

export type {
  CallEntry, Catalog, CatalogData, CatalogEntry, FieldFact, OneSidedEntry, OneSidedOperation, OrArg, PeerPointerEntry, RankBarrierEntry,
  RankEntry, RankSpace, ReachabilityEntry, SymbolEntry, TeamEntry, TypeEntry, TypeRole,
} from './types.js';
