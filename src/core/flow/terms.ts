/**
 * Symbolic values. Terms are hash-consed: equal terms are the same object, so a fact about a value holds
 * wherever the value goes (through variables, captures, fields and returns), and correlated tests need no extra machinery.
 */
import type { ClassDecl, FunctionDecl, LambdaExpr, TypeRef } from '../program/ir.js';
import type { Peer } from './peer.js';
import type { Scope } from './state.js';

/** Where a symbol comes from. `shared` and `local` are storage declared in the function; `result` is what an opaque call returned. */
export type Origin = 'param' | 'template' | 'global' | 'loop' | 'result' | 'shared' | 'local' | 'join' | 'this';

interface Base {
  readonly id: number;
}
export interface SymbolTerm extends Base {
  readonly op: 'symbol';
  readonly name: string;
  readonly origin: Origin;
  readonly type: TypeRef | undefined;
  /** What went into a value that is not followed further; undefined: nothing, or nothing is known. */
  readonly from?: readonly Term[] | undefined;
}
export interface ObjectTerm extends Base {
  readonly op: 'object';
  /** The workspace class, or the name of one whose definition is not there. */
  readonly cls: ClassDecl | string;
  /** What a field that was not written reads from. */
  readonly base: Term | undefined;
  readonly fields: ReadonlyMap<string, Term>;
}
export interface ClosureTerm extends Base {
  readonly op: 'closure';
  readonly lambda: LambdaExpr;
  readonly scope: Scope;
  /** The function whose text holds the lambda. */
  readonly owner: FunctionDecl;
}
export interface PeerTerm extends Base {
  readonly op: 'peer';
  readonly peer: Peer;
}
export type Term =
  | (Base & { readonly op: 'int'; readonly value: number })
  | (Base & { readonly op: 'bool'; readonly value: boolean })
  | (Base & { readonly op: 'null' })
  | (Base & { readonly op: 'text'; readonly text: string })
  /** A type as a value, e.g. a team tag. */
  | (Base & { readonly op: 'type'; readonly name: string; readonly type: TypeRef | undefined })
  | SymbolTerm
  /** An uninterpreted pure function of its arguments. */
  | (Base & { readonly op: 'apply'; readonly name: string; readonly args: readonly Term[] })
  | (Base & { readonly op: 'not'; readonly args: readonly [Term] })
  | (Base & { readonly op: 'and' | 'or'; readonly args: readonly Term[] })
  | (Base & { readonly op: 'eq' | 'lt'; readonly args: readonly [Term, Term] })
  | (Base & { readonly op: 'nonnull'; readonly args: readonly [Term] })
  | (Base & { readonly op: 'ite'; readonly args: readonly [Term, Term, Term] })
  /** A sum; for an address the base and its offsets. */
  | (Base & { readonly op: 'add'; readonly args: readonly Term[] })
  | (Base & { readonly op: 'neg'; readonly args: readonly [Term] })
  /** A pointer reinterpreted as an integer. */
  | (Base & { readonly op: 'bits'; readonly args: readonly [Term] })
  /** What memory held at one moment; `version` tells moments apart. */
  | (Base & { readonly op: 'load'; readonly args: readonly [Term]; readonly version: number })
  | (Base & { readonly op: 'field'; readonly name: string; readonly type: TypeRef | undefined; readonly args: readonly [Term] })
  /** The address of a local variable. */
  | (Base & { readonly op: 'address'; readonly slot: number })
  | ObjectTerm
  | ClosureTerm
  | PeerTerm;

type WithoutId<T> = T extends Base ? Omit<T, 'id'> : never;

const EMPTY: readonly Term[] = [];

/** The terms below `term`, one level. */
export function argsOf(term: Term): readonly Term[] {
  return 'args' in term ? term.args : EMPTY;
}

export class TermStore {
  private readonly terms = new Map<string, Term>();
  private next = 1;
  readonly true = this.make('b1', { op: 'bool', value: true });
  readonly false = this.make('b0', { op: 'bool', value: false });
  readonly null = this.make('null', { op: 'null' });
  readonly zero = this.int(0);

  private make(key: string, shape: WithoutId<Term>): Term {
    const known = this.terms.get(key);
    if (known) return known;
    const term = { ...shape, id: this.next++ } as Term;
    this.terms.set(key, term);
    return term;
  }

