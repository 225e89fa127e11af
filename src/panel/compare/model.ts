/** What the Compare view shows: plain JSON, made by the server. */
import type { Purpose } from '../../core/knowledge/comparison.js';
import type { KernelComparison } from '../../core/compare/model.js';

/** A kernel by the place of its name; `file` as in the result schema. */
export interface KernelPlace {
  readonly file: string;
  readonly line: number;
}

/** A kernel of another project. */
export interface KernelChoice extends KernelPlace {
  readonly name: string;
  readonly project: string;
  /** What it does for peers. */
  readonly work: readonly Purpose[];
  /** It does some of the same work as the kernel that is shown. */
  readonly alike: boolean;
}

export type KernelComparisonAnswer =
  | {
    readonly state: 'compared';
    readonly comparison: KernelComparison;
    /** What the shown kernel does for peers. */
    readonly work: readonly Purpose[];
    /** The most alike first; not empty. */
    readonly counterparts: readonly KernelChoice[];
    /** Index of the one that is compared with. */
    readonly chosen: number;
  }
  /** `one-project`: no other project whose kernels reach peers is open; `no-peers`: this kernel reaches none; `no-kernel`: it is gone. */
  | { readonly state: 'one-project' | 'no-peers' | 'no-kernel' };
