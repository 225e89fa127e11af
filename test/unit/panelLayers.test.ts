import { describe, expect, it } from 'vitest';
import { barriersOf, layersOf, rowsOf } from '../../src/panel/sync/layers.js';
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

describe('a sequence', () => {
  it('shows the peers’ signals before the wait for them, once', () => {
    const [nvlink] = barriersOf(pullKernel)[0]?.protocols ?? [];
    expect(rowsOf(nvlink?.steps ?? []).map((row) => (row.kind === 'step' ? row.step.does : row))).toEqual(['meet', 'signal', 'count', { kind: 'mirrored', path: 'nvlink' }, 'wait']);
  });

  it('shows none where nothing was signalled', () => {
    const steps = barriersOf(pullKernel)[0]?.protocols?.[0]?.steps.filter(({ does }) => does !== 'signal') ?? [];
    expect(rowsOf(steps).every(({ kind }) => kind === 'step')).toBe(true);
  });
});
