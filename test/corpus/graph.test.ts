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

const KERNELS: readonly { readonly file: string; readonly edges: readonly Edge[] }[] = [
  { file: 'sm100_fp8_fp4_mega_moe.cuh', edges: expected(378, 394, 397, 550, 576, 586, 1231) },
  { file: 'sm100_bf16_mega_moe.cuh', edges: expected(335, 351, 354, 508, undefined, 525, 1079) },
];

describe.each(KERNELS)('the graph of the mega MoE kernel in $file', ({ file, edges }) => {
  it('has each access to peers with its mechanism, line and role, and no other', async () => {
    const [kernel] = (await corpusResult()).kernels.filter((each) => each.file.endsWith(`/${file}`));
    const node = (id: string) => kernel?.graph.nodes.find((each) => each.id === id);
    const remote = (kernel?.graph.edges ?? []).filter(({ from, to }) => [from, to].some((id) => node(id)?.space === 'peer' || node(id)?.space === 'remote'));
    // A load into registers whose value goes on is one with the store that takes it.
    const moves = remote.filter(({ to, mechanism }) => node(to)?.space !== 'register' || mechanism !== 'ordinary load');
    const conditionOf = (name: string | undefined): string => kernel?.roles.find((role) => role.name === name)?.condition ?? '';
    expect(moves.map(({ line, from, to, mechanism, role }): Edge => [line, node(from)?.label ?? '', node(to)?.label ?? '', mechanism ?? '', conditionOf(role)])).toEqual(edges);
  });
});
