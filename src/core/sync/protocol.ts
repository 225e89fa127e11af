/**
 * What a barrier does, step by step, read off the events behind its call. PTX ISA "Memory Consistency Model" for order and scope,
 * "cp.async.bulk.wait_group" for copies; one-sided operations as the catalog names them.
 */
import type { SyncLevel, SyncStep } from '../schema.js';
import type { EffectEvent, Event, OneSidedEvent } from '../flow/events.js';
import type { Machine, World } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { termText } from '../flow/termText.js';
import { argsOf, type Term } from '../flow/terms.js';
import { locate, type Locator } from '../sites/locate.js';
import { holds } from './reach.js';
import { peersAt } from './remote.js';
import { writtenCall } from './writtenCall.js';

interface Context {
  readonly world: World;
  readonly locator: Locator;
}

/** Of a call that makes the cluster, the grid or ranks wait for each other; the second look tells of a barrier of the grid in the workspace by its call only. */
export function barrierLevel(event: Event, world: World): 'ranks' | 'grid' | 'cluster' | undefined {
  if (event.kind === 'sync') return event.level;
  return event.kind === 'call' && event.target ? world.contracts.summary(event.target).sync : undefined;
}

/** `barrier`: the event of its call in the analysed function. */
export function stepsOf(m: Machine, barrier: Event, context: Context): SyncStep[] {
  const inside = m.events.filter((event) => event.anchor.file === barrier.anchor.file && event.anchor.span.start === barrier.anchor.span.start && !(event.kind === 'sync' && event.place === event.anchor) && event !== barrier);
  const steps = new Map<string, SyncStep>();
  const waited = new Set<string>();
  const nested = new Map(inside.flatMap((event) => {
    const level = barrierLevel(event, context.world);
    return level ? [[keyOf(event.place), level] as const] : [];
  }));
  for (const event of inside) {
    const core = coreOf(m, barrier, event, inside);
    if (!core) continue;
    const loop = event.loops.at(-1);
    if (core.does === 'wait' && loop) {
      // A loop waits once; further loads of it tell the reader of a timeout what was there.
      const key = [loop, ...callsOf(event).filter((call) => !holds(loop, call))].map(keyOf).join();
      if (waited.has(key)) continue;
      waited.add(key);
    }
    const place = placeOf(event, context.world);
    // One line does the same thing twice where its function is called twice.
    const key = [core.does, ...[...callsOf(event), place].map(keyOf)].join(' ');
    if (!steps.has(key)) steps.set(key, { ...locate(context.locator, place, writtenCall(context.world, place)), ...core, ...whenOf(barrier, event), ...withinOf(event, nested, context.world) });
  }
  return [...steps.values()];
}

type Core = Omit<SyncStep, 'file' | 'line' | 'column' | 'text' | 'when' | 'within' | 'part'>;

function coreOf(m: Machine, barrier: Event, event: Event, inside: readonly Event[]): Core | undefined {
  switch (event.kind) {
    case 'effect': return effectCore(m, barrier, event, inside);
    case 'one-sided': return oneSidedCore(event);
    case 'sync': return event.level === 'ranks' && !inside.some((other) => other.kind === 'call' && other.place === event.place && other.target) ? { does: 'meet', level: 'ranks', mechanism: event.name } : undefined;
    default: return undefined;
  }
}

function oneSidedCore({ operation, api, mechanism, team }: OneSidedEvent): Core | undefined {
  switch (operation) {
    case 'flush': case 'quiet': case 'fence': return { does: 'flush', mechanism: mechanism || api };
    case 'wait': return { does: 'wait', mechanism: mechanism || api };
    case 'barrier': return { does: 'meet', level: 'ranks', mechanism: mechanism || api };
    default: return { does: 'signal', path: 'rdma', mechanism: mechanism || api, ...(team ? { team } : {}) };
  }
}

const MEETS: Readonly<Partial<Record<EffectEvent['effect']['kind'], SyncLevel>>> = {
  'barrier-sync': 'block', 'barrier-arrive': 'block', 'cluster-wait': 'cluster', 'cluster-sync': 'cluster', 'grid-sync': 'grid', 'warp-sync': 'warp',
};

function effectCore(m: Machine, barrier: Event, event: EffectEvent, inside: readonly Event[]): Core | undefined {
  const { effect, destination } = event;
  const { mechanism } = effect;
  const level = MEETS[effect.kind];
  if (level) return { does: 'meet', level: level === 'block' && effect.count !== undefined ? 'named' : level, mechanism };
  const ordered = { mechanism, ...(effect.order && effect.order !== 'weak' ? { order: effect.order } : {}), ...(effect.scope ? { scope: effect.scope } : {}) };
  switch (effect.kind) {
    case 'bulk-wait': case 'async-wait': return { does: 'complete-copies', mechanism };
    case 'fence': case 'fence-proxy': return { does: 'fence', ...ordered };
    case 'atomic': case 'reduction': return { ...told(m, destination), ...ordered, ...valuesOf(event) };
    case 'store': return effect.order === undefined || effect.order === 'weak' ? undefined : { ...told(m, destination), ...ordered, ...valuesOf(event) };
    case 'load': return isPoll(barrier, event) ? { does: 'wait', ...ordered, ...untilOf(event, inside) } : undefined;
    default: return undefined;
  }
}

function told(m: Machine, destination: Term | undefined): Pick<Core, 'does' | 'path'> {
  return peersAt(m, destination).length > 0 ? { does: 'signal', path: 'nvlink' } : { does: 'count' };
}

