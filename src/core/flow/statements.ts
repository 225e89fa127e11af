/** Statements. `m.state` becomes undefined where control does not go on. */
import type { Declarator, DeclStmt, Expr, IfStmt, Stmt, TypeRef } from '../program/ir.js';
import { executeAsm } from './asm.js';
import { constructVariable } from './calls.js';
import { evaluate, evaluateCondition } from './expressions.js';
import type { ReachabilityEvent } from './events.js';
import { Facts, type FactSource } from './facts.js';
import type { Machine } from './machine.js';
import { carry, forget, noteNext } from './carried.js';
import { childScope, merge, type Scope, type State } from './state.js';
import type { Peer } from './peer.js';
import { isBoolean, type Term } from './terms.js';
import { evaluateType } from './types.js';
import { notePointee } from './volatile.js';

export function execute(m: Machine, stmt: Stmt, scope: Scope): void {
  if (!m.state || (m.slice && m.frame.fn === m.root && !m.slice.keeps(stmt))) return;
  m.step();
  switch (stmt.kind) {
    case 'block': executeAll(m, stmt.body, childScope(scope)); return;
    case 'expr': evaluate(m, stmt.expr, scope); return;
    case 'decl': executeDeclaration(m, stmt, scope); return;
    case 'bindings': {
      const value = evaluate(m, stmt.init, scope);
      stmt.names.forEach((name, i) => {
        const part = value.op === 'object' ? value.fields.get(String(i)) : undefined;
        bind(m, scope, name.name, part ?? m.store.fresh(name.name, 'result', undefined, [value]));
      });
      return;
    }
    case 'if': executeIf(m, stmt, scope); return;
    case 'for': {
      const inner = childScope(scope);
      if (stmt.init) execute(m, stmt.init, inner);
      executeLoop(m, stmt, inner, stmt.condition, stmt.body, stmt.step, false);
      return;
    }
    case 'range-for': {
      const inner = childScope(scope);
      const range = evaluate(m, stmt.range, scope);
      if (stmt.variable) bind(m, inner, stmt.variable.name, m.store.fresh(stmt.variable.name, 'loop', stmt.variable.type, [range]));
      executeLoop(m, stmt, inner, undefined, stmt.body, undefined, true);
      return;
    }
    case 'while': executeLoop(m, stmt, scope, stmt.condition, stmt.body, undefined, false); return;
    case 'do': executeDo(m, stmt, scope); return;
    case 'switch': executeSwitch(m, stmt, scope); return;
    case 'return': executeReturn(m, stmt, scope); return;
    case 'break': leave(m, m.loops.at(-1)?.breaks); return;
    case 'continue': leave(m, m.loops.findLast((loop) => loop.continues !== loop.breaks)?.continues); return;
    case 'goto': {
      const key = `${m.frames.length} ${stmt.label}`;
      m.jumps.set(key, [...(m.jumps.get(key) ?? []), m.state]);
      m.state = undefined;
      return;
    }
    case 'label': return;
    case 'alias': {
      const term = evaluateType(m, stmt.type, scope);
      scope.names.set(stmt.name, { kind: 'term', term });
      m.localAliases.set(stmt.name, term);
      return;
    }
    case 'class': m.localClasses.set(stmt.decl.name, stmt.decl); return;
    case 'asm': executeAsm(m, stmt, scope); return;
    case 'static-assert': executeStaticAssert(m, stmt, scope); return;
    case 'case': case 'empty': case 'unknown': return;
  }
}

export function executeAll(m: Machine, body: readonly Stmt[], scope: Scope): void {
  for (const stmt of body) {
    if (stmt.kind === 'label') land(m, stmt.name);
    if (m.state) execute(m, stmt, scope);
  }
}

/** Control also comes from the jumps before; a jump back is a loop whose facts are those of the first pass. */
function land(m: Machine, label: string): void {
  m.memory.forgetAll();
  const jumps = m.jumps.get(`${m.frames.length} ${label}`) ?? [];
  const states = m.state ? [m.state, ...jumps] : jumps;
  const [first] = states;
  if (!first || jumps.length === 0) return;
  const shared = states.reduce((path, state) => path.filter((taken, i) => state.path[i] === taken), first.path);
  const joined = joinAll(m, { values: first.values, facts: Facts.empty, path: shared }, states);
  m.state = joined && { ...joined, path: shared };
}

function leave(m: Machine, exits: State[] | undefined): void {
  if (m.state) exits?.push(m.state);
  m.state = undefined;
}

export function bind(m: Machine, scope: Scope, name: string, value: Term): number {
  const slot = m.newSlot();
  m.slotNames.set(slot, name);
  m.write(slot, value);
  scope.names.set(name, { kind: 'slot', slot });
  return slot;
}

