/** mbarriers of a function: which object an operation works on, and what it does there. PTX ISA "mbarrier". */
import type { EffectEvent } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { Place } from '../flow/peer.js';
import { argsOf, type Term } from '../flow/terms.js';

export type MbarrierAction = 'init' | 'arrive' | 'arrive-tx' | 'wait';

export interface MbarrierOperation {
  readonly event: EffectEvent;
  readonly action: MbarrierAction;
  /** The array, field or variable that holds the barrier; operations on one object have the same term. */
  readonly object: Term;
  readonly name: string;
  /** Where a reader would look for it: the call that says which barrier is meant. */
  readonly place: Place;
}

/** An operation whose barrier is not known is left out: it may be any. */
export function mbarrierOperations(m: Machine): MbarrierOperation[] {
  const events = m.events.filter((event): event is EffectEvent => event.kind === 'effect' && actionOf(event) !== undefined);
  const objects = new Map<number, Set<Term>>();
  for (const event of events) {
    const object = objectOf(event);
    if (object) objects.set(event.anchor.span.start, (objects.get(event.anchor.span.start) ?? new Set<Term>()).add(object));
  }
  return events.flatMap((event): MbarrierOperation[] => {
    const action = actionOf(event);
    const object = objectOf(event);
    const name = object && nameOf(object);
    if (!action || !object || name === undefined) return [];
    const shared = (objects.get(event.anchor.span.start)?.size ?? 0) > 1;
    return [{ event, action, object, name, place: shared ? callerOf(m, event) : event.anchor }];
  });
}

export function actionOf({ effect }: EffectEvent): MbarrierAction | undefined {
  switch (effect.kind) {
    case 'mbarrier-init': return 'init';
    case 'mbarrier-arrive': case 'async-arrive': return 'arrive';
    // `wgmma.commit_group` closes a group of the warpgroup, with no barrier.
    case 'matrix-commit': return effect.completion === 'tcgen05-commit' ? 'arrive' : undefined;
    case 'mbarrier-arrive-tx': return 'arrive-tx';
    case 'mbarrier-wait': return 'wait';
    default: return undefined;
  }
}

/** The root of the barrier's address: a field of an object, or storage of its own. */
export function objectOf({ mbarrier, effect, destination }: EffectEvent): Term | undefined {
  const address = mbarrier ?? (effect.kind === 'matrix-commit' ? destination : undefined);
  return address && rootOf(address, 10);
}

/** The field that holds the barriers, if that is where both lie: an array of them, at whatever index. */
export function inOneField(a: Term, b: Term): boolean {
  const field = rootOf(a, 10);
  return field?.op === 'field' && field.type?.pointers === 0 && rootOf(b, 10) === field;
}

function rootOf(address: Term, depth: number): Term | undefined {
  if (depth === 0) return undefined;
  switch (address.op) {
    case 'field': return address;
    case 'symbol': return address.origin === 'shared' || address.origin === 'param' ? address : undefined;
    case 'bits': case 'load': return rootOf(address.args[0], depth - 1);
    case 'apply': return address.name.includes('cvta') || address.args.length === 1 ? address.args[0] && rootOf(address.args[0], depth - 1) : undefined;
    case 'add': {
      const roots = argsOf(address).map((arg) => (arg.op === 'symbol' && arg.origin !== 'shared' && (arg.type?.pointers ?? 0) === 0 ? undefined : rootOf(arg, depth - 1))).filter((root) => root !== undefined);
      // `threadIdx.x` as an index is a member of something that no class in sight declares.
      const declared = roots.filter((root) => 'type' in root && root.type !== undefined);
      const [only] = roots.length === 1 ? roots : declared;
      return declared.length > 1 ? undefined : only;
    }
    default: return undefined;
  }
}

function nameOf(object: Term): string | undefined {
  return object.op === 'field' || object.op === 'symbol' ? object.name : undefined;
}

/** A lambda of the function's own that gets the barrier as an argument: the innermost call of it says which one. */
function callerOf(m: Machine, event: EffectEvent): Place {
  const own = event.calls.filter((call) => call.file === m.root.file && call.span.start !== event.anchor.span.start);
  return own.at(-1) ?? event.anchor;
}
