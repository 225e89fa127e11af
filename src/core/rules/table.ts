/** The one rule table: settings, documentation, the CLI and the tests derive from it. Codes are never reused. */
import type { Level } from '../schema.js';

export interface RuleInfo {
  readonly code: string;
  /** Default level. */
  readonly level: Level;
  /** A few words. */
  readonly title: string;
  /** One sentence: what the rule says. */
  readonly description: string;
}

export const RULES = [
  {
    code: 'pointer.unchecked', level: 'error', title: 'Peer pointer used without a null test',
    description: 'A peer pointer that can be null is dereferenced on a path where no test proves that it is not.',
  },
  {
    code: 'pointer.always-null', level: 'error', title: 'Null peer pointer used',
    description: 'A peer pointer is dereferenced on a path where it is known to be null.',
  },
  {
    code: 'pointer.no-fallback', level: 'warning', title: 'Null path carries no data',
    description: 'Where the peer pointer is null nothing carries the data: no one-sided operation reaches the same rank.',
  },
  {
    code: 'pointer.redundant-check', level: 'hint', title: 'Redundant null test',
    description: 'The pointer is never null here, so the test is dead code.',
  },
  {
    code: 'pointer.guard-mismatch', level: 'error', title: 'Guard of another rank or team',
    description: 'The predicate that guards the use speaks of another team or another rank than the pointer.',
  },
  {
    code: 'pointer.rank-space', level: 'warning', title: 'Rank of another rank space',
    description: 'A rank index of one space (world, LSA, rail, PE) is passed where another is wanted.',
  },
  {
    code: 'pointer.double-translation', level: 'error', title: 'Address translated twice',
    description: 'A pointer that was already translated for a peer is translated again, or handed to an operation that translates.',
  },
  {
    code: 'pointer.not-symmetric', level: 'error', title: 'Address outside symmetric memory translated',
    description: 'The translated address is in shared memory or in a local variable, which have no counterpart at the peer.',
  },
  {
    code: 'pointer.offset-before-test', level: 'warning', title: 'Null test after pointer arithmetic',
    description: 'An offset is added to a pointer that can be null before it is tested, so the test never finds null.',
  },
  {
    code: 'order.uncommitted-bulk', level: 'warning', title: 'Bulk copy in no group',
    description: 'A bulk copy has no commit_group before the wait that is meant to cover it.',
  },
  {
    code: 'barrier.divergent', level: 'error', title: 'Barrier that some participants do not reach',
    description: 'A barrier stands under a condition that differs among those whom it waits for, and the others come to none that matches.',
  },
  {
    code: 'barrier.early-exit', level: 'warning', title: 'Return before a barrier that others wait at',
    description: 'Some threads, blocks or ranks leave the kernel before a barrier that waits for them.',
  },
  {
    code: 'order.missing-clobber', level: 'hint', title: 'Inline assembly hides its memory access',
    description: 'Inline assembly reads, writes or orders memory without a "memory" clobber, or without `volatile`.',
  },
  {
    code: 'warp.collective', level: 'warning', title: 'Warp collective without all its lanes',
    description: 'A warp collective whose mask names all lanes stands under a condition that differs among the lanes.',
  },
  {
    code: 'order.missing-proxy-fence', level: 'warning', title: 'No proxy fence before an asynchronous read',
    description: 'Ordinary writes to shared memory, or an mbarrier.init, reach the copy engine with no proxy fence between.',
  },
  {
    code: 'order.put-before-complete', level: 'error', title: 'Put of what is still being written',
    description: 'An RDMA put sends memory that a bulk copy writes, before that copy is sure to be complete.',
  },
  {
    code: 'order.narrow-scope', level: 'error', title: 'Scope too narrow for another GPU',
    description: 'An atomic, a reduction or a release through a peer pointer has a scope that ends at this GPU.',
  },
  {
    code: 'order.read-before-barrier', level: 'warning', title: 'Read of what peers are still writing',
    description: 'Memory that peers write in the same launch is read with nothing before it that waits for them.',
  },
  {
    code: 'order.no-final-barrier', level: 'warning', title: 'Remote writes that nobody is told of',
    description: 'A kernel writes to peers and ends with no barrier of ranks, signal or flag behind its writes.',
  },
  {
    code: 'size.int32-offset', level: 'warning', title: 'Offset or size computed in 32 bits',
    description: 'An offset or a size that the code itself takes to need 64 bits is computed in 32, or passed through 32.',
  },
  {
    code: 'order.weak-flag', level: 'warning', title: 'Flag too weak for what it publishes',
    description: 'A flag that tells a peer of data is written with no release, or polled with no acquire, at system scope.',
  },
  {
    code: 'order.unjoined-publish', level: 'warning', title: 'Published before all have written',
    description: 'One thread releases a flag for what several threads wrote, and no barrier joins them before.',
  },
  {
    code: 'order.buffer-reuse', level: 'warning', title: 'Buffer written while it is still read',
    description: 'Memory that a bulk copy or a NIC still reads is written again, with no wait that all writers know of.',
  },
  {
    code: 'mbarrier.unpaired', level: 'warning', title: 'mbarrier without a wait or an arrival',
    description: 'An mbarrier is initialised and never waited on, or waited on and never arrived at.',
  },
  {
    code: 'mbarrier.arrival-count', level: 'warning', title: 'Wrong number of arrivals at an mbarrier',
    description: 'An mbarrier is initialised for another number of arrivals than come in each phase.',
  },
  {
    code: 'mbarrier.parity', level: 'warning', title: 'Parity that does not go with the phases',
    description: 'The parity that an mbarrier is waited on with does not turn with its phases, or does not begin with the first.',
  },
  {
    code: 'barrier.reset-race', level: 'warning', title: 'Counter set back while others use it',
    description: 'A counter or a flag that several parties wait on is set back to 0 while others may still wait on it, or may have arrived again.',
  },
  {
    code: 'pointer.domain-assumed', level: 'information', title: 'All ranks taken to be in one NVLink domain',
    description: 'A translation that tests no rank is used in a kernel whose ranks nothing in the workspace bounds to one NVLink domain.',
  },
  {
    code: 'mbarrier.stale-slot', level: 'error', title: 'Wait on another stage than is read',
    description: 'A wait stays with one mbarrier of a ring while the reads behind it go from stage to stage.',
  },
  {
    code: 'mbarrier.tx-bytes', level: 'warning', title: 'Other bytes announced than copied',
    description: 'The bytes that an mbarrier is told to expect are not those that the copies bring.',
  },
  {
    code: 'barrier.domain-too-small', level: 'information', title: 'Barrier of fewer ranks than write',
    description: 'The barrier before a read joins fewer ranks than those that write what is read.',
  },
  {
    code: 'suppression.unused', level: 'warning', title: 'Unused suppression',
    description: 'A `symscope-ignore` comment suppresses nothing.',
  },
  {
    code: 'suppression.no-reason', level: 'information', title: 'Suppression without a reason',
    description: 'A `symscope-ignore` comment does not say why.',
  },
] as const satisfies readonly RuleInfo[];

export type RuleCode = (typeof RULES)[number]['code'];

export function ruleInfo(code: RuleCode): RuleInfo {
  const info = RULES.find((rule) => rule.code === code);
  if (!info) throw new Error(`no rule ${code}`);
  return info;
}
