/** mbarrier pipelines and warp roles of the two kernels whose protocol was verified by hand. */
import { describe, expect, it } from 'vitest';
import type { Kernel, Pipeline, PipelineArrival, PipelineOperation } from '../../src/core/schema.js';
import { corpusResult } from './corpus.js';

/** Lines of one kernel, in the order of the table. */
interface Lines {
  readonly file: string;
  readonly roles: readonly (readonly [first: number, last: number])[];
  readonly pull: readonly [init: number, arrive: number, wait: number];
  readonly full: readonly [init: number, tokens: number, peerTokens: number, weights: number, peerWeights: number, wait: number];
  readonly empty: readonly [init: number, commit: number, tokens: number, weights: number];
  readonly tmemFull: readonly [init: number, commit: number, wait: number];
  readonly tmemEmpty: readonly [init: number, a: number, b: number, c: number, d: number, wait: number, drain: number];
  readonly combine: readonly [init: number, arrive: number, wait: number];
}

const FP8: Lines = {
  file: 'sm100_fp8_fp4_mega_moe.cuh',
  roles: [[83, 93], [241, 249], [250, 255], [256, 276], [277, 280], [331, 660], [661, 721], [722, 764], [765, 877], [878, 881], [882, 1385]],
  pull: [254, 555, 539], full: [262, 714, 716, 757, 759, 825], empty: [263, 813, 695, 742], tmemFull: [268, 817, 926],
  tmemEmpty: [270, 953, 990, 1151, 1175, 804, 875], combine: [274, 1324, 1342],
};
const BF16: Lines = {
  file: 'sm100_bf16_mega_moe.cuh',
  roles: [[77, 83], [198, 206], [207, 212], [213, 233], [234, 237], [288, 599], [600, 655], [656, 691], [692, 783], [784, 786], [787, 1234]],
  pull: [211, 513, 497], full: [219, 648, 650, 684, 686, 748], empty: [220, 736, 632, 673], tmemFull: [225, 740, 831],
  tmemEmpty: [227, 862, 898, 999, 1023, 727, 781], combine: [231, 1173, 1191],
};

/** Tests of the warp index, in the order of the roles. */
const CONDITIONS = [
  'warp_idx == 0', 'warp_idx == 0', 'warp_idx == 1', 'warp_idx == 2', 'warp_idx == 3',
  'warp_idx < kNumDispatchWarps', 'warp_idx == kNumDispatchWarps', 'warp_idx == kNumDispatchWarps + 1', 'warp_idx == kNumDispatchWarps + 2',
  'warp_idx == kNumDispatchWarps + 3', 'warp_idx >= kNumDispatchWarps + kNumMMANonEpilogueWarps',
];

const ROLES = ['dispatch', 'tokens', 'weights', 'matrix', 'epilogue'] as const;
const ROLE_AT: Readonly<Record<(typeof ROLES)[number], number>> = { dispatch: 5, tokens: 6, weights: 7, matrix: 8, epilogue: 10 };

/** Object, extent, count; each arrival and wait as `line role threads …`. */
function expected({ pull, full, empty, tmemFull, tmemEmpty, combine }: Lines): string[] {
  return [
    'dispatch_barriers[kNumDispatchWarps]', `init ${pull[0]} 1 some`, `arrive-tx ${pull[1]} dispatch one own block kNumBytesPerPull`, `wait ${pull[2]} dispatch one pull_mbarrier_phase`,
    'full_barriers[kNumStages]', `init ${full[0]} 4 one`,
    `arrive-tx ${full[1]} tokens one own block bytes`, `arrive ${full[2]} tokens one another block`,
    `arrive-tx ${full[3]} weights one own block bytes`, `arrive ${full[4]} weights one another block`, `wait ${full[5]} matrix all phase`,
    'empty_barriers[kNumStages]', `init ${empty[0]} 1 one`, `commit ${empty[1]} matrix one several blocks`, `wait ${empty[2]} tokens all phase ^ 1`, `wait ${empty[3]} weights all phase ^ 1`,
    'tmem_full_barriers[kNumEpilogueStages]', `init ${tmemFull[0]} 1 one`, `commit ${tmemFull[1]} matrix one several blocks`, `wait ${tmemFull[2]} epilogue all (current_iter_idx / 2) & 1`,
    'tmem_empty_barriers[kNumEpilogueStages]', `init ${tmemEmpty[0]} 2 * kNumEpilogueThreads one`,
    ...tmemEmpty.slice(1, 5).map((line) => `arrive ${line} epilogue all another block`),
    `wait ${tmemEmpty[5]} matrix all ((current_iter_idx / 2) & 1) ^ 1`, `wait ${tmemEmpty[6]} matrix all ((current_iter_idx - 1) / 2) & 1`,
    'combine_barriers[kNumEpilogueWarps * 2]', `init ${combine[0]} 1 one`, `arrive-tx ${combine[1]} epilogue one own block bytes`, `wait ${combine[2]} epilogue all combine_phase`,
  ];
}

