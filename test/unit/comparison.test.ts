/** The comparison of the two examples, and that each of its figures changes with the source. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonReport, Steps } from '../../src/core/compare/index.js';
import { claimsOf, compareExamples, linesOf, rowsOf, type Change } from './support/comparison.js';

let report: ComparisonReport;
beforeAll(async () => {
  report = await compareExamples();
});

const inHandle = (from: string, to: string): Change => ({ file: 'mini_ep/handle.cuh', from, to });
const inMap = (from: string, to: string): Change => ({ file: 'mini_gemm/sym_buffer.cuh', from, to });
const inPull = (from: string, to: string): Change => ({ file: 'mini_gemm/impls/pull_moe.cuh', from, to });
const cells = (of: ComparisonReport, id: string, first: string): readonly (readonly string[])[] => rowsOf(of, id).filter(([head]) => head?.startsWith(first));
const protocols = (of: ComparisonReport): Steps[] => of.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'steps'));
const PULL = 'pipelines-mini-gemm-include-mini_gemm-impls-pull_moe-cuh-18';

describe('translation', () => {
  it('says for each team what comes back, and what decides it', () => {
    expect(rowsOf(report, 'teams').map(([name, team, nulls]) => [name?.split(' [')[0], team?.split(' (')[0], nulls])).toEqual([
      ['mini-ep get_sym_ptr', 'LSA', 'never'],
      ['mini-ep get_sym_ptr', 'world', 'when (dst_rank_idx < (ncclTeamRail().rank * ncclTeamLsa().nRanks)) || (dst_rank_idx >= (ncclTeamLsa().nRanks + (ncclTeamRail().rank * ncclTeamLsa().nRanks))) [56]'],
      ['mini-ep get_sym_ptr', 'rail', 'when dst_rank_idx != ncclTeamRail().rank [56]'],
      ['mini-gemm map', 'no team', 'never'],
    ]);
    expect(rowsOf(report, 'predicates').map((row) => row.at(-1))).toEqual(['always [41]', 'if (dst_rank_idx >= (ncclTeamRail().rank * ncclTeamLsa().nRanks)) && (dst_rank_idx < (ncclTeamLsa().nRanks + (ncclTeamRail().rank * ncclTeamLsa().nRanks))) [45]', 'if dst_rank_idx == ncclTeamRail().rank [49]']);
  });

  it('counts one more operation when the translation gets one', async () => {
    const costs = (of: ComparisonReport): readonly string[] | undefined => cells(of, 'cost', 'mini-gemm')[0]?.slice(2);
    expect(costs(report)).toEqual(['1', '1', '0', '0', '0']);
    const more = await compareExamples(inMap('reinterpret_cast<int64_t>(ptr) + distance[dst_rank_idx];', 'reinterpret_cast<int64_t>(ptr) + distance[dst_rank_idx] + shift;'), inMap('    uint32_t rank_idx;\n', '    uint32_t rank_idx;\n    int64_t shift;\n'));
    expect(costs(more)).toEqual(['2', '2', '0', '0', '0']);
    expect(cells(more, 'lengths', 'translate a pointer')[0]?.[2]).toContain('6 lines: map');
  });

  it('follows an edited null contract into the team table, and the claim that it contradicts', async () => {
    const always = await compareExamples(inHandle('return dst_rank_idx >= first_in_domain && dst_rank_idx < first_in_domain + lsa.nRanks;', 'return true;'));
    expect(rowsOf(always, 'teams').map((row) => row[2])).toEqual(['never', 'never', 'when dst_rank_idx != ncclTeamRail().rank [56]', 'never']);
    const world = 'mini-ep: For the world team it returns null outside this NVLink domain.';
    expect([claimsOf(report).get(world), claimsOf(always).get(world)]).toEqual(['holds', 'contradicted']);

    const checked = await compareExamples(inMap('        const int64_t address', '        if (dst_rank_idx >= kMaxRanks)\n            return nullptr;\n        const int64_t address'));
    const mapped = 'mini-gemm: The translation never returns null, and nothing checks the rank.';
    expect([claimsOf(report).get(mapped), claimsOf(checked).get(mapped)]).toEqual(['holds', 'contradicted']);
    expect(cells(checked, 'lengths', 'translate a pointer')[0]?.[2]).toContain('8 lines: map');
  });
});

describe('counterparts', () => {
  const pairs = (of: ComparisonReport): readonly (readonly (string | undefined)[])[] => rowsOf(of, 'counterparts').map((row) => row.slice(1).map((cell) => /^[^:]*|in \w+ \[.*/u.exec(cell)?.[0]));

  it('are found by what kernels do: a push against a pull, a push against a write-back', () => {
    expect(rowsOf(report, 'counterparts').map(([, mine, other]) => [mine, other].map((cell) => /^(\w+): .* in (\w+) \[([\d ]*)/u.exec(cell ?? '')?.slice(1).join(' ')))).toEqual([
      ['push dispatch_kernel 101 103', 'pull pull_moe_kernel 106 108'], ['push combine_kernel 48 61', 'push pull_moe_kernel 177'], ['push dispatch_kernel 51', 'push pull_moe_kernel 83'],
    ]);
  });

  it('do not depend on names of functions, roles or variables', async () => {
    const renamed = await compareExamples(
      { file: 'mini_ep/impls/dispatch.cuh', from: '\ndispatch_kernel(', to: '\ncombine_reduce_kernel(' }, { file: 'mini_ep/impls/combine.cuh', from: '\ncombine_kernel(', to: '\nforward_kernel(' },
      inPull('---- Math role', '---- Dispatch role'),
    );
    expect(pairs(renamed)).toEqual(pairs(report));
  });

  it('follow the count that makes a push a dispatch', async () => {
    const silent = await compareExamples({ file: 'mini_ep/impls/dispatch.cuh', from: 'gin.put_value<team_t>(workspace.get_recv_count_ptr(rank_idx), static_cast<int64_t>(num_sent) + 1, dst_rank_idx);', to: '(void)num_sent;' });
    expect(rowsOf(silent, 'counterparts')[0]?.[1]).not.toContain('dispatch_kernel');
  });
});

