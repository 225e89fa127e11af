import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Term } from '../flow/terms.js';
import { plainAddress } from '../sync/addresses.js';
import { arrivalsOf, handoversAt, type Handover } from '../sync/couples.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import { objectOf, type MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { addends } from '../sync/overlap.js';
import { carriedIn, stagePeriod } from '../sync/parities.js';
import { exclusive, varies } from '../sync/reach.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { lineOf, unlessOne } from './wording.js';

/**
 * mbarrier.stale-slot: each stage of a ring has its own barrier; a wait that stays with one barrier while the reads behind it go from
 * stage to stage says nothing of the stages that they read (PTX ISA "mbarrier": completion is seen by waiting on that mbarrier).
 */
export const staleSlot: Rule = (context) =>
  context.runs.flatMap(({ machine }) => {
    const objects = barriersInSight(machine);
    return objects.flatMap((object) => {
      const read = staleWaits(context, machine, object);
      return read.length > 0 ? read : staleHandovers(context, machine, object, objects);
    });
  });

function staleWaits(context: RuleContext, m: Machine, object: MbarrierObject): Draft[] {
  const waits = object.operations.filter(({ action }) => action === 'wait');
  const copies = m.events.filter((event): event is EffectEvent => fillsStage(m, event, object));
  return waits.filter((wait) => isAlone(m, wait, waits)).flatMap((wait): Draft[] => {
    for (const copy of copies) {
      const read = m.events.find((event, at): event is AccessEvent => at > m.events.indexOf(wait.event) && readsStage(m, event, wait.event, copy));
      const stages = copy.destination && stagesOf(m, copy.destination);
      if (read) return [{ ...draft(context, object, wait, copy, read), ...unlessOne(stages ? [stages] : []) }];
    }
    return [];
  });
}

/** It stays with one barrier, and whoever comes there waits at none that goes around. */
function isAlone(m: Machine, wait: MbarrierOperation, waits: readonly MbarrierOperation[]): boolean {
  return staysPut(m, wait.event) && !waits.some((other) => other !== wait && !staysPut(m, other.event) && !exclusive(other.event, wait.event));
}

/** Who waits there hands over stage after stage of another ring, and gets those of this one from who waits for that ring's, stage by stage. */
function staleHandovers(context: RuleContext, m: Machine, object: MbarrierObject, objects: readonly MbarrierObject[]): Draft[] {
  const waits = object.operations.filter(({ action }) => action === 'wait');
  const stages = new Set(arrivalsOf(object).map(({ event }) => event.mbarrier && stagesOf(m, event.mbarrier)));
  const [count] = stages;
  if (stages.size !== 1 || !count) return [];
  return waits.filter((wait) => isAlone(m, wait, waits)).flatMap((wait): Draft[] => {
    for (const partner of objects) {
      const handovers = partner === object ? [] : handoversAt(m, object, partner);
      const [handover] = handovers;
      const release = arrivalsOf(partner).find(({ event }) => handsOver(m, event, wait.event, count));
      if (handover && release) return [handoverDraft(context, { object, partner, wait, handover, release, count })];
    }
    return [];
  });
}

/** Behind the wait in the same pass, stage after stage. */
function handsOver(m: Machine, arrival: EffectEvent, wait: EffectEvent, stages: Term): boolean {
  const stage = arrival.mbarrier && turningPart(m, arrival.mbarrier);
  return stage !== undefined && m.events.indexOf(arrival) > m.events.indexOf(wait) && !exclusive(arrival, wait) && stagePeriod(m, stage)?.passes === stages && [...carriedIn(m, stage)].every((symbol) => goesOnBetween(m, symbol, wait, arrival));
}

/** A copy that completes on a barrier of the ring, and goes to the stage that the barrier is for. */
function fillsStage(m: Machine, event: Event, object: MbarrierObject): boolean {
  if (event.kind !== 'effect' || event.effect.completion !== 'mbarrier' || !event.mbarrier || !event.destination || objectOf(event) !== object.root) return false;
  const stages = stagesOf(m, event.mbarrier);
  return stages !== undefined && stages === stagesOf(m, event.destination);
}

