/** Sites of synchronisation: barriers of ranks, the grid or a cluster, and operations on mbarriers. */
import type { Site, Team } from '../schema.js';
import type { CallEvent, Event } from '../flow/events.js';
import type { World } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import type { Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import { TEAM_ORDER } from '../sites/sites.js';
import { teamsSignalledIn } from './barrierTeams.js';
import { flagSites } from './flags.js';
import { mbarrierOperations } from './mbarriers.js';
import { siteBase } from './siteBase.js';
import { writtenCall } from './writtenCall.js';

interface Context {
  readonly world: World;
  readonly locator: Locator;
}

export function buildSyncSites(runs: FunctionRuns, context: Context): Site[] {
  return [...mbarrierSites(runs, context), ...barrierSites(runs, context), ...flagSites(runs, context)];
}

function mbarrierSites({ fn, runs }: FunctionRuns, { world, locator }: Context): Site[] {
  const sites = new Map<string, Site>();
  for (const { machine } of runs)
    for (const { action, name, place, event } of mbarrierOperations(machine)) {
      if (place.file !== fn.file) continue;
      const key = `${place.span.start} ${action} ${name}`;
      if (sites.has(key)) continue;
      sites.set(key, { ...siteBase(fn, locator, place), kind: 'mbarrier', api: event.op, family: 'workspace', object: name, event: action, written: writtenCall(world, place), evidence: [], fallback: [], consumers: [] });
    }
  return [...sites.values()];
}

/** Calls in the function's own text that make ranks, the grid or a cluster wait for each other. */
function barrierSites({ fn, runs }: FunctionRuns, { world, locator }: Context): Site[] {
  const sites = new Map<number, { readonly name: string; readonly place: Place; readonly teams: Set<Team> }>();
  for (const { machine } of runs)
    for (const [i, event] of machine.events.entries()) {
      if (event.kind !== 'call' || event.anchor !== event.place || event.place.file !== fn.file) continue;
      if (!isBarrier(event, machine.events[i + 1], world)) continue;
      const known = sites.get(event.place.span.start) ?? { name: event.name, place: event.place, teams: new Set<Team>() };
      sites.set(event.place.span.start, known);
      for (const team of teamsSignalledIn(machine, event.place)) known.teams.add(team);
    }
  return [...sites.values()].map(({ name, place, teams }): Site => {
    const values = TEAM_ORDER.filter((team) => teams.has(team));
    return {
      ...siteBase(fn, locator, place), kind: 'barrier', api: name, family: 'workspace',
      ...(values.length > 0 ? { team: { expr: values.join(', '), values } } : {}), evidence: [], fallback: [], consumers: [],
    };
  });
}

/** A library's own barrier shows in the effect or the event that follows its call. */
function isBarrier(call: CallEvent, next: Event | undefined, { contracts }: World): boolean {
  if (call.target) return contracts.summary(call.target).sync !== undefined;
  if (!next || next.place !== call.place) return false;
  if (next.kind === 'sync') return true;
  return next.kind === 'effect' && (next.effect.kind === 'cluster-arrive' || next.effect.kind === 'cluster-wait' || next.effect.kind === 'cluster-sync' || next.effect.kind === 'grid-sync');
}
