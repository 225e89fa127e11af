/**
 * What a value may have been computed from, further back than its term says: through calls that were not followed, through loops that
 * carry it from pass to pass, and through memory that the function itself wrote.
 */
import type { Machine } from './machine.js';
import { basesOf } from './memory.js';
import { argsOf, type Term } from './terms.js';

/** Is the value, or anything that went into it, such that `holds`? Choices' conditions and peers' arguments count. */
export function isMadeOf(m: Machine, term: Term, holds: (part: Term) => boolean, seen = new Set<Term>()): boolean {
  if (seen.has(term)) return false;
  seen.add(term);
  return holds(term) || inputsOf(m, term).some((input) => isMadeOf(m, input, holds, seen));
}

function inputsOf(m: Machine, term: Term): readonly Term[] {
  switch (term.op) {
    case 'symbol': {
      const carried = m.carried.get(term);
      const shared = term.origin === 'shared' ? [...m.sharedSlots.values()].find(({ storage }) => storage === term) : undefined;
      return [...(term.from ?? []), ...(carried ? [carried.entry, ...(carried.next ? [carried.next] : [])] : []), ...(shared?.writes ?? [])];
    }
    case 'peer': return [term.peer.rank, term.peer.pointer, term.peer.valid].filter((part) => part !== undefined);
    case 'object': return [...term.fields.values(), ...(term.base ? [term.base] : [])];
    case 'load': return [term.args[0], ...storedBehind(m, term.args[0])];
    default: return argsOf(term);
  }
}

/** Values and loads that a term is built from, template parameters aside. */
export function symbolsOf(term: Term, found: Term[] = []): Term[] {
  if (term.op === 'symbol' && term.origin !== 'template') found.push(term);
  else if (term.op === 'load') found.push(term);
  else for (const arg of argsOf(term)) symbolsOf(arg, found);
  return found;
}

/** Are both computed from one value of the function: a parameter, a variable, a load? Who acts and sizes of teams do not count. */
export function shareSource(a: Term, b: Term): boolean {
  const sources = sourcesOf(a);
  return [...sourcesOf(b)].some((source) => sources.has(source));
}

function sourcesOf(term: Term, found = new Set<Term>(), seen = new Set<Term>()): ReadonlySet<Term> {
  if (seen.has(term)) return found;
  seen.add(term);
  if (term.op === 'symbol') {
    if (term.from) for (const input of term.from) sourcesOf(input, found, seen);
    else if (term.origin !== 'global' && term.origin !== 'template') found.add(term);
  } else if (term.op === 'load' || (term.op === 'field' && term.args[0].op !== 'apply')) found.add(term);
  // A field of what a function makes is a team's size or rank.
  else if (term.op === 'field') return found;
  else for (const arg of argsOf(term)) sourcesOf(arg, found, seen);
  return found;
}

const NOTHING: readonly Term[] = [];

const stores = new WeakMap<Machine, { readonly events: number; readonly byBase: ReadonlyMap<Term, readonly Term[]> }>();

/** Whatever the function stored behind the pointer that the address starts from, at any time. */
function storedBehind(m: Machine, address: Term): readonly Term[] {
  let index = stores.get(m);
  if (index?.events !== m.events.length) {
    const byBase = new Map<Term, Term[]>();
    for (const event of m.events) {
      if (event.kind !== 'access' || event.access === 'load' || event.copies || !event.source) continue;
      for (const base of basesOf(event.address)) {
        const sources = byBase.get(base);
        if (sources) sources.push(event.source);
        else byBase.set(base, [event.source]);
      }
    }
    stores.set(m, (index = { events: m.events.length, byBase }));
  }
  const { byBase } = index;
  return byBase.size === 0 ? NOTHING : basesOf(address).flatMap((base) => byBase.get(base) ?? NOTHING);
}
