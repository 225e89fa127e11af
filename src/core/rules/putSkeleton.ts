/** The fix of pointer.no-fallback: a one-sided operation to the same rank and the same place, where the pointer is null. */
import type { FormEvent } from '../flow/events.js';
import { Facts } from '../flow/facts.js';
import { addressBase } from '../flow/terms.js';
import { codeLine } from '../oneLine.js';
import type { CallExpr, Expr, FunctionDecl, IfStmt } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Edit, Fix } from '../schema.js';
import type { Run } from '../sites/run.js';
import { leavesOf, type Use } from '../sites/uses.js';
import { indentOf, insertAfter } from './insertFix.js';
import type { RuleContext } from './rule.js';
import { callAt, edit, isIdentifier } from './text.js';
import { commitStatement, waitStatement } from './wrappers.js';

type Role = 'destination' | 'source' | 'size' | 'rank' | 'value';
type Arguments = Partial<Readonly<Record<Role, string>>>;

/** Stands for what the reader has to fill in. It is declared nowhere, so that no compiler lets it pass. */
const PLACEHOLDER = 'copy_in_window';

/**
 * Its arguments are what is known at the transfer. Offered where the workspace or the library has such an operation, and where the
 * place of the transfer is that of the pointer itself.
 */
export function putSkeleton(context: RuleContext, run: Run, form: FormEvent, transfer: Use): Fix[] {
  const call = callAt(context.fn, form.anchor);
  const { rankText, pointerText } = form;
  if (!call || rankText === undefined || pointerText === undefined) return [];
  const what = transfer.event.copies ? copied(context, run, transfer) : stored(transfer);
  if (!what) return [];
  const put = putOf(context, call, form, { destination: pointerText, rank: rankText, ...what.args });
  if (put === undefined) return [];
  const code = [...what.before, put];
  const edits = inOtherArm(context, form, transfer, code) ?? behind(context, call, transfer, code);
  return edits.length === 0 ? [] : [{ title: `Put to \`${rankText}\` where the pointer is null`, edits }];
}

interface What {
  readonly args: Arguments;
  readonly before: readonly string[];
}

/** A NIC reads the registered window only. Where the null arm of the address leads there, the copy has to be over before it is sent on. */
function copied(context: RuleContext, { machine }: Run, transfer: Use): What | undefined {
  const { address, addressText, source, sourceText } = transfer.event;
  const size = sizeAt(context, transfer);
  if (size === undefined || sourceText === '') return undefined;
  const isStaged = isIdentifier(addressText) && leavesOf(machine.store, address, Facts.empty).some(({ peer, isNull }) => peer === undefined && !isNull);
  if (isStaged) return { args: { source: addressText, size }, before: [commitStatement(context), waitStatement(context)] };
  const base = source && (addressBase(source) ?? source);
  const isShared = base?.op === 'symbol' && base.origin === 'shared';
  if (!isShared) return { args: { source: sourceText, size }, before: [] };
  return { args: { source: PLACEHOLDER, size }, before: [`// The NIC reads from the registered window: copy \`${sourceText}\` there first.`] };
}

function stored({ event }: Use): What | undefined {
  return isIdentifier(event.addressText) && event.sourceText !== '' ? { args: { value: event.sourceText }, before: [] } : undefined;
}

/** An `else` for the test of the transfer, or before the jump that leaves it out; undefined: there is no such `if`. */
function inOtherArm({ fn, locator }: RuleContext, { anchor }: FormEvent, { evidence, event }: Use, code: readonly string[]): Edit[] | undefined {
  const test = evidence && ifAsking(fn, evidence.place.span.start);
  if (!test) return undefined;
  const indent = indentOf(locator, fn, test.span);
  if (!holds(test, event.anchor.span.start)) {
    const { then } = test;
    const first = then.kind === 'block' ? then.body[0] : then;
    const last = then.kind === 'block' ? then.body.at(-1) : then;
    const leaves = last?.kind === 'continue' || last?.kind === 'break' || (last?.kind === 'return' && last.value === undefined);
    // What the put names has to be there already.
    if (!first || !leaves || anchor.span.start > first.span.start) return [];
    const at = { start: first.span.start, end: first.span.start };
    const end = { start: first.span.end, end: first.span.end };
    if (then.kind === 'block') return [edit(locator, fn.file, at, code.map((line) => `${line}\n${indent}    `).join(''))];
    return [edit(locator, fn.file, at, `{ ${code.map((line) => `${line}\n${indent}      `).join('')}`), edit(locator, fn.file, end, ' }')];
  }
  if (test.otherwise !== undefined || !holds(test.then, event.anchor.span.start)) return [];
  const body = code.map((line) => `\n${indent}    ${line}`).join('');
  return [edit(locator, fn.file, { start: test.span.end, end: test.span.end }, `${test.then.kind === 'block' ? ' ' : `\n${indent}`}else {${body}\n${indent}}`)];
}

function holds({ span }: { readonly span: Expr['span'] }, at: number): boolean {
  return span.start <= at && at < span.end;
}

