/** Variables that a loop assigns: unknown at its head, where one pass stands for any. */
import type { Stmt } from '../program/ir.js';
import { assignedNames, mentionedClosures, writesVariable } from './assigned.js';
import type { Carried, Machine } from './machine.js';
import { lookup, type Scope } from './state.js';
import type { ClosureTerm, Term } from './terms.js';

interface Assigned {
  readonly name: string;
  readonly before: Term;
}

/** Behind the loop: the number of passes is not known. `condition`: of a loop that nothing else ends. */
export function forget(m: Machine, stmt: Stmt, scope: Scope, carried: Heads, condition?: Term): void {
  m.memory.forgetAll();
  for (const [slot, assigned] of assignedIn(m, stmt, scope)) {
    const value = unknown(m, assigned, [assigned.before]);
    const head = carried.get(slot)?.head;
    if (head && condition) m.left.set(value, { head, condition });
    m.write(slot, value);
  }
}

/** By slot. */
type Heads = ReadonlyMap<number, { readonly head: Term; readonly value: Carried }>;

/** At the head: each variable's symbol is remembered with what it stands for in the first pass. */
export function carry(m: Machine, stmt: Stmt, scope: Scope): Heads {
  m.memory.forgetAll();
  const carried = new Map<number, { readonly head: Term; readonly value: Carried }>();
  const loop = m.place(stmt.span);
  for (const [slot, assigned] of assignedIn(m, stmt, scope)) {
    const head = unknown(m, assigned);
    const value: Carried = { entry: assigned.before, next: undefined, loop };
    m.write(slot, head);
    m.carried.set(head, value);
    carried.set(slot, { head, value });
    m.slotTests.delete(slot);
    m.slotGuards.delete(slot);
  }
  return carried;
}

/** At the end of a pass. */
export function noteNext(m: Machine, carried: Heads): void {
  for (const [slot, { value }] of carried) value.next = m.read(slot);
}

function unknown(m: Machine, { name, before }: Assigned, from?: readonly Term[]): Term {
  return m.store.fresh(name, 'loop', before.op === 'symbol' ? before.type : undefined, from);
}

function assignedIn(m: Machine, stmt: Stmt, scope: Scope, found = new Map<number, Assigned>(), followed = new Set<ClosureTerm>()): ReadonlyMap<number, Assigned> {
  for (const name of mentionedClosures(stmt)) {
    const bound = lookup(scope, name);
    const closure = bound?.kind === 'slot' ? m.read(bound.slot) : undefined;
    // A lambda that is called, or handed on, assigns what it captures by reference.
    if (closure?.op !== 'closure' || followed.has(closure)) continue;
    followed.add(closure);
    assignedIn(m, closure.lambda.body, closure.scope, found, followed);
  }
  for (const name of assignedNames(m.world.program, stmt)) {
    const bound = lookup(scope, name);
    const before = bound?.kind === 'slot' ? m.read(bound.slot) : undefined;
    // A variable in shared memory stands for its storage.
    if (before?.op === 'symbol' && before.origin === 'shared' && !writesVariable(stmt, name)) continue;
    if (bound?.kind === 'slot' && before && before.op !== 'closure') found.set(bound.slot, { name, before });
  }
  return found;
}
