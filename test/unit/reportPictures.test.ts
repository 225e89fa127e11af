/** The report's pictures that are no kernel's data flow: what they say, and that it can be read. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { ComparisonReport, Diagram } from '../../src/core/compare/index.js';
import { flowPicture } from '../../src/report/flowPicture.js';
import { kernelPicture } from '../../src/report/picture.js';
import { compareExamples } from './support/comparison.js';
import { dispatchKernel } from './support/kernelFixture.js';

let report: ComparisonReport;
beforeAll(async () => {
  report = await compareExamples();
});

function diagrams(kind: string): readonly Diagram[] {
  return report.sections.flatMap(({ blocks }) => blocks.filter((block): block is Diagram => block.kind === 'diagram' && block.id.startsWith(kind)));
}

const edgesOf = ({ flows }: Diagram): readonly string[] => flows.map(({ from, mechanism, to, condition }) => `${from} —${mechanism}→ ${to}${condition === undefined ? '' : ` if ${condition}`}`);

describe('flows', () => {
  it('of an address lead from the pointer to all that comes back', () => {
    const [checked, assumed] = diagrams('address');
    expect(checked && edgesOf(checked)).toMatchInlineSnapshot(`
      [
        "ptr —get_sym_ptr<Lsa | World>→ return ptr",
        "ptr —get_sym_ptr<Lsa>→ return ncclGetLsaPointer((ptr - this.window_base), dst_rank_idx)",
        "ptr —get_sym_ptr<World>→ return ncclGetLsaPointer((ptr - this.window_base), (dst_rank_idx - (ncclTeamRail().rank * ncclTeamLsa().nRanks)))",
        "ptr —get_sym_ptr<World>→ return null if (dst_rank_idx < (ncclTeamRail().rank * ncclTeamLsa().nRanks)) || (dst_rank_idx >= (ncclTeamLsa().nRanks + (ncclTeamRail().rank * ncclTeamLsa().nRanks)))",
        "ptr —get_sym_ptr<Rail>→ return ptr",
        "ptr —get_sym_ptr<Rail>→ return null if dst_rank_idx != ncclTeamRail().rank",
      ]
    `);
    expect(assumed && edgesOf(assumed)).toMatchInlineSnapshot(`
      [
        "ptr —map→ return ptr",
        "ptr —map→ return ptr + this.distance[dst_rank_idx]",
      ]
    `);
  });

  it('of synchronisation lead from the project to its barriers, and on to what these are made of', () => {
    const [ep, gemm] = diagrams('hierarchy');
    expect(ep && edgesOf(ep)).toMatchInlineSnapshot(`
      [
        "mini-ep —ranks→ gpu_barrier",
        "gpu_barrier —ranks→ nvlink_barrier_wo_local_sync",
        "gpu_barrier —ranks→ gin_barrier_wo_local_sync",
        "gpu_barrier —grid→ cooperative_groups::grid_group::sync",
        "mini-ep —stages→ mbarrier",
        "mini-ep —block→ __syncthreads",
      ]
    `);
    expect(gemm && edgesOf(gemm)).toMatchInlineSnapshot(`
      [
        "mini-gemm —block→ __syncthreads",
        "mini-gemm —named→ sync_aligned",
        "mini-gemm —grid→ grid_sync",
        "mini-gemm —ranks→ nvlink_barrier",
        "nvlink_barrier —peers→ red.release.sys.global.add.u32",
        "nvlink_barrier —grid→ grid_sync",
        "mini-gemm —named→ sync_unaligned",
        "mini-gemm —stages→ mbarrier",
      ]
    `);
  });

  it('of stages lead from who arrives to the mbarriers, and from these to who waits', () => {
    expect(diagrams('stages').map(edgesOf)).toMatchInlineSnapshot(`
      [
        [
          "Token role —mbarrier.arrive.expect_tx→ loaded",
          "loaded —mbarrier.try_wait phase→ Token role",
        ],
        [
          "combine_kernel —mbarrier.arrive.expect_tx→ loaded",
          "loaded —mbarrier.try_wait phase→ combine_kernel",
        ],
        [
          "push_scales_kernel —mbarrier.arrive.expect_tx→ loaded[1]",
          "loaded[1] —mbarrier.try_wait round & 1→ push_scales_kernel",
        ],
        [
          "return_rows_kernel —mbarrier.arrive.expect_tx→ loaded[kNumWarps]",
          "loaded[kNumWarps] —mbarrier.try_wait phase→ return_rows_kernel",
        ],
        [
          "Load role —mbarrier.arrive.expect_tx→ full_barriers[kNumStages]",
          "full_barriers[kNumStages] —mbarrier.try_wait phase→ Math role",
          "Math role —mbarrier.arrive→ empty_barriers[kNumStages]",
          "empty_barriers[kNumStages] —mbarrier.try_wait phase ^ 1→ Load role",
          "Pull warps —mbarrier.arrive.expect_tx→ pull_barriers[kNumPullWarps]",
          "pull_barriers[kNumPullWarps] —mbarrier.try_wait pull_phase→ Pull warps",
        ],
      ]
    `);
  });
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function boxes(svg: string, style: 'outline' | 'ground'): readonly Box[] {
  return [...svg.matchAll(new RegExp(`<rect class="${style}" x="([\\d.]+)" y="([\\d.]+)" width="([\\d.]+)" height="([\\d.]+)"`, 'gu'))].map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }));
}

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const options = { title: 'picture', href: ({ file, line }: { file: string; line: number }): string => `${file}#L${line}` };

describe('drawings', () => {
  it('of a kernel speak the language of the report', async () => {
    const [en, zh] = await Promise.all((['en', 'zh-cn'] as const).map((language) => kernelPicture(dispatchKernel, { ...options, detail: 'overview', language })));
    expect([en, zh].map((svg) => [svg?.includes('peer, NVLink'), svg?.includes('对端，NVLink')])).toEqual([[true, false], [false, true]]);
  });

  it('have room for each end and each label, and a link for each flow', async () => {
    const all = ['address', 'hierarchy', 'stages'].flatMap(diagrams);
    expect(all.length).toBeGreaterThan(4);
    for (const diagram of all) {
      const svg = await flowPicture(diagram, options);
      const [, , width = 0, height = 0] = (/viewBox="([^"]*)"/u.exec(svg)?.[1] ?? '').split(' ').map(Number);
      const [ends, labels] = [boxes(svg, 'outline'), boxes(svg, 'ground')];
      expect(ends).toHaveLength(new Set(diagram.flows.flatMap(({ from, to }) => [from, to])).size);
      expect(labels).toHaveLength(diagram.flows.length);
      expect([...ends, ...labels].filter(({ x, y, width: w, height: h }) => x < 0 || y < 0 || x + w > width || y + h > height)).toEqual([]);
      expect(labels.filter((label, i) => [...ends, ...labels.slice(i + 1)].some((other) => overlap(label, other)))).toEqual([]);
      expect(svg.split('<a href="')).toHaveLength(diagram.flows.length + 1);
    }
  });

  it('go down where they would be too wide for the page', async () => {
    const place = { file: 'a.cuh', line: 1, column: 1 };
    const chain = (length: number): Pick<Diagram, 'flows'> => ({ flows: Array.from({ length }, (_, i) => ({ from: `stage_${i}`, to: `stage_${i + 1}`, path: 'local' as const, mechanism: 'mbarrier.arrive', place })) });
    const sizeOf = async (length: number): Promise<number[]> => (/viewBox="0 0 ([^"]*)"/u.exec(await flowPicture(chain(length), options))?.[1] ?? '').split(' ').map(Number);
    const [[shortWidth = 0, shortHeight = 0], [longWidth = 0, longHeight = 0]] = [await sizeOf(2), await sizeOf(12)];
    expect(shortWidth).toBeGreaterThan(shortHeight);
    expect(longHeight).toBeGreaterThan(longWidth);
  });

  it('take what the workspace calls things for text', async () => {
    const hostile = '</text><script>alert(1)</script>\u0000"';
    const svg = await flowPicture({ flows: [{ from: hostile, to: `x${hostile}`, path: 'nvlink', mechanism: hostile, condition: hostile, place: { file: `${hostile}.cuh`, line: 3, column: 1 } }] }, { ...options, title: hostile });
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u0000');
    expect(svg).toContain('&#60;script&#62;');
  });
});
