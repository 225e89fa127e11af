/** The state of a path: values of variables (by slot), facts, and the conditions that led here. */
import { Facts, type FactSource } from './facts.js';
import type { Term, TermStore } from './terms.js';

/** Names in scope. A slot is one variable's storage; captures by reference share slots. */
export interface Scope {
  readonly parent: Scope | undefined;
  readonly names: Map<string, Binding>;
}
export type Binding =
  | { readonly kind: 'slot'; readonly slot: number }
  /** A type or template parameter that stands for a term. */
  | { readonly kind: 'term'; readonly term: Term };

export function childScope(parent: Scope | undefined): Scope {
  return { parent, names: new Map() };
}

export function lookup(scope: Scope | undefined, name: string): Binding | undefined {
  for (let s = scope; s; s = s.parent) {
    const binding = s.names.get(name);
    if (binding) return binding;
  }
  return undefined;
}

/** A branch that the path took. */
export interface Taken {
  /** What holds on the path: the tested condition or its negation. */
  readonly condition: Term;
  /** The tested condition was true. */
  readonly value: boolean;
  readonly source: FactSource | undefined;
}

const FLATTEN_DEPTH = 16;

/** Values by slot; a branch writes into its own layer so that joining looks only at what changed. */
export class Values {
  private constructor(private readonly parent: Values | undefined, private readonly own: Map<number, Term>, private readonly depth: number) {}
  static create(): Values {
    return new Values(undefined, new Map(), 0);
  }
  get(slot: number): Term | undefined {
    for (let layer: Values | undefined = this; layer; layer = layer.parent) {
      const term = layer.own.get(slot);
      if (term) return term;
    }
    return undefined;
  }
  set(slot: number, term: Term): void {
    this.own.set(slot, term);
  }
  branch(): Values {
    if (this.depth < FLATTEN_DEPTH) return new Values(this, new Map(), this.depth + 1);
    const all = new Map<number, Term>();
    const chain: Values[] = [];
    for (let layer: Values | undefined = this; layer; layer = layer.parent) chain.push(layer);
    for (const values of chain.reverse()) for (const [slot, term] of values.own) all.set(slot, term);
    return new Values(new Values(undefined, all, 0), new Map(), 1);
  }
  /** The layer that two states share, and the slots that either has written since. */
  static meet(a: Values, b: Values): { readonly common: Values | undefined; readonly changed: ReadonlySet<number> } {
    const above = new Set<Values>();
    for (let values: Values | undefined = a; values; values = values.parent) above.add(values);
    const slots = new Set<number>();
    let meet: Values | undefined = b;
    for (; meet && !above.has(meet); meet = meet.parent) for (const slot of meet.own.keys()) slots.add(slot);
    for (let values: Values | undefined = a; values && values !== meet; values = values.parent) for (const slot of values.own.keys()) slots.add(slot);
    return { common: meet, changed: slots };
  }
}

export interface State {
  readonly values: Values;
  readonly facts: Facts;
  /** Branches taken since the function that is analysed was entered, outermost first. */
  readonly path: readonly Taken[];
}

export function initialState(): State {
  return { values: Values.create(), facts: Facts.empty, path: [] };
}

export function branch(state: State): State {
  return { ...state, values: state.values.branch() };
}

/** Follows a branch; undefined if the facts rule it out. */
export function take(state: State, condition: Term, value: boolean, source: FactSource | undefined, store: TermStore): State | undefined {
  const facts = state.facts.assume(condition, value, source);
  if (!facts) return undefined;
  const taken: Taken = { condition: value ? condition : store.not(condition), value, source };
  return { values: state.values.branch(), facts, path: condition.op === 'bool' && !source ? state.path : [...state.path, taken] };
}

/** The state where two paths meet. Values that differ become a choice on `condition` (true: `a`). */
export function merge(store: TermStore, base: State, condition: Term, a: State, b: State): State {
  const { common, changed } = Values.meet(a.values, b.values);
  const values = (common ?? base.values).branch();
  for (const slot of changed) {
    const x = a.values.get(slot);
    const y = b.values.get(slot);
    if (x && y) values.set(slot, store.ite(condition, x, y));
    else if (x ?? y) values.set(slot, (x ?? y) as Term);
  }
  return { values, facts: Facts.join(store, base.facts, condition, a.facts, b.facts), path: base.path };
}
