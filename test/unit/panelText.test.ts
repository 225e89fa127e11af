import { describe, expect, it } from 'vitest';
import { atLine, graphFiles } from '../../src/panel/atLine.js';
import { drawnFor, findingsAt, twinsOf } from '../../src/panel/emphasis.js';
import { neighbour } from '../../src/panel/graph/navigate.js';
import { edgePath, isCut, middle, roundedPath, rowsBelow, startView } from '../../src/panel/graph/view.js';
import { search } from '../../src/panel/search.js';
import { outlineInset, shapePaths, verticalInset } from '../../src/panel/shapes.js';
import { summarize } from '../../src/panel/summary.js';
import { codeWidth, edgeSentence, labelWidth, lineText, placeName, shorten, shortenCondition, withoutNot, wrapLabel } from '../../src/panel/text.js';
import { plainText, textTree } from '../../src/panel/textTree.js';
import { layoutKernel } from '../../src/server/layout.js';
import { dispatchKernel, edge, findings, gapKernel, gemmKernel } from './support/kernelFixture.js';

const FILE = dispatchKernel.file;
const dispatch = await layoutKernel(dispatchKernel, { detail: 'roles', toggled: [] });
const gemm = await layoutKernel(gemmKernel, { detail: 'roles', toggled: [] });

const put = dispatch.edges.find((e) => e.label?.upper === 'gin.put · 389');

describe('texts', () => {
  it('shortens after a whole word where that keeps most of it', () => {
    expect(shorten('lane_idx < kNumTopk and weights', 22)).toBe('lane_idx < kNumTopk…');
    expect(shorten('a_very_long_identifier_without_blanks', 12)).toBe('a_very_long…');
    expect(shorten('short', 12)).toBe('short');
  });

  it('counts ideographs twice, since they are as wide as two letters', () => {
    expect(codeWidth('共享')).toBe(codeWidth('abcd'));
    expect(shorten('共享内存共享内存', 6)).toBe('共享…');
  });

  it('breaks a label at a blank, else after a separator', () => {
    expect(wrapLabel('dst_ptr == nullptr?', 12, 2)).toEqual(['dst_ptr ==', 'nullptr?']);
    expect(wrapLabel('expert_count_buffer_of_rank', 14, 2)).toEqual(['expert_count_', 'buffer_of_rank']);
    expect(wrapLabel('one two three four five', 9, 2)).toEqual(['one two', 'three fo…']);
    expect(wrapLabel('recv_buffer @ peer', 17, 2)).toEqual(['recv_buffer', '@ peer']);
  });

  it('reckons with letters that are wider than others', () => {
    expect(labelWidth('mmmm')).toBeGreaterThan(labelWidth('nnnn'));
    expect(codeWidth('mmmm')).toBe(codeWidth('nnnn'));
  });

  it('names the file of a line only where it is another file', () => {
    expect(lineText([{ file: FILE, line: 114 }, { file: 'comm/handle.cuh', line: 209 }, { file: FILE, line: 114 }], FILE)).toBe('114, handle:209');
    expect(lineText([{ file: 'csrc/pull.hpp', line: 51 }], 'impls/pull.cuh')).toBe('pull.hpp:51');
    expect(lineText([1, 2, 3, 4].map((line) => ({ file: FILE, line })), FILE)).toBe('1, 2, 3, …');
  });

  it('says line of the kernel file, and gives the whole name of another', () => {
    const words = { line: (lines: string): string => `line ${lines}` };
    expect(placeName({ file: FILE, line: 114 }, FILE, words)).toBe('line 114');
    expect(placeName({ file: 'common/comm.cuh', line: 221 }, FILE, words)).toBe('comm.cuh:221');
  });

  it('keeps the innermost part of a long condition', () => {
    expect(shortenCondition('not kIsScaleupNVLink and slot >= 0 and dst_ptr == nullptr', 23)).toBe('… dst_ptr == nullptr');
    expect(shortenCondition('aaaaaa and b and (c or d and e)', 24)).toBe('… b and (c or d and e)');
    expect(shortenCondition('a and f(x[i], b and c)', 40)).toBe('a and f(x[i], b and c)');
    expect(shortenCondition('a and lane_idx_of_this_thread < kNumTopk', 20)).toBe('lane_idx_of_this_th…');
    expect(shortenCondition('ptx::elect_one_sync()', 16)).toBe('elect_one_sync()');
    expect(shortenCondition('not kIsScaleupNVLink and ptx::elect_one_sync()', 23)).toBe('… not kIsScaleupNVLink');
    expect(shortenCondition('not kIsScaleupNVLink and ptx::elect_one_sync()', 60)).toBe('not kIsScaleupNVLink and ptx::elect_one_sync()');
    expect(shortenCondition('lane_idx < kNumTopkOfThisRank', 16)).toBe('lane_idx…');
    expect(shortenCondition('dst_ptr != a_long_name', 11)).toBe('dst_ptr…');
  });

  it('says all of an edge in one sentence', () => {
    const text = edgeSentence(edge(['a', 'b', 'bulk store', 377, { mechanism: 'cp.async.bulk', condition: 'p != nullptr', path: 'nvlink' }]), 'tma', 'recv');
    expect(text).toBe(`tma → recv: bulk store; cp.async.bulk; if p != nullptr; NVLink path; ${FILE}:377`);
  });
});

