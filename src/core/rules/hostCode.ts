/** What the host code of the workspace launches and calls around a kernel's launch, by its text. */
import { withoutComments } from '../source/comments.js';
import { calleesOf } from '../contracts/callees.js';
import type { FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';

interface HostFunction {
  readonly fn: FunctionDecl;
  readonly text: string;
  /** Names of classes, of functions and of kernels are among them. */
  readonly words: ReadonlySet<string>;
}

const known = new WeakMap<FunctionDecl, HostFunction>();

/** Kept for as long as the function is: an edit elsewhere does not read it again. */
function hostFunction(world: World, fn: FunctionDecl): HostFunction {
  let host = known.get(fn);
  if (!host) {
    const text = withoutComments(fn.bodySpan ? world.textOf(fn.file, fn.bodySpan) : '');
    known.set(fn, (host = { fn, text, words: new Set(text.match(/[A-Za-z_]\w*/g) ?? []) }));
  }
  return host;
}

function hostFunctions(world: World): readonly HostFunction[] {
  return [...world.program.allFunctions()].flat().filter((fn) => !fn.isDevice && !fn.isKernel && fn.bodySpan).map((fn) => hostFunction(world, fn));
}

/** A host function's body without its comments. */
export function textOfHost(world: World, host: FunctionDecl): string {
  return hostFunction(world, host).text;
}

/** Host functions that name the kernel: `kernel<<<...>>>(...)`, its address for `cudaLaunchKernelEx`, or in code that they generate. */
export function naming(world: World, kernel: FunctionDecl): FunctionDecl[] {
  return hostFunctions(world).filter(({ fn, words }) => fn !== kernel && words.has(kernel.name)).map(({ fn }) => fn);
}

/**
 * Host functions that run together with one that names the kernel: those that lead to it, and what any of these calls. A function that
 * nothing in the workspace calls is where what is known ends.
 */
export function around(world: World, launchers: readonly FunctionDecl[]): ReadonlySet<FunctionDecl> {
  const all = hostFunctions(world);
  const above = reach(launchers, (fn) => all.filter((caller) => mayCall(world, caller, fn)).map((caller) => caller.fn));
  return reach([...above], (fn) => all.filter((callee) => mayCall(world, hostFunction(world, fn), callee.fn)).map((callee) => callee.fn));
}

function reach(from: readonly FunctionDecl[], next: (fn: FunctionDecl) => readonly FunctionDecl[]): Set<FunctionDecl> {
  const reached = new Set(from);
  for (const fn of reached) for (const other of next(fn)) reached.add(other);
  return reached;
}

/**
 * By name. What several classes call the same needs the class as well; `C::f(…)` may lead to any member of `C`, as what it inherits may
 * call them.
 */
function mayCall(world: World, caller: HostFunction, callee: FunctionDecl): boolean {
  const { className, name } = callee;
  if (caller.fn === callee) return false;
  const isNamed = caller.words.has(name) && calleesOf(caller.fn, world).has(name);
  if (className === undefined) return isNamed;
  if (isNamed && (caller.fn.className === className || caller.words.has(className) || isOfOneClass(world, callee))) return true;
  return caller.words.has(className) && new RegExp(`\\b${className}\\s*::\\s*\\w+\\s*[(<]`, 'u').test(caller.text);
}

function isOfOneClass(world: World, { name, className }: FunctionDecl): boolean {
  return world.program.functionsNamed(name).every((other) => other.className === className);
}
