import type { EffectEvent, Event } from '../flow/events.js';
import type { Machine } from '../flow/machine.js';
import type { PeerTerm, Term } from '../flow/terms.js';
import { mentionsOwnRank, ownership, peersAt, type PeerAt } from '../sites/ownRank.js';
import { differenceOf } from '../sync/overlap.js';
import { exclusive } from '../sync/reach.js';
import { raiseScope } from './raiseScope.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { narrowPolls } from './unpairedOrders.js';
import { callName, lineOf } from './wording.js';

/**
 * order.narrow-scope: PTX ISA "Scope": `.gpu` is the threads of the device that executes the instruction, whoever owns the
 * memory. What a thread of another GPU does to the same location is not morally strong with it: not atomic, not ordered.
 */
export const narrowScope: Rule = (context) =>
  context.runs.flatMap(({ machine }) => [...machine.events.flatMap((event): Draft[] => {
    if (!isSignal(event)) return [];
    return isNarrow(event) ? atPeer(context, machine, event) : besideOwn(context, machine, event);
  }), ...narrowPolls(context, machine)]);

type Signal = EffectEvent & { readonly destination: Term };

/** Atomics, reductions and stores that publish, outside shared memory. */
function isSignal(event: Event): event is Signal {
  if (event.kind !== 'effect' || !event.destination) return false;
  const { kind, order, destination } = event.effect;
  if (destination?.space !== 'global' && destination?.space !== 'generic') return false;
  return kind === 'atomic' || kind === 'reduction' || (kind === 'store' && order === 'release');
}

function isNarrow({ effect: { scope } }: EffectEvent): boolean {
  return scope === 'cta' || scope === 'cluster' || scope === 'gpu';
}

function atPeer(context: RuleContext, m: Machine, event: Signal): Draft[] {
  const peer = peersOf(m, event).find((at) => isFormedHere(context, at.term) && ownership(m, at) === 'other')?.term;
  const relaxed = event.effect.order === 'relaxed';
  // A place of this rank's own at the peer: only its threads meet there, and a barrier may publish what they leave.
  if (!peer || (relaxed && mentionsOwnRank(m, event.destination))) return [];
  return [{
    rule: 'order.narrow-scope', place: event.anchor,
    message: `\`${event.op}\` has the scope \`.${event.effect.scope ?? ''}\`, but the pointer from ${callName(peer.peer)} can be another GPU's: only \`.sys\` covers the threads there.`,
    path: [{ place: peer.peer.place, text: 'peer pointer formed here' }, { place: event.anchor, text: `used here with the scope of ${SCOPE[event.effect.scope ?? 'gpu']}` }],
    fixes: raiseScope(context, event),
    ...(relaxed ? { approximate: 'no other GPU needs it to be atomic if only this one touches the location before a barrier' } : {}),
  }];
}

const SCOPE: Readonly<Record<NonNullable<EffectEvent['effect']['scope']>, string>> = { cta: 'one block', cluster: 'one cluster', gpu: 'one GPU', sys: 'the system' };

/** On the arm for the own rank the same location, that the peers reach with `.sys`, is updated with less. */
function besideOwn(context: RuleContext, m: Machine, wide: Signal): Draft[] {
  const peers = wide.effect.scope === 'sys' ? peersOf(m, wide).filter((at) => ownership(m, at) === 'other') : [];
  if (peers.length === 0 || wide.effect.kind === 'store' || mentionsOwnRank(m, wide.destination)) return [];
  return m.events.flatMap((narrow): Draft[] => {
    if (!isSignal(narrow) || !isNarrow(narrow) || narrow.effect.kind === 'store' || !exclusive(narrow, wide) || narrow.anchor.span.start === wide.anchor.span.start) return [];
    if (!peers.some(({ term }) => isOwnArm(m, narrow, wide.destination, term))) return [];
    const { scope } = narrow.effect;
    return [{
      rule: 'order.narrow-scope', level: 'information', place: narrow.anchor,
      message: `Mixed scopes on one location: \`${narrow.op}\` has the scope \`.${scope ?? ''}\` for the own rank, and \`${wide.op}\` on line ${lineOf(context, wide.anchor)} \`.sys\` for its peers, which the memory model does not make atomic together.`,
      path: [{ place: wide.anchor, text: 'peers update the location with `.sys`' }, { place: narrow.anchor, text: `its own GPU updates it with \`.${scope ?? ''}\`` }],
      fixes: raiseScope(context, narrow),
    }];
  });
}

/** The same location: through the pointer that is known to be the own one, or through the address before it was translated. */
function isOwnArm(m: Machine, narrow: Signal, destination: Term, peer: PeerTerm): boolean {
  const [own, other] = differenceOf(narrow.destination, destination);
  if (own.length === 0 && other.length === 0) return peersOf(m, narrow, peer).some((at) => ownership(m, at) === 'own');
  return other.length === 1 && other[0] === peer && m.store.add(...own) === peer.peer.pointer;
}

function peersOf(m: Machine, event: Signal, address = event.destination): PeerAt[] {
  return peersAt(m, address, event.facts, event.path.map(({ condition }) => condition));
}

/** What a callee forms and uses is told in the callee. */
function isFormedHere({ fn }: RuleContext, { peer: { place } }: PeerTerm): boolean {
  return place.file === fn.file && fn.bodySpan !== undefined && fn.bodySpan.start <= place.span.start && place.span.end <= fn.bodySpan.end;
}
