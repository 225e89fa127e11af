/** Calls: what is called, and whether to follow it, to apply its summary, or to ask the catalog. */
import type { ClassDecl, Declarator, Expr, FunctionDecl, TemplateArg } from '../program/ir.js';
import { callAliased } from './aliasedCalls.js';
import { isOutReference } from './assigned.js';
import { evaluate } from './expressions.js';
import { applyLibrary } from './libraryCalls.js';
import { callClosure, canEnter, construct, constructClass, enterFunction, evaluateArguments, type Argument, type Receiver } from './inline.js';
import { resolvePlace } from './lvalues.js';
import type { Machine } from './machine.js';
import { chooseOverload } from './overloads.js';
import { formPeer, noteReachability } from './peerCalls.js';
import type { Place } from './peer.js';
import { lookup, type Scope } from './state.js';
import { judge } from './statements.js';
import { applySummary, type Summary } from './summaries.js';
import { isPointerLike, type Term } from './terms.js';
import { evaluateTemplateArg } from './types.js';

/** A call with everything evaluated. */
export interface CallSite {
  readonly name: string;
  readonly path: readonly string[];
  /** The callee's name token. */
  readonly place: Place;
  readonly args: readonly Argument[];
  readonly templateArgs: readonly Term[];
  readonly templateTexts: readonly string[];
  readonly receiver: Receiver | undefined;
}

const BUILTIN_TYPES = /^(?:u?int(?:8|16|32|64|ptr)?_t|int|unsigned|signed|long|short|char|bool|float|double|size_t|ptrdiff_t|void)$/;

export function evaluateCall(m: Machine, call: Expr & { kind: 'call' }, scope: Scope): Term {
  const { callee } = call;
  if (callee.kind === 'lambda') {
    const closure = evaluate(m, callee, scope);
    return (closure.op === 'closure' ? callClosure(m, closure, evaluateArguments(m, call.args, scope), m.place(call.span)) : undefined) ?? m.store.fresh('lambda', 'result');
  }
  if (callee.kind === 'name') {
    if (callee.path.length === 1 && assertMacro(m, callee.path[0] ?? '', call.args, scope)) return m.store.zero;
    const local = callee.path.length === 1 ? lookup(scope, callee.path[0] ?? '') : undefined;
    const value = local?.kind === 'slot' ? m.read(local.slot) : heldClosure(m, callee.path, scope);
    if (value) return callValue(m, value, call, scope);
  }
  if (callee.kind !== 'name' && callee.kind !== 'member') {
    const value = evaluate(m, callee, scope);
    return callValue(m, value, call, scope);
  }
  const receiver = callee.kind === 'member' ? evaluateReceiver(m, callee.object, scope) : implicitReceiver(m, callee.path, scope);
  const templates: readonly TemplateArg[] = callee.templateArgs ?? [];
  const site: CallSite = {
    name: callee.kind === 'name' ? (callee.path.at(-1) ?? '') : callee.name,
    path: callee.kind === 'name' ? callee.path : [callee.name],
    place: m.place(callee.nameSpan),
    args: evaluateArguments(m, call.args, scope),
    templateArgs: templates.map((arg) => evaluateTemplateArg(m, arg, scope)),
    templateTexts: templates.map((arg) => arg.text),
    receiver: callee.kind === 'member' ? receiver : undefined,
  };
  return dispatch(m, site, callee.kind === 'member', receiver, scope);
}

/** `f(…)` in a method where `f` is a field that holds a lambda. */
function heldClosure(m: Machine, path: readonly string[], scope: Scope): Term | undefined {
  const self = implicitReceiver(m, path, scope)?.value;
  const held = self?.op === 'object' ? self.fields.get(path[0] ?? '') : undefined;
  return held?.op === 'closure' ? held : undefined;
}

/** `ASSERT(condition)`: the condition holds afterwards. */
function assertMacro(m: Machine, name: string, args: readonly Expr[], scope: Scope): boolean {
  const index = m.world.assertionMacros(m.file).get(name);
  const asserted = index === undefined ? undefined : args[index];
  if (!asserted) return false;
  const { condition, source } = judge(m, asserted, scope);
  const fails = m.assume(condition, false, source);
  if (fails) m.trapped.push(fails.facts);
  m.state = m.assume(condition, true, { ...source, asserted: true });
  return true;
}

