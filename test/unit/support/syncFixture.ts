/** A hand-made kernel with what the Pipelines and the Synchronisation view show. */
import type { Kernel, Pipeline, Synchronisation } from '../../../src/core/schema.js';
import { gemmKernel } from './kernelFixture.js';

const { file } = gemmKernel;
const at = (line: number, text: string) => ({ file, line, column: 9, text });
const LOAD = 'Load warp';
const MATH = 'Math warps';

export const pipelines: readonly Pipeline[] = [
  {
    object: 'full_barriers',
    stages: 'kNumStages',
    init: [{ ...at(60, 'init(1)'), threads: 'one', count: '1' }],
    arrive: [
      { ...at(90, 'arrive_and_expect_tx(kBytes)'), role: LOAD, threads: 'one', how: 'arrive-tx', bytes: 'kBytes', target: 'own block', when: 'is_leader' },
      { ...at(92, 'arrive(0u)'), role: LOAD, threads: 'one', how: 'arrive', target: 'another block', when: 'not is_leader' },
    ],
    wait: [{ ...at(120, 'wait(phase)'), role: MATH, threads: 'all', phase: '(i / kNumStages) & 1' }],
  },
  {
    object: 'empty_barriers',
    stages: '4',
    init: [{ ...at(61, 'init(32)'), threads: 'one', count: '32' }],
    arrive: [{ ...at(130, 'arrive()'), role: MATH, threads: 'all', how: 'arrive', target: 'own block' }],
    wait: [{ ...at(85, 'wait(phase ^ 1)'), role: LOAD, threads: 'all', phase: '((i / kNumStages) & 1) ^ 1' }],
  },
  { object: 'drained', stages: '', init: [], arrive: [], wait: [{ ...at(140, 'wait(0)'), file: 'common/tail.cuh', threads: 'some', phase: '0' }] },
];

const BARRIER = 'common/barrier.cuh';
const step = (line: number, text: string) => ({ file: BARRIER, line, column: 5, text });

export const synchronisation: readonly Synchronisation[] = [
  { ...at(70, 'cluster_sync'), level: 'cluster' },
  { ...at(80, '__syncwarp'), level: 'warp', role: LOAD },
  { ...at(84, '__syncwarp'), level: 'warp', role: LOAD },
  { ...at(110, 'named_sync'), level: 'named', role: MATH, number: '1', count: 'kNumMathThreads' },
  {
    ...at(200, 'rank_barrier'), level: 'ranks', protocols: [
      {
        given: [{ name: 'kNVLink', value: 'true' }], steps: [
          { ...step(10, 'this_grid().sync()'), does: 'meet', level: 'grid', mechanism: 'grid_group::sync' },
          { ...step(12, 'red_add(peer, sign ? -1 : 1)'), does: 'signal', path: 'nvlink', mechanism: 'red.release.sys.global.add.s32', order: 'release', scope: 'sys', values: ['1', '-1'], when: 'thread < kNumRanks', within: 'signal_all' },
          { ...step(14, 'red_add(counter, 1)'), does: 'count', mechanism: 'red.gpu.global.add.s32', order: 'relaxed', scope: 'gpu', values: ['1'] },
          { ...step(16, 'ld_acquire(signal)'), does: 'wait', mechanism: 'ld.acquire.sys.global.u32', order: 'acquire', scope: 'sys', until: 'signal == target' },
        ],
      },
      {
        given: [{ name: 'kNVLink', value: 'false' }], steps: [
          { ...step(20, 'flush()'), does: 'flush', mechanism: 'Net::flush' },
          { ...step(22, 'signal(team, i)'), does: 'signal', path: 'rdma', team: 'World', mechanism: 'signal' },
          { ...step(24, 'ld_acquire(signal)'), does: 'wait', mechanism: 'ld.acquire.sys.global.u64', order: 'acquire', scope: 'sys', until: 'signal >= target' },
        ],
      },
    ],
  },
  { ...at(210, 'library_barrier'), level: 'ranks' },
];

export const pullKernel: Kernel = { ...gemmKernel, name: 'pull_gemm', choices: [{ name: 'kNVLink', values: ['true', 'false'] }], pipelines, synchronisation };
