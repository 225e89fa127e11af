import { mbarrierObjects, type MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierAction, MbarrierOperation } from '../sync/mbarriers.js';
import { barriersInSight } from '../sync/mbarrierSight.js';
import { slotsOf } from '../sync/mbarrierSlots.js';
import type { Draft, Rule, RuleContext, Step } from './rule.js';

/**
 * mbarrier.unpaired: PTX ISA "mbarrier": a phase is complete when the arrivals that it was initialised for have come. A wait with no
 * arrival never ends; an initialisation with no wait guards nothing. Both are said only of barriers of which every operation is seen.
 */
export const unpairedMbarrier: Rule = (context) => {
  const found = context.runs.map(({ machine }) => ({ objects: mbarrierObjects(machine), lonely: barriersInSight(machine).flatMap(slotsOf) }));
  // What one instantiation does without, another may use.
  const paired = new Set(found.flatMap(({ objects }) => objects.flatMap(slotsOf)).filter((object) => !lacks(object)).map(({ name }) => name));
  return found.flatMap(({ lonely }) => lonely.filter(({ name }) => !paired.has(name)).flatMap((object) => draftsOf(context, object)));
};

function has({ operations }: MbarrierObject, ...wanted: readonly MbarrierAction[]): boolean {
  return operations.some(({ action }) => wanted.includes(action));
}

function lacks(object: MbarrierObject): 'wait' | 'arrival' | undefined {
  if (has(object, 'wait')) return has(object, 'arrive', 'arrive-tx') ? undefined : 'arrival';
  return has(object, 'init') ? 'wait' : undefined;
}

function draftsOf(context: RuleContext, object: MbarrierObject): Draft[] {
  const missing = lacks(object);
  const at = object.operations.find(({ action }) => action === (missing === 'wait' ? 'init' : 'wait'));
  return missing && at ? [missing === 'wait' ? neverWaited(object, at) : neverArrived(context, object, at)] : [];
}

function neverWaited(object: MbarrierObject, init: MbarrierOperation): Draft {
  return {
    rule: 'mbarrier.unpaired', place: init.event.anchor,
    message: `\`${object.name}\` is initialised, and nothing in this kernel waits on it.`,
    path: [step(init, 'initialised here'), ...steps(object, ['arrive', 'arrive-tx'], 'arrived at here, for nobody')],
  };
}

function neverArrived({ runs }: RuleContext, object: MbarrierObject, wait: MbarrierOperation): Draft {
  const announced = runs.flatMap(({ machine }) => machine.events).find((event) => event.kind === 'effect' && event.effect.kind === 'mbarrier-expect-tx' && event.mbarrier === wait.event.mbarrier);
  return {
    rule: 'mbarrier.unpaired', place: wait.event.anchor,
    message: `\`${object.name}\` is waited on, and nothing in this kernel arrives at it: its first phase is never complete.`,
    path: [
      ...steps(object, ['init'], 'initialised here'),
      ...(announced ? [{ place: announced.anchor, text: 'bytes are announced here, which is no arrival' }] : []),
      step(wait, 'waited on, with no arrival anywhere'),
    ],
  };
}

function step({ event }: MbarrierOperation, text: string): Step {
  return { place: event.anchor, text };
}

function steps({ operations }: MbarrierObject, actions: readonly MbarrierAction[], text: string): Step[] {
  const [first] = operations.filter(({ action }) => actions.includes(action));
  return first ? [step(first, text)] : [];
}
