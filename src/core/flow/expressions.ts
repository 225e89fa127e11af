/** Values of expressions. Side effects go into the machine's state; what is not understood is a fresh symbol. */
import type { Expr, LambdaExpr, NameExpr } from '../program/ir.js';
import { evaluateCall } from './calls.js';
import { noteCast } from './castClasses.js';
import { eitherWay } from './eitherWay.js';
import { constructClass } from './inline.js';
import { assign, readMember, resolvePlace, slotBehind, type PlaceValue } from './lvalues.js';
import type { Machine } from './machine.js';
import { judge } from './statements.js';
import { childScope, lookup, merge, type Scope } from './state.js';
import { addressBase, isBoolean, isConstant, isPointerLike, type Term } from './terms.js';
import { evaluateTemplateArg, evaluateType } from './types.js';
import { emitVolatile, mechanismOf } from './volatile.js';

export function evaluate(m: Machine, expr: Expr, scope: Scope): Term {
  m.step();
  const { store } = m;
  switch (expr.kind) {
    case 'number': return expr.value === undefined ? store.apply(`number ${expr.text}`, []) : store.int(expr.value);
    case 'bool': return store.bool(expr.value);
    case 'null': return store.null;
    case 'string': return store.text(expr.text);
    case 'sizeof': return store.apply(expr.text, []);
    case 'name': return evaluateName(m, expr, scope);
    case 'this': return readThis(m, scope);
    case 'member': case 'index': return readPlace(m, expr, scope);
    case 'unary': return evaluateUnary(m, expr, scope);
    case 'binary': return evaluateBinary(m, expr, scope);
    case 'assign': return evaluateAssign(m, expr, scope);
    case 'conditional': return evaluateConditional(m, expr, scope);
    case 'cast': {
      const operand = evaluate(m, expr.operand, scope);
      if (m.traces) noteCast(m, operand, expr.type, scope);
      if (expr.type.pointers > 0 || expr.type.reference) return operand.op === 'int' && operand.value === 0 ? store.null : operand;
      return isPointerLike(operand) || (expr.style === 'reinterpret_cast' && !isConstant(operand)) ? store.bits(operand, true) : operand;
    }
    case 'call': return evaluateCall(m, expr, scope);
    case 'launch': for (const arg of expr.args) evaluate(m, arg, scope); return store.fresh('launch', 'result');
    case 'lambda': return store.closure(expr, captureScope(m, expr, scope), m.frame.fn);
    case 'braces': {
      const items = expr.items.map((item) => evaluate(m, item, scope));
      if (items.length === 1 && items[0] && !expr.type) return items[0];
      const cls = expr.type && m.world.program.classOf(expr.type, m.file, m.frame.fn.scope);
      if (cls) return constructClass(m, cls, items.map((value, i) => ({ expr: expr.items[i], value, slot: undefined })), m.place(expr.span));
      if (expr.type) return store.object(expr.type.path.at(-1) ?? 'braces', undefined, new Map(items.map((item, i) => [String(i), item])));
      return store.object('braces', undefined, new Map(items.map((item, i) => [String(i), item])));
    }
    case 'comma': {
      let last: Term = store.zero;
      for (const item of expr.items) last = evaluate(m, item, scope);
      return last;
    }
    case 'new': for (const arg of expr.args) evaluate(m, arg, scope); return store.fresh('new', 'local', expr.type);
    case 'unknown': return store.fresh('unknown', 'result');
  }
}

/** A condition as a boolean term; the peers whose nullness it asks for go into `m.tests`. */
export function evaluateCondition(m: Machine, expr: Expr, scope: Scope): Term {
  const value = evaluate(m, expr, scope);
  if (!isBoolean(value)) noteNullTest(m, value, expr);
  return m.store.truth(value);
}

