/**
 * Conditions that may decide whether a peer pointer is null without being its contract: what such a test lets through is not known
 * to be null. A condition has to be shown to be about something else (who acts, how much there is, which slot is used) to count for nothing.
 */
import { occurs, type FactSource } from '../flow/facts.js';
import { mayBeTheSame } from '../flow/formulas.js';
import { isMadeOf, symbolsOf } from '../flow/influence.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import { argsOf, type Term } from '../flow/terms.js';
import { isExternalFlag } from './externalFlags.js';
import { namesRank } from './fallback.js';
import { quantityOf, SPACE_OF } from './rankQuantity.js';

/** A branch on the path that speaks of the rank (or of who can be reached at all) in terms that the contract does not use. */
export function opaqueTest(m: Machine, path: readonly Taken[], peer: Peer): string | undefined {
  const found = path.find(({ condition, source }) => speaksOfReach(m, condition, peer, true, { isLoop: source?.loop === true, isBesideContract: false }));
  return found && opaque(found.source, peer);
}

export function opaque(source: FactSource | undefined, peer: Peer): string {
  return `\`${source?.text ?? 'a test'}\` may decide whether the rank is reachable, and it cannot be related to \`${peer.api}\``;
}

interface Standing {
  /** The condition is a loop's, of which only what it is about counts. */
  readonly isLoop: boolean;
  /** The contract is asked in the same breath: the other side of the condition is the other side of both. */
  readonly isBesideContract: boolean;
}

export function speaksOfReach(m: Machine, condition: Term, peer: Peer, holds = true, standing: Standing = { isLoop: false, isBesideContract: false }): boolean {
  // What the contract itself asks is understood, wherever it stands.
  if (occurs(condition, peer.valid)) return false;
  switch (condition.op) {
    case 'bool': return false;
    // Which of several ways the code came: what led there decides.
    case 'symbol': if (condition.origin === 'join') return (condition.from ?? []).some((led) => occurs(led, peer.valid) || speaksOfReach(m, led, peer, true, standing)); break;
    case 'not': return speaksOfReach(m, condition.args[0], peer, !holds, standing);
    case 'and': case 'or': case 'ite': {
      const isBesideContract = standing.isBesideContract || condition.args.some((arg) => occurs(arg.op === 'not' ? arg.args[0] : arg, peer.valid));
      return condition.args.some((arg) => speaksOfReach(m, arg, peer, holds, { ...standing, isBesideContract }));
    }
    case 'eq': case 'lt': if (isOpaqueComparison(m, condition, peer, holds)) return true; break;
    default: if (mentionsRank(condition, peer)) return true;
  }
  if (isMadeOfAnswers(m, condition, peer) || answersForMaybeTheSame(m, condition, peer)) return true;
  if (standing.isLoop) return false;
  return comparesTeams(m, condition) || isExternalFlag(m, condition) || asksWhatTheRankGave(m, condition, peer) || (!standing.isBesideContract && nicTakesOtherSide(m, condition, peer, holds));
}

/** An answer to the contract's question went into it: through a vote, a copy, a function that is not followed. */
function isMadeOfAnswers(m: Machine, condition: Term, peer: Peer): boolean {
  const atoms = atomsOf(peer.valid);
  return atoms.size > 0 && isMadeOf(m, condition, (part) => (part.op === 'peer' && part.peer.rank === peer.rank) || atoms.has(part));
}

/** The contract's question about a rank that may be this one, computed in another way. */
function answersForMaybeTheSame(m: Machine, condition: Term, { rank }: Peer): boolean {
  return rank !== undefined && m.events.some((event) => event.kind === 'reachability' && event.rank !== undefined && occurs(condition, event.result) && mayBeTheSame(event.rank, rank));
}

/** What a condition is put together from: comparisons, and what is neither one nor a junction. */
function atomsOf(condition: Term, found = new Set<Term>()): ReadonlySet<Term> {
  switch (condition.op) {
    case 'bool': break;
    case 'not': case 'and': case 'or': case 'ite': for (const arg of condition.args) atomsOf(arg, found); break;
    default: found.add(condition);
  }
  return found;
}

