/**
 * What happens to peer pointers: each access through one, judged on its path. `safe`: a test proves that it is not null;
 * `null`: it is known to be null; `maybe`: the contract allows null and nothing on the path speaks of it;
 * `unknown`: something on the path speaks of the rank in a way that the analysis cannot relate to the contract.
 */
import type { AccessEvent } from '../flow/events.js';
import { Facts, occurs, type FactSource } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import { argsOf, type Term } from '../flow/terms.js';

export interface Use {
  readonly event: AccessEvent;
  /** Undefined: the null arm of a choice. */
  readonly peer: Peer | undefined;
  /** Peers of the same address: of a null arm, those that it stands beside. */
  readonly beside: ReadonlySet<Peer>;
  readonly status: 'safe' | 'maybe' | 'null' | 'unknown';
  /** The test that proves it, if it takes one. */
  readonly evidence: FactSource | undefined;
  /** Why the status is `unknown`. */
  readonly why: string | undefined;
  /** The choice whose null arm this is. */
  readonly nullArm: FactSource | undefined;
  readonly facts: Facts;
}

export function findUses(m: Machine): Use[] {
  const uses: Use[] = [];
  for (const event of m.events) {
    if (event.kind !== 'access') continue;
    const beside = m.peersIn(event.address);
    if (beside.size === 0) continue;
    const leaves = leavesOf(event.address, event.facts, undefined);
    const onlyNull = leaves.every((leaf) => leaf.peer === undefined && leaf.isNull);
    for (const leaf of leaves) {
      if (!leaf.peer && !leaf.isNull) continue;
      uses.push({ event, peer: leaf.peer, beside, ...judge(m, event, leaf, onlyNull), facts: leaf.facts });
    }
  }
  return uses;
}

export interface Leaf {
  readonly peer: Peer | undefined;
  readonly isNull: boolean;
  readonly facts: Facts;
  readonly choice: Term | undefined;
}

/** The pointers that an address can be on this path, each with what choosing it implies. */
export function leavesOf(term: Term, facts: Facts, choice: Term | undefined): Leaf[] {
  switch (term.op) {
    case 'peer': return [{ peer: term.peer, isNull: false, facts, choice }];
    case 'null': return [{ peer: undefined, isNull: true, facts, choice }];
    case 'int': return [{ peer: undefined, isNull: term.value === 0, facts, choice }];
    case 'bits': return leavesOf(term.args[0], facts, choice);
    case 'ite': {
      const [condition, a, b] = term.args;
      const inThen = facts.assume(condition, true, undefined);
      const inElse = facts.assume(condition, false, undefined);
      return [...(inThen ? leavesOf(a, inThen, condition) : []), ...(inElse ? leavesOf(b, inElse, condition) : [])];
    }
    case 'add': {
      const moving = term.args.find((arg) => arg.op === 'peer' || arg.op === 'ite' || arg.op === 'bits');
      return moving ? leavesOf(moving, facts, choice) : [{ peer: undefined, isNull: false, facts, choice }];
    }
    default: return [{ peer: undefined, isNull: false, facts, choice }];
  }
}

function judge(m: Machine, event: AccessEvent, leaf: Leaf, onlyNull: boolean): Pick<Use, 'status' | 'evidence' | 'why' | 'nullArm'> {
  const nothing = { evidence: undefined, why: undefined, nullArm: undefined };
  if (!leaf.peer) return { ...nothing, status: onlyNull ? 'null' : 'maybe', nullArm: leaf.choice && m.conditionTexts.get(leaf.choice.id) };
  const { valid } = leaf.peer;
  const known = leaf.facts.known(valid);
  if (known === true) return { ...nothing, status: 'safe', evidence: valid.op === 'bool' ? undefined : proofOf(event.path, valid) };
  if (known === false) return { ...nothing, status: 'null', evidence: proofOf(event.path, m.store.not(valid)) };
  const opaque = opaqueTest(event.path, leaf.peer);
  return opaque ? { ...nothing, status: 'unknown', why: opaque } : { ...nothing, status: 'maybe' };
}

/** The branch that settles a condition: the first one after which it is known. */
export function proofOf(path: readonly Taken[], condition: Term): FactSource | undefined {
  let facts: Facts | undefined = Facts.empty;
  for (const taken of path) {
    facts = facts.assume(taken.condition, true, taken.source);
    if (!facts) return undefined;
    if (facts.known(condition) !== undefined) return taken.source;
  }
  return undefined;
}

/** A branch on the path that speaks of the rank (or of who can be reached at all) in terms that the contract does not use. */
export function opaqueTest(path: readonly Taken[], peer: Peer): string | undefined {
  for (const { condition, source } of path) {
    if (isPartOf(condition, peer.valid)) continue;
    if (!speaksOfReach(condition, peer)) continue;
    return `\`${source?.text ?? 'a test'}\` may decide whether the rank is reachable, and it cannot be related to \`${peer.api}\``;
  }
  return undefined;
}

function isPartOf(condition: Term, valid: Term): boolean {
  const atom = condition.op === 'not' ? condition.args[0] : condition;
  return occurs(atom, valid);
}

function speaksOfReach(condition: Term, peer: Peer): boolean {
  switch (condition.op) {
    case 'and': case 'or': return condition.args.some((arg) => speaksOfReach(arg, peer));
    case 'not': {
      const [inner] = condition.args;
      // "not this rank" and "not below a bound" leave the other ranks open.
      return inner.op === 'eq' || inner.op === 'lt' ? isOpaqueComparison(inner, peer, false) : speaksOfReach(inner, peer);
    }
    case 'eq': case 'lt': return isOpaqueComparison(condition, peer, true);
    default: return mentionsRank(condition, peer);
  }
}

function isOpaqueComparison(comparison: Term & { op: 'eq' | 'lt' }, peer: Peer, holds: boolean): boolean {
  const [a, b] = comparison.args;
  if (comparison.op === 'eq' && holds && [a, b].some((t) => t.op === 'int' && t.value === 1) && [a, b].some((t) => t.op === 'symbol')) return true;
  if (!mentionsRank(comparison, peer)) return false;
  const subjects = peer.rank ? [peer.rank, ...partsOf(peer.rank)] : [];
  const other = subjects.includes(a) ? b : subjects.includes(b) ? a : undefined;
  // The rank itself against a number, a loop bound or a count of ranks: says that it is a rank, not which.
  if (other?.op === 'int') return false;
  if (comparison.op === 'lt' && other?.op === 'symbol') return false;
  if (comparison.op === 'eq' && !holds && other?.op === 'symbol') return false;
  return true;
}

/** The rank, or a part of it: `rank / 8` is computed from what `rank` is computed from. */
function mentionsRank(term: Term, peer: Peer): boolean {
  if (!peer.rank) return false;
  if (occurs(peer.rank, term)) return true;
  return partsOf(peer.rank).some((part) => occurs(part, term));
}

function partsOf(rank: Term): Term[] {
  if (rank.op === 'apply' || rank.op === 'ite') return argsOf(rank).filter((arg) => arg.op === 'symbol' || arg.op === 'load' || arg.op === 'apply');
  return [];
}
