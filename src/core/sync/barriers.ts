/** Barriers as events: who has to come to each of them. */
import type { CallEvent, EffectEvent, Event, SyncEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Divided, Division } from './participants.js';

export type BarrierEvent = EffectEvent | SyncEvent | CallEvent;

export interface Barrier {
  readonly event: BarrierEvent;
  readonly name: string;
  /** All of these have to come. */
  readonly joins: 'threads of the block' | 'counted threads' | 'threads of the cluster' | 'blocks' | 'ranks';
  /** Threads that a named barrier counts; undefined: not constant, or not counted. */
  readonly count: number | undefined;
  /** All threads of a warp execute it together, or none. */
  readonly aligned: boolean;
  /** Barriers of one key stand in for each other. */
  readonly key: string;
  /** Of the grid, and the project's own: it may count some of the blocks only. */
  readonly isOwn?: boolean;
}

/** Also one of the grid that the workspace makes itself. */
export function barrierAt({ world }: Machine, event: Event): Barrier | undefined {
  if (event.kind !== 'call') return barrierOf(event);
  const summary = event.target && world.contracts.summary(event.target);
  return summary?.countsBlocks === true && summary.sync === 'grid' ? { event, name: event.name, joins: 'blocks', count: undefined, aligned: false, key: 'grid', isOwn: true } : undefined;
}

export function barrierOf(event: Event): Barrier | undefined {
  if (event.kind === 'sync') {
    if (event.level === 'cluster') return undefined;
    return { event, name: event.name, joins: event.level === 'ranks' ? 'ranks' : 'blocks', count: undefined, aligned: false, key: event.level };
  }
  if (event.kind !== 'effect') return undefined;
  const { effect } = event;
  switch (effect.kind) {
    case 'barrier-sync': case 'barrier-arrive': return blockBarrier(event);
    case 'cluster-wait': case 'cluster-sync': return { event, name: nameOf(event), joins: 'threads of the cluster', count: undefined, aligned: effect.aligned, key: 'cluster' };
    case 'grid-sync': return { event, name: nameOf(event), joins: 'blocks', count: undefined, aligned: false, key: 'grid' };
    default: return undefined;
  }
}

/** PTX ISA "bar / barrier": without a thread count all threads of the block take part. */
function blockBarrier(event: EffectEvent): Barrier {
  const { effect, count, selector } = event;
  const counted = effect.count !== undefined;
  const number = selector === undefined ? (effect.selector === undefined ? '0' : '?') : String(selector.id);
  return {
    event, name: nameOf(event), joins: counted ? 'counted threads' : 'threads of the block', count: count?.op === 'int' ? count.value : undefined,
    aligned: effect.aligned, key: counted ? `bar ${number}` : 'bar',
  };
}

function nameOf({ op, effect }: EffectEvent): string {
  return op === 'asm' ? effect.mechanism : op;
}

const WITHIN: Readonly<Record<Barrier['joins'], readonly Divided[]>> = {
  'threads of the block': ['warp', 'block'],
  'counted threads': [],
  'threads of the cluster': ['warp', 'block', 'grid'],
  // Blocks may send one thread each to a barrier of their own making.
  blocks: ['grid'],
  ranks: ['ranks'],
};

/** Do some of those whom the barrier waits for stay away, where the division lets the rest come? */
export function misses(barrier: Barrier, division: Division): boolean {
  if (barrier.aligned && division.among === 'warp') return true;
  // One block alone has nobody to wait for; of several it may be those that are counted.
  if (barrier.isOwn === true) return division.blocks === 1;
  if (barrier.event.kind === 'effect' && barrier.event.effect.kind === 'grid-sync' && division.among !== 'ranks') return true;
  if (barrier.joins === 'counted threads') return barrier.event.kind === 'effect' && barrier.event.effect.kind === 'barrier-sync' && barrier.count !== undefined && division.threads !== undefined && division.threads < barrier.count;
  return WITHIN[barrier.joins].includes(division.among);
}