function callValue(m: Machine, value: Term, call: Expr & { kind: 'call' }, scope: Scope): Term {
  const args = evaluateArguments(m, call.args, scope);
  if (value.op === 'closure') return callClosure(m, value, args, m.place(call.callee.kind === 'name' ? call.callee.nameSpan : call.span)) ?? m.store.fresh('lambda', 'result');
  if (value.op === 'object' && typeof value.cls !== 'string') {
    const [operator] = m.world.program.resolveMethod(value.cls, 'operator()', args.length);
    if (operator && canEnter(m, operator))
      return enterFunction(m, operator, { value, slot: undefined, expr: undefined }, args, [], m.place(call.span)) ?? m.store.fresh('operator()', 'result');
  }
  const named = value.op === 'symbol' && value.origin === 'global' ? m.world.program.resolveFree(value.name.split('::'), m.file, m.frame.fn.scope, args.length) : [];
  const [fn] = named;
  if (fn?.bodySpan && named.length === 1) return callFunction(m, fn, { name: fn.name, path: [fn.name], place: m.place(call.span), args, templateArgs: [], templateTexts: [], receiver: undefined }, undefined);
  m.emit({ kind: 'call', place: m.place(call.span), name: m.text(call.callee.span), target: undefined, args: args.map((arg) => arg.value), receiver: value });
  escapeAll(m, args, m.place(call.span), 'an unknown callable');
  return m.store.fresh('call', 'result', undefined, inputsOf({ args, receiver: { value } }));
}

function evaluateReceiver(m: Machine, object: Expr, scope: Scope): Receiver {
  if (object.kind === 'name') {
    const place = resolvePlace(m, object, scope);
    if (place.kind === 'slot') return { value: evaluate(m, object, scope), slot: place.slot, expr: object };
  }
  if (object.kind === 'this') {
    const bound = lookup(scope, 'this');
    if (bound?.kind === 'slot') return { value: evaluate(m, object, scope), slot: bound.slot, expr: object };
  }
  return { value: evaluate(m, object, scope), slot: undefined, expr: object };
}

/** `f(…)` in a method may mean `this->f(…)`. */
function implicitReceiver(m: Machine, path: readonly string[], scope: Scope): Receiver | undefined {
  const bound = path.length === 1 ? lookup(scope, 'this') : undefined;
  const value = bound?.kind === 'slot' ? m.read(bound.slot) : undefined;
  return bound?.kind === 'slot' && value ? { value, slot: bound.slot, expr: undefined } : undefined;
}

function dispatch(m: Machine, site: CallSite, isMember: boolean, receiver: Receiver | undefined, scope: Scope): Term {
  const { program, contracts } = m.world;
  const count = site.args.length;
  if (receiver) {
    const cls = isMember ? contracts.classOf(m, receiver.value) : currentClass(m);
    const methods = cls ? program.resolveMethod(cls, site.name, count) : [];
    const [method] = chooseOverload(m, methods, site);
    if (method) return callFunction(m, method, { ...site, receiver }, receiver);
    if (isMember) {
      const external = contracts.externalClassOf(m, receiver.value);
      const entry = external === undefined ? undefined : m.world.catalog.method(external, site.name, count);
      if (entry) return applyLibrary(m, entry, { ...site, receiver });
      if (!cls && external === undefined) {
        const [only] = guessMethod(m, site);
        if (only) return callFunction(m, only, { ...site, receiver }, receiver);
      }
      return unknownCall(m, { ...site, receiver });
    }
  }
  if (BUILTIN_TYPES.test(site.name)) {
    const [only] = site.args;
    return only ? (isPointerLike(only.value) ? m.store.bits(only.value) : only.value) : m.store.zero;
  }
  const aliased = callAliased(m, site, scope, (meant) => dispatch(m, meant, false, undefined, scope));
  if (aliased) return aliased;
  const functions = chooseOverload(m, program.resolveFree(site.path, m.file, m.frame.fn.scope, count), site);
  const [fn] = functions;
  if (fn?.bodySpan) return callFunction(m, fn, site, undefined);
  const cls = program.resolveClass(site.path, m.file, m.frame.fn.scope);
  if (cls) return constructClass(m, cls, site.args, site.place);
  const bound = site.path.length === 1 ? lookup(scope, site.name) : undefined;
  if (bound?.kind === 'term' && bound.term.op === 'type') return m.store.object(bound.term.name, undefined, new Map(site.args.map((a, i) => [String(i), a.value])));
  const entry = m.world.catalog.call(site.path, count);
  if (entry) return applyLibrary(m, entry, site);
  if (m.world.catalog.type(site.name)) return m.store.object(site.name, undefined, new Map(site.args.map((a, i) => [String(i), a.value])));
  return unknownCall(m, site);
}

