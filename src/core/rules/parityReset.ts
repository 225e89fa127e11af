/** Parities that begin anew in an outer loop, while the barrier's phases go on. */
import { walk } from '../program/walk.js';
import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { termText } from '../flow/termText.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { MbarrierObject } from '../sync/mbarrierObjects.js';
import type { MbarrierOperation } from '../sync/mbarriers.js';
import { blocksOnParity, carriedIn, slotPeriod } from '../sync/parities.js';
import { conditionOf, passConditions, passTogether } from '../sync/passes.js';
import { exclusive, varies } from '../sync/reach.js';
import type { Draft } from './rule.js';

export function phasesBegunAnew(m: Machine, object: MbarrierObject): Draft[] {
  return object.operations.flatMap((wait): Draft[] => {
    const depth = wait.action === 'wait' && blocksOnParity(wait) ? countingLoop(m, wait.event) : undefined;
    const outer = depth === undefined ? undefined : wait.event.loops[depth - 1];
    if (depth === undefined || !outer || !keepsPhase(m, object, wait, depth, outer)) return [];
    const doubt = doubtOf(m, wait.event, depth);
    return doubt === false ? [] : [draft(object, wait, outer, doubt)];
  });
}

/** Depth of the one loop that the parity is counted in from a number on. */
function countingLoop(m: Machine, { selector, loops }: EffectEvent): number | undefined {
  if (!selector || hasOtherMemory(m, selector)) return undefined;
  const counted = [...carriedIn(m, selector)].map((symbol) => m.carried.get(symbol));
  const [first] = counted;
  if (!first || counted.some((carried) => carried?.loop !== first.loop || carried.entry.op !== 'int')) return undefined;
  const depth = loops.findIndex(({ file, span }) => file === first.loop.file && span.start === first.loop.span.start);
  return depth > 0 ? depth : undefined;
}

/** Something in it comes from outside the loops, and may tell the outer passes apart. */
function hasOtherMemory(m: Machine, term: Term): boolean {
  if (m.carried.has(term)) return false;
  if (term.op === 'load' || (term.op === 'symbol' && term.origin !== 'template' && term.origin !== 'param')) return true;
  return argsOf(term).some((arg) => hasOtherMemory(m, arg));
}

/** One barrier for all passes of the outer loop, which is not initialised again and used by nobody else in them. */
function keepsPhase(m: Machine, { operations }: MbarrierObject, wait: MbarrierOperation, depth: number, outer: Place): boolean {
  const { event } = wait;
  const address = event.mbarrier;
  if (!address || passConditions(m, event).length > 0) return false;
  const counting = event.loops[depth];
  if ([...carriedIn(m, address)].some((symbol) => m.carried.get(symbol)?.loop.span.start !== counting?.span.start) || argsOf(address).some((part) => !m.carried.has(part) && carriedIn(m, part).size === 0 && varies(part))) return false;
  return operations.every((other) => {
    if (other === wait) return true;
    if (other.action === 'init') return !other.event.loops.includes(outer);
    if (other.action === 'wait') return exclusive(other.event, event) || !other.event.loops.includes(outer);
    return passTogether(m, { ...other.event, loops: other.event.loops.slice(0, depth + 1) }, { ...event, loops: event.loops.slice(0, depth + 1) }) && other.event.loops.length === depth + 1;
  });
}

/** False: the inner loop brings each barrier back to where it was. Otherwise why that may be so; undefined: it does not. */
function doubtOf(m: Machine, wait: EffectEvent, depth: number): string | undefined | false {
  const condition = conditionOf(wait, depth);
  const slots = wait.mbarrier && slotPeriod(m, wait.mbarrier)?.passes;
  const limit = condition?.op === 'lt' ? condition.args[1] : undefined;
  if (limit?.op === 'int' && slots?.op === 'int') return limit.value % (2 * slots.value) === 0 ? false : undefined;
  if (limit && isAsserted(m, wait, limit)) return false;
  const passes = limit ? `\`${termText(limit)}\`` : 'the number of passes of the inner loop';
  const multiple = slots?.op === 'int' ? String(2 * slots.value) : `twice the number of barriers`;
  return `${passes} may be a multiple of ${multiple}`;
}

/** The code says something about the remainder of the number of passes. */
function isAsserted(m: Machine, { path }: EffectEvent, limit: Term): boolean {
  const names = new Set(namesIn(limit));
  const text = (span: { readonly start: number; readonly end: number }): string => m.world.textOf(m.root.file, span);
  let asserted = path.some(({ source }) => source?.asserted === true && isOnRemainder(source.text, names));
  const body = m.root.body();
  if (body) walk(body.block, (node) => {
    if (node.kind === 'static-assert' && node.condition && isOnRemainder(text(node.condition.span), names)) asserted = true;
  });
  return asserted;
}

function isOnRemainder(text: string, names: ReadonlySet<string>): boolean {
  return text.includes('%') && [...names].some((name) => new RegExp(`\\b${name}\\b`, 'u').test(text));
}

function namesIn(term: Term): string[] {
  return term.op === 'symbol' ? [term.name] : argsOf(term).flatMap(namesIn);
}

function draft(object: MbarrierObject, wait: MbarrierOperation, outer: Place, doubt: string | undefined): Draft {
  const init = object.operations.find(({ action }) => action === 'init');
  return {
    rule: 'mbarrier.parity', place: wait.event.anchor,
    message: `The parity for \`${object.name}\` begins anew in each pass of the outer loop, but its phases go on from where the last pass left them.`,
    path: [
      ...(init ? [{ place: init.event.anchor, text: 'initialised once, outside the loops' }] : []),
      { place: { ...outer, span: { start: outer.span.start, end: outer.span.start + 1 } }, text: 'in each pass of this loop the parity starts again' },
      { place: wait.event.anchor, text: 'waited on here' },
    ],
    ...(doubt === undefined ? {} : { approximate: doubt }),
  };
}
