/** Where the threads, blocks and ranks of a kernel wait for each other, for people to read. */
import type { Synchronisation, SyncLevel, SyncProtocol, TemplateValue } from '../schema.js';
import type { Event } from '../flow/events.js';
import type { World } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { termText } from '../flow/termText.js';
import { findRoles } from '../graph/roles.js';
import { locate, type Locator } from '../sites/locate.js';
import type { FunctionRuns, Run } from '../sites/run.js';
import { barrierLevel, stepsOf } from './protocol.js';

interface Context {
  readonly world: World;
  readonly locator: Locator;
}

export function synchronisationOf({ fn, runs }: FunctionRuns, context: Context): Synchronisation[] {
  const roles = findRoles(runs.map((run) => run.machine), context.locator.lines(fn.file));
  const found = new Map<string, Synchronisation>();
  for (const { machine } of runs) {
    const barriers = new Set(machine.events.flatMap((event) => (isBarrier(event, context.world) ? [event.anchor.span.start] : [])));
    for (const event of machine.events) {
      const level = levelOf(event, context.world);
      if (level === undefined || event.anchor.file !== fn.file) continue;
      // What a barrier of ranks or of the grid does inside is its protocol.
      if (!isBarrier(event, context.world) && barriers.has(event.anchor.span.start)) continue;
      const key = `${level} ${event.anchor.span.start}`;
      if (found.has(key)) continue;
      const role = roles.find(({ span }) => span.start <= event.anchor.span.start && event.anchor.span.start < span.end);
      found.set(key, { ...locate(context.locator, event.anchor, nameOf(event)), level, ...(role ? { role: role.name } : {}), ...numbered(event), ...protocols(event, runs, context) });
    }
  }
  return [...found.values()].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** The call of a barrier of ranks or of the grid in the analysed function's own text. */
function isBarrier(event: Event, world: World): boolean {
  const level = event.place === event.anchor ? barrierLevel(event, world) : undefined;
  return level === 'ranks' || level === 'grid';
}

function levelOf(event: Event, world: World): SyncLevel | undefined {
  if (event.place === event.anchor && event.kind !== 'effect') return barrierLevel(event, world);
  if (event.kind !== 'effect') return undefined;
  switch (event.effect.kind) {
    case 'barrier-sync': case 'barrier-arrive': return event.effect.count === undefined ? 'block' : 'named';
    case 'cluster-wait': case 'cluster-sync': return 'cluster';
    case 'grid-sync': return 'grid';
    case 'warp-sync': return 'warp';
    default: return undefined;
  }
}

function nameOf(event: Event): string {
  if (event.kind === 'sync' || event.kind === 'call') return event.name;
  return event.kind === 'effect' && event.op !== 'asm' ? event.op : event.kind === 'effect' ? event.effect.mechanism : '';
}

function numbered(event: Event): Pick<Synchronisation, 'number' | 'count'> {
  if (event.kind !== 'effect' || event.effect.count === undefined) return {};
  const { selector, count } = event;
  return { ...(selector ? { number: termText(selector) } : {}), ...(count ? { count: termText(count) } : {}) };
}

/** One for each instantiation, those that do the same joined. */
function protocols(event: Event, runs: readonly Run[], context: Context): Pick<Synchronisation, 'protocols'> {
  if (!isBarrier(event, context.world)) return {};
  const known = new Map<string, { given: TemplateValue[]; steps: SyncProtocol['steps'] }>();
  for (const { fixed, machine } of runs) {
    const call = machine.events.find((other) => isBarrier(other, context.world) && isSame(other.anchor, event.anchor));
    if (!call) continue;
    const steps = stepsOf(machine, call, context);
    const given = fixed.map(({ name, value }) => ({ name, value: termText(value) }));
    const key = JSON.stringify(steps);
    const same = known.get(key);
    if (same) same.given = same.given.filter(({ name, value }) => given.some((other) => other.name === name && other.value === value));
    else known.set(key, { given, steps });
  }
  const all = [...known.values()].filter(({ steps }) => steps.length > 0);
  const [only] = all;
  if (!only) return {};
  return { protocols: known.size === 1 ? [{ given: [], steps: only.steps }] : all };
}

function isSame(a: Place, b: Place): boolean {
  return a.file === b.file && a.span.start === b.span.start;
}
