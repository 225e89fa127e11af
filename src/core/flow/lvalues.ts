/** Places: local variables, fields of objects held in variables, and memory. */
import type { Expr } from '../program/ir.js';
import { evaluate } from './expressions.js';
import { canEnter, enterFunction } from './inline.js';
import type { Machine } from './machine.js';
import { lookup, type Scope } from './state.js';
import { isPointerLike, type Term } from './terms.js';
import { emitVolatile, isVolatilePlace, mechanismOf } from './volatile.js';

export type PlaceValue =
  | { readonly kind: 'slot'; readonly slot: number }
  | { readonly kind: 'field'; readonly objectExpr: Expr; readonly name: string }
  | { readonly kind: 'memory'; readonly address: Term; readonly text: string; readonly op: string; readonly volatile: boolean }
  | { readonly kind: 'value'; readonly term: Term };

export function resolvePlace(m: Machine, expr: Expr, scope: Scope): PlaceValue {
  switch (expr.kind) {
    case 'name': {
      const bound = expr.path.length === 1 ? lookup(scope, expr.path[0] ?? '') : undefined;
      return bound?.kind === 'slot' ? { kind: 'slot', slot: bound.slot } : { kind: 'value', term: evaluate(m, expr, scope) };
    }
    case 'member': {
      if (!expr.arrow || isObjectHandle(m, expr.object, scope)) return { kind: 'field', objectExpr: expr.object, name: expr.name };
      const base = evaluate(m, expr.object, scope);
      if (base.op === 'object') return { kind: 'field', objectExpr: expr.object, name: expr.name };
      if (base.op === 'address') return { kind: 'field', objectExpr: { kind: 'unary', op: '*', operand: expr.object, span: expr.object.span }, name: expr.name };
      return memory(m, expr, scope, m.store.add(base, m.store.apply(`offsetof ${expr.name}`, [])), expr.object, `…->${expr.name}`);
    }
    case 'index': {
      const base = evaluate(m, expr.object, scope);
      const index = evaluate(m, expr.index, scope);
      if (base.op === 'object' && typeof base.cls === 'string' && index.op === 'int') {
        const element = base.fields.get(String(index.value));
        if (element) return { kind: 'value', term: element };
      }
      const element = callIndexOperator(m, base, expr, index);
      if (element) return { kind: 'value', term: element };
      return memory(m, expr, scope, m.store.add(base, index), expr.object, '…[…]');
    }
    case 'unary':
      if (expr.op === '*') {
        const address = evaluate(m, expr.operand, scope);
        // `*reinterpret_cast<T*>(&x)` reads the variable, whatever the type is called.
        if (address.op === 'address') return { kind: 'slot', slot: address.slot };
        return memory(m, expr, scope, address, expr.operand, '*…');
      }
      break;
    case 'cast':
      if (expr.type.reference) return resolvePlace(m, expr.operand, scope);
      break;
    default: break;
  }
  return { kind: 'value', term: evaluate(m, expr, scope) };
}

function memory(m: Machine, expr: Expr, scope: Scope, address: Term, pointer: Expr, op: string): PlaceValue {
  return { kind: 'memory', address, text: m.text(plain(pointer).span), op, volatile: isVolatilePlace(m, expr, scope, address) };
}

/** `x[i]` of a workspace class. */
function callIndexOperator(m: Machine, object: Term, expr: Expr & { kind: 'index' }, index: Term): Term | undefined {
  if (object.op !== 'object' || typeof object.cls === 'string') return undefined;
  const operator = object.cls.methods.find((method) => /^operator\s*\[\]$/.test(method.name));
  if (!operator || !canEnter(m, operator)) return undefined;
  return enterFunction(m, operator, { value: object, slot: undefined, expr: expr.object }, [{ expr: expr.index, value: index, slot: undefined }], [], m.place(expr.span));
}

/** The expression under its casts: what the reader calls the pointer. */
export function plain(expr: Expr): Expr {
  return expr.kind === 'cast' ? plain(expr.operand) : expr;
}

/** `this->x`, and `p->x` where `p` is a handle whose pointee is the object itself. */
function isObjectHandle(m: Machine, expr: Expr, scope: Scope): boolean {
  if (expr.kind === 'this') return true;
  if (expr.kind !== 'name' || expr.path.length !== 1) return false;
  const bound = lookup(scope, expr.path[0] ?? '');
  const value = bound?.kind === 'slot' ? m.read(bound.slot) : undefined;
  return value?.op === 'object';
}