  int(value: number): Term {
    return this.make(`i${value}`, { op: 'int', value });
  }
  bool(value: boolean): Term {
    return value ? this.true : this.false;
  }
  text(text: string): Term {
    return this.make(`s${text}`, { op: 'text', text });
  }
  type(name: string, type?: TypeRef): Term {
    return this.make(`t${type?.text ?? name}`, { op: 'type', name, type });
  }
  symbol(key: string, name: string, origin: Origin, type?: TypeRef): SymbolTerm {
    return this.make(`y${key}`, { op: 'symbol', name, origin, type }) as SymbolTerm;
  }
  /** A symbol that is equal to nothing else; `from`: what its value is made of. */
  fresh(name: string, origin: Origin, type?: TypeRef, from?: readonly Term[]): SymbolTerm {
    return this.make(`y#${this.next}`, { op: 'symbol', name, origin, type, from }) as SymbolTerm;
  }
  apply(name: string, args: readonly Term[]): Term {
    return this.make(`f${name}(${ids(args)}`, { op: 'apply', name, args });
  }
  load(address: Term, version: number): Term {
    return this.make(`l${address.id}@${version}`, { op: 'load', args: [address], version });
  }
  field(object: Term, name: string, type: TypeRef | undefined): Term {
    return this.make(`.${object.id}.${name}`, { op: 'field', name, type, args: [object] });
  }
  address(slot: number): Term {
    return this.make(`&${slot}`, { op: 'address', slot });
  }
  object(cls: ClassDecl | string, base: Term | undefined, fields: ReadonlyMap<string, Term>): Term {
    const name = typeof cls === 'string' ? cls : `${cls.file}:${cls.span.start}`;
    const key = [...fields].map(([k, v]) => `${k}=${v.id}`).sort().join();
    return this.make(`o${name}|${base?.id ?? ''}|${key}`, { op: 'object', cls, base, fields });
  }
  closure(lambda: LambdaExpr, scope: Scope, owner: FunctionDecl): Term {
    return this.make(`c#${this.next}`, { op: 'closure', lambda, scope, owner });
  }
  peer(key: string, peer: Peer): PeerTerm {
    return this.make(`p${key}`, { op: 'peer', peer }) as PeerTerm;
  }

  not(term: Term): Term {
    switch (term.op) {
      case 'bool': return this.bool(!term.value);
      case 'not': return term.args[0];
      default: return this.make(`!${term.id}`, { op: 'not', args: [term] });
    }
  }
  and(...parts: Term[]): Term {
    return this.junction('and', parts);
  }
  or(...parts: Term[]): Term {
    return this.junction('or', parts);
  }
  private junction(op: 'and' | 'or', parts: readonly Term[]): Term {
    const absorbing = op === 'or';
    const set = new Set<Term>();
    for (const part of parts.flatMap((p) => (p.op === op ? p.args : [p]))) {
      if (part.op === 'bool') {
        if (part.value === absorbing) return part;
        continue;
      }
      if (set.has(this.not(part))) return this.bool(absorbing);
      set.add(part);
    }
    const args = [...set].sort((a, b) => a.id - b.id);
    const [only] = args;
    if (!only) return this.bool(!absorbing);
    return args.length === 1 ? only : this.make(`${op}(${ids(args)}`, { op, args });
  }

  eq(a: Term, b: Term): Term {
    if (a === b) return this.true;
    if (a.op === 'int' && b.op === 'int') return this.false;
    if (a.op === 'type' && b.op === 'type') return this.bool(a.name === b.name);
    if (isZero(b) && (b.op === 'null' || isPointerLike(a))) return this.not(this.nonnull(a));
    if (isZero(a) && (a.op === 'null' || isPointerLike(b))) return this.not(this.nonnull(b));
    if (a.op === 'bool') return a.value ? b : this.not(b);
    if (b.op === 'bool') return b.value ? a : this.not(a);
    // A comparison with a choice of constants is a condition on the choice.
    if (a.op === 'ite' && (isConstant(b) || a.args[1] === b || a.args[2] === b))
      return this.ite(a.args[0], this.eq(a.args[1], b), this.eq(a.args[2], b));
    if (b.op === 'ite' && (isConstant(a) || b.args[1] === a || b.args[2] === a)) return this.eq(b, a);
    const args: [Term, Term] = a.id < b.id ? [a, b] : [b, a];
    return this.make(`=${args[0].id},${args[1].id}`, { op: 'eq', args });
  }
  lt(a: Term, b: Term): Term {
    if (a === b) return this.false;
    if (a.op === 'int' && b.op === 'int') return this.bool(a.value < b.value);
    if (a.op === 'ite' && isConstant(b)) return this.ite(a.args[0], this.lt(a.args[1], b), this.lt(a.args[2], b));
    if (b.op === 'ite' && isConstant(a)) return this.ite(b.args[0], this.lt(a, b.args[1]), this.lt(a, b.args[2]));
    return this.make(`<${a.id},${b.id}`, { op: 'lt', args: [a, b] });
  }

