/** The hierarchy of a kernel's synchronisation: who waits for whom, from the widest to the narrowest. */
import type { Kernel, Synchronisation, SyncStep } from '../../core/schema.js';
import type { Place } from '../graphModel.js';

/** Ranks are told apart by how their signals get to each other; `ranks`: a library's barrier, which does not say. */
export const LAYERS = ['ranks', 'network', 'domain', 'grid', 'cluster', 'block', 'named', 'warp', 'mbarrier'] as const;
export type SyncLayer = (typeof LAYERS)[number];

/** Operations that only their lines tell apart. */
export interface LayerEntry {
  readonly key: string;
  readonly name: string;
  readonly role: string | undefined;
  /** Of a named barrier: number and threads. */
  readonly note: string;
  readonly places: readonly Place[];
  /** Those with steps to show, in the order of `places`; empty: none. */
  readonly barriers: readonly Synchronisation[];
}

export interface Layer {
  readonly layer: SyncLayer;
  readonly entries: readonly LayerEntry[];
}

/** All layers except `ranks`, which is left out where nothing is in it: that one means that something is not known. */
export function layersOf(kernel: Kernel): readonly Layer[] {
  const all = kernel.synchronisation ?? [];
  return LAYERS.map((layer): Layer => ({ layer, entries: layer === 'mbarrier' ? mbarriers(kernel) : entriesOf(all.filter((sync) => layersOfOne(sync).includes(layer))) }))
    .filter(({ layer, entries }) => layer !== 'ranks' || entries.length > 0);
}

/** A barrier of ranks is in the layer of each way that its signals take, in whichever instantiation, and in that of the grid if it joins it too. */
function layersOfOne(sync: Synchronisation): readonly SyncLayer[] {
  if (sync.level !== 'ranks') return [sync.level];
  const paths = new Set(stepsOf(sync).flatMap(({ path }) => path ?? []));
  const layers: SyncLayer[] = [...(paths.has('rdma') ? ['network' as const] : []), ...(paths.has('nvlink') ? ['domain' as const] : [])];
  if (layers.length === 0) layers.push('ranks');
  return stepsOf(sync).some(({ level }) => level === 'grid') ? [...layers, 'grid'] : layers;
}

function stepsOf({ protocols = [] }: Synchronisation): readonly SyncStep[] {
  return protocols.flatMap(({ steps }) => steps);
}

function entriesOf(all: readonly Synchronisation[]): readonly LayerEntry[] {
  const entries = new Map<string, { entry: Omit<LayerEntry, 'places' | 'barriers'>; members: Synchronisation[] }>();
  for (const sync of all) {
    const name = sync.text ?? '';
    const note = [sync.number === undefined ? '' : `#${sync.number}`, sync.count ?? ''].filter((part) => part !== '').join(' × ');
    const key = JSON.stringify([name, sync.role, note]);
    const known = entries.get(key);
    if (known) known.members.push(sync);
    else entries.set(key, { entry: { key, name, role: sync.role, note }, members: [sync] });
  }
  return [...entries.values()].map(({ entry, members }) => ({ ...entry, places: members, barriers: members.filter((sync) => stepsOf(sync).length > 0) }));
}

function mbarriers({ pipelines }: Kernel): readonly LayerEntry[] {
  return pipelines.map(({ object, stages, wait }) => ({ key: object, name: object, role: undefined, note: stages === '' ? '' : `× ${stages}`, places: wait, barriers: [] }));
}

/** The barriers whose steps can be shown, in source order. */
export function barriersOf(kernel: Kernel): readonly Synchronisation[] {
  return (kernel.synchronisation ?? []).filter((sync) => stepsOf(sync).length > 0);
}
