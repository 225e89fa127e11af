/**
 * What is known on a path: an immutable set of literals with the place of the test each one came from.
 * Questions are answered in three values; `undefined` is "not known".
 */
import { argsOf, type Term, type TermStore } from './terms.js';
import type { ReachabilityEvent } from './events.js';
import type { Peer, Place } from './peer.js';

/** The test that established a fact. */
export interface FactSource {
  readonly place: Place;
  readonly text: string;
  /** Peer pointers whose nullness the condition asked for. */
  readonly tested: ReadonlySet<Peer>;
  /** Reachability calls in the condition, also those whose answer is always the same. */
  readonly guards: readonly ReachabilityEvent[];
  /** An assertion: where it fails, control does not go on. */
  readonly asserted?: boolean;
  /** A loop's condition: it says that the loop runs, or that it has ended. */
  readonly loop?: boolean;
  /** Loops that were running when it was asked, callers' loops included; absent where the evaluation does not trace. */
  readonly loops?: readonly Place[];
}

/** A condition in the words of a test, which says it or its opposite. */
export interface WrittenCondition {
  readonly source: FactSource;
  readonly holds: boolean;
}

export function asWritten({ source, holds }: WrittenCondition): string {
  return holds ? source.text : `not (${source.text})`;
}

interface Fact {
  readonly value: boolean;
  readonly source: FactSource | undefined;
  readonly term: Term;
}

const FLATTEN_DEPTH = 12;
const NONE: readonly Fact[] = [];

export class Facts {
  static readonly empty = new Facts(undefined, new Map(), []);

  private constructor(
    private readonly parent: Facts | undefined,
    private readonly own: ReadonlyMap<number, Fact>,
    /** Disjunctions that are known to hold, for unit propagation: each is a list of literals. */
    private readonly clauses: readonly Clause[],
    private readonly depth = 0,
  ) {}

  private fact(term: Term): Fact | undefined {
    for (let layer: Facts | undefined = this; layer; layer = layer.parent) {
      const fact = layer.own.get(term.id);
      if (fact) return fact;
    }
    return undefined;
  }

  /** All literals, newest first. */
  *literals(): Generator<Fact> {
    const seen = new Set<number>();
    for (let layer: Facts | undefined = this; layer; layer = layer.parent)
      for (const [id, fact] of layer.own)
        if (!seen.has(id)) {
          seen.add(id);
          yield fact;
        }
  }

  sourceOf(term: Term): FactSource | undefined {
    return this.fact(term.op === 'not' ? term.args[0] : term)?.source;
  }

  /** Is the condition true on this path? */
  known(term: Term): boolean | undefined {
    if (term.op === 'not') return negate(this.known(term.args[0]));
    const value = this.byLiterals(term);
    return value === undefined && term.op === 'and' && this.isRefuted(term.args) ? false : value;
  }

  private byLiterals(term: Term): boolean | undefined {
    switch (term.op) {
      case 'bool': return term.value;
      case 'not': return negate(this.byLiterals(term.args[0]));
      default: break;
    }
    const fact = this.fact(term);
    if (fact) return fact.value;
    switch (term.op) {
      case 'and': return this.junction(term.args, false);
      case 'or': return this.junction(term.args, true);
      case 'eq': return this.comparison(term.args[0], term.args[1], 'eq');
      case 'lt': return this.comparison(term.args[0], term.args[1], 'lt');
      default: return undefined;
    }
  }

  private junction(args: readonly Term[], absorbing: boolean): boolean | undefined {
    let open = false;
    for (const arg of args) {
      const value = this.byLiterals(arg);
      if (value === absorbing) return absorbing;
      if (value === undefined) open = true;
    }
    return open ? undefined : !absorbing;
  }

  /** Of a conjunction that is known to be false, all that may still be the reason is among the conjuncts. */
  private isRefuted(conjuncts: readonly Term[]): boolean {
    for (const { literals, value } of this.allClauses()) {
      if (value) continue;
      if (literals.every((literal) => conjuncts.includes(literal) || this.byLiterals(literal) === true)) return true;
    }
    return false;
  }

