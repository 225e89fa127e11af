/**
 * What happens to peer pointers: each access through one, judged on its path. `safe`: a test proves that it is not null;
 * `null`: it is known to be null; `maybe`: the contract allows null and nothing on the path speaks of it;
 * `unknown`: something on the path speaks of the rank in a way that the analysis cannot relate to the contract.
 */
import type { AccessEvent } from '../flow/events.js';
import { Facts, occurs, type FactSource, type WrittenCondition } from '../flow/facts.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import { argsOf, type Term, type TermStore } from '../flow/terms.js';
import { quantityOf, SPACE_OF } from './rankQuantity.js';

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
  /** The condition that chose the null arm that this is. */
  readonly nullArm: WrittenCondition | undefined;
  readonly facts: Facts;
  /** Tests behind the choices that gave the pointer, as they came out. */
  readonly choices: readonly FactSource[];
}

export function findUses(m: Machine): Use[] {
  const uses: Use[] = [];
  for (const event of m.events) {
    if (event.kind !== 'access') continue;
    const beside = m.peersIn(event.address);
    if (beside.size === 0) continue;
    const leaves = leavesOf(m.store, event.address, event.facts);
    const onlyNull = leaves.every(isSurelyNull);
    const proof = onlyNull ? nullProof(m, event) : undefined;
    for (const leaf of leaves) {
      if (!leaf.peer && !leaf.isNull) continue;
      uses.push({ event, peer: leaf.peer, beside, ...judge(m, event, leaf, onlyNull, proof), facts: leaf.facts, choices: leaf.choices.flatMap((choice) => m.writtenCondition(choice)?.source ?? []) });
    }
  }
  return uses;
}

function isSurelyNull({ peer, isNull, facts }: Leaf): boolean {
  return peer ? facts.known(peer.valid) === false : isNull;
}

/** The branch after which nothing but null is left of an address. */
function nullProof(m: Machine, { address, path }: AccessEvent): FactSource | undefined {
  const isNull = (facts: Facts): boolean => leavesOf(m.store, address, facts).every(isSurelyNull);
  let facts: Facts | undefined = Facts.empty;
  if (isNull(facts)) return undefined;
  for (const { condition, source } of path) {
    facts = facts.assume(condition, true, source);
    if (!facts) return undefined;
    if (isNull(facts)) return source;
  }
  return undefined;
}

export interface Leaf {
  readonly peer: Peer | undefined;
  readonly isNull: boolean;
  readonly facts: Facts;
  /** The choices that lead to it, outermost first, as they must hold. */
  readonly choices: readonly Term[];
}

/** The pointers that an address can be on this path, each with what choosing it implies. */
export function leavesOf(store: TermStore, term: Term, facts: Facts, choices: readonly Term[] = []): Leaf[] {
  switch (term.op) {
    case 'peer': return [{ peer: term.peer, isNull: false, facts, choices }];
    case 'null': return [{ peer: undefined, isNull: true, facts, choices }];
    case 'int': return [{ peer: undefined, isNull: term.value === 0, facts, choices }];
    case 'bits': return leavesOf(store, term.args[0], facts, choices);
    case 'ite': {
      const [condition, a, b] = term.args;
      const inThen = facts.assume(condition, true, undefined);
      const inElse = facts.assume(condition, false, undefined);
      return [
        ...(inThen ? leavesOf(store, a, inThen, [...choices, condition]) : []),
        ...(inElse ? leavesOf(store, b, inElse, [...choices, store.not(condition)]) : []),
      ];
    }
    case 'add': {
      const moving = term.args.find((arg) => arg.op === 'peer' || arg.op === 'ite' || arg.op === 'bits');
      return moving ? leavesOf(store, moving, facts, choices) : [{ peer: undefined, isNull: false, facts, choices }];
    }
    default: return [{ peer: undefined, isNull: false, facts, choices }];
  }
}

type Judgement = Pick<Use, 'status' | 'evidence' | 'why' | 'nullArm'>;

