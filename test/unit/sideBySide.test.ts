/** Two kernels side by side, which kernel does another's work, and which place does what another does; and that all of it follows the source. */
import { describe, expect, it } from 'vitest';
import { compareKernels, counterpartAt, counterpartKernels, type KernelComparison, type KernelIn, type ProjectInput } from '../../src/core/compare/index.js';
import { linesOf, sidesOf, withExamples, type Change } from './support/comparison.js';

const DISPATCH = 'mini-ep/include/mini_ep/impls/dispatch.cuh';
const COMBINE = 'mini-ep/include/mini_ep/impls/combine.cuh';
const PULL = 'mini-gemm/include/mini_gemm/impls/pull_moe.cuh';

type Projects = readonly [ProjectInput, ProjectInput];
const kernelIn = (project: ProjectInput, file: string): KernelIn => {
  const kernel = project.kernels.find((each) => each.file === file);
  if (!kernel) throw new Error(`There is no kernel in ${file}.`);
  return { project, kernel };
};
const compared = (...changes: readonly Change[]): Promise<KernelComparison> => withExamples(changes, ([ep, gemm]) => compareKernels(kernelIn(ep, DISPATCH), kernelIn(gemm, PULL)));
const row = (of: KernelComparison, table: string, aspect: string): readonly string[] | undefined => sidesOf(of, table).find(([name]) => name === aspect)?.slice(1);

