import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { needsJoin, surelyUnjoined, type Joining } from '../sync/joins.js';
import { exclusive } from '../sync/reach.js';
import { isOrdered, peersAt } from '../sync/remote.js';
import { addends } from '../sync/overlap.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { unjoinedUses } from './unjoinedUse.js';
import { lineOf } from './wording.js';

/**
 * order.unjoined-publish: PTX ISA "Release Patterns", "Causality Order": a release orders what its own thread wrote, and what others
 * wrote only if they met that thread at a barrier before.
 */
export const unjoinedPublish: Rule = (context) =>
  context.runs.flatMap(({ machine }) => [...unjoinedReleases(context, machine), ...unjoinedUses(context, machine)]);

function unjoinedReleases(context: RuleContext, m: Machine): Draft[] {
  return m.events.flatMap((flag): Draft[] => {
    if (!isRelease(flag)) return [];
    const write = lastWriteBefore(m, flag);
    const among = write && needsJoin(m, write, flag);
    return write && among && surelyUnjoined(m, write, flag, among) ? [draft(context, flag, write, among)] : [];
  });
}

const PUBLISHES = new Set(['store', 'reduction', 'atomic']);
const RELEASES = new Set(['release', 'acq_rel', 'sc']);

/** Beyond the block: within it a barrier object would be used. */
function isRelease(event: Event): event is EffectEvent {
  if (event.kind !== 'effect' || !PUBLISHES.has(event.effect.kind)) return false;
  return RELEASES.has(event.effect.order ?? 'weak') && (event.effect.scope === 'sys' || event.effect.scope === 'gpu') && event.destination !== undefined;
}

/** The last ordinary store to the memory that the flag is in: the same peer's, or this GPU's. */
function lastWriteBefore(m: Machine, flag: EffectEvent): AccessEvent | undefined {
  const before = m.events.slice(0, m.events.indexOf(flag));
  return before.findLast((event): event is AccessEvent => isDataStore(event) && !exclusive(event, flag) && goesWith(m, event, flag));
}

function isDataStore(event: Event): event is AccessEvent {
  return event.kind === 'access' && event.access === 'store' && !event.copies && !isOrdered(event) && !isOnChip(event);
}

function isOnChip({ address, space }: AccessEvent): boolean {
  if (space.startsWith('shared') || space === 'local') return true;
  return addends(address).some((part) => part.op === 'address' || (part.op === 'symbol' && (part.origin === 'shared' || part.origin === 'local')));
}

function goesWith(m: Machine, write: AccessEvent, flag: EffectEvent): boolean {
  const [to] = peersAt(m, flag.destination);
  const [into] = peersAt(m, write.address);
  return to?.rank === into?.rank;
}

function draft(context: RuleContext, flag: EffectEvent, write: AccessEvent, among: Joining): Draft {
  return {
    rule: 'order.unjoined-publish', place: flag.anchor,
    message: `One thread of ${among} publishes by \`${flag.op}\` what all of its threads wrote on line ${lineOf(context, write.anchor)}, and nothing between makes it wait for the others: their stores may come later.`,
    path: [
      { place: write.anchor, text: `each thread of ${among} writes here` },
      { place: flag.anchor, text: `published here by one of them, with no ${among === 'a warp' ? '`__syncwarp` or barrier' : 'barrier of the block'} between` },
    ],
  };
}
