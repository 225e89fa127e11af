import type { Event, FormEvent, OneSidedEvent } from '../flow/events.js';
import { occurs } from '../flow/facts.js';
import { causeWords, type Peer } from '../flow/peer.js';
import { isPointerLike, type Term } from '../flow/terms.js';
import { rootsOf } from '../graph/regions.js';
import { mentionsWarp } from '../graph/roles.js';
import { namesRank, oneSidedOnNullPath } from '../sites/fallback.js';
import type { Run } from '../sites/run.js';
import type { Use } from '../sites/uses.js';
import { surelyDiffer } from '../sync/overlap.js';
import { neverTogether } from '../sync/settled.js';
import { putSkeleton } from './putSkeleton.js';
import type { Rule, RuleContext } from './rule.js';
import { callName, lineOf, nullSentence } from './wording.js';

/**
 * pointer.no-fallback: the transfer is guarded, but its null path just goes on. Only said where the whole null path is
 * known: any other store, operation or unknown call on it may carry the data.
 */
export const noFallback: Rule = (context) =>
  context.runs.flatMap((run) =>
    run.machine.events.flatMap((event) => {
      if (event.kind !== 'form' || event.peer.valid.op === 'bool' || event.anchor !== event.place) return [];
      const transfers = run.uses.filter((use) => use.peer === event.peer && use.event.access !== 'load' && use.status === 'safe' && use.evidence);
      const isData = transfers.some(movesData);
      const transfer = transfers.find((each) => gapIsCertain(context, run, event, each, isData));
      if (!transfer) return [];
      return [draft(context, run, event, transfer)];
    }),
  );

/** From memory to memory; a constant or a computed value may be a flag, for which a signal stands in. */
function movesData({ event }: Use): boolean {
  return event.copies || event.source?.op === 'load';
}

/** A signal or an atomic brings no data, unless it is itself what is written to the object. */
function isOnlySignal(event: OneSidedEvent, { pointer }: Peer): boolean {
  const objects = pointer ? objectsOf(pointer) : [];
  return (event.operation === 'signal' || event.operation === 'atomic') && !objects.some((object) => event.args.some((arg) => occurs(object, arg)));
}

/** Numbers in an address only say where in the object it is. */
function objectsOf(pointer: Term): Term[] {
  const roots = rootsOf(pointer);
  const pointers = roots.filter(isPointerLike);
  return pointers.length > 0 ? pointers : roots;
}

function gapIsCertain(context: RuleContext, run: Run, form: FormEvent, transfer: Use, isData: boolean): boolean {
  const { peer } = form;
  // What another instantiation or launch does carries nothing in this one.
  const isInReach = (event: Event): boolean => !neverTogether(event, form) && !neverTogether(event, transfer.event);
  const { fn } = context;
  // The caller of a helper that reports back can do the rest.
  if (!fn.isKernel && fn.returnType.path.at(-1) !== 'void') return false;
  const { machine } = run;
  if (machine.trapped.some((facts) => facts.known(peer.valid) === false)) return false;
  if (machine.events.some((event) => event.kind === 'escape' && machine.peersIn(event.address).has(peer))) return false;
  if (oneSidedOnNullPath(run, peer).some((event) => isInReach(event) && mayReach(event, peer) && !isOtherRole(event, form) && !(isData && isOnlySignal(event, peer)))) return false;
  return !machine.events.some((event) => event.facts.known(peer.valid) === false && isInReach(event) && mayCarry(event, peer, isData));
}

/** An operation to a rank that is certainly another one carries nothing for this one. */
function mayReach(event: OneSidedEvent, peer: Peer): boolean {
  if (namesRank(event, peer)) return true;
  if (event.access === undefined) return false;
  return !(event.rank && peer.rank && isFixedRank(peer.rank) && (isFixedRank(event.rank) || surelyDiffer(event.rank, peer.rank)));
}

/** Into the window that the peer pointer is of: staged for somebody to send, which is not sent. */
function isStaging(address: Term, peer: Peer): boolean {
  const own = peer.pointer ? rootsOf(peer.pointer) : [];
  return rootsOf(address).some((root) => root.op === 'symbol' && root.origin === 'param' && own.includes(root));
}

/** Warps of another role, about another rank. */
function isOtherRole(event: OneSidedEvent, form: FormEvent): boolean {
  if (namesRank(event, form.peer)) return false;
  return form.path.some(({ condition }) => mentionsWarp(condition) && event.facts.known(condition) === false);
}

/** A parameter or a constant: not a loop index that may come to name any rank. */
function isFixedRank(rank: Term): boolean {
  return rank.op === 'int' || (rank.op === 'symbol' && rank.origin === 'param');
}

/** On the null path alone: something that is not understood, or writes somewhere. */
function mayCarry(event: Event, peer: Peer, isData: boolean): boolean {
  switch (event.kind) {
    case 'access': return event.access !== 'load' && !isStaging(event.address, peer);
    case 'call': return event.target === undefined && event.known !== true;
    case 'one-sided': return mayReach(event, peer) && !(isData && isOnlySignal(event, peer));
    default: return false;
  }
}

function draft(context: RuleContext, run: Run, form: FormEvent, transfer: Use) {
  const { peer } = form;
  return {
    rule: 'pointer.no-fallback' as const, place: form.anchor,
    message: `Nothing carries the data when the pointer is null: ${nullSentence(peer)}, the transfer at line ${lineOf(context, transfer.event.anchor)} is skipped, and no one-sided operation reaches ${form.rankText === undefined ? 'that rank' : `\`${form.rankText}\``}.`,
    path: [
      { place: peer.place, text: `${callName(peer)} forms the pointer` },
      ...peer.causes.map((cause) => ({ place: cause.place, text: `null when ${causeWords(cause)}` })),
      ...(transfer.evidence ? [{ place: transfer.evidence.place, text: 'the null path skips the transfer here' }] : []),
      { place: transfer.event.anchor, text: 'only the other path transfers' },
    ],
    fixes: putSkeleton(context, run, form, transfer),
  };
}