function evaluateName(m: Machine, expr: NameExpr, scope: Scope): Term {
  const name = expr.path.at(-1) ?? '';
  if (expr.path.length === 1) {
    const bound = lookup(scope, name);
    if (bound?.kind === 'term') return bound.term;
    if (bound) {
      const tests = m.slotTests.get(bound.slot);
      if (tests && m.tests) for (const peer of tests) m.tests.add(peer);
      const guards = m.slotGuards.get(bound.slot);
      if (guards && m.guards) m.guards.push(...guards);
      return m.read(bound.slot) ?? m.store.fresh(name, 'local');
    }
    const member = implicitMember(m, name, scope);
    if (member) return member;
  }
  if (name === 'is_same_v' && expr.templateArgs?.length === 2) {
    const [a, b] = expr.templateArgs.map((arg) => evaluateTemplateArg(m, arg, scope));
    if (a && b) return m.store.eq(a, b);
  }
  return globalName(m, expr);
}

function globalName(m: Machine, expr: NameExpr): Term {
  notePostedWork(m, expr);
  const variable = m.world.program.resolveVariable(expr.path, m.file, m.frame.fn.scope);
  if (variable?.isConstexpr && variable.init?.kind === 'number' && variable.init.value !== undefined) return m.store.int(variable.init.value);
  const name = expr.path.filter((part) => part !== '').join('::');
  return m.store.symbol(`global:${variable ? `${variable.file}:${variable.name}` : name}`, name, 'global', variable?.type);
}

/** The opcode of a work request: code that names one posts RDMA work itself, without a library call. */
function notePostedWork(m: Machine, expr: NameExpr): void {
  const name = expr.path.at(-1) ?? '';
  const role = m.world.catalog.symbol(name)?.role;
  if (role?.kind !== 'rdma-opcode') return;
  m.emit({
    kind: 'one-sided', place: m.place(expr.nameSpan), api: name, family: 'workspace', operation: role.operation,
    access: role.access === 'address-only' ? undefined : role.access, mechanism: `work request ${name}`, team: undefined, teamText: undefined,
    rank: undefined, rankText: undefined, destination: undefined, destinationText: undefined, source: undefined, sourceText: undefined,
    copies: true, args: [], translates: false, posted: true, calls: m.calls,
  });
}

/** `x` in a method, meaning `this->x`. */
function implicitMember(m: Machine, name: string, scope: Scope): Term | undefined {
  const bound = lookup(scope, 'this');
  if (bound?.kind !== 'slot') return undefined;
  const object = m.read(bound.slot);
  if (!object) return undefined;
  if (object.op === 'object' && object.fields.has(name)) return object.fields.get(name);
  const className = m.frame.fn.className;
  const cls = className === undefined ? undefined : m.world.program.resolveClass([className], m.frame.fn.file, m.frame.fn.scope);
  return cls?.fields.some((f) => f.name === name) ? readMember(m, object, name) : undefined;
}

function readThis(m: Machine, scope: Scope): Term {
  const bound = lookup(scope, 'this');
  return (bound?.kind === 'slot' ? m.read(bound.slot) : undefined) ?? m.store.fresh('this', 'this');
}

function readPlace(m: Machine, expr: Expr, scope: Scope): Term {
  const place = resolvePlace(m, expr, scope);
  switch (place.kind) {
    case 'slot': return m.read(place.slot) ?? m.store.fresh('local', 'local');
    case 'field': return readMember(m, evaluate(m, place.objectExpr, scope), place.name);
    case 'value': return place.term;
    case 'memory': return loadFrom(m, place, expr);
  }
}

function loadFrom(m: Machine, { address, text, op, volatile }: PlaceValue & { readonly kind: 'memory' }, expr: Expr): Term {
  m.emit({
    kind: 'access', place: m.place(expr.span), access: 'load', address, space: 'generic', source: undefined, copies: false,
    op, mechanism: mechanismOf('load', volatile), addressText: text, sourceText: '',
  });
  if (volatile) emitVolatile(m, 'load', address, undefined, m.place(expr.span), m.text(expr.span));
  const slot = slotBehind(m, address);
  const whole = slot === undefined ? undefined : m.read(slot);
  if (whole) return m.store.apply('[]', [whole, address]);
  return m.store.load(address, volatile ? m.memory.next() : m.memory.versionOf(address));
}