describe('movement', () => {
  it('counts accesses by mechanism, and follows the source', async () => {
    expect(cells(report, 'mechanisms', 'mini-gemm')).toEqual([['mini-gemm pull_moe_kernel [18]', '5', '–', '1 [108]', '3 [83 89 177]', '–', '1 [90]', '–']]);
    const fewer = await compareExamples(inPull('ptx::atomic_add_sys(', 'consume('));
    expect(cells(fewer, 'mechanisms', 'mini-gemm')[0]?.slice(1, 2)).toEqual(['4']);
  });

  it('has both paths of a push with mechanism, condition and line', () => {
    expect(rowsOf(report, 'paths-mini-ep-include-mini_ep-impls-dispatch-cuh-20').map((row) => row.join(' | '))).toEqual([
      'NVLink | computed values | recv_count @ peer | st.relaxed.sys.global.s32 [51] | lane_idx == 0 | Count role',
      'RDMA | computed values | recv_count @ remote | ncclGin::putValue [51] | lane_idx == 0 | Count role',
      'NVLink | staged | recv_buffer @ peer | cp.async.bulk.global.shared::cta.bulk_group [103] | peer_ptr != nullptr | Token role',
      'local, for RDMA | staged | send_buffer | cp.async.bulk.global.shared::cta.bulk_group [111] | !kScaleupIsNvlink and __any_sync(~0u, needs_rdma) && ptx::elect_one_sync() | Token role',
      'RDMA | send_buffer | recv_buffer @ remote | ncclGin::put [118] | !kScaleupIsNvlink and needs_rdma | Token role',
    ]);
  });

  it('has the functions that choose a way for one value', () => {
    expect(cells(report, 'small-data', 'mini-ep put_value')).toEqual([['mini-ep put_value [102]', 'st.relaxed.sys.global.s32 [104]', 'ncclGin::putValue [106]', 'null test [103]']]);
  });
});

