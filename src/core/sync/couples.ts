/**
 * Rings whose stages are handed to and fro: who arrives at one barrier of a stage has waited on the other before, and whoever arrives at that
 * one has waited on the first. No side gets ahead of the other by more than a round. PTX ISA "mbarrier", "Phase completion".
 */
import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { plainAddress } from './addresses.js';
import type { MbarrierObject } from './mbarrierObjects.js';
import type { MbarrierOperation } from './mbarriers.js';
import { addends } from './overlap.js';
import { asksForNew, blocksOnParity, carriedIn, firstValue } from './parities.js';
import { uniformity } from './threadSet.js';

/** An arrival with the wait that whoever makes it has come through in the same pass, for the same stage. */
export interface Handover {
  readonly arrival: MbarrierOperation;
  readonly wait: MbarrierOperation;
}

export const arrivalsOf = ({ operations }: MbarrierObject): readonly MbarrierOperation[] => operations.filter(({ action }) => action === 'arrive' || action === 'arrive-tx');

export interface Couple {
  readonly partner: MbarrierObject;
  /** One for each arrival at the object. */
  readonly there: readonly Handover[];
  /** One for each arrival at the partner. */
  readonly back: readonly Handover[];
}

/** The other barriers that the object's stages are handed over by; undefined: somebody arrives without having waited there. */
export function coupleOf(m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[]): Couple | undefined {
  for (const partner of objects) {
    const there = partner === object ? [] : handoversAt(m, object, partner);
    const back = there.length === 0 ? [] : handoversAt(m, partner, object);
    if (back.length > 0 && isOneRing(m, there, back) && isOneRing(m, back, there)) return { partner, there, back };
  }
  return undefined;
}

/** One for each arrival at the object, which whoever makes it has waited at the partner's barrier of the same stage for; empty: not all have. */
export function handoversAt(m: Machine, object: MbarrierObject, partner: MbarrierObject): readonly Handover[] {
  const arrivals = arrivalsOf(object);
  const handovers = arrivals.flatMap((arrival) => waitsOf(partner).filter((wait) => isBehind(m, arrival.event, wait.event)).slice(-1).map((wait): Handover => ({ arrival, wait })));
  return handovers.length === arrivals.length ? handovers : [];
}

/** Those who arrive and those who wait are at the same barriers, which are the same for all threads. */
function isOneRing(m: Machine, arriving: readonly Handover[], waiting: readonly Handover[]): boolean {
  const rings = new Set([...arriving.map(({ arrival }) => arrival.event), ...waiting.map(({ wait }) => wait.event)].map((event) => ringOf(m, event)));
  const [ring] = rings;
  return rings.size === 1 && ring !== undefined && uniformity(m, ring) === 'block';
}

const waitsOf = ({ operations }: MbarrierObject): readonly MbarrierOperation[] => operations.filter((operation) => operation.action === 'wait' && blocksOnParity(operation));

function isBehind(m: Machine, arrival: EffectEvent, wait: EffectEvent): boolean {
  return m.events.indexOf(wait) < m.events.indexOf(arrival) && wait.loops.length > 0 &&
    wait.loops.length === arrival.loops.length && wait.loops.every((loop, i) => loop === arrival.loops[i]) &&
    wait.path.every(({ condition }) => arrival.facts.known(condition) === true) && stageOf(m, wait) === stageOf(m, arrival);
}

/** What goes from stage to stage in the barrier's address; undefined: it is one barrier. */
function stageOf(m: Machine, event: EffectEvent): Term | undefined {
  const parts = partsOf(m, event).filter((part) => carriedIn(m, part).size > 0);
  return parts.length < 2 ? parts[0] : m.store.add(...parts);
}

/** The rest of it. */
function ringOf(m: Machine, event: EffectEvent): Term {
  return m.store.add(...partsOf(m, event).filter((part) => carriedIn(m, part).size === 0));
}

function partsOf(m: Machine, { mbarrier, destination }: EffectEvent): Term[] {
  const address = mbarrier ?? destination;
  return address ? addends(plainAddress(m, address)) : [];
}

/**
 * Before the first phase of a barrier of the object is complete, each thread arrives there once at most: the second time it waits for what
 * others do only behind that phase. `completesTwice`: the partner's barriers may complete more than one phase for one arrival of each thread.
 */
export function arrivesOnceAtFirst(m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[], completesTwice: (partner: MbarrierObject) => boolean): boolean {
  const couple = coupleOf(m, object, objects);
  if (!couple) return false;
  const { there, back, partner } = couple;
  if (![...there, ...back].every(({ wait }) => turnsWithStages(m, wait.event))) return false;
  const begins = (handovers: readonly Handover[], value: number): boolean => handovers.every(({ wait: { event } }) => event.selector !== undefined && firstValue(m, event, event.selector) === value);
  if (begins(there, 1)) return begins(back, 0);
  return begins(there, 0) && begins(back, 1) && !completesTwice(partner);
}

/** Each time that it comes to a barrier it asks for the next phase, over all loops. */
export function turnsWithStages(m: Machine, wait: EffectEvent): boolean {
  const symbols = [wait.mbarrier, wait.selector].flatMap((term) => (term ? [...carriedIn(m, term)] : []));
  return asksForNew(m, wait) && symbols.every((symbol) => goesOn(m, symbol, wait));
}

/** No loop around starts the variable again: it enters each with what the pass before left. */
function goesOn(m: Machine, symbol: Term, { loops }: Pick<EffectEvent, 'loops'>): boolean {
  const carried = m.carried.get(symbol);
  const depth = carried ? loops.indexOf(carried.loop) : -1;
  const at = depth >= 0 ? depth : loops.findIndex(({ file, span }) => file === carried?.loop.file && span.start === carried.loop.span.start);
  if (!carried || at < 0) return false;
  if (at === 0) return true;
  const outer = m.carried.get(carried.entry);
  return outer?.next !== undefined && m.left.get(outer.next)?.head === symbol && goesOn(m, carried.entry, { loops });
}
