/** CUTLASS barrier classes: mbarriers in shared memory and named barriers. Facts: CUTLASS `cutlass/arch/barrier.h`. */
import { family, ptx } from './describe.js';
import type { Effects } from './describe.js';
import type { CallEntry, CatalogPattern } from './types.js';
import { RECEIVER } from './types.js';

const SOURCE = 'CUTLASS cutlass/arch/barrier.h';

/** One method as an instruction template over (barrier, arguments…); `%0` is the barrier. */
interface Method {
  readonly name: string;
  /** Arguments after the barrier: least and most. */
  readonly args: readonly [number, number];
  readonly effects: (barrier: number, first: number) => Effects;
  /** The static form with the barrier's address first has other argument counts. */
  readonly staticArgs?: readonly [number, number];
}

const one = (template: string, ...rest: readonly number[]) => (barrier: number, first: number): Effects =>
  ptx(template, barrier, ...rest.map((index) => first + index));

/** The arrival goes to the barrier at the same offset in another CTA of the cluster. */
const remote = (instruction: string) => (barrier: number, first: number): Effects =>
  ptx(`mapa.shared::cluster.u32 r, %0, %1; ${instruction}`, barrier, first, first + 1);

/** The method loops until the phase is complete. */
const spin = (barrier: number, first: number): Effects =>
  ptx('L: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra L;', barrier, first);

const CLUSTER_BARRIER: readonly Method[] = [
  { name: 'init', args: [1, 1], effects: one('mbarrier.init.shared::cta.b64 [%0], %1;', 0) },
  { name: 'wait', args: [1, 1], effects: spin },
  { name: 'try_wait', args: [1, 1], effects: one('mbarrier.try_wait.parity.shared::cta.b64 %r, [%0], %1;', 0) },
  { name: 'test_wait', args: [1, 2], effects: one('mbarrier.test_wait.parity.shared::cta.b64 %r, [%0], %1;', 0) },
  { name: 'arrive', args: [0, 0], effects: one('mbarrier.arrive.shared::cta.b64 _, [%0];') },
  { name: 'arrive', args: [1, 2], staticArgs: [2, 2], effects: remote('mbarrier.arrive.shared::cluster.b64 _, [r];') },
];

const TRANSACTION_BARRIER: readonly Method[] = [
  ...CLUSTER_BARRIER,
  ...['arrive_and_expect_tx', 'arrive_and_reset_bytes'].flatMap((name): Method[] => [
    { name, args: [1, 1], effects: one('mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;', 0) },
    {
      name, args: [2, 3], staticArgs: [3, 3],
      effects: (barrier, first) =>
        ptx('mapa.shared::cluster.u32 r, %0, %2; mbarrier.arrive.expect_tx.shared::cluster.b64 _, [r], %1;', barrier, first, first + 1),
    },
  ]),
  ...['expect_transaction', 'reset_bytes'].map((name): Method => ({ name, args: [1, 1], effects: one('mbarrier.expect_tx.shared::cta.b64 [%0], %1;', 0) })),
  ...['complete_transaction', 'commit'].flatMap((name): Method[] => [
    { name, args: [1, 2], staticArgs: [9, 9], effects: one('mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64 [%0], %1;', 0) },
    { name, args: [3, 3], staticArgs: [2, 3], effects: one('mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64 [%0], %1;', 1) },
  ]),
];

function both(owner: string, methods: readonly Method[]): CallEntry[] {
  const of = family('cutlass', SOURCE, { owner });
  return methods.flatMap(({ name, args, staticArgs = args, effects }) => [
    of(name, effects(RECEIVER, 0), { args }),
    of(name, effects(0, 1), { args: [staticArgs[0] + 1, staticArgs[1] + 1], isStatic: true }),
  ]);
}

/** `NamedBarrier`: the static forms take (thread count, id). User ids are shifted by a reserved count (8 in this version). */
const named = family('cutlass', SOURCE, { owner: 'NamedBarrier', isStatic: true, args: [2, 2], note: 'the hardware barrier number is the id plus the reserved count' });
const NAMED_BARRIER: readonly CallEntry[] = [
  named('sync', ptx('bar.sync %1, %0;', 0, 1)),
  named('arrive_and_wait', ptx('bar.sync %1, %0;', 0, 1)),
  named('arrive', ptx('bar.arrive %1, %0;', 0, 1)),
  ...(['sync', 'arrive_and_wait', 'arrive_and_wait_unaligned'] as const).map((name) =>
    family('cutlass', SOURCE, { owner: 'NamedBarrier', args: [0, 0] })(name, ptx(name.endsWith('unaligned') ? 'barrier.sync b, n;' : 'bar.sync b, n;')),
  ),
  ...(['arrive', 'arrive_unaligned'] as const).map((name) =>
    family('cutlass', SOURCE, { owner: 'NamedBarrier', args: [0, 0] })(name, ptx(name.endsWith('unaligned') ? 'barrier.arrive b, n;' : 'bar.arrive b, n;')),
  ),
];

const invalidate = (owner: string): CallEntry =>
  family('cutlass', SOURCE, { owner, isStatic: true })('invalidate', ptx('mbarrier.inval.shared::cta.b64 [%0];', 0), { args: [1, 1] });

export const BARRIER_METHODS: readonly CallEntry[] = [
  ...both('ClusterBarrier', CLUSTER_BARRIER), invalidate('ClusterBarrier'),
  ...both('ClusterTransactionBarrier', TRANSACTION_BARRIER), invalidate('ClusterTransactionBarrier'),
  ...NAMED_BARRIER,
];

/**
 * Pipelines (`PipelineTmaAsync`, `PipelineUmmaAsync`, …): arrays of full and empty mbarriers behind four verbs. Which barrier of
 * the pair and which stage is in the pipeline state, so the object stands for them. Facts: CUTLASS `cutlass/pipeline/sm90_pipeline.hpp`.
 */
const PIPELINE = 'CUTLASS cutlass/pipeline';
const verb = (name: string, effects: Effects, args: readonly [number, number]): CatalogPattern => ({
  prefix: 'Pipeline', pattern: `Pipeline\\w+\\.${name}`, entry: family('cutlass', PIPELINE, { owner: 'Pipeline', args })(name, effects),
});
export const PIPELINE_PATTERNS: readonly CatalogPattern[] = [
  verb('producer_acquire', spin(RECEIVER, 0), [1, 2]),
  verb('producer_commit', one('mbarrier.arrive.shared::cta.b64 _, [%0];')(RECEIVER, 0), [1, 2]),
  verb('producer_expect_transaction', one('mbarrier.expect_tx.shared::cta.b64 [%0], %1;', 1)(RECEIVER, 0), [2, 2]),
  verb('producer_tail', spin(RECEIVER, 0), [1, 1]),
  verb('consumer_wait', spin(RECEIVER, 0), [1, 2]),
  verb('consumer_release', one('mbarrier.arrive.shared::cta.b64 _, [%0];')(RECEIVER, 0), [1, 2]),
  verb('(?:producer_try_acquire|consumer_try_wait|consumer_test_wait)', one('mbarrier.try_wait.parity.shared::cta.b64 %r, [%0], %1;', 0)(RECEIVER, 0), [1, 2]),
  verb('producer_get_barrier', [], [1, 1]),
];
