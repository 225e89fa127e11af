/** The order of the overview's kernels. */
import { expect, it } from 'vitest';
import { byReach } from '../../src/server/analysis/overview.js';
import type { OverviewItem } from '../../src/server/protocol.js';

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