  /** Decides a comparison from the other comparisons of the same term with constants. */
  private comparison(a: Term, b: Term, op: 'eq' | 'lt'): boolean | undefined {
    if (a.op === 'type' || b.op === 'type') return this.otherType(a, b);
    const range = (term: Term): Range => (term.op === 'int' ? { low: term.value, high: term.value } : this.range(term));
    if (a.op !== 'int' && b.op !== 'int') return undefined;
    const left = range(a);
    const right = range(b);
    if (op === 'lt') {
      if (left.high < right.low) return true;
      if (left.low >= right.high) return false;
      return undefined;
    }
    return left.high < right.low || right.high < left.low ? false : undefined;
  }

  /** Comparisons of this layer by the terms that they compare, made on first use. */
  private comparisons: ReadonlyMap<number, readonly Fact[]> | undefined;
  private comparisonsOf(term: Term): readonly Fact[] {
    if (!this.comparisons || this.comparisonCount !== this.own.size) {
      const index = new Map<number, Fact[]>();
      for (const fact of this.own.values())
        if (fact.term.op === 'lt' || fact.term.op === 'eq')
          for (const arg of fact.term.args) {
            const list = index.get(arg.id);
            if (list) list.push(fact);
            else index.set(arg.id, [fact]);
          }
      this.comparisons = index;
      this.comparisonCount = this.own.size;
    }
    return this.comparisons.get(term.id) ?? NONE;
  }
  private comparisonCount = 0;

  private range(term: Term): Range {
    let low = -Infinity;
    let high = Infinity;
    const facts: Fact[] = [];
    for (let layer: Facts | undefined = this; layer; layer = layer.parent) facts.push(...layer.comparisonsOf(term));
    for (const { term: fact, value } of facts) {
      if (fact.op !== 'lt' && fact.op !== 'eq') continue;
      const [x, y] = fact.args;
      if (fact.op === 'eq') {
        const constant = x === term ? y : y === term ? x : undefined;
        if (value && constant?.op === 'int') return { low: constant.value, high: constant.value };
      } else if (x === term && y.op === 'int') {
        if (value) high = Math.min(high, y.value - 1);
        else low = Math.max(low, y.value);
      } else if (y === term && x.op === 'int') {
        if (value) low = Math.max(low, x.value + 1);
        else high = Math.min(high, x.value);
      }
    }
    return { low, high };
  }

  /** The number that the term is known to be. */
  valueOf(term: Term): number | undefined {
    const { low, high } = this.range(term);
    return low === high ? low : undefined;
  }

  private otherType(a: Term, b: Term): boolean | undefined {
    const [subject, type] = a.op === 'type' ? [b, a] : [a, b];
    for (let layer: Facts | undefined = this; layer; layer = layer.parent)
      for (const { term, value } of layer.comparisonsOf(subject))
        if (value && term.op === 'eq' && term.args.some((t) => t.op === 'type' && t !== type)) return false;
    return undefined;
  }

  /** The facts with one more; `undefined` if that contradicts them (the path is dead). */
  assume(term: Term, value: boolean, source: FactSource | undefined): Facts | undefined {
    const own = new Map<number, Fact>();
    const clauses: Clause[] = [];
    const scratch = new Facts(this, own, clauses, this.depth + 1);
    if (!scratch.add(term, value, source, own, clauses)) return undefined;
    if (!scratch.propagate(own, clauses)) return undefined;
    if (own.size === 0 && clauses.length === 0) return this;
    return scratch.depth > FLATTEN_DEPTH ? scratch.flatten() : scratch;
  }

  private add(term: Term, value: boolean, source: FactSource | undefined, own: Map<number, Fact>, clauses: Clause[]): boolean {
    if (term.op === 'bool') return term.value === value;
    if (term.op === 'not') return this.add(term.args[0], !value, source, own, clauses);
    const known = this.known(term);
    if (known !== undefined && known !== value) return false;
    own.set(term.id, { value, source, term });
    if (term.op === 'and' || term.op === 'or') {
      if (value === (term.op === 'and')) return term.args.every((arg) => this.add(arg, value, source, own, clauses));
      clauses.push({ literals: term.args, value, source });
    }
    return true;
  }

  /** Unit propagation: a disjunction with one literal left makes that literal true. */
  private propagate(own: Map<number, Fact>, clauses: Clause[]): boolean {
    for (let again = true; again; ) {
      again = false;
      for (const clause of this.allClauses()) {
        let open: Term | undefined;
        let many = false;
        let satisfied = false;
        for (const literal of clause.literals) {
          const value = this.known(literal);
          if (value === clause.value) satisfied = true;
          else if (value === undefined) {
            many = open !== undefined;
            open = literal;
          }
          if (satisfied || many) break;
        }
        if (satisfied || many) continue;
        if (!open) return false;
        if (!this.add(open, clause.value, clause.source, own, clauses)) return false;
        again = true;
      }
    }
    return true;
  }

