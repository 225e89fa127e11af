import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import { branchesOf, type Branch } from '../sync/branches.js';
import { isOpenTo } from '../sync/matching.js';
import { divisionBy, type Division } from '../sync/participants.js';
import { isOpaque } from '../sync/reach.js';
import type { Draft, Rule } from './rule.js';

/** warp.collective: the mask names all lanes, the condition around sends some of them elsewhere. */
export const warpCollective: Rule = ({ runs }) =>
  runs.flatMap(({ machine }) => machine.events.flatMap((event, i) => {
    if (event.kind !== 'effect' || !wantsAllLanes(machine.events, event, i)) return [];
    const asked = event.path.findLastIndex(({ condition }) => asksForLanes(condition));
    for (const branch of branchesOf(machine, event)) {
      if (event.path.indexOf(branch.taken) < asked) continue;
      const division = dividing(machine, event, branch);
      if (division) return draft(event, branch, division);
    }
    return [];
  }));

/** CUDA C++ Programming Guide, "Warp Shuffle Functions": the mask is the first argument; `__syncwarp()` without one means all. */
function wantsAllLanes(events: readonly Event[], event: EffectEvent, at: number): boolean {
  const { effect } = event;
  if (effect.kind !== 'warp-collective' && effect.kind !== 'warp-sync') return false;
  const call = events.slice(Math.max(0, at - 2), at).findLast((before) => before.kind === 'call' && before.place === event.place);
  if (call?.kind !== 'call' || !/^__\w+$/.test(effect.mechanism)) return false;
  const [mask] = call.args;
  if (!mask) return effect.kind === 'warp-sync';
  return mask.op === 'int' && (mask.value === 0xffffffff || mask.value === -1);
}

/** The path depends on which lanes are here: it may be taken only when all are, whatever has parted them before. */
function asksForLanes(term: Term): boolean {
  return ((term.op === 'symbol' || term.op === 'apply') && term.name === '__activemask') || argsOf(term).some(asksForLanes);
}

function dividing(m: Machine, event: EffectEvent, { taken, around }: Branch): Division | undefined {
  const division = around ? divisionBy(m, taken.condition) : undefined;
  if (division?.among !== 'warp') return undefined;
  const matched = m.events.some((other) => other !== event && other.facts.known(taken.condition) === false && isOpenTo(event, taken.condition, other) && matches(other, event));
  return matched ? undefined : division;
}

/** The lanes elsewhere call the same, or do something that is not known. */
function matches(other: Event, event: EffectEvent): boolean {
  return isOpaque(other) || (other.kind === 'effect' && other.effect.kind === event.effect.kind);
}

function draft(event: EffectEvent, { taken, text, place }: Branch, { unless }: Division): Draft {
  const name = event.effect.mechanism;
  return {
    rule: 'warp.collective', place: event.anchor,
    message: `\`${name}\` waits for all 32 lanes, but stands where \`${text}\` is ${String(taken.value)}, which differs among the lanes of a warp.`,
    path: [{ place, text: 'divides the lanes of a warp' }, { place: event.anchor, text: 'some lanes do not come here' }],
    ...(unless === undefined ? {} : { approximate: `the condition divides nobody if ${unless}` }),
  };
}
