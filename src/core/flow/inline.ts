/** Following a call into a body: a workspace function, a constructor or a closure. */
import type { ClassDecl, Expr, FunctionDecl, Param, TypeRef } from '../program/ir.js';
import { evaluate } from './expressions.js';
import { isOutReference } from './assigned.js';
import { resolvePlace } from './lvalues.js';
import { MAX_DEPTH, type Frame, type Machine } from './machine.js';
import type { Place } from './peer.js';
import { childScope, merge, type Scope } from './state.js';
import { bind, execute } from './statements.js';
import type { ClosureTerm, Term } from './terms.js';
import { bindCalledTemplate, bindTemplateParams, evaluateTemplateArg } from './types.js';
import { notePointee } from './volatile.js';

/** A lambda that is called more often is not followed. */
const MAX_CLOSURE_CALLS = 8;

export interface Argument {
  readonly expr: Expr | undefined;
  readonly value: Term;
  /** Set when the argument is a variable: a reference parameter shares it. */
  readonly slot: number | undefined;
}

export interface Receiver {
  readonly value: Term;
  readonly slot: number | undefined;
  readonly expr: Expr | undefined;
}

export function evaluateArguments(m: Machine, args: readonly Expr[], scope: Scope): Argument[] {
  return args.map((expr) => {
    if (expr.kind === 'name') {
      const place = resolvePlace(m, expr, scope);
      if (place.kind === 'slot') return { expr, value: evaluate(m, expr, scope), slot: place.slot };
      if (place.kind === 'value') return { expr, value: place.term, slot: undefined };
    }
    return { expr, value: evaluate(m, expr, scope), slot: undefined };
  });
}

export function canEnter(m: Machine, fn: FunctionDecl): boolean {
  return fn.bodySpan !== undefined && m.frames.length < MAX_DEPTH && !m.frames.some((frame) => frame.fn === fn);
}

/** Evaluates the body with the arguments bound. The result is undefined for `void`. `onReturns` sees the single returns. */
export function enterFunction(
  m: Machine, fn: FunctionDecl, receiver: Receiver | undefined, args: readonly Argument[], templateArgs: readonly Term[], call: Place,
  onReturns?: (returns: Frame['returns'], entry: number) => void,
): Term | undefined {
  const body = fn.body();
  if (!body || !m.state) return undefined;
  const scope = childScope(undefined);
  return withFrame(m, { fn, call, name: fn.name, returnType: fn.returnType }, onReturns, () => {
    bindTemplateParams(m, fn.classTemplateParams, classArguments(m, receiver), scope, `${fn.file}:${fn.className ?? ''}`);
    bindCalledTemplate(m, fn, templateArgs, scope);
    if (receiver) {
      if (receiver.slot !== undefined) scope.names.set('this', { kind: 'slot', slot: receiver.slot });
      else bind(m, scope, 'this', receiver.value);
    }
    bindParams(m, fn.params, args, scope);
    for (const init of body.initializers) initializeField(m, fn, init, scope);
    execute(m, body.block, scope);
  });
}

/** `SymBuffer<8>& buffer`: the template arguments of the class are in the parameter's type. */
function classArguments(m: Machine, receiver: Receiver | undefined): Term[] {
  const value = receiver?.value;
  if (value?.op !== 'symbol' || value.origin !== 'param' || !value.type || !m.rootScope) return [];
  const { rootScope } = m;
  return value.type.templateArgs.map((arg) => evaluateTemplateArg(m, arg, rootScope));
}

export function callClosure(m: Machine, closure: ClosureTerm, args: readonly Argument[], call: Place): Term | undefined {
  m.closureCalls.set(closure.id, (m.closureCalls.get(closure.id) ?? 0) + 1);
  if (m.frames.length >= MAX_DEPTH + 4 || (m.closureCalls.get(closure.id) ?? 0) > MAX_CLOSURE_CALLS) {
    if (m.traces) m.emit({ kind: 'call', place: call, name: 'lambda', target: undefined, args: [closure] });
    return undefined;
  }
  const scope = childScope(closure.scope);
  return withFrame(m, { fn: closure.owner, call, name: 'lambda', returnType: undefined }, undefined, () => {
    bindParams(m, closure.lambda.params, args, scope);
    execute(m, closure.lambda.body, scope);
  });
}

interface Entered extends Pick<Frame, 'fn' | 'returnType'> {
  readonly call: Place;
  readonly name: string;
}

