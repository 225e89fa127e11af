import type { AccessEvent, EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { isGroupCopy } from '../sync/bulkGroups.js';
import { mbarrierObjects, type MbarrierObject } from '../sync/mbarrierObjects.js';
import { inOneField } from '../sync/mbarriers.js';
import { sameArray, writesWithin } from '../sync/overlap.js';
import { asyncMbarrierOf, isAsyncProxyFence, isMbarrierInitFence, surelyUnfenced } from '../sync/proxies.js';
import { exclusive } from '../sync/reach.js';
import type { Fix } from '../schema.js';
import { insertAfter } from './insertFix.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { lineOf } from './wording.js';
import { statementFor } from './wrappers.js';

/**
 * order.missing-proxy-fence: a barrier orders execution, not proxies. A fence anywhere between, before the barrier by the
 * writers or behind it by the thread that issues the copy, is right.
 */
export const missingProxyFence: Rule = (context) =>
  context.runs.flatMap(({ machine }) => [...unfencedWrites(context, machine.events), ...unfencedInits(context, machine)]);

function unfencedWrites(context: RuleContext, events: readonly Event[]): Draft[] {
  return events.flatMap((copy, to): Draft[] => {
    if (!isGroupCopy(copy) || !copy.source) return [];
    const from = lastWrite(events, to, copy, copy.source);
    const write = from === undefined ? undefined : events[from];
    if (from === undefined || !write || !surelyUnfenced(events, from, to, isAsyncProxyFence)) return [];
    return [{
      rule: 'order.missing-proxy-fence', place: copy.anchor,
      message: `\`${copy.op}\` reads through the async proxy what line ${lineOf(context, write.anchor)} wrote to shared memory through the generic proxy, with no \`fence.proxy.async\` between.`,
      path: [{ place: write.anchor, text: 'written here with ordinary stores' }, { place: copy.anchor, text: 'read here by the copy engine, without a proxy fence' }],
      fixes: fenceFix(context, write, copy),
    }];
  });
}

/** By the writers, behind what they write in loops that the copy is not in. */
function fenceFix(context: RuleContext, write: Event, copy: Event): Fix[] {
  const loops = write.loops.filter(({ span }) => !copy.loops.some((loop) => loop.span.start === span.start));
  const fence = statementFor(context, ({ kind, proxy, space }) => kind === 'fence-proxy' && proxy === 'async' && (space === undefined || space.startsWith('shared')), 'fence.proxy.async.shared::cta');
  const edits = insertAfter(context.locator, context.fn, write.anchor, [fence], loops);
  return edits.length === 0 ? [] : [{ title: 'Fence the proxy behind the write', edits }];
}

function initFenceFix(context: RuleContext, init: Event): Fix[] {
  const fence = statementFor(context, ({ kind }) => kind === 'fence-mbarrier-init', 'fence.mbarrier_init.release.cluster');
  const edits = insertAfter(context.locator, context.fn, init.anchor, [fence], init.loops);
  return edits.length === 0 ? [] : [{ title: 'Fence behind the initialisation', edits }];
}

/** The last generic write into the source before the copy; none if a copy engine has written there since. */
function lastWrite(events: readonly Event[], to: number, copy: EffectEvent, source: NonNullable<EffectEvent['source']>): number | undefined {
  for (let i = to - 1; i >= 0; i--) {
    const event = events[i];
    if (event?.kind !== 'access' || event.access === 'load' || !writesWithin(event.address, source, copy.size) || exclusive(event, copy)) continue;
    return isGenericWrite(event) ? i : undefined;
  }
  return undefined;
}

function isGenericWrite({ copies, mechanism }: AccessEvent): boolean {
  return !copies && !mechanism.startsWith('cp.');
}

function unfencedInits(context: RuleContext, machine: Machine): Draft[] {
  const { events } = machine;
  const objects = mbarrierObjects(machine);
  return events.flatMap((init, from): Draft[] => {
    if (init.kind !== 'effect' || init.effect.kind !== 'mbarrier-init' || !init.mbarrier) return [];
    const { mbarrier } = init;
    const to = events.findIndex((event, i) => i > from && event.kind === 'effect' && (usesAsync(event, mbarrier) || isOfRing(objects, init, event)) && !exclusive(init, event));
    const use = events[to];
    if (use?.kind !== 'effect' || !surelyUnfenced(events, from, to, (event) => isAsyncProxyFence(event) || isMbarrierInitFence(event))) return [];
    return [{
      rule: 'order.missing-proxy-fence', place: init.anchor,
      message: `The mbarrier that \`${init.op}\` initialises is used by \`${use.op}\` on line ${lineOf(context, use.anchor)}, with no \`fence.mbarrier_init\` or \`fence.proxy.async\` between.`,
      path: [{ place: init.anchor, text: 'initialised here' }, { place: use.anchor, text: 'completes on it through the async proxy, without a fence' }],
      fixes: initFenceFix(context, init),
    }];
  });
}

function usesAsync(event: EffectEvent, mbarrier: NonNullable<EffectEvent['mbarrier']>): boolean {
  const used = asyncMbarrierOf(event);
  return used !== undefined && (sameArray(used, mbarrier) || inOneField(used, mbarrier));
}

/** A barrier of an array that nothing but the one place initialises: with an index of its own, and then waited on or announced to by that of the use. */
function isOfRing(objects: readonly MbarrierObject[], init: EffectEvent, use: EffectEvent): boolean {
  const used = asyncMbarrierOf(use);
  const ring = used && objects.find(({ operations }) => operations.some(({ event }) => event === init));
  return ring?.operations.some(({ event }) => event.mbarrier === used) === true && ring.operations.filter(({ action }) => action === 'init').length === 1;
}