/** What `bytes` stands for in the table. */
const BYTES: Readonly<Record<string, readonly string[]>> = {
  [FP8.file]: [
    'kNumBytesPerPull', '(sizeof(SharedStorage::smem_a[0]) * 2) + (sizeof(SharedStorage::smem_sfa[0]) * 2',
    'sizeof(SharedStorage::smem_b[0]) + (sizeof(SharedStorage::smem_sfb[0]) * 2)', '(kHidden * sizeof(nv_bfloat16)) / ',
  ],
  [BF16.file]: ['kNumBytesPerPull', 'sizeof(shared_storage.smem_a[0]) * 2', 'sizeof(shared_storage.smem_b[0]) * 2', '(kHidden * sizeof(nv_bfloat16)) / '],
};

function shown(kernel: Kernel): string[] {
  const by = ({ line, threads }: PipelineOperation): string => {
    const index = kernel.roles.findIndex((role) => role.line <= line && line <= role.endLine);
    return `${line} ${ROLES.find((role) => ROLE_AT[role] === index) ?? index} ${threads}`;
  };
  const arrival = (each: PipelineArrival): string =>
    `${each.how} ${by(each)} ${each.target}${each.bytes === undefined ? '' : each.bytes === 'kNumBytesPerPull' ? ` ${each.bytes}` : ' bytes'}`;
  return kernel.pipelines.flatMap(({ object, stages, init, arrive, wait }: Pipeline) => [
    `${object}[${stages}]`, ...init.map(({ line, count, threads }) => `init ${line} ${count} ${threads}`), ...arrive.map(arrival), ...wait.map((each) => `wait ${by(each)} ${each.phase}`),
  ]);
}

async function kernelIn(file: string): Promise<Kernel> {
  const found = (await corpusResult()).kernels.filter((kernel) => kernel.file.endsWith(`/${file}`));
  const [kernel] = found;
  if (!kernel || found.length > 1) throw new Error(`${found.length} kernels in ${file}`);
  return kernel;
}

describe.each([FP8, BF16])('the mega MoE kernel in $file', (lines) => {
  it('has its mbarrier pipelines: objects, counts, parties and phases', async () => {
    expect(shown(await kernelIn(lines.file))).toEqual(expected(lines));
  });

  it('expects the bytes that the copies bring', async () => {
    const bytes = (await kernelIn(lines.file)).pipelines.flatMap(({ arrive }) => arrive.flatMap((each) => each.bytes ?? []));
    expect(bytes.map((each, i) => each.startsWith(BYTES[lines.file]?.[i] ?? 'nothing'))).toEqual([true, true, true, true]);
  });

  it('tells the arms of one logical arrival apart by their conditions', async () => {
    const full = (await kernelIn(lines.file)).pipelines.find(({ object }) => object === 'full_barriers');
    expect(full?.arrive.map(({ when }) => when)).toEqual(['is_leader_cta', 'not is_leader_cta', 'is_leader_cta', 'not is_leader_cta']);
  });

  it('has its warp roles: which warps, and where', async () => {
    expect((await kernelIn(lines.file)).roles.map(({ line, endLine, condition }) => [line, endLine, condition])).toEqual(lines.roles.map((range, i) => [...range, CONDITIONS[i]]));
  });
});
