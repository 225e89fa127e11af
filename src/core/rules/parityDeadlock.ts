/** Waits that cannot be passed even once: every arrival stands behind such a wait. */
import type { Machine } from '../flow/machine.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { blocksOnParity, firstValue } from '../sync/parities.js';
import type { Draft, RuleContext } from './rule.js';
import { lineOf } from './wording.js';

interface Wait {
  readonly object: MbarrierObject;
  readonly operation: MbarrierOperation;
}

/** PTX ISA "mbarrier": phase 0 of a fresh barrier is not complete; a producer that waits for a stage to be free asks for the parity 1 first. */
export function deadlocksAtOnce(context: RuleContext, m: Machine, objects: readonly MbarrierObject[]): Draft[] {
  const first = objects.flatMap((object) => object.operations.filter(({ action }) => action === 'wait').map((operation): Wait => ({ object, operation })));
  let stuck = first.filter(({ object, operation }) => isFresh(object) && asksForFirst(m, operation));
  for (let before = -1; before !== stuck.length; ) {
    before = stuck.length;
    const all = stuck;
    stuck = all.filter(({ object }) => arrivalsOf(object).every((arrival) => all.some((wait) => standsBehind(m, arrival, wait))));
  }
  const least = Math.min(...stuck.map(({ object }) => dataOf(object)));
  const empty = stuck.find(({ object }) => dataOf(object) === least)?.object;
  return stuck.filter(({ object }) => object === empty).map((wait) => draft(context, m, wait, stuck));
}

function arrivalsOf({ operations }: MbarrierObject): readonly MbarrierOperation[] {
  return operations.filter(({ action }) => action === 'arrive' || action === 'arrive-tx');
}

/** Initialised, and that once. */
function isFresh(object: MbarrierObject): boolean {
  return arrivalsOf(object).length > 0 && object.operations.some(({ action }) => action === 'init');
}

function asksForFirst(m: Machine, { event, ...operation }: MbarrierOperation): boolean {
  return event.selector !== undefined && blocksOnParity({ ...operation, event }) && firstValue(m, event, event.selector) === 0;
}

/** Whoever arrives has waited there before, in the same pass or in an earlier one. */
function standsBehind(m: Machine, { event: arrival }: MbarrierOperation, { operation: { event: wait } }: Wait): boolean {
  return m.events.indexOf(wait) < m.events.indexOf(arrival) && wait.loops.every((loop) => arrival.loops.includes(loop)) &&
    wait.path.every(({ condition }) => arrival.facts.known(condition) === true);
}

/** How much tells of data: announced bytes, or results of matrix operations. A barrier that only gives memory back has none of it. */
function dataOf({ operations }: MbarrierObject): number {
  if (operations.some(({ action }) => action === 'arrive-tx')) return 2;
  return operations.some(({ event }) => event.effect.kind === 'matrix-commit') ? 1 : 0;
}

function draft(context: RuleContext, m: Machine, { object, operation }: Wait, stuck: readonly Wait[]): Draft {
  const [arrival] = arrivalsOf(object);
  const other = arrival && stuck.find((wait) => standsBehind(m, arrival, wait));
  const behind = other && other.operation !== operation ? other : undefined;
  const inverted = 'on a fresh barrier only the parity 1 comes back at once';
  return {
    rule: 'mbarrier.parity', place: operation.event.anchor,
    message: behind
      ? `The first wait on \`${object.name}\` asks for its first phase, but whoever arrives there waits on \`${behind.object.name}\` first (line ${String(lineOf(context, behind.operation.event.anchor))}), which is filled behind this wait: ${inverted}.`
      : `The first wait on \`${object.name}\` asks for its first phase, but every arrival there stands behind this wait: ${inverted}.`,
    path: [
      { place: operation.event.anchor, text: 'waits for phase 0 of a barrier that nobody has arrived at' },
      ...(arrival ? [{ place: arrival.event.anchor, text: 'arrived at only here' }] : []),
      ...(behind ? [{ place: behind.operation.event.anchor, text: `behind this wait on \`${behind.object.name}\`` }, ...arrivalsOf(behind.object).slice(0, 1).map(({ event }) => ({ place: event.anchor, text: `\`${behind.object.name}\` is arrived at behind the first wait` }))] : []),
    ],
  };
}
