/** The report of the two projects agrees with what was verified by hand: definitions, teams, accesses, counterparts, barriers, pipelines. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareProjects, counterpartAt, counterpartKernels, readProjects, type ComparisonReport, type ProjectInput, type Steps } from '../../src/core/compare/index.js';
import { claimsOf, rowsOf } from '../unit/support/comparison.js';
import { corpusAnalyzer } from './corpus.js';

let report: ComparisonReport;
/** Which kernels do the same work, the most alike first, and what stands at places that were looked up by hand. */
let partners: Readonly<Record<'dispatch' | 'combine' | 'fp8', readonly string[]>>;
let places: readonly string[];
beforeAll(async () => {
  const analyzer = await corpusAnalyzer();
  try {
    const [ep, gemm] = readProjects(analyzer, [{ name: 'DeepEP', prefix: 'DeepEP' }, { name: 'DeepGEMM', prefix: 'DeepGEMM' }]);
    report = compareProjects([ep, gemm], 'test');
    const partnersOf = (project: ProjectInput, file: string, other: ProjectInput): readonly string[] => {
      const kernel = project.kernels.find((each) => each.file === file);
      return kernel ? counterpartKernels({ project, kernel }, [other]).filter(({ alike }) => alike).map((each) => each.kernel.name) : [];
    };
    partners = { dispatch: partnersOf(ep, DISPATCH, gemm), combine: partnersOf(ep, DISPATCH.replace('dispatch', 'combine'), gemm), fp8: partnersOf(gemm, FP8, ep) };
    const counterpart = (file: string, line: number, column: number, own: ProjectInput, other: ProjectInput): string => {
      const found = counterpartAt({ file, line, column }, own, [other]);
      return `${found?.what ?? 'nothing'} ${found?.target?.file.split('/').at(-1) ?? ''}:${found?.target?.line ?? 0}`;
    };
    places = [counterpart(DISPATCH, 377, 5, ep, gemm), counterpart(DISPATCH, 389, 5, ep, gemm), counterpart(DISPATCH, 398, 20, ep, gemm), counterpart(FP8, 695, 1, gemm, ep)];
  } finally {
    analyzer.dispose();
  }
});

const row = (id: string, first: string): readonly string[] | undefined => rowsOf(report, id).find(([head]) => head?.startsWith(first));
const GET = 'DeepEP get_sym_ptr [66]';
const paths = (file: string, line: number): readonly (readonly string[])[] => rowsOf(report, `paths-${file.replace(/[^\w-]+/gu, '-')}-${line}`);
const DISPATCH = 'DeepEP/deep_ep/include/deep_ep/impls/dispatch.cuh';
const FP8 = 'DeepGEMM/deep_gemm/include/deep_gemm/impls/sm100_fp8_fp4_mega_moe.cuh';
const steps = (): Steps[] => report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'steps'));