function executeDeclaration(m: Machine, stmt: DeclStmt, scope: Scope): void {
  for (const declarator of stmt.declarators) {
    const outer = { tests: m.tests, guards: m.guards };
    const tests = new Set<Peer>();
    const guards: ReachabilityEvent[] = [];
    Object.assign(m, { tests, guards });
    const value = declaredValue(m, stmt, declarator, scope);
    Object.assign(m, outer);
    if (declarator.name === '') continue;
    const slot = bind(m, scope, declarator.name, value);
    notePointee(m, slot, declarator.type, declarator.init, scope);
    if (stmt.isShared) m.sharedSlots.set(slot, { storage: value, writes: [] });
    if (!m.frame.anchor && m.silent === 0) m.named.push({ name: declarator.name, place: m.place(declarator.nameSpan), value, init: declarator.init ? m.text(declarator.init.span) : '', isRepeated: m.loopDepth > 0 || m.frames.length > 1 });
    if (tests.size > 0) m.slotTests.set(slot, tests);
    if (guards.length > 0 && isBoolean(value)) m.slotGuards.set(slot, guards);
  }
}

function declaredValue(m: Machine, stmt: DeclStmt, declarator: Declarator, scope: Scope): Term {
  const key = `${m.file}:${declarator.nameSpan.start}:${declarator.name}`;
  if (stmt.isShared) return m.store.symbol(`shared:${key}`, declarator.name, 'shared', declarator.type);
  if (declarator.extents.length > 0) {
    if (declarator.init) evaluate(m, declarator.init, scope);
    return m.store.symbol(`local:${key}`, declarator.name, 'local', { ...declarator.type, pointers: declarator.type.pointers + 1 });
  }
  if (declarator.type.reference && declarator.init?.kind === 'unary' && declarator.init.op === '*') {
    // A reference names the memory, it does not read it.
    const address = evaluate(m, declarator.init.operand, scope);
    const named = address.op === 'address' ? (m.read(address.slot) ?? address) : m.store.apply('*', [address]);
    if (address.op !== 'address') m.typeOfReference.set(named.id, declarator.type);
    return named;
  }
  if (declarator.init) {
    const value = evaluate(m, declarator.init, scope);
    // `T x = {…}` is an object of T.
    if (value.op === 'object' && value.cls === 'braces') return constructVariable(m, declarator, [...value.fields.values()], scope);
    return typed(m, value, declarator);
  }
  const args = declarator.constructorArgs?.map((arg) => evaluate(m, arg, scope)) ?? [];
  return constructVariable(m, declarator, args, scope);
}

/** What must hold wherever the code is compiled. What seems not to hold was not understood. */
function executeStaticAssert(m: Machine, { condition: asserted }: Stmt & { kind: 'static-assert' }, scope: Scope): void {
  if (!asserted || !m.traces) return;
  const { condition, source } = judge(m, asserted, scope);
  m.state = m.assume(condition, true, { ...source, asserted: true }) ?? m.state;
}

/** A value of unknown type that is declared with one: the declaration says what it is. */
function typed(m: Machine, value: Term, declarator: Declarator): Term {
  if (value.op !== 'symbol' || value.type || value.origin !== 'result' || m.elected.has(value) || declarator.type.path.at(-1) === 'auto') return value;
  return m.store.fresh(declarator.name, 'result', declarator.type, value.from);
}

function executeIf(m: Machine, stmt: IfStmt, outer: Scope): void {
  const scope = childScope(outer);
  if (stmt.init) execute(m, stmt.init, scope);
  const { condition, source } = judge(m, stmt.condition, scope);
  const base = m.state;
  if (!base) return;
  if (!m.frame.anchor) m.branches.push({ stmt, condition });
  const inThen = m.assume(condition, true, source);
  const inElse = m.assume(condition, false, source);
  m.state = inThen;
  if (m.state) execute(m, stmt.then, scope);
  const afterThen = m.state;
  m.state = inElse;
  if (m.state && stmt.otherwise) execute(m, stmt.otherwise, scope);
  const afterElse = m.state;
  const after = afterThen && afterElse ? merge(m.store, base, condition, afterThen, afterElse) : (afterThen ?? afterElse);
  // Where the other arm cannot be taken at all, this is no branch for what comes after.
  m.state = after && !(inThen && inElse) ? { ...after, path: base.path } : after;
}

/** A branch condition with the source that facts from it carry. */
export function judge(m: Machine, expr: Expr, scope: Scope): { condition: Term; source: FactSource } {
  const outer = { tests: m.tests, guards: m.guards };
  const tested = new Set<Peer>();
  const guards: ReachabilityEvent[] = [];
  Object.assign(m, { tests: tested, guards });
  const condition = evaluateCondition(m, expr, scope);
  Object.assign(m, outer);
  const source = { place: m.place(expr.span), text: m.text(expr.span), tested, guards, ...(m.traces ? { loops: [...m.loopPlaces] } : {}) };
  m.noteCondition(condition, source);
  return { condition, source };
}

function loopCondition(m: Machine, test: Expr, scope: Scope): { condition: Term; source: FactSource } {
  const { condition, source } = judge(m, test, scope);
  return { condition, source: { ...source, loop: true } };
}