/** The `if` whose condition, or what it declares, holds a place. */
function ifAsking(fn: FunctionDecl, at: number): IfStmt | undefined {
  let found: IfStmt | undefined;
  const body = fn.body();
  if (body)
    walk(body.block, (node) => {
      if (node.kind === 'if' && !node.isConstexpr && (holds(node.condition, at) || (node.init !== undefined && holds(node.init, at)))) found = node;
    });
  return found;
}

/** Behind the transfer, under a test of its own; the pointer needs a name for that. */
function behind({ fn, locator }: RuleContext, call: CallExpr, transfer: Use, code: readonly string[]): Edit[] {
  let name: string | undefined;
  const body = fn.body();
  if (body)
    walk(body.block, (node) => {
      if (node.kind !== 'decl') return;
      for (const each of node.declarators) if (each.init && withoutCasts(each.init) === call && isIdentifier(each.name)) name = each.name;
    });
  if (name === undefined) return [];
  return insertAfter(locator, fn, transfer.event.anchor, [`if (${name} == nullptr) {`, ...code.map((line) => `    ${line}`), '}']);
}

function withoutCasts(expr: Expr): Expr {
  return expr.kind === 'cast' ? withoutCasts(expr.operand) : expr;
}

/** The size argument of the copy as written: the one integer that its callee takes, if it takes one. */
function sizeAt({ fn, world }: RuleContext, { event }: Use): string | undefined {
  let call: CallExpr | undefined;
  const body = fn.body();
  if (body && event.anchor.file === fn.file)
    walk(body.block, (node) => {
      if (node.kind === 'call' && node.callee.span.start <= event.anchor.span.start && event.anchor.span.start < node.callee.span.end) call = node;
    });
  if (!call) return undefined;
  const others = call.args.map(({ span }) => codeLine(world.textOf(fn.file, span))).filter((text) => text !== event.addressText && text !== event.sourceText);
  return others.length === 1 ? others[0] : undefined;
}

/** The put of the same object: a method whose body hands its parameters to a put of the catalog. */
function putOf({ world, fn }: RuleContext, call: CallExpr, form: FormEvent, args: Arguments): string | undefined {
  if (form.peer.family === 'nvshmem' && args.size !== undefined) return `nvshmem_putmem(${args.destination ?? ''}, ${args.source ?? ''}, ${args.size}, ${args.rank ?? ''});`;
  if (call.callee.kind !== 'member') return undefined;
  const { object, arrow, name, templateArgs } = call.callee;
  const former = world.program.functionsNamed(name).find(({ className, params }) => className !== undefined && params.length === call.args.length);
  if (!former) return undefined;
  for (const methods of world.program.allFunctions())
    for (const method of methods) {
      if (method.className !== former.className || method.scope.join() !== former.scope.join() || method.bodySpan === undefined) continue;
      const order = parametersOfPut(world, method);
      if (order?.length !== Object.keys(args).length || order.some((role) => args[role] === undefined) || method.templateParams.length > 1 || (method.templateParams.length === 1) !== (templateArgs !== undefined && form.teamText !== undefined)) continue;
      const team = method.templateParams.length === 1 ? `<${form.teamText ?? ''}>` : '';
      return `${world.textOf(fn.file, object.span)}${arrow ? '->' : '.'}${method.name}${team}(${order.map((role) => args[role] ?? '').join(', ')});`;
    }
  return undefined;
}

/** What each parameter of a wrapper is to the put inside it; undefined: it is no such wrapper, or has other parameters. */
function parametersOfPut({ catalog }: RuleContext['world'], method: FunctionDecl): Role[] | undefined {
  const body = method.body();
  if (!body) return undefined;
  const roles = new Map<string, Role>();
  walk(body.block, (node) => {
    if (node.kind !== 'call' || node.callee.kind !== 'member') return;
    const { name } = node.callee;
    const entry = catalog.data.entries.find((each) => each.kind === 'one-sided' && each.operation === 'put' && each.name === name && takes(each.args, node.args.length));
    if (entry?.kind !== 'one-sided') return;
    const note = (position: number | undefined, role: Role): void => {
      const arg = position === undefined ? undefined : node.args[position];
      if (arg) for (const param of method.params) if (mentions(arg, param.name)) roles.set(param.name, role);
    };
    note(entry.rankArg, 'rank');
    note(entry.destinationArg, 'destination');
    note(entry.sourceArg, 'source');
    note(entry.sizeArg, 'size');
    note(entry.valueArg, 'value');
  });
  const order = method.params.flatMap(({ name }) => roles.get(name) ?? []);
  return order.length === method.params.length && new Set(order).size === order.length ? order : undefined;
}

function takes(range: readonly [number, number] | undefined, count: number): boolean {
  return range === undefined || (range[0] <= count && count <= range[1]);
}

function mentions(expr: Expr, name: string): boolean {
  let found = false;
  walk(expr, (node) => {
    if (node.kind === 'name' && node.path.length === 1 && node.path[0] === name) found = true;
  });
  return found;
}