function currentClass(m: Machine): ClassDecl | undefined {
  const { className, file, scope } = m.frame.fn;
  return className === undefined ? undefined : m.world.program.resolveClass([className], file, scope);
}

/** A method on an object of unknown type: if only one visible class has such a method, that is meant. */
function guessMethod(m: Machine, site: CallSite): readonly FunctionDecl[] {
  const closure = m.world.program.closure(m.file);
  const candidates = m.world.program.functionsNamed(site.name).filter((fn) => fn.className !== undefined && fn.bodySpan && closure.has(fn.file) && fn.params.length === site.args.length);
  return candidates.length === 1 ? candidates : [];
}

function callFunction(m: Machine, fn: FunctionDecl, site: CallSite, receiver: Receiver | undefined): Term {
  m.emit({ kind: 'call', place: site.place, name: site.name, target: fn, args: site.args.map((arg) => arg.value) });
  const former = m.world.contracts.former(fn);
  if (former) return formPeer(m, fn, former, site, receiver);
  const closures = site.args.flatMap((arg) => (arg.value.op === 'closure' ? [arg.value] : []));
  const before = closures.map((closure) => m.closureCalls.get(closure.id) ?? 0);
  const result = followOrSummarize(m, fn, site, receiver, closures.length > 0);
  // A callee that did not run its lambda (or was not followed) may still do so later.
  closures.forEach((closure, i) => {
    if (m.state && (m.closureCalls.get(closure.id) ?? 0) === before[i]) runDetached(m, closure, site.place);
  });
  if (m.world.contracts.isReachability(fn)) noteReachability(m, site, result);
  return result;
}

function followOrSummarize(m: Machine, fn: FunctionDecl, site: CallSite, receiver: Receiver | undefined, withClosure: boolean): Term {
  const { contracts } = m.world;
  const orders = m.traces && contracts.orders(fn);
  const wantsValue = orders || returnsWanted(m, fn, site);
  const summary = wantsValue ? undefined : contracts.summary(fn);
  if (canEnter(m, fn) && (!summary || withClosure || isFollowed(summary, site))) {
    // What joins a grid or a cluster is an effect of its own in a trace; what joins ranks is a protocol of several.
    const sync = summary?.sync ?? (m.traces && contracts.summary(fn).sync === 'ranks' ? 'ranks' : undefined);
    if (sync) m.emit({ kind: 'sync', place: site.place, name: fn.name, level: sync });
    return enterFunction(m, fn, receiver, site.args, site.templateArgs, site.place) ?? m.store.zero;
  }
  // What it does is not seen: it has no body here, lies too deep, or is being followed already.
  if (orders || (m.traces && !fn.bodySpan)) m.emit({ kind: 'call', place: site.place, name: site.name, target: undefined, args: site.args.map((arg) => arg.value), receiver: receiver?.value });
  applySummary(m, fn, summary ?? contracts.summary(fn), site, receiver);
  forgetReferences(m, fn, site);
  const pure = site.args.length > 0 && site.args.every((arg) => !isPointerLike(arg.value) && arg.value.op !== 'object' && arg.value.op !== 'closure');
  const name = [...fn.scope, fn.name].join('::');
  return pure ? m.store.apply(`${name}<${site.templateArgs.map((t) => t.id).join()}>`, [...site.args, ...(receiver ? [receiver] : [])].map(({ value }) => value)) : m.store.fresh(fn.name, 'result', fn.returnType, inputsOf({ args: site.args, receiver }));
}

/** What a callee that is not followed can make its results of. */
function inputsOf({ args, receiver }: { readonly args: readonly Argument[]; readonly receiver: { readonly value: Term } | undefined }): Term[] {
  return [...args, ...(receiver ? [receiver] : [])].map(({ value }) => value);
}

/** Whether the caller needs the result itself: what the callee makes of pointers, or a number out of an object's fields. */
function returnsWanted(m: Machine, fn: FunctionDecl, site: CallSite): boolean {
  return (m.traces && isFormula(fn)) || m.world.contracts.returnsInteresting(fn, site.args.some((arg) => isPointerLike(arg.value)));
}

