/**
 * What happens to peer pointers: each access through one, judged on its path. `safe`: a test proves that it is not null;
 * `null`: it is known to be null; `maybe`: the contract allows null and nothing on the path speaks of it;
 * `unknown`: something on the path speaks of the rank in a way that the analysis cannot relate to the contract.
 */
import type { AccessEvent } from '../flow/events.js';
import { Facts, type FactSource, type WrittenCondition } from '../flow/facts.js';
import { isMadeOf, symbolsOf } from '../flow/influence.js';
import type { Machine } from '../flow/machine.js';
import type { Peer } from '../flow/peer.js';
import type { Taken } from '../flow/state.js';
import type { Term, TermStore } from '../flow/terms.js';
import { opaque, opaqueTest, speaksOfReach } from './reachTests.js';

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
  const opaque = peer.unsure ?? opaqueTest(m, event.path, peer) ?? opaqueChoice(m, leaf.choices, peer);
  return opaque === undefined ? { ...nothing, status: 'maybe' } : { ...nothing, status: 'unknown', why: opaque };
}

/** The null arm of a choice counts unless something on the path speaks of what the choice was made by. */
function judgeNullArm(m: Machine, event: AccessEvent, leaf: Leaf, onlyNull: boolean, proof: FactSource | undefined): Judgement {
  const choice = leaf.choices.at(-1);
  const related = choice && event.path.find(({ condition }) => sharesSymbol(m, choice, condition));
  const base = { evidence: undefined, nullArm: choice && m.writtenCondition(choice) };
  if (onlyNull) return { ...base, evidence: proof, status: 'null', why: undefined };
  if (related) return { ...base, status: 'unknown', why: `\`${related.source?.text ?? 'a test'}\` may exclude the null arm` };
  return { ...base, status: 'maybe', why: undefined };
}

function sharesSymbol(m: Machine, a: Term, b: Term): boolean {
  const symbols = new Set(symbolsOf(a));
  return isMadeOf(m, b, (part) => symbols.has(part));
}

/** Likewise a choice that gave the pointer. */
function opaqueChoice(m: Machine, choices: readonly Term[], peer: Peer): string | undefined {
  const found = choices.find((choice) => speaksOfReach(m, choice, peer));
  return found && opaque(m.writtenCondition(found)?.source, peer);
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
