/** The fix of order.narrow-scope: the same operation with `.sys`. */
import type { EffectEvent } from '../flow/events.js';
import type { AsmStmt, CallExpr, FunctionDecl } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Fix } from '../schema.js';
import type { RuleContext } from './rule.js';
import { edit } from './text.js';
import { spelled, wrapperOf, wrappersFor } from './wrappers.js';

/** CUDA C++ Programming Guide, "Atomic Functions": `_system` is atomic for all of the system, `_block` for the block only. */
const CUDA_ATOMIC = /^(atomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor))(?:_block)?$/;

export function raiseScope(context: RuleContext, event: EffectEvent): Fix[] {
  const { fn, locator } = context;
  const scope = event.effect.scope ?? 'gpu';
  const asm = asmAt(fn, event);
  if (asm) return inAsm(context, fn, asm, scope, 'Raise the scope to `.sys`');
  const call = callAround(fn, event);
  if (!call) return [];
  const atomic = CUDA_ATOMIC.exec(event.op)?.[1];
  if (atomic !== undefined && call.callee.kind === 'name') return [{ title: `Use \`${atomic}_system\``, edits: [edit(locator, fn.file, call.callee.nameSpan, `${atomic}_system`)] }];
  const decl = calleeOf(context, call);
  const narrow = decl && wrapperOf(decl);
  if (!narrow || narrow.effect.scope !== scope || call.callee.kind !== 'name' || call.callee.templateArgs !== undefined) return [];
  const wanted = narrow.effect.mechanism.replace(`.${scope}`, '.sys');
  for (const wrapper of wrappersFor(context, decl.params.length)) {
    const name = wrapper.effect.mechanism === wanted && takesTheSame(wrapper.decl, decl) ? spelled(context, wrapper) : undefined;
    if (name !== undefined) return [{ title: `Call \`${name}\`, whose scope is \`.sys\``, edits: [edit(locator, fn.file, call.callee.span, name)] }];
  }
  return inAsm(context, decl, narrow.asm, scope, `Raise the scope in \`${decl.name}\` to \`.sys\`, for all its callers`);
}

function takesTheSame(a: FunctionDecl, b: FunctionDecl): boolean {
  return a.params.every(({ type }, i) => type.text === b.params[i]?.type.text);
}

function asmAt(fn: FunctionDecl, { anchor }: EffectEvent): AsmStmt | undefined {
  let found: AsmStmt | undefined;
  const body = anchor.file === fn.file ? fn.body() : undefined;
  if (body)
    walk(body.block, (node) => {
      if (node.kind === 'asm' && node.span.start <= anchor.span.start && anchor.span.start < node.span.end) found = node;
    });
  return found;
}

/** The innermost call whose callee the event stands at. */
function callAround(fn: FunctionDecl, { anchor }: EffectEvent): CallExpr | undefined {
  let found: CallExpr | undefined;
  const body = anchor.file === fn.file ? fn.body() : undefined;
  if (body)
    walk(body.block, (node) => {
      if (node.kind === 'call' && node.callee.span.start <= anchor.span.start && anchor.span.start < node.callee.span.end) found = node;
    });
  return found;
}

function calleeOf({ runs, fn }: RuleContext, { callee }: CallExpr): FunctionDecl | undefined {
  for (const { machine } of runs)
    for (const event of machine.events) {
      if (event.kind !== 'call' || event.target === undefined || event.place.file !== fn.file) continue;
      if (callee.span.start <= event.place.span.start && event.place.span.start < callee.span.end) return event.target;
    }
  return undefined;
}

/** Only where the modifier stands once in the statement as written. */
function inAsm({ locator }: RuleContext, { file }: FunctionDecl, { span }: AsmStmt, scope: string, title: string): Fix[] {
  const { text } = locator.lines(file);
  const found = [...text.slice(span.start, span.end).matchAll(new RegExp(String.raw`\.${scope}\b`, 'gu'))];
  const [match] = found;
  if (!match || found.length > 1) return [];
  const start = span.start + match.index;
  return [{ title, edits: [edit(locator, file, { start, end: start + match[0].length }, '.sys')] }];
}
