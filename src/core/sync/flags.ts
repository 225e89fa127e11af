/**
 * Flags and counters: memory outside shared memory that is accessed with an order (PTX ISA "Memory Consistency Model"), so
 * that one thread can tell another something.
 */
import type { EffectEvent, Event } from '../flow/events.js';
import { accessorOf, Regions } from '../graph/regions.js';
import type { PtxEffect } from '../ptx/index.js';
import type { Site } from '../schema.js';
import type { World } from '../flow/machine.js';
import type { Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import { siteBase } from './siteBase.js';
import { writtenCall } from './writtenCall.js';

/** What a region is called when nothing names it. */
const UNNAMED = 'memory';

export function flagSites({ fn, runs }: FunctionRuns, { world, locator }: { readonly world: World; readonly locator: Locator }): Site[] {
  const sites = new Map<string, Site>();
  for (const { machine } of runs) {
    const regions = new Regions(machine);
    const kinds = kindsByCall(machine.events);
    for (const event of machine.events) {
      const access = event.kind === 'effect' ? flagAccess(event.effect) : undefined;
      if (event.kind !== 'effect' || access === undefined || event.anchor.file !== fn.file || event.op === 'asm' || !isDirect(event, kinds)) continue;
      const key = `${event.anchor.span.start} ${event.effect.mechanism}`;
      if (sites.has(key)) continue;
      const object = nameOf(regions, event, writtenCall(world, event.anchor));
      sites.set(key, {
        ...siteBase(fn, locator, event.anchor), kind: 'flag', api: event.op, family: 'workspace', access, mechanism: event.effect.mechanism,
        ...(object === undefined ? {} : { object }), evidence: [], fallback: [], consumers: [],
      });
    }
  }
  return [...sites.values()];
}

/** What each call in the function's own text does, by its offset. */
function kindsByCall(events: readonly Event[]): ReadonlyMap<number, ReadonlySet<string>> {
  const kinds = new Map<number, Set<string>>();
  for (const event of events) {
    if (event.kind !== 'effect') continue;
    const { start } = event.anchor.span;
    kinds.set(start, (kinds.get(start) ?? new Set<string>()).add(event.effect.kind));
  }
  return kinds;
}

/** The instruction itself, or a wrapper that does nothing else; what lies deeper has sites in the functions that it is in. */
function isDirect({ place, anchor, calls }: EffectEvent, kinds: ReadonlyMap<number, ReadonlySet<string>>): boolean {
  if (place === anchor) return true;
  const call = calls.at(-1);
  return call?.file === anchor.file && call.span.start === anchor.span.start && kinds.get(anchor.span.start)?.size === 1;
}

function flagAccess({ kind, order, destination, source }: PtxEffect): Site['access'] {
  const space = (destination ?? source)?.space;
  if (order === undefined || order === 'weak' || (space !== 'global' && space !== 'generic')) return undefined;
  if (kind === 'load' || kind === 'store') return kind;
  return kind === 'atomic' || kind === 'reduction' ? 'atomic' : undefined;
}

function nameOf(regions: Regions, { destination, source, anchor }: EffectEvent, written: string): string | undefined {
  const address = destination ?? source;
  const region = address && regions.of(address, '', anchor)[0];
  // The argument that is translated for a peer names the window, not the flag.
  const accessor = region?.space === 'peer' ? undefined : accessorOf(written);
  if (accessor !== undefined) return accessor;
  return region === undefined || region.label.startsWith(UNNAMED) ? undefined : region.label;
}