/** What came back from somewhere that the rank was given to, as yes or no. */
function asksWhatTheRankGave(m: Machine, condition: Term, peer: Peer): boolean {
  const { rank } = peer;
  if (condition.op !== 'eq' || !rank || rank.op === 'int') return false;
  const asked = condition.args.find((arg) => arg.op !== 'int');
  return asked?.op === 'symbol' && (asked.from ?? []).some((input) => isMadeOf(m, input, (part) => part === rank));
}

/** The same rank is sent to through the NIC where the condition is the other way round, and only there: so the code divides by it. */
function nicTakesOtherSide(m: Machine, condition: Term, peer: Peer, holds: boolean): boolean {
  // The contract's question about another rank divides the other rank's ways.
  if (m.events.some((event) => (event.kind === 'form' && occurs(condition, event.peer.valid)) || (event.kind === 'reachability' && occurs(condition, event.result)))) return false;
  const sides = m.events.flatMap((event) => (event.kind === 'one-sided' && namesRank(event, peer) ? [event.facts.known(condition)] : []));
  return sides.length > 0 && sides.every((side) => side === !holds);
}

/** Sizes of teams against each other, or against a number: one node, one rank a node. */
function comparesTeams(m: Machine, condition: Term): boolean {
  if (condition.op !== 'eq' && condition.op !== 'lt') return false;
  const parts = condition.args.map((arg) => (quantityOf(m, arg, 'count') ? 'count' : arg.op === 'int' || quantityOf(m, arg, 'rank') ? 'other' : undefined));
  return parts.includes('count') && !parts.includes(undefined);
}

function isOpaqueComparison(m: Machine, comparison: Term & { op: 'eq' | 'lt' }, peer: Peer, holds: boolean): boolean {
  const [a, b] = comparison.args;
  if (comparison.op === 'eq' && holds && [a, b].some((t) => t.op === 'int' && t.value === 1) && [a, b].some((t) => t.op === 'symbol')) return true;
  if (!mentionsRank(comparison, peer)) return false;
  const subjects = peer.rank ? [peer.rank, ...partsOf(peer.rank)] : [];
  const other = subjects.includes(a) ? b : subjects.includes(b) ? a : undefined;
  // "This lane is the one elected for the rank" says who acts, not where the rank is.
  if (other === undefined && comparison.op === 'eq' && (isThreadIndex(a) || isThreadIndex(b))) return false;
  // The rank itself against a number, a loop bound or a count of ranks: says that it is a rank, not which.
  if (other?.op === 'int') return false;
  if (comparison.op === 'lt' && (other?.op === 'symbol' || (other && countsAll(m, other, peer)))) return false;
  if (comparison.op === 'eq' && !holds && other !== undefined) return false;
  return true;
}

const THREAD_INDICES: ReadonlySet<string> = new Set(['threadIdx', 'tid', 'laneid', 'warpid']);

/** Computed from the thread's own index and constants alone (PTX ISA, "Special Registers"). */
function isThreadIndex(term: Term): boolean {
  const symbols = symbolsOf(term);
  return symbols.length > 0 && symbols.every((symbol) => symbol.op === 'symbol' && symbol.origin === 'global' && THREAD_INDICES.has(symbol.name));
}

/** The size of the pointer's own team, or of the world. */
function countsAll(m: Machine, size: Term, peer: Peer): boolean {
  const counted = quantityOf(m, size, 'count');
  return counted !== undefined && (counted.space === 'world' || (peer.team !== undefined && counted.space === SPACE_OF[peer.team]));
}

/** The rank, or what it is a part of: `rank / 8` is computed from what `rank` is computed from. */
function mentionsRank(term: Term, peer: Peer): boolean {
  if (!peer.rank) return false;
  if (occurs(peer.rank, term)) return true;
  return partsOf(peer.rank).some((part) => occurs(part, term));
}

function partsOf(rank: Term): Term[] {
  const isValue = (arg: Term): boolean => arg.op === 'symbol' || arg.op === 'load' || arg.op === 'apply';
  if (rank.op === 'ite') return rank.args.slice(1).filter(isValue);
  // Of a division or a remainder the dividend, not the size.
  return rank.op === 'apply' ? argsOf(rank).slice(0, 1).filter(isValue) : [];
}