const MAX_FORMULA = 400;

/** Numbers from the fields of an object: sizes and offsets of a layout are then the same wherever they are asked for. Lengths in UTF-16 units. */
function isFormula(fn: FunctionDecl): boolean {
  if (fn.className === undefined || fn.params.length > 0 || !fn.bodySpan || fn.bodySpan.end - fn.bodySpan.start > MAX_FORMULA) return false;
  const statements = fn.body()?.block.body ?? [];
  return statements.at(-1)?.kind === 'return' && statements.slice(0, -1).every(({ kind }) => kind === 'decl' || kind === 'static-assert');
}

/** The caller's values decide what it does, or it changes them: its object, or variables by their addresses. */
function isFollowed(summary: Summary, { args }: CallSite): boolean {
  return summary.dependsOnArguments || summary.writesThis || summary.effects.some(({ access, target }) => access !== 'load' && args[target.param]?.value.op === 'address');
}

/** Variables passed by non-const reference, or by an address to write to, may have changed. */
function forgetReferences(m: Machine, fn: FunctionDecl, site: CallSite): void {
  fn.params.forEach((param, i) => {
    const arg = site.args[i];
    if (arg?.value.op === 'address' && !param.type.isConst && m.read(arg.value.slot)) m.write(arg.value.slot, m.store.fresh(param.name, 'result', undefined, inputsOf(site)));
    if (arg?.slot !== undefined && isOutReference(param.type)) m.write(arg.slot, m.store.fresh(param.name, 'result', param.type, inputsOf(site)));
  });
}

/** Runs a lambda once with unknown arguments: it may be called, at any time. */
function runDetached(m: Machine, closure: Term & { op: 'closure' }, place: Place): void {
  const args = closure.lambda.params.map((param): Argument => ({ expr: undefined, value: m.store.fresh(param.name, 'param', param.type), slot: undefined }));
  const before = m.state;
  callClosure(m, closure, args, place);
  m.state ??= before;
}

export function unknownCall(m: Machine, site: CallSite): Term {
  m.emit({ kind: 'call', place: site.place, name: site.name, target: undefined, args: site.args.map((arg) => arg.value), receiver: site.receiver?.value });
  escapeAll(m, site.args, site.place, site.name);
  for (const arg of site.args) {
    if (arg.value.op === 'closure') runDetached(m, arg.value, site.place);
    if (arg.expr?.kind === 'unary' && arg.expr.op === '&' && arg.value.op === 'address') m.write(arg.value.slot, m.store.fresh(site.name, 'result', undefined, inputsOf(site)));
  }
  const scalar = site.args.every((arg) => !isPointerLike(arg.value) && arg.value.op !== 'object' && arg.value.op !== 'closure');
  const receiverId = site.receiver ? `${site.receiver.value.id}.` : '';
  if (scalar && (site.args.length > 0 || site.receiver)) return m.store.apply(`${receiverId}${site.path.join('::')}`, site.args.map((arg) => arg.value));
  return m.store.fresh(site.name, 'result', undefined, inputsOf(site));
}

function escapeAll(m: Machine, args: readonly Argument[], place: Place, callee: string): void {
  for (const arg of args) if (m.peersIn(arg.value).size > 0) m.emit({ kind: 'escape', place, address: arg.value, how: `passed to \`${callee}\`` });
}

/** `T x;`, `T x(a, b);`, `T x = {…};` */
export function constructVariable(m: Machine, declarator: Declarator, args: readonly Term[], scope: Scope): Term {
  const { type } = declarator;
  const exprs = declarator.constructorArgs;
  const values = exprs ? evaluateArguments(m, exprs, scope) : args.map((value): Argument => ({ expr: undefined, value, slot: undefined }));
  const [only] = values;
  if (type.pointers > 0 || type.reference) return only?.value ?? m.store.fresh(declarator.name, 'result', type);
  const isClass = m.world.program.classOf(type, m.file, m.frame.fn.scope) !== undefined || m.world.catalog.type(type.path.at(-1) ?? '') !== undefined;
  if (isClass) return construct(m, type, values, m.place(declarator.nameSpan));
  return only?.value ?? m.store.fresh(declarator.name, 'result', type);
}
