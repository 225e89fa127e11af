/** The order of the overview's kernels. */
import { expect, it } from 'vitest';
import { byReach, kernelItem, toldApart } from '../../src/server/analysis/overview.js';
import type { OverviewItem } from '../../src/server/protocol.js';
import { edge, kernel, node } from './support/kernelFixture.js';

const item = (kind: OverviewItem['kind'], label: string, ...children: OverviewItem[]): OverviewItem => ({ kind, label, children });

it('has kernels that reach peers first, in roles too, and those with gaps; otherwise that of the files', () => {
  const kernels = [
    item('kernel', 'waits', item('barrier', 'sync')),
    item('kernel', 'pushes', item('role', 'senders', item('write', 'a → b'))),
    item('kernel', 'rings', item('pipeline', 'full', item('operation', 'arrival'))),
    item('kernel', 'loses', item('gap', 'gap')),
    item('kernel', 'pulls', item('read', 'b → a')),
  ];
  expect(byReach(kernels).map(({ label }) => label)).toEqual(['pushes', 'loses', 'pulls', 'waits', 'rings']);
});

it('tells kernels of one name apart by their files', () => {
  const at = (label: string, uri: string): OverviewItem => ({ kind: 'kernel', label, description: '2 paths', target: { uri, line: 1, column: 1 }, children: [] });
  const kernels = [at('dispatch', 'file:///w/internode.cu'), at('dispatch', 'file:///w/intra%20node.cu'), at('combine', 'file:///w/internode.cu')];
  expect(toldApart(kernels).map(({ description }) => description)).toEqual(['internode.cu · 2 paths', 'intra node.cu · 2 paths', '2 paths']);
});

it('names an access by the memory of the peer, with the line and the other end behind it, if that is an object', () => {
  const k = kernel('k', [], [node(['v', 'computed values', 'register', 5]), node(['t', 'tile', 'shared', 5]), node(['p', 'flags @ peer', 'peer', 6]), node(['r', 'rows @ peer', 'peer', 7])],
    [edge(['v', 'p', 'st.release.sys', 8, { condition: 'lane == 0' }]), edge(['t', 'p', 'store', 9]), edge(['r', 't', 'load', 10])]);
  const item = kernelItem(k, [], { language: 'en', uriOf: (file) => `file:///${file}` });
  expect(item?.children.map(({ kind, label, description }) => [kind, label, description])).toEqual([
    ['write', 'flags @ peer', '8 · st.release.sys · lane == 0'],
    ['write', 'flags @ peer', '9 · ← tile · store'],
    ['read', 'rows @ peer', '10 · → tile · load'],
  ]);
  expect(item?.children[0]?.tooltip).toBe('computed values → flags @ peer · st.release.sys · lane == 0');
});