  /** The condition under which a pointer (or an integer that holds one) is not null. */
  nonnull(term: Term): Term {
    switch (term.op) {
      case 'null': return this.false;
      case 'int': return this.bool(term.value !== 0);
      case 'bool': return term;
      case 'object': case 'closure': case 'address': case 'text': return this.true;
      case 'peer': return term.peer.valid;
      case 'bits': return this.nonnull(term.args[0]);
      case 'ite': return this.ite(term.args[0], this.nonnull(term.args[1]), this.nonnull(term.args[2]));
      case 'add': {
        const base = addressBase(term);
        return base ? this.nonnull(base) : this.make(`?${term.id}`, { op: 'nonnull', args: [term] });
      }
      default:
        if (term.op === 'symbol' && (term.origin === 'shared' || term.origin === 'local')) return this.true;
        return this.make(`?${term.id}`, { op: 'nonnull', args: [term] });
    }
  }
  /** The value of a term in a condition. */
  truth(term: Term): Term {
    switch (term.op) {
      case 'bool': case 'not': case 'and': case 'or': case 'eq': case 'lt': case 'nonnull': return term;
      case 'int': return this.bool(term.value !== 0);
      case 'text': return this.true;
      case 'ite': return this.ite(term.args[0], this.truth(term.args[1]), this.truth(term.args[2]));
      default: return isPointerLike(term) ? this.nonnull(term) : this.not(this.eq(term, this.zero));
    }
  }

  ite(condition: Term, a: Term, b: Term): Term {
    if (condition.op === 'bool') return condition.value ? a : b;
    if (a === b) return a;
    if (condition.op === 'not') return this.ite(condition.args[0], b, a);
    if (isBoolean(a) && isBoolean(b)) {
      if (a.op === 'bool') return a.value ? this.or(condition, b) : this.and(this.not(condition), b);
      if (b.op === 'bool') return b.value ? this.or(this.not(condition), a) : this.and(condition, a);
      return this.or(this.and(condition, a), this.and(this.not(condition), b));
    }
    return this.make(`k${condition.id},${a.id},${b.id}`, { op: 'ite', args: [condition, a, b] });
  }

  add(...parts: Term[]): Term {
    const flat: Term[] = [];
    let constant = 0;
    for (const part of parts.flatMap((p) => (p.op === 'add' ? p.args : [p]))) {
      if (part.op === 'int') constant += part.value;
      else flat.push(part);
    }
    // x + (-x) is zero: a base taken away and added again.
    for (let i = flat.length - 1; i >= 0; i--) {
      const opposite = flat.findIndex((t, k) => k !== i && flat[i]?.op === 'neg' && t === argsOf(flat[i] as Term)[0]);
      if (opposite >= 0) {
        flat.splice(Math.max(i, opposite), 1);
        flat.splice(Math.min(i, opposite), 1);
        i = flat.length;
      }
    }
    flat.sort((a, b) => a.id - b.id);
    if (constant !== 0) flat.push(this.int(constant));
    const [only] = flat;
    if (!only) return this.zero;
    return flat.length === 1 ? only : this.make(`+${ids(flat)}`, { op: 'add', args: flat });
  }
  neg(term: Term): Term {
    if (term.op === 'int') return this.int(-term.value);
    if (term.op === 'neg') return term.args[0];
    if (term.op === 'add') return this.add(...term.args.map((t) => this.neg(t)));
    return this.make(`-${term.id}`, { op: 'neg', args: [term] });
  }
  /** `surely`: the code says that it is an address (`reinterpret_cast`), whatever its type is called. */
  bits(term: Term, surely = false): Term {
    if (term.op === 'int' || term.op === 'bits' || !(surely || isPointerLike(term))) return term;
    if (term.op === 'null') return this.zero;
    return this.make(`~${term.id}`, { op: 'bits', args: [term] });
  }
}

function ids(terms: readonly Term[]): string {
  let text = '';
  for (const term of terms) text += `${term.id},`;
  return text;
}

function isZero(term: Term): boolean {
  return term.op === 'null' || (term.op === 'int' && term.value === 0);
}

export function isConstant(term: Term): boolean {
  return term.op === 'int' || term.op === 'bool' || term.op === 'null' || term.op === 'type';
}

export function isBoolean(term: Term): boolean {
  switch (term.op) {
    case 'bool': case 'not': case 'and': case 'or': case 'eq': case 'lt': case 'nonnull': return true;
    default: return false;
  }
}

/** A value that is surely an address: then comparing it with 0 asks whether it is null. */
export function isPointerLike(term: Term): boolean {
  switch (term.op) {
    case 'null': case 'peer': case 'bits': case 'address': return true;
    case 'symbol': return term.origin === 'shared' || (term.type?.pointers ?? 0) > 0;
    case 'field': return (term.type?.pointers ?? 0) > 0;
    case 'add': return addressBase(term) !== undefined;
    case 'ite': return isPointerLike(term.args[1]) || isPointerLike(term.args[2]);
    default: return false;
  }
}

/** The one summand of an address that is itself an address; undefined if there is none or more than one. */
export function addressBase(term: Term): Term | undefined {
  if (term.op !== 'add') return isPointerLike(term) ? term : undefined;
  const bases = term.args.filter(isPointerLike);
  return bases.length === 1 ? bases[0] : undefined;
}