describe('text tree', () => {
  it('has a section for each role, for the whole kernel and for the barriers', () => {
    expect(textTree(dispatchKernel).map((section) => section.title)).toEqual([
      'Whole kernel',
      'Notify warps (warp_idx < kNumNotifyWarps)',
      'Dispatch warps (else (warp_idx >= kNumNotifyWarps))',
      'Barriers',
    ]);
  });

  it('names every node and every edge once', () => {
    const text = plainText(dispatchKernel);
    expect(text.match(/→/g)?.length).toBe(dispatchKernel.graph.edges.length + 2); // two arrows are in a barrier's own text
    for (const node of dispatchKernel.graph.nodes) expect(text).toContain(node.label);
    expect(text).toContain("    → recv_buffer @ peer [peer's window through RDMA]: gin.put; GIN put, after bulk wait_group.read 1 (384); if not kIsScaleupNVLink and slot >= 0 and dst_ptr == nullptr; RDMA path — kernels/dispatch_tokens.cuh:389");
  });

  it('marks gaps', () => {
    expect(plainText(gapKernel)).toContain('→ no RDMA path [gap: nothing receives the data]: nothing is written; if dst_ptr == nullptr; by Dispatch warps; GAP');
  });
});

describe('figures of the heading', () => {
  it('counts peer writes, paths and gaps', () => {
    expect(summarize(dispatchKernel)).toEqual({ peerWrites: 3, peerReads: 0, rdma: 3, paths: 2, gaps: 0 });
    expect(summarize(gapKernel)).toEqual({ peerWrites: 1, peerReads: 0, rdma: 0, paths: 1, gaps: 1 });
  });
});

describe('search', () => {
  it('finds nodes, edges and barriers that contain all words', () => {
    expect(search(dispatch, 'GIN.put 389')).toEqual([put?.id]);
    expect(search(dispatch, 'gpu_barrier')).toEqual(['barrier-0', 'barrier-1']);
    expect(search(dispatch, 'rank_count notify')).toEqual(expect.arrayContaining(['role-0/rank_count_nvl', 'role-0/rank_count_rdma']));
    expect(search(dispatch, '  ')).toEqual([]);
  });
});