function evaluateUnary(m: Machine, expr: Expr & { kind: 'unary' }, scope: Scope): Term {
  const { store } = m;
  switch (expr.op) {
    case '!': return store.not(evaluateCondition(m, expr.operand, scope));
    case '*': return readPlace(m, expr, scope);
    case '&': {
      const place = resolvePlace(m, expr.operand, scope);
      if (place.kind === 'memory') return place.address;
      if (place.kind === 'slot') {
        const value = m.read(place.slot);
        // A reference to memory names it.
        if (value?.op === 'apply' && value.args[0] && m.typeOfReference.has(value.id)) return value.args[0];
        // A loop that hands the address on makes the value unknown; the address stays.
        const home = value && (m.carried.get(value)?.entry ?? value);
        return home?.op === 'symbol' && home.origin === 'shared' ? home : store.address(place.slot);
      }
      return evaluate(m, expr.operand, scope);
    }
    case '-': return store.neg(evaluate(m, expr.operand, scope));
    case '+': return evaluate(m, expr.operand, scope);
    case '~': return store.apply('~', [evaluate(m, expr.operand, scope)]);
    case '++': case '--': case 'post++': case 'post--': {
      const before = evaluate(m, expr.operand, scope);
      const after = store.add(before, store.int(expr.op.endsWith('++') ? 1 : -1));
      assign(m, expr.operand, after, expr, scope);
      return expr.op.startsWith('post') ? before : after;
    }
  }
}

function evaluateBinary(m: Machine, expr: Expr & { kind: 'binary' }, scope: Scope): Term {
  const { store } = m;
  if (expr.op === '&&' || expr.op === '||') return evaluateShortCircuit(m, expr, scope);
  const a = evaluate(m, expr.left, scope);
  const b = evaluate(m, expr.right, scope);
  switch (expr.op) {
    case '+': return store.add(a, b);
    case '-': return store.add(a, store.neg(b));
    case '==': case '!=': {
      const equal = store.eq(a, b);
      if (isNullConstant(b)) noteNullTest(m, a, expr);
      else if (isNullConstant(a)) noteNullTest(m, b, expr);
      return expr.op === '==' ? equal : store.not(equal);
    }
    case '<': return store.lt(a, b);
    case '>': return store.lt(b, a);
    case '<=': return store.not(store.lt(b, a));
    case '>=': return store.not(store.lt(a, b));
    case '&': case '|':
      if (isBoolean(a) && isBoolean(b)) return expr.op === '&' ? store.and(a, b) : store.or(a, b);
      break;
    default: break;
  }
  if (a.op === 'int' && b.op === 'int') {
    const folded = foldIntegers(expr.op, a.value, b.value);
    if (folded !== undefined) return store.int(folded);
  }
  return store.apply(expr.op, [a, b]);
}

function foldIntegers(op: string, a: number, b: number): number | undefined {
  const result = op === '*' ? a * b : op === '/' && b !== 0 ? Math.trunc(a / b) : op === '%' && b !== 0 ? a % b : undefined;
  return result !== undefined && Number.isSafeInteger(result) ? result : undefined;
}

function isNullConstant(term: Term): boolean {
  return term.op === 'null' || (term.op === 'int' && term.value === 0);
}

function evaluateShortCircuit(m: Machine, expr: Expr & { kind: 'binary' }, scope: Scope): Term {
  const { store } = m;
  const isAnd = expr.op === '&&';
  const a = evaluateCondition(m, expr.left, scope);
  const base = m.state;
  if (!base) return a;
  const right = m.assume(a, isAnd, undefined);
  if (!right) return store.bool(!isAnd);
  m.noteOperand(expr.right, isAnd ? a : store.not(a), expr.left);
  m.state = right;
  const b = evaluateCondition(m, expr.right, scope);
  m.state = m.now ? merge(store, base, isAnd ? a : store.not(a), m.now, base) : base;
  return isAnd ? store.and(a, b) : store.or(a, b);
}