describe('two kernels side by side', () => {
  it('have their translations, paths, accesses, barriers, pipelines and overhead, with lines, and differences marked', async () => {
    const of = await compared();
    expect(of.kernels.map(({ project, name, place }) => `${project} ${name} ${place.line}`)).toEqual(['mini-ep dispatch_kernel 20', 'mini-gemm pull_moe_kernel 18']);
    expect(of.tables.map(({ id }) => id)).toEqual(['translation', 'paths', 'movement', 'barriers', 'pipelines', 'overhead']);
    expect(row(of, 'translation', 'checks the rank')).toEqual(['yes [54]', 'no: the rank must be in the NVLink domain [30]', '≠']);
    expect(row(of, 'translation', 'pointers in the kernel')).toEqual(['1 tested [101]', '5 never null there [83 89 90 106 177]', '≠']);
    expect(row(of, 'paths', 'RDMA')).toEqual([
      'computed values → recv_count @ remote: ncclGin::putValue, if lane_idx == 0 [51] | send_buffer → recv_buffer @ remote: ncclGin::put, if !kScaleupIsNvlink and needs_rdma [118]', 'none', '≠',
    ]);
    expect(row(of, 'movement', 'bulk loads')?.map((cell) => cell.replace(/: .*\[/u, ' ['))).toEqual(['none', '1 [108]', '≠']);
    expect(row(of, 'barriers', 'all threads of a block')).toEqual(['__syncthreads [39]', '__syncthreads [52]', '=']);
    expect(row(of, 'barriers', 'a barrier of ranks signals')?.[1]).toBe('tells each peer through NVLink: red.release.sys.global.add.u32, adds 1 [54]');
    expect(row(of, 'pipelines', 'arrivals that end a phase')?.slice(0, 2)).toEqual(['loaded: 1 [66]', 'full_barriers: 1 [45] | empty_barriers: kNumMathWarps [46] | pull_barriers: 1 [49]']);
    expect(row(of, 'overhead', 'library calls of a translation')).toEqual(['LSA (this NVLink domain): 1 [54] | world (all ranks): 1 [54] | rail (same index in each domain): 0 [54]', '0 [30]', '≠']);
  });

  it('say nothing of what neither has', async () => {
    const of = await compared();
    expect(sidesOf(of, 'paths').map(([aspect]) => aspect)).toEqual(['NVLink', 'local, for RDMA', 'RDMA']);
    expect(of.tables.flatMap(({ rows }) => rows.filter(({ cells }) => cells.every(({ text }) => text.en === 'none')))).toEqual([]);
  });

  it('follow the source: a gap is a path of its own, an arrival that is not made is not counted', async () => {
    const gap = await compared({ file: 'impls/dispatch.cuh', from: 'gin.put<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), send_ptr, num_token_bytes, dst_rank_idx);', to: '__nanosleep(1);' });
    expect(sidesOf(gap, 'paths').map(([aspect]) => aspect)).toContain('gap');
    const other = await compared({ file: 'impls/pull_moe.cuh', from: 'full_barriers[i].init(1); ', to: 'full_barriers[i].init(3); ' });
    expect(row(other, 'pipelines', 'arrivals that end a phase')?.[1]).toContain('full_barriers: 3 [45]');
  });

  it('lead to lines that exist, in both languages', async () => {
    const text = JSON.stringify(await compared());
    const places = [...text.matchAll(/\{"file":"([^"]+)","line":(\d+)/gu)].map(([, file = '', line]) => ({ file, line: Number(line) }));
    expect(places.length).toBeGreaterThan(60);
    expect(places.filter(({ file, line }) => line < 1 || line > linesOf(file))).toEqual([]);
    const plain = (words: string): string => words.replace(/`[^`]*`/gu, '');
    const words = [...text.matchAll(/\{"en":"((?:[^"\\]|\\.)*)","zh-cn":"((?:[^"\\]|\\.)*)"\}/gu)].filter(([, en = '', zhCn = '']) => en === zhCn && /[a-z]{3,} [a-z]{2,} [a-z]{3,}/u.test(plain(en)));
    expect(words.map(([, en]) => en)).toEqual([]);
  });
});

describe('the kernel that does the same work', () => {
  const found = ([own, other]: Projects, file: string): readonly string[] => counterpartKernels(kernelIn(own, file), [other]).filter(({ alike }) => alike).map(({ kernel, work }) => `${kernel.name} ${work.join('+')}`);

  it('is found by what it does to peers, in both directions', async () => {
    await withExamples([], ([ep, gemm]) => {
      expect(found([ep, gemm], DISPATCH)).toEqual(['pull_moe_kernel dispatch+combine+control']);
      expect(found([gemm, ep], PULL).slice(0, 2)).toEqual(['dispatch_kernel dispatch+control', 'combine_kernel combine']);
    });
  });

  it('does not go by names of functions or files', async () => {
    const changes: readonly Change[] = [{ file: 'mini_ep/impls/dispatch.cuh', from: '\ndispatch_kernel(', to: '\ncombine_reduce_kernel(' }, { file: 'mini_ep/impls/combine.cuh', from: '\ncombine_kernel(', to: '\nforward_kernel(' }];
    await withExamples(changes, ([ep, gemm]) => {
      expect(found([gemm, ep], PULL).slice(0, 2)).toEqual(['combine_reduce_kernel dispatch+control', 'forward_kernel combine']);
    });
  });

  it('does not exist where nothing reaches peers', async () => {
    await withExamples([], ([ep]) => {
      expect(counterpartKernels(kernelIn(ep, DISPATCH), [])).toEqual([]);
    });
  });
});

describe('the place that does the same', () => {
  const at = ([own, other]: Projects, file: string, text: string, word: string, n = 0): string => {
    const lines = own.text(file).split('\n');
    const line = lines.flatMap((each, i) => (each.includes(text) ? [i + 1] : []))[n] ?? 0;
    const column = (lines[line - 1]?.indexOf(word, lines[line - 1]?.indexOf(text)) ?? 0) + 2;
    const answer = counterpartAt({ file, line, column }, own, [other]);
    if (!answer) return 'nothing';
    const target = answer.target && other.text(answer.target.file).split('\n')[answer.target.line - 1]?.slice(answer.target.column - 1, answer.target.endColumn - 1);
    return answer.target ? `${answer.what}: ${answer.target.file.split('/').at(-1) ?? ''}:${answer.target.line} ${target ?? ''}` : `${answer.what}: none`;
  };

  it('of a pointer, of its use, of its test and of what the NIC does instead is the pointer of the other way', async () => {
    await withExamples([], (all) => {
      for (const [text, word] of [['gin.get_sym_ptr<team_t>', 'get_sym_ptr'], ['ptx::tma_store_1d(peer_ptr', 'tma_store_1d'], ['if (peer_ptr != nullptr)', 'peer_ptr'], ['gin.put<team_t>(', 'put']] as const) {
        expect(at(all, DISPATCH, text, word)).toBe('pointer: pull_moe.cuh:106 map');
      }
      const back = [all[1], all[0]] as const;
      expect(at(back, PULL, 'ptx::tma_load_1d(staged, src_ptr', 'tma_load_1d')).toBe('pointer: dispatch.cuh:101 get_sym_ptr');
      expect(at(back, PULL, '*sym_buffer.map(result_ptr', 'map')).toBe('pointer: combine.cuh:48 get_sym_ptr');
      expect(at(all, COMBINE, 'gin.get_sym_ptr', 'get_sym_ptr')).toBe('pointer: pull_moe.cuh:177 map');
    });
  });

  it('of a value that the NIC carries is a value that is stored', async () => {
    await withExamples([], (all) => {
      expect(at(all, DISPATCH, 'gin.put_value<team_t>', 'put_value')).toMatch(/pull_moe\.cuh:(?:83|89|90) map$/u);
    });
  });

  it('of a barrier is the barrier of the same level: the first of the first, the last of the last', async () => {
    await withExamples([], (all) => {
      expect([0, 1].map((n) => at(all, DISPATCH, 'comm::gpu_barrier<', 'gpu_barrier', n))).toEqual(['barrier: pull_moe.cuh:95 nvlink_barrier', 'barrier: pull_moe.cuh:181 nvlink_barrier']);
      expect(at([all[1], all[0]], PULL, 'comm::nvlink_barrier<', 'nvlink_barrier', 1)).toBe('barrier: dispatch.cuh:124 gpu_barrier');
    });
  });

  it('of an mbarrier operation is the same operation, of a definition the other definition, of a kernel the kernel', async () => {
    await withExamples([], (all) => {
      expect(at(all, DISPATCH, 'ptx::mbarrier_init(loaded', 'mbarrier_init')).toBe('pipeline: pull_moe.cuh:45 init');
      expect(at(all, DISPATCH, 'ptx::mbarrier_wait_and_flip_phase(loaded', 'mbarrier_wait')).toBe('pipeline: pull_moe.cuh:161 wait');
      expect(at(all, 'mini-ep/include/mini_ep/handle.cuh', 'get_sym_ptr(', 'get_sym_ptr')).toBe('translation: sym_buffer.cuh:30 map');
      expect(at(all, 'mini-ep/include/mini_ep/handle.cuh', 'if (!is_nvlink_accessible<team_t>', 'if')).toBe('translation: sym_buffer.cuh:30 map');
      expect(at(all, DISPATCH, 'dispatch_kernel(', 'dispatch_kernel')).toBe('kernel: pull_moe.cuh:18 pull_moe_kernel');
      expect(at([all[1], all[0]], PULL, 'pull_moe_kernel(', 'pull_moe_kernel')).toBe('kernel: dispatch.cuh:20 dispatch_kernel');
      expect(at(all, 'mini-ep/include/mini_ep/ptx.cuh', '#pragma once', 'pragma')).toBe('nothing');
    });
  });

  it('is none for what only one project has', async () => {
    await withExamples([], (all) => {
      expect(at(all, 'mini-ep/include/mini_ep/handle.cuh', 'if (!is_nvlink_accessible<team_t>', 'is_nvlink_accessible')).toBe('reachability: none');
    });
  });
});
