/** Functions of the workspace that are one instruction, for fixes that should speak the workspace's own language. */
import { ptxEffects } from '../flow/asm.js';
import type { AsmStmt, FunctionDecl, TemplateParam } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { PtxEffect } from '../ptx/types.js';
import type { RuleContext } from './rule.js';

/** A free function with the only effect of its body. */
export interface Wrapper {
  readonly decl: FunctionDecl;
  readonly asm: AsmStmt;
  readonly effect: PtxEffect;
}

/** Those that `fn` can call: of its include closure, and declared before it. Nearest files are not preferred: names decide. */
export function* wrappersFor({ world, fn }: RuleContext, parameters: number): Iterable<Wrapper> {
  for (const file of world.program.closure(fn.file)) {
    for (const decl of world.program.file(file)?.functions ?? []) {
      if (decl.isKernel || decl.className !== undefined || decl.params.length !== parameters || decl.bodySpan === undefined) continue;
      if (decl.file === fn.file && decl.span.start > fn.span.start) continue;
      const wrapper = wrapperOf(decl);
      if (wrapper) yield wrapper;
    }
  }
}

/** Longer bodies are more than a wrapper (UTF-16 units). */
const LONGEST = 1500;

export function wrapperOf(decl: FunctionDecl): Wrapper | undefined {
  if (decl.bodySpan === undefined || decl.bodySpan.end - decl.bodySpan.start > LONGEST) return undefined;
  const statements: AsmStmt[] = [];
  let calls = 0;
  const body = decl.body();
  if (!body) return undefined;
  walk(body.block, (node) => {
    if (node.kind === 'asm') statements.push(node);
    else if (node.kind === 'call' && node.callee.kind !== 'unknown' && !isConversion(node.callee.kind === 'name' ? (node.callee.path.at(-1) ?? '') : '')) calls++;
  });
  const [asm] = statements;
  const effects = asm ? ptxEffects(asm) : [];
  const [effect] = effects;
  return asm && effect && effects.length === 1 && statements.length === 1 && calls === 0 ? { decl, asm, effect } : undefined;
}

/** `__cvta_generic_to_shared` and its kin change no memory. */
function isConversion(name: string): boolean {
  return name.startsWith('__cvta_');
}

/** How `fn` may call it with no template arguments; undefined where arguments would have to be thought up. */
export function spelled({ fn }: RuleContext, { decl }: Wrapper): string | undefined {
  if (decl.templateParams.some((param) => !hasDefault(param))) return undefined;
  let shared = 0;
  while (shared < decl.scope.length && decl.scope[shared] === fn.scope[shared]) shared++;
  return [...decl.scope.slice(shared), decl.name].join('::');
}

function hasDefault({ defaultType, defaultValue }: TemplateParam): boolean {
  return defaultType !== undefined || defaultValue !== undefined;
}

/** The call of a wrapper without parameters, else the instruction itself. */
export function statementFor(context: RuleContext, isIt: (effect: PtxEffect, wrapper: Wrapper) => boolean, instruction: string): string {
  for (const wrapper of wrappersFor(context, 0)) {
    const name = isIt(wrapper.effect, wrapper) ? spelled(context, wrapper) : undefined;
    if (name !== undefined) return `${name}();`;
  }
  return `asm volatile("${instruction};" ::: "memory");`;
}

export function commitStatement(context: RuleContext): string {
  return statementFor(context, ({ kind }) => kind === 'bulk-commit', 'cp.async.bulk.commit_group');
}

export function waitStatement(context: RuleContext): string {
  return statementFor(context, waitsForAll, 'cp.async.bulk.wait_group 0');
}

/** Waits until no group is pending: the number is in the instruction, or the default of the template parameter that gives it. */
function waitsForAll({ kind, readOnly, count }: PtxEffect, { decl, asm }: Wrapper): boolean {
  if (kind !== 'bulk-wait' || readOnly) return false;
  if (count?.constant !== undefined) return count.constant === 0;
  const operand = count?.operand === undefined ? undefined : [...asm.outputs, ...asm.inputs][count.operand]?.value;
  if (operand?.kind !== 'name') return false;
  const value = decl.templateParams.find(({ name }) => name === operand.path.at(-1))?.defaultValue;
  return value?.kind === 'number' && value.value === 0;
}