export function readMember(m: Machine, object: Term, name: string): Term {
  if (object.op === 'object') {
    const field = object.fields.get(name);
    if (field) return field;
    return object.base ? readMember(m, object.base, name) : m.store.field(object, name, fieldType(m, object, name));
  }
  if (object.op === 'ite') return m.store.ite(object.args[0], readMember(m, object.args[1], name), readMember(m, object.args[2], name));
  return m.world.contracts.fieldInvariant(m, object, name) ?? m.store.field(object, name, fieldType(m, object, name));
}

function fieldType(m: Machine, object: Term, name: string) {
  return m.world.contracts.classOf(m, object)?.fields.find((f) => f.name === name)?.type;
}

export function assign(m: Machine, target: Expr, value: Term, whole: Expr, scope: Scope): void {
  if (target.kind === 'name' && target.path.length === 1) {
    const name = target.path[0] ?? '';
    const bound = lookup(scope, name);
    if (bound?.kind === 'slot') {
      m.write(bound.slot, value);
      m.sharedSlots.get(bound.slot)?.writes.push(value);
      m.slotTests.delete(bound.slot);
      m.slotGuards.delete(bound.slot);
      return;
    }
    const self = bound ? undefined : lookup(scope, 'this');
    const object = self?.kind === 'slot' ? m.read(self.slot) : undefined;
    if (self?.kind === 'slot' && object) m.write(self.slot, withField(m, object, name, value));
    return;
  }
  const place = resolvePlace(m, target, scope);
  switch (place.kind) {
    case 'slot': m.write(place.slot, value); return;
    case 'field': {
      const object = evaluate(m, place.objectExpr, scope);
      const changed = withField(m, object, place.name, value);
      if (changed !== object && place.objectExpr.kind !== 'call') assign(m, place.objectExpr.kind === 'this' ? thisName(place.objectExpr) : place.objectExpr, changed, whole, scope);
      return;
    }
    case 'memory':
      m.emit({
        kind: 'access', place: m.place(target.span), access: 'store', address: place.address, space: 'generic', source: value,
        copies: false, op: `${place.op} =`, mechanism: mechanismOf('store', place.volatile), addressText: place.text,
        sourceText: whole.kind === 'assign' ? m.text(whole.value.span) : '',
      });
      if (place.volatile) emitVolatile(m, 'store', place.address, value, m.place(target.span), m.text(target.span));
      writePart(m, place.address, value);
      if (isPointerLike(value) && m.peersIn(value).size > 0) m.emit({ kind: 'escape', place: m.place(target.span), address: value, how: 'stored in memory' });
      return;
    case 'value': return;
  }
}

/** The local variable that an address points into. */
export function slotBehind(m: Machine, address: Term): number | undefined {
  const parts = address.op === 'add' ? address.args : [address];
  for (const part of parts) {
    // A loop that moves the address on makes it unknown; the variable stays.
    const home = m.carried.get(part)?.entry ?? part;
    if (home.op === 'address') return home.slot;
  }
  return undefined;
}

/** A word of a variable is written: what the whole of it is now is made of that and of what it was. */
function writePart(m: Machine, address: Term, value: Term): void {
  const slot = slotBehind(m, address);
  const before = slot === undefined ? undefined : m.read(slot);
  if (slot !== undefined && before) m.write(slot, m.store.fresh(m.slotNames.get(slot) ?? 'part', 'result', undefined, [before, value]));
}

function thisName(expr: Expr): Expr {
  return { kind: 'name', span: expr.span, path: ['this'], templateArgs: undefined, nameSpan: expr.span };
}

export function withField(m: Machine, object: Term, name: string, value: Term): Term {
  if (object.op === 'object') return m.store.object(object.cls, object.base, new Map([...object.fields, [name, value]]));
  if (object.op === 'ite') return m.store.ite(object.args[0], withField(m, object.args[1], name, value), withField(m, object.args[2], name, value));
  const cls = m.world.contracts.classOf(m, object);
  return m.store.object(cls ?? 'unknown', object, new Map([[name, value]]));
}
