/** Whether a peer pointer can be another GPU's, or is surely (or perhaps) the calling rank's own memory. */
import { occurs, type Facts } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import { argsOf, type PeerTerm, type Term } from '../flow/terms.js';
import { quantityOf } from './rankQuantity.js';

/** What this rank's own index is called where nothing says where it comes from; documented in docs/glossary.md. */
export const OWN_RANK = /^(?:my_|own_)?(?:rank|rank_id|rank_idx|pe|world_rank)$/;

/** This rank's own index, by where it comes from or by its name; a loop that counts ranks comes to others. */
export function isOwnRank(m: Machine, term: Term): boolean {
  return quantityOf(m, term, 'rank') !== undefined || (term.op === 'symbol' && term.origin !== 'loop' && OWN_RANK.test(term.name));
}

/** Does an address depend on this rank's own index? Each rank has a place of its own at the peer then. */
export function mentionsOwnRank(m: Machine, address: Term, depth = 16): boolean {
  if (depth === 0 || isOwnRank(m, address)) return true;
  if (address.op === 'peer') return address.peer.pointer !== undefined && mentionsOwnRank(m, address.peer.pointer, depth - 1);
  return argsOf(address).some((arg) => mentionsOwnRank(m, arg, depth - 1));
}

/** One of the pointers that an address can be. */
export interface PeerAt {
  readonly term: PeerTerm;
  readonly facts: Facts;
  /** What was found true on the way to it. */
  readonly conditions: readonly Term[];
}

export function peersAt(m: Machine, address: Term, facts: Facts, conditions: readonly Term[]): PeerAt[] {
  switch (address.op) {
    case 'peer': return [{ term: address, facts, conditions }];
    case 'bits': return peersAt(m, address.args[0], facts, conditions);
    case 'add': return address.args.flatMap((arg) => peersAt(m, arg, facts, conditions));
    case 'ite': {
      const [condition, ...arms] = address.args;
      return arms.flatMap((arm, i) => {
        const found = i === 0 ? condition : m.store.not(condition);
        const inArm = facts.assume(found, true, undefined);
        return inArm ? peersAt(m, arm, inArm, [...conditions, found]) : [];
      });
    }
    default: return [];
  }
}

/** Whose memory it is. Undefined: a condition asks for the rank in a way that may leave only the own one. */
export function ownership(m: Machine, { term, facts, conditions }: PeerAt): 'own' | 'other' | undefined {
  const { own, pointer, rank } = term.peer;
  const same = pointer && facts.known(m.store.eq(term, pointer));
  if (same === true || facts.known(own) === true) return 'own';
  if (same === false) return 'other';
  if (rank && isOwnRank(m, rank)) return undefined;
  return conditions.some((condition) => mayLeaveOwn(m, condition, term.peer)) ? undefined : 'other';
}

/** An equation with the rank, or a predicate of it that is not understood. That it is reachable, or below a bound, leaves other ranks. */
function mayLeaveOwn(m: Machine, condition: Term, peer: Peer): boolean {
  if (m.predicatesIn(condition).length > 0 || occurs(condition.op === 'not' ? condition.args[0] : condition, peer.valid)) return false;
  switch (condition.op) {
    case 'and': case 'or': return condition.args.some((arg) => mayLeaveOwn(m, arg, peer));
    case 'not': return condition.args[0].op !== 'eq' && mayLeaveOwn(m, condition.args[0], peer);
    case 'lt': return false;
    case 'eq': return isCountOfOne(condition.args) || speaksOf(condition, peer);
    default: return speaksOf(condition, peer);
  }
}

/** `num_ranks == 1`: there are no others. */
function isCountOfOne(args: readonly Term[]): boolean {
  return args.some((arg) => arg.op === 'int' && arg.value === 1) && args.some((arg) => arg.op === 'symbol');
}

function speaksOf(condition: Term, { rank, pointer }: Peer): boolean {
  return (rank !== undefined && occurs(rank, condition)) || (pointer !== undefined && occurs(pointer, condition));
}
