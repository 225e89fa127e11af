/** What the workspace says about a kernel's launch and about ranks that meet outside of the kernel. */
import { calleesOf } from '../contracts/callees.js';
import type { FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';
import type { RuleContext } from './rule.js';

type OfFunction = Pick<RuleContext, 'world' | 'fn'>;

/** Host functions that name the kernel: `kernel<<<...>>>(...)`, or its address for `cudaLaunchKernelEx`. */
export function launchersOf({ world, fn }: OfFunction): FunctionDecl[] {
  const name = new RegExp(`\\b${fn.name}\\b`, 'u');
  return [...world.program.allFunctions()].flat().filter((caller) => caller !== fn && !caller.isDevice && caller.bodySpan && name.test(world.textOf(caller.file, caller.bodySpan)));
}

/** Any barrier of ranks that a kernel or the host code calls, perhaps at the beginning of the next launch. */
export function ranksMeetElsewhere({ world, fn }: OfFunction): boolean {
  const callers = [...world.program.allFunctions()].flat().filter((caller) => caller !== fn && (caller.isKernel || !caller.isDevice) && caller.bodySpan);
  return callers.some((caller) => [...calleesOf(caller, world)].some((name) => isRankBarrier(world, name)));
}

function isRankBarrier(world: World, name: string): boolean {
  if (world.catalog.named(name).some((entry) => entry.kind === 'rank-barrier')) return true;
  return world.program.functionsNamed(name).some((callee) => callee.isDevice && !callee.isKernel && world.contracts.summary(callee).sync === 'ranks');
}
