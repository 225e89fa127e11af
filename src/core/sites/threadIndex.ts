/** What a number counts: threads of a warp or a block, warps, blocks, or ranks. */
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { OWN_RANK } from './ownRank.js';
import { quantityOf } from './rankQuantity.js';

/** PTX ISA "WARP_SZ". */
export const WARP_SIZE = 32;

const INDEX: Readonly<Record<string, Index['of']>> = {
  laneid: 'lane', canonical_lane_idx: 'lane', __laneid: 'lane', warpid: 'warp', canonical_warp_idx: 'warp', canonical_warp_idx_sync: 'warp',
  canonical_thread_idx_in_cta: 'thread', 'tid.x': 'thread', 'ctaid.x': 'cta',
};

export interface Index {
  readonly of: 'lane' | 'warp' | 'thread' | 'cta' | 'rank';
  /** The only evidence is a name. */
  readonly named?: string;
}

/** What the term counts, if it is an index of threads, blocks or ranks. */
export function indexOf(m: Machine, term: Term): Index | undefined {
  if (quantityOf(m, term, 'rank')) return { of: 'rank' };
  if (term.op === 'symbol') {
    const of = term.origin === 'global' ? INDEX[term.name] : undefined;
    if (of) return { of };
    return term.origin === 'param' && m.root.isKernel && OWN_RANK.test(term.name) ? { of: 'rank', named: term.name } : undefined;
  }
  if (isBuiltin(term, 'threadIdx')) return { of: 'thread' };
  if (isBuiltin(term, 'blockIdx')) return { of: 'cta' };
  return term.op === 'apply' ? computed(m, term.name, term.args) : undefined;
}

/** One-dimensional blocks and grids: the other dimensions do not number threads. */
function isBuiltin(term: Term, name: string): boolean {
  return term.op === 'field' && term.name === 'x' && term.args[0].op === 'symbol' && term.args[0].origin === 'global' && term.args[0].name === name;
}

function computed(m: Machine, operator: string, [thread, by]: readonly Term[]): Index | undefined {
  if (!thread || by?.op !== 'int' || indexOf(m, thread)?.of !== 'thread') return undefined;
  if ((operator === '%' && by.value === WARP_SIZE) || (operator === '&' && by.value === WARP_SIZE - 1)) return { of: 'lane' };
  return (operator === '/' && by.value === WARP_SIZE) || (operator === '>>' && by.value === 5) ? { of: 'warp' } : undefined;
}
