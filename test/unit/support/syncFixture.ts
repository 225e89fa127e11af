/** A hand-made kernel with what the Pipelines and the Synchronisation view show. */
import type { Kernel, Pipeline } from '../../../src/core/schema.js';
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

export const pullKernel: Kernel = { ...gemmKernel, name: 'pull_gemm', pipelines };