describe('cursor', () => {
  it('finds what stands for a line of one of the files', () => {
    expect(atLine(dispatchKernel, new Set([FILE]), 264)).toEqual({ nodeIds: ['tma'], edges: [] });
    expect(atLine(dispatchKernel, new Set(['comm/window_handle.cuh']), 206).nodeIds).toEqual(['rank_count_nvl']);
    expect(atLine(dispatchKernel, new Set(['other.cuh']), 264)).toEqual({ nodeIds: [], edges: [] });
    const at = atLine(dispatchKernel, new Set([FILE]), 389);
    expect(at.edges.map((index) => dispatchKernel.graph.edges[index]?.label)).toEqual(['gin.put']);
    expect(drawnFor(dispatch, at.nodeIds, at.edges)).toEqual(new Set(['role-1/recv_rdma', put?.id]));
  });

  it('knows the files that a graph points into', () => {
    expect(graphFiles(dispatchKernel)).toEqual([FILE, 'comm/window_handle.cuh']);
  });

  it('knows where else an object is drawn, and the findings at a place', () => {
    expect(twinsOf(gemm, 'role-0/smem_a')).toEqual(['role-1/smem_a']);
    expect(twinsOf(gemm, undefined)).toEqual([]);
    expect(findingsAt(findings, [{ file: FILE, line: 398 }])).toHaveLength(1);
    expect(findingsAt(findings, [{ file: FILE, line: 399 }])).toEqual([]);
  });
});

describe('arrow keys', () => {
  it('follow edges to the right and to the left', () => {
    expect(neighbour(dispatch, 'role-1/x', 'right')).toBe('role-1/tma');
    expect(neighbour(dispatch, 'role-1/recv_rdma', 'left')).toBe('role-1/send');
  });

  it('move to the nearest node up and down, and through barriers', () => {
    expect(neighbour(dispatch, 'role-1/x', 'down')).toBe('role-1/sf');
    const [first] = dispatch.barriers;
    const below = neighbour(dispatch, first?.id ?? '', 'down');
    expect(dispatch.nodes.find((node) => node.id === below)?.band).toBe('role-0');
    expect(neighbour(dispatch, first?.id ?? '', 'up')).toBeUndefined();
    expect(neighbour(dispatch, 'no such node', 'up')).toBeUndefined();
  });

  it('follow edges down and up where the flow goes down', async () => {
    const narrow = await layoutKernel(dispatchKernel, { detail: 'overview', toggled: [], room: 700 });
    const diamond = narrow.nodes.find(({ nodeIds }) => nodeIds.includes('null'))?.id ?? '';
    const below = narrow.edges.filter(({ from }) => from === diamond).map(({ to }) => to);
    expect(below).toContain(neighbour(narrow, diamond, 'down'));
    expect(narrow.edges.filter(({ to }) => to === diamond).map(({ from }) => from)).toContain(neighbour(narrow, diamond, 'up'));
  });

  it('reach every node from the first one', () => {
    const reached = new Set<string>();
    const open = [dispatch.nodes[0]?.id ?? ''];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue;
      reached.add(id);
      for (const direction of ['left', 'right', 'up', 'down'] as const) {
        const next = neighbour(dispatch, id, direction);
        if (next !== undefined) open.push(next);
      }
    }
    expect([...dispatch.nodes, ...dispatch.barriers].filter((item) => !reached.has(item.id)).map((item) => item.id)).toEqual([]);
  });
});