describe('translations', () => {
  it('have their lines and lengths', () => {
    expect(row('definitions', 'DeepEP')?.[0]).toBe('DeepEP');
    expect(rowsOf(report, 'definitions').map((cells) => cells.slice(1, 4).join(' '))).toEqual(expect.arrayContaining(['NCCLGin::get_sym_ptr [66] 65–92 18', 'SymBuffer::map [34] 34–40 6']));
  });

  it('have the null contract of each team', () => {
    expect(rowsOf(report, 'teams').filter(([name]) => name === GET).map((cells) => cells.slice(1).join(' · '))).toEqual([
      'LSA (this NVLink domain) · never · ptr; ncclGetLsaPointer((ptr - this.lsa_base_ptr), dst_rank_idx) [85 90]',
      'world (all ranks) · when (dst_rank_idx < (ncclTeamRail().rank * ncclTeamLsa().nRanks)) || (dst_rank_idx >= ((ncclTeamRail().rank + 1) * ncclTeamLsa().nRanks)) [76] · ptr; ncclGetLsaPointer((ptr - this.lsa_base_ptr), (dst_rank_idx - (ncclTeamRail().rank * ncclTeamLsa().nRanks))) [85 90]',
      'rail (same index in each domain) · when dst_rank_idx != ncclTeamRail().rank [68] · ptr [68]',
    ]);
    expect(row('teams', 'DeepGEMM map')?.slice(1)).toEqual(['no team', 'never', 'ptr; this.offsets[dst_rank_idx] + ptr [36 39]']);
    expect(rowsOf(report, 'predicates').map((cells) => cells.at(-1)?.replace(/^if .* \[/u, 'if [')) ).toEqual(['always [40]', 'if [46]', 'if [52]']);
  });

  it('have their cost: one table entry and one addition against a range test and a library call', () => {
    expect(row('cost', 'DeepGEMM map')?.slice(2)).toEqual(['1', '1', '0', '0', '0']);
    expect(rowsOf(report, 'cost').filter(([name]) => name === GET).map((cells) => cells.slice(2).join(' '))).toEqual(['2 1 0 1 1', '4 3 2 3 1', '1 0 0 1 0']);
  });
});

describe('movement', () => {
  it('pairs the push with the pull, and the push back with the write-back', () => {
    expect(rowsOf(report, 'counterparts').slice(0, 2).map((cells) => cells.slice(1).map((cell) => /in (\w+) \[([\d ]+)\](?:.*RDMA \[([\d ]+)\])?/u.exec(cell)?.slice(1).filter((part) => (part as string | undefined) !== undefined).join(' ')))).toEqual([
      ['dispatch_impl 374 377 389', 'sm100_fp8_fp4_mega_moe_impl 535 550'], ['combine_impl 100 140 206', 'sm100_fp8_fp4_mega_moe_impl 1231'],
    ]);
  });

  it('counts the mapped accesses of the mega MoE kernels: one bulk load, and no bulk store', () => {
    expect(row('mechanisms', 'DeepGEMM sm100_fp8')?.slice(1)).toEqual(['7', '–', '1 [550]', '3 [378 394 1231]', '2 [576 583]', '1 [397]', '–']);
    expect(row('mechanisms', 'DeepGEMM sm100_bf16')?.slice(1)).toEqual(['6', '–', '1 [508]', '3 [335 351 1079]', '1 [522]', '1 [354]', '–']);
  });

  it('counts a call that can go either way by the ways that are left to it', () => {
    expect(row('mechanisms', 'DeepEP dispatch_impl')?.slice(1)).toEqual(['6', '1 [377]', '–', '2 [156 167]', '–', '–', '3 [156 176 389]']);
    // An addition for the rail team in line 347 goes to this rank itself or through the NIC: no peer.
    expect(row('mechanisms', 'DeepEP hybrid_dispatch_impl')?.slice(1)).toEqual(['8', '1 [597]', '–', '2 [231 647]', '–', '1 [249]', '4 [179 184 347 449]']);
  });

  it('has both paths of the dispatch with the copy that the NIC sends from', () => {
    expect(paths(DISPATCH, 32).filter(([, , , , , role]) => role === 'Dispatch warps').map((cells) => [cells[0], cells[1], cells[2], /\[(\d+)\]/u.exec(cells[3] ?? '')?.[1]].join(' '))).toEqual([
      'local, for RDMA tma_buffer send_buffer 366', 'NVLink tma_buffer recv_buffer @ peer 377', 'RDMA send_buffer recv_buffer @ remote 389',
    ]);
  });

  it('has each access of the fp8 kernel with its line', () => {
    expect(paths(FP8, 52).map(([, from, to, how]) => `${from} > ${to} ${/\[(\d+)\]/u.exec(how ?? '')?.[1] ?? ''}`)).toEqual([
      'computed values > src_token_topk_idx @ peer 378', 'expert_send_count > expert_recv_count @ peer 394', 'expert_send_count > expert_recv_count_sum @ peer 397',
      'input_token_buffer @ peer > pull_buffer 550', 'input_sf_buffer @ peer > l1_sf_buffer 576', 'input_topk_weights_buffer @ peer > l1_topk_weights_buffer 586',
      'shared_storage > combine_token_buffer @ peer 1231',
    ]);
  });

  it('has the functions that choose a way for one value', () => {
    expect(row('small-data', 'DeepEP red_add_rel')?.slice(1)).toEqual(['red.release.gpu.global.add.s32 [104] | red.release.sys.global.add.s32 [106]', 'ncclGin::signal [112]', 'null test [102]']);
    expect(row('small-data', 'DeepEP put_value')?.slice(1)).toEqual(['st.relaxed.sys.global.u64 [206]', 'ncclGin::putValue [209]', 'null test [205]']);
  });
});

describe('synchronisation', () => {
  const told = (name: string): string[] => steps().filter(({ caption }) => caption.en.startsWith(name)).map((each) => each.steps.filter(({ what }) => what === 'signal' || what === 'wait').map(({ what, place, text }) => `${what} ${place.line}${/adds `1 \/ -1`/u.test(text.en) ? ' ±1' : ''}`).join(', '));

  it('has the protocol of both barriers: an alternating sign with release at each rank, an acquire poll', () => {
    expect(told('DeepEP `gpu_barrier`')).toEqual([
      'signal 105 ±1, wait 117', 'signal 158, wait 169',
      // Of the hybrid kernels: NVLink and network side by side; where there is one domain or one rank in it, one of them alone.
      'signal 105 ±1, wait 117, signal 158, wait 169, signal 105 ±1, wait 117, signal 158, wait 169',
    ]);
    // Before and after it a grid sync, whose wait in line 35 is for blocks of this GPU.
    expect(told('DeepGEMM `nvlink_barrier`')).toEqual(['signal 68 ±1, wait 76']);
    expect(steps().filter(({ caption }) => caption.en.startsWith('DeepGEMM')).flatMap((each) => each.steps.filter(({ place }) => place.line === 35).map(({ what }) => what))).toEqual(['join', 'join']);
    expect(steps().flatMap((each) => each.steps.filter(({ place }) => place.line === 169).map(({ text }) => /until (.*)$/u.exec(text.en)?.[1]))).toEqual(['`signal >= target`', '`signal >= target`', '`signal >= target`']);
  });

  it('has full and empty barriers with counts, parties and phases', () => {
    const pipelines = rowsOf(report, `pipelines-${FP8.replace(/[^\w-]+/gu, '-')}-52`);
    expect(pipelines.map(([object, count]) => `${object} ${count}`)).toEqual([
      'dispatch_barriers[kNumDispatchWarps] 1 [254]', 'full_barriers[kNumStages] 4 [262]', 'empty_barriers[kNumStages] 1 [263]', 'tmem_full_barriers[kNumEpilogueStages] 1 [268]',
      'tmem_empty_barriers[kNumEpilogueStages] 2 * kNumEpilogueThreads [270]', 'combine_barriers[kNumEpilogueWarps * 2] 1 [274]',
    ]);
    const lines = (cell: string | undefined): number[] => [...(cell ?? '').matchAll(/\[(\d+)\](?: \||$)/gu)].map(([, line]) => Number(line));
    expect(pipelines.map(([, , arrive]) => lines(arrive))).toEqual([[555], [714, 716, 757, 759], [813], [817], [953, 990, 1151, 1175], [1324]]);
    expect(pipelines.map(([, , , wait]) => lines(wait))).toEqual([[539], [825], [695, 742], [926], [804, 875], [1342]]);
    expect(pipelines[2]?.[3]).toContain('phase phase ^ 1');
  });

  it('has the levels', () => {
    const level = (name: string): readonly string[] | undefined => row('levels', name)?.slice(1);
    expect(level('ranks, through the network')?.[1]).toBe('none');
    expect(level('all blocks')?.map((cell) => cell.split(/[ ,]/u)[0])).toEqual(['cooperative_groups::grid_group::sync', 'grid_sync']);
    expect(level('ranks, through NVLink')?.[1]).toBe('nvlink_barrier [405]');
    expect(row('barrier-functions', 'DeepGEMM cluster_sync')?.[2]).toBe('blocks of a cluster');
    expect(level('blocks of a cluster')).toEqual(['none', 'cluster_sync_with_relaxed_arrive [238]']);
  });
});

describe('statements', () => {
  it('hold where the knowledge base says so, and are contradicted where the study is wrong', () => {
    expect([...claimsOf(report)].filter(([, verdict]) => verdict !== 'holds')).toEqual([
      ['DeepEP: Remote loads are bulk loads from the peer (`tma_load_1d`).', 'contradicted'],
      ['DeepEP: One value is written to a peer by an atomic.', 'contradicted'],
      ['DeepGEMM: Results are written to the peer by bulk stores (“pure TMA”).', 'contradicted'],
      ['DeepGEMM: Its abstraction is low: peers are reached by PTX and TMA directly.', 'contradicted'],
      ['DeepGEMM: The translation has no overhead.', 'contradicted'],
    ]);
  });
});

describe('counterparts', () => {
  it('of kernels: the pull and write-back of mega MoE for dispatch and combine, and the other way', () => {
    expect(partners.dispatch[0]).toBe('sm100_fp8_fp4_mega_moe_impl');
    expect(partners.combine[0]).toBe('sm100_fp8_fp4_mega_moe_impl');
    expect(partners.fp8).toEqual(expect.arrayContaining(['dispatch_impl', 'hybrid_dispatch_impl', 'combine_impl', 'hybrid_combine_impl']));
    // Both reach every rank in one hop; the hybrid kernels relay.
    expect(partners.fp8[0]).toBe('dispatch_impl');
    expect(partners.fp8.indexOf('combine_impl')).toBeLessThan(partners.fp8.indexOf('hybrid_combine_impl'));
  });

  it('of places: the store and the put for the pull, the last barrier for the last, a wait for a wait', () => {
    expect(places.slice(0, 3)).toEqual(['pointer sm100_fp8_fp4_mega_moe.cuh:535', 'pointer sm100_fp8_fp4_mega_moe.cuh:535', 'barrier sm100_fp8_fp4_mega_moe.cuh:1246']);
    expect(places[3]).toBe('pipeline dispatch.cuh:358');
  });
});
