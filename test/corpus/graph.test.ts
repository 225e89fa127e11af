/** Every access to peers' memory of the two mega MoE kernels, as verified by hand: what, from where to where, by which instruction. */
import { describe, expect, it } from 'vitest';
import { corpusResult } from './corpus.js';

type Edge = readonly [line: number, from: string, to: string, mechanism: string, role: string];

/** The tests that the roles are told by. */
const DISPATCH = 'warp_idx < kNumDispatchWarps';
const EPILOGUE = 'warp_idx >= kNumDispatchWarps + kNumMMANonEpilogueWarps';

const BULK_LOAD = 'cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint';

/** Lines of the scatter, the two counts, the pull, the scale factors if there are any, the weight, and the write-back. */
function expected(scatter: number, count: number, sum: number, pull: number, scales: number | undefined, weight: number, back: number): Edge[] {
  return [
    [scatter, 'computed values', 'src_token_topk_idx @ peer', 'ordinary store', DISPATCH],
    [count, 'expert_send_count', 'expert_recv_count @ peer', 'ordinary store', DISPATCH],
    [sum, 'expert_send_count', 'expert_recv_count_sum @ peer', 'atom.sys.global.add.u64', DISPATCH],
    [pull, 'input_token_buffer @ peer', 'pull_buffer', BULK_LOAD, DISPATCH],
    ...(scales === undefined ? [] : [[scales, 'input_sf_buffer @ peer', 'l1_sf_buffer', 'ordinary store', DISPATCH] satisfies Edge]),
    [weight, 'input_topk_weights_buffer @ peer', 'l1_topk_weights_buffer', 'ordinary store', DISPATCH],
    [back, 'shared_storage', 'combine_token_buffer @ peer', 'ordinary store', EPILOGUE],
  ];
}

/** What the engine copies through tensor maps: of both phases, with the line of the copy. */
const acts = (line: number, suffix = ''): string[] => [`${line} tensor_map_l1_acts${suffix} -> shared_storage`, `${line} tensor_map_l2_acts${suffix} -> shared_storage`];
const weights = (line: number, suffix = ''): string[] => [`${line} tensor_map_l1_weights${suffix} -> shared_storage`, `${line} tensor_map_l2_weights${suffix} -> shared_storage`];
const output = (line: number): string => `${line} shared_storage -> tensor_map_l1_output`;

interface Expected {
  readonly file: string;
  readonly edges: readonly Edge[];
  readonly tensors: readonly string[];
}

const KERNELS: readonly Expected[] = [
  {
    file: 'sm100_fp8_fp4_mega_moe.cuh', edges: expected(378, 394, 397, 550, 576, 586, 1231),
    tensors: [...acts(709), ...acts(711, '_sf'), ...weights(752), ...weights(754, '_sf'), output(1110)],
  },
  { file: 'sm100_bf16_mega_moe.cuh', edges: expected(335, 351, 354, 508, undefined, 525, 1079), tensors: [...acts(644), ...weights(681), output(958)] },
];

describe.each(KERNELS)('the graph of the mega MoE kernel in $file', ({ file, edges, tensors }) => {
  it('has each access to peers with its mechanism, line and role, and no other', async () => {
    const [kernel] = (await corpusResult()).kernels.filter((each) => each.file.endsWith(`/${file}`));
    const node = (id: string) => kernel?.graph.nodes.find((each) => each.id === id);
    const remote = (kernel?.graph.edges ?? []).filter(({ from, to }) => [from, to].some((id) => node(id)?.space === 'peer' || node(id)?.space === 'remote'));
    // A load into registers whose value goes on is one with the store that takes it.
    const moves = remote.filter(({ to, mechanism }) => node(to)?.space !== 'register' || mechanism !== 'ordinary load');
    const conditionOf = (name: string | undefined): string => kernel?.roles.find((role) => role.name === name)?.condition ?? '';
    expect(moves.map(({ line, from, to, mechanism, role }): Edge => [line, node(from)?.label ?? '', node(to)?.label ?? '', mechanism ?? '', conditionOf(role)])).toEqual(edges);
  });

  it('has each copy through a tensor map, between global and shared memory', async () => {
    const [kernel] = (await corpusResult()).kernels.filter((each) => each.file.endsWith(`/${file}`));
    const node = (id: string) => kernel?.graph.nodes.find((each) => each.id === id);
    const copies = (kernel?.graph.edges ?? []).filter(({ mechanism }) => mechanism?.startsWith('cp.async.bulk.tensor'));
    expect(copies.map(({ line, from, to }) => `${line} ${node(from)?.label} -> ${node(to)?.label}`).sort()).toEqual(tensors.toSorted());
    expect(copies.map(({ from, to }) => [node(from)?.space, node(to)?.space].sort().join())).toEqual(copies.map(() => 'global,shared'));
  });
});
