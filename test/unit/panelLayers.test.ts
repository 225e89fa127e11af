import { describe, expect, it } from 'vitest';
import type { SyncStep } from '../../src/core/schema.js';
import { groupsOf } from '../../src/panel/sync/groups.js';
import { barriersOf, layersOf } from '../../src/panel/sync/layers.js';
import { pullKernel, synchronisation } from './support/syncFixture.js';

const layers = layersOf(pullKernel);
const entries = (layer: string) => layers.find((each) => each.layer === layer)?.entries.map(({ name, note, role, places }) => [name, note, role, places.map(({ line }) => line)]);

describe('the hierarchy', () => {
  it('has a barrier of ranks in the layer of each way of its signals, and of the grid that it joins', () => {
    for (const layer of ['network', 'domain', 'grid']) expect(entries(layer)).toEqual([['rank_barrier', '', undefined, [200]]]);
    expect(entries('ranks')).toEqual([['library_barrier', '', undefined, [210]]]);
  });

  it('leaves out what is not known only where it is not there', () => {
    const known = layersOf({ ...pullKernel, synchronisation: synchronisation.slice(0, 5) }).map(({ layer }) => layer);
    expect(known).toEqual(['network', 'domain', 'grid', 'cluster', 'block', 'named', 'warp', 'mbarrier']);
    expect(layersOf({ ...pullKernel, synchronisation: [], pipelines: [] }).every((layer) => layer.entries.length === 0)).toBe(true);
  });

  it('joins what only lines tell apart', () => {
    expect(entries('warp')).toEqual([['__syncwarp', '', 'Load warp', [80, 84]]]);
    expect(entries('named')).toEqual([['named_sync', '#1 × kNumMathThreads', 'Math warps', [110]]]);
    expect(entries('mbarrier')?.map(([name, note]) => [name, note])).toEqual([['full_barriers', '× kNumStages'], ['empty_barriers', '× 4'], ['drained', '']]);
  });

  it('offers steps of barriers whose body is in sight', () => {
    expect(barriersOf(pullKernel).map(({ line }) => line)).toEqual([200]);
  });
});

const done = (does: SyncStep['does'], when?: string, within?: string): SyncStep => ({
  file: 'common/barrier.cuh', line: 1, column: 1, does, mechanism: does, ...(when === undefined ? {} : { when }), ...(within === undefined ? {} : { within }), ...(does === 'signal' ? { path: 'nvlink' as const } : {}),
});
const shown = (steps: readonly SyncStep[]) => groupsOf(steps).map(({ within, when, rows }) => [within, when, rows.map((row) => (row.kind === 'step' ? [row.step.does, row.when] : row.kind))]);

describe('a sequence', () => {
  it('shows the peers’ signals before the wait for them, once', () => {
    const [nvlink] = barriersOf(pullKernel)[0]?.protocols ?? [];
    const rows = groupsOf(nvlink?.steps ?? []).flatMap((group) => group.rows);
    expect(rows.map((row) => (row.kind === 'step' ? row.step.does : row))).toEqual(['meet', 'signal', 'count', { kind: 'mirrored', path: 'nvlink' }, 'wait']);
  });

  it('shows none where nothing was signalled', () => {
    const steps = barriersOf(pullKernel)[0]?.protocols?.[0]?.steps.filter(({ does }) => does !== 'signal') ?? [];
    expect(groupsOf(steps).flatMap(({ rows }) => rows).every(({ kind }) => kind === 'step')).toBe(true);
  });

  it('says once what neighbours in one function ask, and the rest at each of them', () => {
    expect(shown([done('flush'), done('signal', 'a and (b or c) and lane', 'f'), done('meet', 'a and (b or c)', 'f'), done('wait', 'a and (b or c) and t', 'f'), done('meet', 'a', 'g')])).toEqual([
      [undefined, undefined, [['flush', undefined]]],
      ['f', 'a and (b or c)', [['signal', 'lane'], ['meet', undefined], 'mirrored', ['wait', 't']]],
      [undefined, undefined, [['meet', 'a']]],
    ]);
  });

  it('keeps alternatives apart', () => {
    expect(shown([done('signal', 'a and x', 'f'), done('wait', 'a and y', 'f'), done('signal', 'not a and x', 'f'), done('wait', 'not a', 'f')]).map(([, when]) => when)).toEqual(['a', 'not a']);
    expect(shown([done('count', 'a'), done('wait', 'b')])).toEqual([[undefined, undefined, [['count', 'a']]], [undefined, undefined, [['wait', 'b']]]]);
  });

  it('does not repeat at a step what its frame says, and says it where there is no frame', () => {
    const withins = (steps: readonly SyncStep[]) => groupsOf(steps).flatMap(({ rows }) => rows.map((row) => (row.kind === 'step' ? row.step.within : undefined)));
    expect(withins([done('signal', 'a', 'f'), done('count', 'a', 'f'), done('flush', 'a', 'g')])).toEqual([undefined, undefined, 'g']);
  });
});