function evaluateConditional(m: Machine, expr: Expr & { kind: 'conditional' }, scope: Scope): Term {
  const { store } = m;
  const { condition, source } = judge(m, expr.condition, scope);
  const base = m.state;
  if (!base) return store.fresh('dead', 'result');
  const inThen = m.assume(condition, true, source);
  const inElse = m.assume(condition, false, source);
  if (!inThen || !inElse) return evaluate(m, inThen ? expr.then : expr.otherwise, scope);
  m.noteOperand(expr.then, condition, expr.condition);
  m.noteOperand(expr.otherwise, store.not(condition), expr.condition);
  return eitherWay(m, base, condition, [inThen, () => evaluate(m, expr.then, scope)], [inElse, () => evaluate(m, expr.otherwise, scope)]);
}

function evaluateAssign(m: Machine, expr: Expr & { kind: 'assign' }, scope: Scope): Term {
  const value = evaluate(m, expr.value, scope);
  if (expr.op === '=') {
    assign(m, expr.target, value, expr, scope);
    return value;
  }
  const before = evaluate(m, expr.target, scope);
  const { store } = m;
  const op = expr.op.slice(0, -1);
  const after =
    op === '+' ? store.add(before, value)
    : op === '-' ? store.add(before, store.neg(value))
    : op === '&' && isBoolean(value) ? store.and(store.truth(before), value)
    : op === '|' && isBoolean(value) ? store.or(store.truth(before), value)
    : store.apply(op, [before, value]);
  assign(m, expr.target, after, expr, scope);
  return after;
}

/** Types too narrow for an address. */
const NUMBERS = new Set(['bool', 'char', 'short', 'int', 'unsigned', 'float', 'int8_t', 'uint8_t', 'int16_t', 'uint16_t', 'int32_t', 'uint32_t']);

/** Records that a condition asks whether `value` is null. */
function noteNullTest(m: Machine, value: Term, expr: Expr): void {
  if (isConstant(value)) return;
  const symbol = value.op === 'bits' ? value.args[0] : value;
  if (symbol.op === 'symbol' && !NUMBERS.has(symbol.type?.path.at(-1) ?? '')) m.testedSymbols.add(symbol);
  const peers = m.peersIn(value);
  if (peers.size === 0) return;
  if (m.tests) for (const peer of peers) m.tests.add(peer);
  m.emit({ kind: 'null-test', place: m.place(expr.span), pointer: value, condition: m.store.nonnull(addressBase(value) ?? value), text: m.text(expr.span) });
}

/** A closure's scope: captures by reference share the variable, by value they copy what it holds now. */
function captureScope(m: Machine, lambda: LambdaExpr, scope: Scope): Scope {
  if (lambda.captureDefault === '&') return withInitCaptures(m, lambda, scope, childScope(scope));
  const captured = childScope(undefined);
  for (let s: Scope | undefined = scope; s; s = s.parent)
    for (const [name, binding] of s.names) {
      if (captured.names.has(name)) continue;
      const value = binding.kind === 'slot' ? m.read(binding.slot) : undefined;
      const byReference = lambda.captures.some((c) => c.name === name && c.byReference);
      if (binding.kind === 'term' || byReference || name === 'this' || !value) captured.names.set(name, binding);
      else {
        const slot = m.newSlot();
        m.write(slot, value);
        const tests = m.slotTests.get(binding.slot);
        if (tests) m.slotTests.set(slot, tests);
        const guards = m.slotGuards.get(binding.slot);
        if (guards) m.slotGuards.set(slot, guards);
        const pointee = m.pointees.get(binding.slot);
        if (pointee !== undefined) m.pointees.set(slot, pointee);
        captured.names.set(name, { kind: 'slot', slot });
      }
    }
  return withInitCaptures(m, lambda, scope, captured);
}

function withInitCaptures(m: Machine, lambda: LambdaExpr, outer: Scope, inner: Scope): Scope {
  for (const capture of lambda.captures) {
    if (!capture.init) continue;
    const slot = m.newSlot();
    m.write(slot, evaluate(m, capture.init, outer));
    inner.names.set(capture.name, { kind: 'slot', slot });
  }
  return inner;
}

export { evaluateType };