function withFrame(m: Machine, { fn, call, name, returnType }: Entered, onReturns: ((returns: Frame['returns'], entry: number) => void) | undefined, run: () => void): Term | undefined {
  const base = m.state;
  if (!base) return undefined;
  const outer = m.frame;
  const own = fn === m.root;
  const frame: Frame = {
    fn, anchor: own ? undefined : (outer.anchor ?? call), anchorName: own ? undefined : (outer.anchorName ?? name), returnType, call,
    returns: [], entry: base.path.length,
  };
  const { tests, guards } = m;
  m.tests = undefined;
  m.guards = undefined;
  const loops = m.loops.splice(0);
  m.frames.push(frame);
  m.state = { ...base, values: base.values.branch() };
  run();
  if (m.now) frame.returns.push({ state: m.now, value: undefined, place: undefined });
  m.frames.pop();
  m.loops.splice(0, m.loops.length, ...loops);
  m.tests = tests;
  m.guards = guards;
  onReturns?.(frame.returns, frame.entry);
  const last = frame.returns.at(-1);
  if (!last) {
    m.state = undefined;
    return undefined;
  }
  let { state, value } = last;
  for (const other of frame.returns.slice(0, -1).reverse()) {
    const condition = m.pathCondition(other.state.path, frame.entry);
    state = merge(m.store, base, condition, other.state, state);
    value = other.value && value ? m.store.ite(condition, other.value, value) : (other.value ?? value);
  }
  // What decided inside the callee is no branch of the caller's, unless it is an assertion or a guard that cannot fail.
  m.state = { ...state, path: [...base.path, ...state.path.slice(frame.entry).filter(({ source }) => source && (source.asserted || source.guards.length > 0))] };
  return value;
}

function bindParams(m: Machine, params: readonly Param[], args: readonly Argument[], scope: Scope): void {
  params.forEach((param, i) => {
    if (param.name === '') return;
    const arg = args[i];
    if (arg?.slot !== undefined && (isOutReference(param.type) || param.type.text.includes('&&'))) {
      scope.names.set(param.name, { kind: 'slot', slot: arg.slot });
      return;
    }
    const value = arg?.value ?? (param.defaultValue ? evaluate(m, param.defaultValue, scope) : m.store.fresh(param.name, 'param', param.type));
    notePointee(m, bind(m, scope, param.name, value), param.type, undefined, scope);
  });
}

function initializeField(m: Machine, fn: FunctionDecl, init: { readonly field: string; readonly args: readonly Expr[] }, scope: Scope): void {
  const values = evaluateArguments(m, init.args, scope);
  const binding = scope.names.get('this');
  const object = binding?.kind === 'slot' ? m.read(binding.slot) : undefined;
  if (binding?.kind !== 'slot' || object?.op !== 'object' || typeof object.cls === 'string') return;
  const field = object.cls.fields.find((f) => f.name === init.field);
  const [only] = values;
  const value = values.length === 1 && only ? only.value : field ? construct(m, field.type, values, m.place(fn.nameSpan)) : m.store.fresh(init.field, 'result');
  m.write(binding.slot, m.store.object(object.cls, object.base, new Map([...object.fields, [init.field, value]])));
}

/** An object of a type, by its constructor or member by member. */
export function construct(m: Machine, type: TypeRef, args: readonly Argument[], call: Place): Term {
  const cls = type.pointers > 0 ? undefined : m.world.program.classOf(type, m.file, m.frame.fn.scope);
  return cls ? constructClass(m, cls, args, call) : m.store.object(type.path.at(-1) ?? type.text, undefined, new Map(args.map((arg, i) => [String(i), arg.value])));
}

export function constructClass(m: Machine, cls: ClassDecl, args: readonly Argument[], call: Place): Term {
  const [copied] = args;
  if (args.length === 1 && copied?.value.op === 'object' && copied.value.cls === cls) return copied.value;
  const constructors = m.world.program.constructors(cls, args.length);
  const [constructor] = constructors.filter((c) => c.bodySpan);
  if (!constructor || !canEnter(m, constructor)) return aggregate(m, cls, args);
  const slot = m.newSlot();
  m.write(slot, m.store.object(cls, undefined, new Map()));
  enterFunction(m, constructor, { value: m.store.null, slot, expr: undefined }, args, [], call);
  return m.read(slot) ?? aggregate(m, cls, args);
}

function aggregate(m: Machine, cls: ClassDecl, args: readonly Argument[]): Term {
  const fields = cls.fields.filter((f) => !f.isStatic);
  if (args.length === 0 || args.length > fields.length) return m.store.object(cls, m.store.fresh(cls.name, 'result'), new Map());
  return m.store.object(cls, undefined, new Map(args.map((arg, i) => [fields[i]?.name ?? String(i), arg.value])));
}