/** A sign that alternates is a choice between two numbers. */
function valuesOf({ values }: EffectEvent): Pick<Core, 'values'> {
  const [value] = values;
  if (!value) return {};
  if (value.op === 'ite' && value.args[1].op === 'int' && value.args[2].op === 'int') return { values: [termText(value.args[1]), termText(value.args[2])] };
  return { values: [termText(value)] };
}

/** A strong load in a loop of the barrier's own. */
function isPoll(barrier: Event, { effect, loops }: EffectEvent): boolean {
  return effect.order !== undefined && effect.order !== 'weak' && loops.length > barrier.loops.length;
}

/** The condition, as written, that the loop asks of what was read: from what is done in it only after asking. */
function untilOf(load: EffectEvent, inside: readonly Event[]): Pick<Core, 'until'> {
  const loop = load.loops.at(-1);
  // Two waits may go round in one loop of the workspace, each with a question of its own: the next that is asked is this one's.
  for (const { path, loops } of inside.slice(inside.indexOf(load) + 1)) {
    const isIn = loop !== undefined && loops.some((other) => keyOf(other) === keyOf(loop));
    for (const { source, value, condition } of path) {
      if (!source || source.asserted || load.path.some((step) => step.source === source) || !isOfMemory(condition)) continue;
      if (isIn) return { until: value ? negated(source.text) : source.text };
    }
  }
  return {};
}

/** It asks about something that was read. */
function isOfMemory(term: Term, depth = 10): boolean {
  if (term.op === 'load' || (term.op === 'symbol' && term.origin === 'result')) return true;
  return depth > 0 && argsOf(term).some((arg) => isOfMemory(arg, depth - 1));
}

/** One comparison alone, whose opposite is `==`. */
const UNEQUAL = /^(?!.*(?:&&|\|\||\b(?:and|or)\b))[^!=<>]*!=[^!=<>]*$/s;

function negated(text: string): string {
  if (UNEQUAL.test(text)) return text.replace('!=', '==');
  return /^![\w.:]+\([^()]*\)$|^![\w.:]+$/.test(text) ? text.slice(1) : `not (${text})`;
}

/** Where a reader looks for it: an instruction in a wrapper at the call of the wrapper. */
function placeOf(event: Event, world: World): Place {
  const wrapper = event.kind === 'effect' ? event.calls.at(-1) : undefined;
  const isAsm = /^(?:__)?asm\b/.test(world.textOf(event.place.file, event.place.span));
  return isAsm && wrapper && (event.kind !== 'effect' || event.calls.length > 1) ? wrapper : event.place;
}

/** The conditions between the call of the barrier and the step. Two that read alike and ask of two things, as callers and callees name them, are told by what they ask. */
function whenOf(barrier: Event, event: Event): Pick<SyncStep, 'when'> {
  const asked = new Map<string, Term>();
  const parts = new Set(event.path.slice(barrier.path.length).flatMap(({ source, value, condition }) => {
    if (!source || source.asserted || source.loop || condition.op === 'bool' || /^sizeof\b/.test(source.text)) return [];
    const [question, term] = [source.text.replace('!=', '=='), condition.op === 'not' ? condition.args[0] : condition];
    const first = asked.get(question) ?? term;
    asked.set(question, first);
    if (first !== term) return [termText(condition)];
    const { text } = source;
    if (value) return [/\bor\b|\|\|/.test(text) ? `(${text})` : text];
    if (/\b(?:and|or)\b|&&|\|\|/.test(text)) return [`not (${text})`];
    return [UNEQUAL.test(text) ? text.replace('!=', '==') : `not ${text}`];
  }));
  return parts.size === 0 ? {} : { when: plainer([...parts]).join(' and ') };
}

/** `not (a and b)` says `not b` where `a` is asked as well, and nothing where `a` is refused; a number stands behind what it is compared with. */
function plainer(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => {
    const refused = /^not \((?<inner>[^()]*)\)$/.exec(part)?.groups?.['inner'];
    if (refused === undefined || /\bor\b|\|\|/.test(refused)) return part.replace(/^(?<number>-?\d+) (?<is>[!=]=) \(?(?<what>[^()]*)\)?$/, '$<what> $<is> $<number>');
    const all = refused.split(/ and | && /);
    if (all.some((each) => parts.includes(`not ${each}`))) return [];
    const open = all.filter((each) => !parts.includes(each));
    return open.length === 0 || open.length === all.length ? part : open.length === 1 ? `not ${open[0] ?? ''}` : `not (${open.join(' and ')})`;
  });
}

/** The innermost barrier that the barrier itself calls for it, else the function of the workspace that it is written in. */
function withinOf(event: Event, nested: ReadonlyMap<string, NonNullable<SyncStep['part']>>, world: World): Pick<SyncStep, 'within' | 'part'> {
  const calls = callsOf(event).slice(1);
  const barrier = calls.findLast((place) => nested.has(keyOf(place)));
  // The last call of an instruction is that of its wrapper.
  const name = barrier ? calleeAt(barrier, world) : calls.slice(0, event.kind === 'effect' ? -1 : undefined).map((place) => calleeAt(place, world)).findLast((callee) => world.program.functionsNamed(callee).length > 0);
  const part = barrier && nested.get(keyOf(barrier));
  return name === undefined || name === '' ? {} : { within: name, ...(part ? { part } : {}) };
}

function callsOf(event: Event): readonly Place[] {
  return event.kind === 'effect' || event.kind === 'one-sided' ? event.calls : [];
}

function calleeAt({ file, span }: Place, world: World): string {
  return /^[\w:~]+/.exec(world.textOf(file, span))?.[0]?.split('::').at(-1) ?? '';
}

function keyOf({ file, span }: Place): string {
  return `${file}:${span.start}`;
}