function judge(m: Machine, event: AccessEvent, leaf: Leaf, onlyNull: boolean, proof: FactSource | undefined): Judgement {
  const nothing = { evidence: undefined, why: undefined, nullArm: undefined };
  if (!leaf.peer) return judgeNullArm(m, event, leaf, onlyNull, proof);
  const { peer } = leaf;
  const { valid } = peer;
  const known = leaf.facts.known(valid);
  if (known === true) return { ...nothing, status: 'safe', evidence: valid.op === 'bool' ? undefined : (proofOf(event.path, valid) ?? proofByChoice(m, leaf, valid)) };
  if (known === false) return { ...nothing, status: 'null', evidence: proof ?? proofOf(event.path, m.store.not(valid)) };
  const membership = membershipTest(event, peer);
  if (membership) return { ...nothing, status: 'safe', evidence: membership };
  const opaque = peer.unsure ?? opaqueTest(m, event.path, peer);
  return opaque === undefined ? { ...nothing, status: 'maybe' } : { ...nothing, status: 'unknown', why: opaque };
}

/** The null arm of a choice counts unless something on the path speaks of what the choice was made by. */
function judgeNullArm(m: Machine, event: AccessEvent, leaf: Leaf, onlyNull: boolean, proof: FactSource | undefined): Judgement {
  const choice = leaf.choices.at(-1);
  const related = choice && event.path.find(({ condition }) => sharesSymbol(choice, condition));
  const base = { evidence: undefined, nullArm: choice && m.writtenCondition(choice) };
  if (onlyNull) return { ...base, evidence: proof, status: 'null', why: undefined };
  if (related) return { ...base, status: 'unknown', why: `\`${related.source?.text ?? 'a test'}\` may exclude the null arm` };
  return { ...base, status: 'maybe', why: undefined };
}

function sharesSymbol(a: Term, b: Term): boolean {
  return symbolsOf(a).some((symbol) => occurs(symbol, b));
}

function symbolsOf(term: Term, found: Term[] = []): Term[] {
  if (term.op === 'symbol' && term.origin !== 'template') found.push(term);
  else if (term.op === 'load') found.push(term);
  else for (const arg of argsOf(term)) symbolsOf(arg, found);
  return found;
}

/** The choice that gave the pointer is what proves it. */
function proofByChoice(m: Machine, leaf: Leaf, valid: Term): FactSource | undefined {
  let facts: Facts | undefined = Facts.empty;
  for (const choice of leaf.choices) {
    facts = facts.assume(choice, true, undefined);
    if (!facts) return undefined;
    if (facts.known(valid) !== undefined) return m.writtenCondition(choice)?.source;
  }
  return undefined;
}

/** A library's membership test of the same rank is a proof in its own right: it says that the rank is in the domain. */
function membershipTest(event: AccessEvent, peer: Peer): FactSource | undefined {
  for (const { source } of event.path)
    for (const guard of source?.guards ?? [])
      if (guard.family !== 'workspace' && guard.team === 'Lsa' && guard.rank === peer.rank && event.facts.known(guard.result) === true) return source;
  return undefined;
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
export function opaqueTest(m: Machine, path: readonly Taken[], peer: Peer): string | undefined {
  const found = path.find(({ condition }) => speaksOfReach(m, condition, peer));
  return found && `\`${found.source?.text ?? 'a test'}\` may decide whether the rank is reachable, and it cannot be related to \`${peer.api}\``;
}

function speaksOfReach(m: Machine, condition: Term, peer: Peer): boolean {
  // What the contract itself asks is understood, wherever it stands.
  if (occurs(condition.op === 'not' ? condition.args[0] : condition, peer.valid)) return false;
  switch (condition.op) {
    case 'and': case 'or': return condition.args.some((arg) => speaksOfReach(m, arg, peer));
    case 'not': {
      const [inner] = condition.args;
      // "not this rank" and "not below a bound" leave the other ranks open.
      return inner.op === 'eq' || inner.op === 'lt' ? isOpaqueComparison(m, inner, peer, false) : speaksOfReach(m, inner, peer);
    }
    case 'eq': case 'lt': return isOpaqueComparison(m, condition, peer, true);
    default: return mentionsRank(condition, peer);
  }
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
  if (comparison.op === 'eq' && !holds && other?.op === 'symbol') return false;
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