/** How many stages an address goes around in; undefined: it does not, or is not understood. */
function stagesOf(m: Machine, address: Term): Term | undefined {
  const stage = turningPart(m, address);
  const passes = stage && stagePeriod(m, stage)?.passes;
  return passes?.op === 'int' && passes.value < 2 ? undefined : passes;
}

/** The same barrier in all passes of the loops around the wait. */
function staysPut(m: Machine, { mbarrier, loops }: EffectEvent): boolean {
  return loops.length > 0 && mbarrier !== undefined && !varies(plainAddress(m, mbarrier));
}

/** The one summand of an address that goes from stage to stage. */
function turningPart(m: Machine, address: Term): Term | undefined {
  const parts = addends(plainAddress(m, address)).filter((part) => carriedIn(m, part).size > 0);
  return parts.length === 1 ? parts[0] : undefined;
}

/** Behind the wait in the same pass, the stages that the copy fills are read in turn. */
function readsStage(m: Machine, event: Event, wait: EffectEvent, copy: EffectEvent): event is AccessEvent {
  if (event.kind !== 'access' || event.access !== 'load' || !copy.destination || exclusive(event, wait)) return false;
  const filled = turningPart(m, copy.destination);
  const base = addends(plainAddress(m, copy.destination)).filter((part) => part !== filled);
  const parts = addends(plainAddress(m, event.address));
  const stages = stagesOf(m, copy.destination);
  const stage = parts.find((part) => filled && isSameKind(part, filled) && stages !== undefined && stagePeriod(m, part)?.passes === stages);
  return stage !== undefined && base.every((part) => parts.includes(part)) && [...carriedIn(m, stage)].every((symbol) => goesOnBetween(m, symbol, wait, event));
}

/** Both are plain indices, or both are multiplied by the size of a stage. */
function isSameKind(a: Term, b: Term): boolean {
  const sizeOf = (term: Term): boolean => term.op === 'apply' && term.name === '*';
  return sizeOf(a) === sizeOf(b);
}

/** The loop that counts the stages is around the wait and the read. */
function goesOnBetween(m: Machine, symbol: Term, ...events: readonly Event[]): boolean {
  const start = m.carried.get(symbol)?.loop.span.start;
  return events.every(({ loops }) => loops.some(({ span }) => span.start === start));
}

function draft(context: RuleContext, object: MbarrierObject, wait: MbarrierOperation, copy: EffectEvent, read: AccessEvent): Draft {
  return {
    rule: 'mbarrier.stale-slot', place: wait.event.anchor,
    message: `The wait stays with one barrier of \`${object.name}\` in all passes, while line ${String(lineOf(context, read.anchor))} reads stage after stage, each of which completes on a barrier of its own: only one stage is waited for.`,
    path: [
      { place: copy.anchor, text: 'each stage is filled here, and completes on its own barrier' },
      { place: wait.event.anchor, text: 'the same barrier in all passes' },
      { place: read.anchor, text: 'another stage is read in each pass' },
    ],
  };
}

interface StaleHandover {
  readonly object: MbarrierObject;
  readonly partner: MbarrierObject;
  readonly wait: MbarrierOperation;
  readonly handover: Handover;
  readonly release: MbarrierOperation;
  readonly count: Term;
}

function handoverDraft(context: RuleContext, { object, partner, wait, handover, release, count }: StaleHandover): Draft {
  return {
    rule: 'mbarrier.stale-slot', place: wait.event.anchor,
    message: `The wait stays with one barrier of \`${object.name}\` in all passes, while line ${String(lineOf(context, handover.arrival.event.anchor))} arrives at one after the other, and line ${String(lineOf(context, release.event.anchor))} hands stage after stage of \`${partner.name}\` over: only one stage is waited for.`,
    path: [
      { place: handover.arrival.event.anchor, text: 'each stage is handed over here, on its own barrier' },
      { place: wait.event.anchor, text: 'the same barrier in all passes' },
      { place: release.event.anchor, text: `another stage of \`${partner.name}\` in each pass` },
    ],
    ...unlessOne([count]),
  };
}
