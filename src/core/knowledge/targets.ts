/** Which hardware an instruction needs: the "Target ISA Notes" of its page in the PTX ISA. */
import { ptx, type Source } from './types.js';

export interface Target {
  /** What the instructions have in common, as written. */
  readonly family: string;
  /** The oldest that has them, as in `sm_90`. */
  readonly sm: number;
  readonly source: Source;
}

const TARGETS: readonly (Target & { readonly pattern: RegExp })[] = [
  { pattern: /^tcgen05\./u, family: 'tcgen05', sm: 100, source: ptx('Tensorcore 5th Generation Instructions: tcgen05.commit') },
  { pattern: /^cp\.(?:reduce\.)?async\.bulk\b/u, family: 'cp.async.bulk', sm: 90, source: ptx('Data movement: cp.async.bulk') },
  { pattern: /^mbarrier\..*\bexpect_tx\b/u, family: 'mbarrier.expect_tx', sm: 90, source: ptx('Parallel synchronization: mbarrier.expect_tx') },
  { pattern: /^cp\.async\b/u, family: 'cp.async', sm: 80, source: ptx('Data movement: cp.async') },
  { pattern: /^mbarrier\./u, family: 'mbarrier', sm: 80, source: ptx('Parallel synchronization: mbarrier') },
];

/** Undefined: every target that has scopes, sm_70, has the instruction, or it is not known. */
export function targetOf(mechanism: string): Target | undefined {
  return TARGETS.find(({ pattern }) => pattern.test(mechanism));
}