describe('synchronisation', () => {
  it('has the protocol of each barrier in each instantiation', () => {
    const shown = protocols(report).map(({ steps }) => steps.filter(({ what }) => what === 'signal' || what === 'wait').map(({ what, place }) => `${what} ${place.line}`).join(', '));
    expect(shown).toEqual(['signal 43, wait 48', 'signal 63, wait 68', 'signal 54, wait 58']);
    expect(protocols(report)[0]?.steps.find(({ what }) => what === 'signal')?.text.en).toContain('`red.release.sys.global.add.s32`, adds `1 / -1`');
  });

  it('follows an edited signal', async () => {
    const other = await compareExamples({ file: 'mini_ep/comm.cuh', from: 'counts_down ? -1 : 1);', to: 'counts_down ? -2 : 2);' });
    expect(protocols(other)[0]?.steps.find(({ what }) => what === 'signal')?.text.en).toContain('adds `2 / -2`');
  });

  it('has the levels from the widest to the narrowest', () => {
    const level = (name: string): readonly string[] | undefined => cells(report, 'levels', name)[0]?.slice(1).map((cell) => cell.replace(/ \[[\d ]+\]/gu, ''));
    expect(level('all blocks')).toEqual(['cooperative_groups::grid_group::sync', 'grid_sync']);
    expect(level('stages')).toEqual(['loaded', 'full_barriers | empty_barriers | pull_barriers']);
  });

  it('has who arrives at and who waits on each mbarrier, and follows an initial count', async () => {
    expect(rowsOf(report, PULL).map(([object, count, , waits]) => [object, count, waits])).toEqual([
      ['full_barriers[kNumStages]', '1 [45]', 'Math role, all threads: phase phase [161]'],
      ['empty_barriers[kNumStages]', 'kNumMathWarps [46]', 'Load role, all threads: phase phase ^ 1 [136]'],
      ['pull_barriers[kNumPullWarps]', '1 [49]', 'Pull warps, one thread: phase pull_phase [109]'],
    ]);
    const other = await compareExamples(inPull('full_barriers[i].init(1); ', 'full_barriers[i].init(3); '));
    expect(rowsOf(other, PULL)[0]?.[1]).toBe('3 [45]');
  });
});

describe('statements', () => {
  const verdicts = async (claim: string, change: Change): Promise<readonly (string | undefined)[]> => [claimsOf(report).get(claim), claimsOf(await compareExamples(change)).get(claim)];

  it('are contradicted by an edited phase, table, value and send buffer', async () => {
    expect(await verdicts('mini-gemm: Who fills a stage waits on the empty barrier with the inverted phase, who uses it waits on the full barrier with the phase.', inPull('.wait(phase ^ 1)', '.wait(phase)'))).toEqual(['holds', 'contradicted']);
    expect(await verdicts('mini-gemm: The translation adds an entry of a table that the rank picks: nothing asks that mappings be equally spaced.', inMap('+ distance[dst_rank_idx];', '+ dst_rank_idx * distance[0];'))).not.toEqual(['holds', 'holds']);
    expect(await verdicts('mini-ep: One value is written to a peer by an atomic.', inHandle('ptx::st_relaxed_sys(peer_ptr, value);', 'ptx::red_add_rel_sys(peer_ptr, value);'))).toEqual(['contradicted', 'holds']);
  });
});

describe('files and lengths', () => {
  it('count what stands there', async () => {
    const longer = await compareExamples({ file: 'mini_ep/ptx.cuh', from: '#pragma once\n', to: '#pragma once\n// a comment\nstatic constexpr int kMore = 1;\n' });
    const of = (each: ComparisonReport): readonly number[] => cells(each, 'files', 'mini-ep/include/mini_ep/ptx.cuh').flatMap((row) => row.slice(1, 3).map(Number));
    expect(of(longer)).toEqual(of(report).map((count, i) => count + (i === 0 ? 2 : 1)));
  });

  it('lead to lines that exist', () => {
    const places = [...JSON.stringify(report).matchAll(/\{"file":"([^"]+)","line":(\d+)/gu)].map(([, file = '', line]) => ({ file, line: Number(line) }));
    expect(places.length).toBeGreaterThan(200);
    expect(places.filter(({ file, line }) => line < 1 || line > linesOf(file))).toEqual([]);
  });

  it('say everything in both languages', () => {
    // Titles of terms are the terms themselves.
    const words = [...JSON.stringify(report.sections.filter(({ id }) => id !== 'terms')).matchAll(/\{"en":("(?:[^"\\]|\\.)*"),"zh-cn":("(?:[^"\\]|\\.)*")\}/gu)].map(([, en = '', zhCn = '']) => ({ en, zhCn }));
    // Names, numbers and code are alike; a sentence of several plain words is not.
    const plain = (text: string): string => text.replace(/`[^`]*`/gu, '');
    expect(words.filter(({ en, zhCn }) => en === zhCn && /[a-z]{3,} [a-z]{2,} [a-z]{3,}/u.test(plain(en)))).toEqual([]);
  });
});