  private *allClauses(): Generator<Clause> {
    for (let layer: Facts | undefined = this; layer; layer = layer.parent) yield* layer.clauses;
  }

  private flatten(): Facts {
    const own = new Map<number, Fact>();
    for (const fact of this.literals()) own.set(fact.term.id, fact);
    return new Facts(undefined, own, [...this.allClauses()]);
  }

  /**
   * What holds on both of two paths that part at `base` and meet again: `a` is where `condition` is true. What was found out about a
   * peer pointer on one of them still holds whenever that path was taken.
   */
  static join(store: TermStore, base: Facts, condition: Term, a: Facts, b: Facts): Facts {
    if (a === b) return a;
    const own = new Map<number, Fact>();
    for (const fact of a.literals()) if (b.fact(fact.term)?.value === fact.value && !base.fact(fact.term)) own.set(fact.term.id, fact);
    const clauses = [...conditional(store, store.not(condition), base, a, b), ...conditional(store, condition, base, b, a)];
    return own.size === 0 && clauses.length === 0 ? base : new Facts(base, own, clauses, base.depth + 1);
  }
}

/** What `taken` says of peer pointers, and neither the other path nor both before: `unless` the other path was taken. */
function* conditional(store: TermStore, unless: Term, base: Facts, taken: Facts, other: Facts): Generator<Clause> {
  for (const { term, value, source } of taken.literals())
    if (source && source.tested.size > 0 && term !== unless && base.known(term) === undefined && other.known(term) === undefined && !occurs(term, unless))
      yield { literals: [unless, value ? term : store.not(term)], value: true, source };
}

interface Clause {
  readonly literals: readonly Term[];
  /** The value that one of the literals must have. */
  readonly value: boolean;
  readonly source: FactSource | undefined;
}

interface Range {
  readonly low: number;
  readonly high: number;
}

function negate(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** A term with every part that the facts decide put in: choices resolved, conditions folded. */
export function simplify(store: TermStore, facts: Facts, term: Term, depth = 12): Term {
  switch (term.op) {
    case 'ite': {
      const known = facts.known(term.args[0]);
      if (known !== undefined) return simplify(store, facts, term.args[known ? 1 : 2], depth);
      if (depth === 0) return term;
      const [condition, a, b] = term.args;
      const inThen = facts.assume(condition, true, undefined);
      const inElse = facts.assume(condition, false, undefined);
      if (!inThen) return simplify(store, facts, b, depth - 1);
      if (!inElse) return simplify(store, facts, a, depth - 1);
      return store.ite(condition, simplify(store, inThen, a, depth - 1), simplify(store, inElse, b, depth - 1));
    }
    case 'not': case 'and': case 'or': case 'eq': case 'lt': case 'nonnull': {
      const known = facts.known(term);
      if (known !== undefined) return store.bool(known);
      if (term.op === 'and' || term.op === 'or') return store[term.op](...term.args.map((t) => simplify(store, facts, t, depth)));
      if (term.op === 'not') return store.not(simplify(store, facts, term.args[0], depth));
      return term;
    }
    case 'add': {
      const args = term.args.map((t) => simplify(store, facts, t, depth));
      return args.every((t, i) => t === term.args[i]) ? term : store.add(...args);
    }
    case 'bits': return store.bits(simplify(store, facts, term.args[0], depth));
    default: return term;
  }
}

/** Does `part` occur in `whole`? Choices' conditions and peers' arguments count. */
export function occurs(part: Term, whole: Term, seen = new Set<number>()): boolean {
  if (part === whole) return true;
  if (seen.has(whole.id)) return false;
  seen.add(whole.id);
  if (whole.op === 'peer') {
    const { rank, pointer } = whole.peer;
    return (rank !== undefined && occurs(part, rank, seen)) || (pointer !== undefined && occurs(part, pointer, seen));
  }
  if (whole.op === 'object') return [...whole.fields.values()].some((field) => occurs(part, field, seen)) || (whole.base !== undefined && occurs(part, whole.base, seen));
  return argsOf(whole).some((arg) => occurs(part, arg, seen));
}