/** One iteration stands for any: what the loop assigns is unknown at its head. */
function executeLoop(m: Machine, stmt: Stmt, scope: Scope, test: Expr | undefined, body: Stmt, step: Expr | undefined, mayBeEmpty: boolean): void {
  const before = m.state;
  if (!before) return;
  const carried = carry(m, stmt, scope);
  const judged = test ? inLoop(m, stmt, () => loopCondition(m, test, scope)) : undefined;
  const head = m.state;
  const loop = { breaks: [] as State[], continues: [] as State[] };
  m.state = judged ? m.assume(judged.condition, true, judged.source) : m.state;
  m.loops.push(loop);
  m.loopDepth++;
  inLoop(m, stmt, () => {
    if (m.state) execute(m, body, scope);
    m.loopDepth--;
    m.state = joinAll(m, head, [m.state, ...loop.continues]);
    if (m.state && step) evaluate(m, step, scope);
  });
  noteNext(m, carried);
  m.loops.pop();
  const infinite = !test && !mayBeEmpty;
  const exits: (State | undefined)[] = [...loop.breaks];
  if (!infinite && head) {
    m.state = { ...head, values: head.values.branch() };
    exits.push(judged ? m.assume(judged.condition, false, judged.source) : m.state);
  }
  m.state = joinAll(m, before, exits);
  if (m.state) forget(m, stmt, scope, carried, loop.breaks.length > 0 ? undefined : judged?.condition);
}

/** What happens once a pass happens in the loop: its condition and its step as well as its body. */
function inLoop<T>(m: Machine, stmt: Stmt, run: () => T): T {
  m.loopPlaces.push(m.place(stmt.span));
  const result = run();
  m.loopPlaces.pop();
  return result;
}

function executeDo(m: Machine, stmt: Stmt & { kind: 'do' }, scope: Scope): void {
  const before = m.state;
  const carried = carry(m, stmt, scope);
  const loop = { breaks: [] as State[], continues: [] as State[] };
  m.loops.push(loop);
  inLoop(m, stmt, () => { execute(m, stmt.body, scope); });
  m.loops.pop();
  m.state = joinAll(m, before, [m.state, ...loop.continues]);
  noteNext(m, carried);
  if (m.state) {
    const { condition, source } = inLoop(m, stmt, () => loopCondition(m, stmt.condition, scope));
    m.state = m.assume(condition, false, source);
  }
  m.state = joinAll(m, before, [m.state, ...loop.breaks]);
  m.memory.forgetAll();
}

function executeSwitch(m: Machine, stmt: Stmt & { kind: 'switch' }, scope: Scope): void {
  const subject = evaluate(m, stmt.subject, scope);
  const base = m.state;
  if (!base) return;
  const body = stmt.body.kind === 'block' ? stmt.body.body : [stmt.body];
  const breaks: State[] = [];
  // `continue` belongs to the loop around.
  m.loops.push({ breaks, continues: breaks });
  const inner = childScope(scope);
  m.state = undefined;
  let hasDefault = false;
  for (const part of body) {
    if (part.kind === 'case') {
      hasDefault ||= part.value === undefined;
      const through = m.state;
      m.state = { ...base, values: base.values.branch() };
      const value = part.value ? evaluate(m, part.value, inner) : undefined;
      const source: FactSource = { place: m.place(part.span), text: m.text(part.span), tested: new Set(), guards: [] };
      m.state = joinAll(m, base, [through, value ? m.assume(m.store.eq(subject, value), true, source) : m.state]);
    } else if (m.state) execute(m, part, inner);
  }
  m.loops.pop();
  m.state = joinAll(m, base, [m.state, ...breaks, ...(hasDefault ? [] : [base])]);
}

function executeReturn(m: Machine, stmt: Stmt & { kind: 'return' }, scope: Scope): void {
  const value = stmt.value ? evaluate(m, constructed(stmt.value, m.frame.returnType), scope) : undefined;
  if (m.state) m.frame.returns.push({ state: m.state, value, place: m.place((stmt.value ?? stmt).span) });
  m.state = undefined;
}

/** `return {a, b};` makes an object of the function's type. */
function constructed(value: Expr, type: TypeRef | undefined): Expr {
  return value.kind === 'braces' && !value.type && type && type.pointers === 0 ? { ...value, type } : value;
}

/** Joins paths whose distinguishing condition is not kept: values that differ become unknown, made of what led to the one path or the other. */
function joinAll(m: Machine, base: State | undefined, states: readonly (State | undefined)[]): State | undefined {
  const live = states.filter((state): state is State => state !== undefined);
  const [first, ...rest] = live;
  if (!first || !base) return undefined;
  const ledBy = (state: State): Term[] => state.path.slice(base.path.length).map(({ condition }) => condition);
  return rest.reduce((a, b) => merge(m.store, base, m.store.fresh('path', 'join', undefined, [...ledBy(a), ...ledBy(b)]), a, b), first);
}
