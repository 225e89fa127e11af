import { describe, expect, it } from 'vitest';
import { ringsOf } from '../../src/panel/pipelines/rings.js';
import { pipelines } from './support/syncFixture.js';

const rings = ringsOf(pipelines);
const ring = (object: string) => rings.find((each) => each.object === object);

describe('rings', () => {
  it('have a segment for each stage, the first, the last and what is between them for a number that only the build knows, and one for all where none is declared', () => {
    const names = (all: ReturnType<typeof ringsOf>) => all.map(({ segments }) => segments.map(({ name, isMany }) => (isMany ? `(${name})` : name)));
    expect(names(rings)).toEqual([['0', '1', '(…)', 'n−1'], ['', '', '', ''], ['()']]);
    expect(names(ringsOf(['2', '500'].map((stages) => ({ object: stages, stages, init: [], arrive: [], wait: [] }))))).toEqual([['', ''], ['0', '1', '(…)', '499']]);
  });

  it('join operations of one role, in order', () => {
    expect(ring('full_barriers')?.arrive.map(({ role, operations }) => [role, operations.map(({ line }) => line)])).toEqual([['Load warp', [90, 92]]]);
    expect(ring('drained')?.wait.map(({ role }) => role)).toEqual([undefined]);
  });

  it('name the array through which those who wait here hand a stage back', () => {
    expect(ring('full_barriers')?.partners).toEqual(['empty_barriers']);
    expect(ring('empty_barriers')?.partners).toEqual(['full_barriers']);
    expect(ring('drained')?.partners).toEqual([]);
  });

  it('are no partners where only one way is there, or the role is not known', () => {
    const [full, empty] = pipelines;
    if (!full || !empty) throw new Error('no pipelines');
    expect(ringsOf([full, { ...empty, wait: [] }]).map(({ partners }) => partners)).toEqual([[], []]);
    const { role, ...nobody } = full.wait[0] ?? { role: '' };
    expect(role).toBe('Math warps');
    expect(ringsOf([{ ...full, wait: [nobody as (typeof full.wait)[number]] }, empty]).map(({ partners }) => partners)).toEqual([[], []]);
  });

  it('give each count once', () => {
    const [full] = pipelines;
    if (!full) throw new Error('no pipelines');
    expect(ringsOf([{ ...full, init: [...full.init, ...full.init] }])[0]?.counts).toEqual(['1']);
  });
});