describe('view', () => {
  it('begins with the whole graph if that is readable, else with its whole width if that is legible', () => {
    expect(startView({ width: 700, height: 300 }, { width: 1400, height: 600 })).toEqual({ x: 350, y: 0, zoom: 1 });
    expect(startView({ width: 1600, height: 600 }, { width: 1400, height: 700 })).toEqual({ x: 0, y: 0, zoom: 0.875 });
    expect(startView({ width: 5000, height: 900 }, { width: 1000, height: 700 })).toEqual({ x: 0, y: 0, zoom: 0.55 });
    expect(startView({ width: 1600, height: 900 }, { width: 1000, height: 300 })).toEqual({ x: 0, y: 0, zoom: 0.625 });
    // Too high for the pane: smaller than it need be, as long as it is readable, since more of it is in sight then.
    expect(startView({ width: 540, height: 1100 }, { width: 540, height: 620 })).toEqual({ x: 67.5, y: 0, zoom: 0.75 });
    expect(startView({ width: 0, height: 0 }, { width: 0, height: 0 }).zoom).toBe(1);
  });

  it('says that two things differ rather than that they are not equal, and only of one comparison', () => {
    expect(['not p == 0', 'not p != nullptr', 'not a < b', 'not (a == b and c)', 'not f(a == b)', 'not a', 'a == b'].map(withoutNot))
      .toEqual(['p != 0', 'p == nullptr', 'not a < b', 'not (a == b and c)', 'not f(a == b)', 'not a', 'a == b']);
  });

  it('says which bands, and barriers across them, are further down', () => {
    const { bands, barriers, height } = dispatch;
    const at = (name: string): number => [...bands.map((band) => [band.name, band.y] as const), ...barriers.map(({ label, y }) => [label, y] as const)].find(([each]) => each === name)?.[1] ?? NaN;
    const names = (bottom: number): readonly string[] => rowsBelow(dispatch, bottom).map(({ name }) => name);
    expect(names(height)).toEqual([]);
    expect(names(at('gpu_barrier · 398'))).toEqual(['gpu_barrier · 398']);
    expect(names(at('Dispatch warps') + 10)).toEqual(['Dispatch warps', 'gpu_barrier · 398']);
  });

  it('knows whether part of the graph is out of sight', () => {
    expect(isCut({ width: 700, height: 300 }, { width: 1400, height: 600 }, { x: 350, y: 0, zoom: 1 })).toBe(false);
    expect(isCut({ width: 700, height: 300 }, { width: 1400, height: 600 }, { x: -100, y: 0, zoom: 1 })).toBe(true);
  });

  it('leaves out what of an edge would run down through its label, whichever way it goes', () => {
    const label = { x: 0, y: 20, width: 40, height: 10, upper: 'store · 1', lower: '' };
    const points = [{ x: 20, y: 0 }, { x: 20, y: 50 }];
    expect(edgePath({ points, label }, 5)).toBe('M20 0L20 20M20 30L20 50');
    expect(edgePath({ points: points.toReversed(), label }, 5)).toBe('M20 50L20 30M20 20L20 0');
    const across = [{ x: -10, y: 25 }, { x: 60, y: 25 }];
    expect(edgePath({ points: across, label }, 5)).toBe(roundedPath(across, 5));
  });

  it('rounds the corners of a path and finds its middle', () => {
    const corner = [{ x: 0, y: 0 }, { x: 20, y: 0 }, { x: 20, y: 20 }];
    expect(roundedPath(corner, 5)).toBe('M0 0L15 0Q20 0 20 5L20 20');
    expect(roundedPath([], 5)).toBe('');
    expect(edgePath({ points: corner }, 5)).toBe(roundedPath(corner, 5));
    expect(middle(corner)).toEqual({ x: 20, y: 0 });
  });
});

describe('shapes', () => {
  it('tell all memory spaces apart without colour', () => {
    const spaces = ['global', 'shared', 'tensor', 'own-window', 'peer', 'remote', 'host', 'register', 'decision', 'gap'] as const;
    const drawn = spaces.map((space) => JSON.stringify(shapePaths(space, 120, 48)));
    expect(new Set(drawn).size).toBe(spaces.length);
  });

  it('have their outline inside the box where they are round or slanted', () => {
    expect(outlineInset('peer', 120, 48, 0)).toBe(0);
    expect(outlineInset('peer', 120, 48, 24)).toBe(24);
    expect(outlineInset('decision', 120, 60, 15)).toBe(30);
    expect(outlineInset('shared', 120, 48, 20)).toBe(0);
    expect(verticalInset('decision', 120, 60, 30)).toBe(15);
    expect(verticalInset('peer', 120, 48, 0)).toBe(0);
    expect(verticalInset('peer', 120, 48, 60)).toBe(24);
    expect(verticalInset('remote', 120, 48, 40)).toBe(0);
    expect(verticalInset('remote', 120, 48, 60)).toBe(24);
  });
});
