/** Whether what several threads wrote is joined when one of them goes on. PTX ISA "Causality Order", "bar / barrier", "bar.warp.sync". */
import type { AccessEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { PtxEffectKind } from '../ptx/types.js';
import { executorsOf, isUniform } from './executors.js';
import { indexOf } from '../sites/threadIndex.js';
import { exclusive, isOpaque } from './reach.js';

const WARP_JOINS: ReadonlySet<PtxEffectKind> = new Set(['warp-sync', 'warp-collective', 'elect', 'matrix']);
const BLOCK_JOINS: ReadonlySet<PtxEffectKind> = new Set([
  'barrier-sync', 'barrier-arrive', 'cluster-arrive', 'cluster-wait', 'cluster-sync', 'grid-sync', 'mbarrier-wait', 'grid-dependency-wait',
]);
const POLLS = new Set(['relaxed', 'acquire', 'volatile']);

/** Among whom the addresses of a write are spread: each lane, or each warp, writes its own. */
export interface Spread {
  readonly lanes: boolean;
  readonly warps: boolean;
}

/** By what the address surely differs among threads. */
export function spreadOf(m: Machine, term: Term, seen = new Set<Term>()): Spread {
  const index = indexOf(m, term);
  if (index) return { lanes: index.of === 'lane' || index.of === 'thread', warps: index.of === 'warp' || index.of === 'thread' };
  if (seen.has(term) || term.op === 'load') return NO_SPREAD;
  seen.add(term);
  // A loop that begins at the thread's own index gives each thread elements of its own.
  const carried = m.carried.get(term);
  return (carried ? [carried.entry] : argsOf(term)).map((arg) => spreadOf(m, arg, seen)).reduce(either, NO_SPREAD);
}

const NO_SPREAD: Spread = { lanes: false, warps: false };

function either(a: Spread, b: Spread): Spread {
  return { lanes: a.lanes || b.lanes, warps: a.warps || b.warps };
}

export type Joining = 'a warp' | 'a block';

/**
 * The write is made by several lanes of a warp or by several warps of a block, each at an address of its own, and `one` by a single one
 * of them: what has to join them first. Undefined where it may be a thread that goes on with what it wrote itself.
 */
export function needsJoin(m: Machine, write: AccessEvent, one: Event): Joining | undefined {
  if (!write.path.every(({ condition }) => letsSeveralThrough(m, condition))) return undefined;
  const spread = spreadOf(m, write.address);
  const [writers, single] = [executorsOf(m, write), executorsOf(m, one)];
  if (single.lanes !== 1) return undefined;
  if (spread.warps && writers.warps !== 1 && single.warps === 1 && isOfSeveralWarps(m, write)) return 'a block';
  return spread.lanes && writers.lanes > 1 ? 'a warp' : undefined;
}

/** Several lanes write, each an element of its own. */
export function severalWrite(m: Machine, write: AccessEvent): boolean {
  return write.path.every(({ condition }) => letsSeveralThrough(m, condition)) && spreadOf(m, write.address).lanes && executorsOf(m, write).lanes > 1;
}

/** The same for all lanes, or a bound of an index: true for more than one thread. */
function letsSeveralThrough(m: Machine, condition: Term): boolean {
  switch (condition.op) {
    case 'and': return condition.args.every((arg) => letsSeveralThrough(m, arg));
    case 'not': return condition.args[0].op === 'lt' ? letsSeveralThrough(m, condition.args[0]) : isUniform(m, condition);
    case 'lt': return condition.args.some((arg) => spreadOf(m, arg).lanes || spreadOf(m, arg).warps) || isUniform(m, condition);
    default: return isUniform(m, condition);
  }
}

/** A warp's number in the address: the block has more than one. A thread's number alone does not say so. */
function isOfSeveralWarps(m: Machine, { address }: AccessEvent, depth = 12): boolean {
  const holds = (term: Term, left: number): boolean => left > 0 && (indexOf(m, term)?.of === 'warp' || [...argsOf(term), ...entryOf(m, term)].some((arg) => holds(arg, left - 1)));
  return holds(address, depth);
}

function entryOf(m: Machine, term: Term): readonly Term[] {
  const carried = m.carried.get(term);
  return carried ? [carried.entry] : [];
}

/**
 * Is nothing on the way from one event to the other that may join the threads in question, and is all of it understood? A join
 * that only one arm of a flag among the template parameters has is none in the instantiation of the other arm.
 */
export function surelyUnjoined(m: Machine, from: Event, to: Event, among: Joining): boolean {
  if (exclusive(from, to)) return false;
  const between = m.events.slice(m.events.indexOf(from) + 1, m.events.indexOf(to));
  const joins = between.filter((event) => mayJoin(event, among) && !exclusive(from, event) && !exclusive(event, to));
  if (joins.length === 0) return true;
  // A flag may also say that there is one warp only: then lanes have to meet, not warps.
  if (among !== 'a warp') return false;
  const flags = [...new Set(joins.flatMap(({ path }) => path.map(({ condition }) => condition)))].filter(isTemplateFlag);
  return flags.some((flag) => [true, false].some((value) => [from, to].every(({ facts }) => facts.known(flag) !== !value) && joins.every(({ facts }) => facts.known(flag) === !value)));
}

/** `kFlag`, or its contrary. */
function isTemplateFlag(condition: Term): boolean {
  if (condition.op === 'not') return isTemplateFlag(condition.args[0]);
  if (condition.op === 'eq') return condition.args.some((arg) => arg.op === 'int' && arg.value === 0) && condition.args.some(isTemplateBool);
  return isTemplateBool(condition);
}

function isTemplateBool(term: Term): boolean {
  return term.op === 'symbol' && term.origin === 'template' && term.type?.text === 'bool';
}

/** May it join the threads in question? Also a call that is not understood may. */
export function mayJoin(event: Event, among: Joining): boolean {
  if (event.kind === 'sync' || isOpaque(event)) return true;
  if (event.kind === 'one-sided') return event.operation === 'wait' || event.operation === 'barrier';
  if (event.kind !== 'effect') return false;
  const { kind, order, looped } = event.effect;
  if (BLOCK_JOINS.has(kind) || (among === 'a warp' && WARP_JOINS.has(kind))) return true;
  // Waits until others have told something: what they wrote is behind it.
  return (kind === 'load' || kind === 'atomic') && POLLS.has(order ?? 'weak') && (looped || event.loops.length > 0);
}
