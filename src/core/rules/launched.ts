/** What the workspace says about a kernel's launch and about ranks that meet outside of the kernel. */
import { calleesOf } from '../contracts/callees.js';
import type { FunctionDecl } from '../program/ir.js';
import type { World } from '../flow/machine.js';
import { around, naming, textOfHost } from './hostCode.js';
import type { RuleContext } from './rule.js';

type OfFunction = Pick<RuleContext, 'world' | 'fn'>;

/** Host functions that name the kernel: `kernel<<<...>>>(...)`, or its address for `cudaLaunchKernelEx`. */
export function launchersOf({ world, fn }: OfFunction): FunctionDecl[] {
  return naming(world, fn);
}

/**
 * A barrier of ranks that is called, or launched with another kernel, by the host functions that this kernel is launched with: it may be
 * behind this launch on the stream. One that only a caller outside of the workspace could call is none.
 */
export function ranksMeetElsewhere({ world, fn }: OfFunction): boolean {
  return [...around(world, naming(world, fn))].some((host) => {
    const callees = calleesOf(host, world);
    if ([...callees].some((name) => MAY_JOIN.test(name) || isLibraryBarrier(world, name, callees))) return true;
    const text = textOfHost(world, host);
    const kernels = kernelsIn(world, text);
    return (launches(text) || !kernels.includes(fn)) && kernels.some((kernel) => kernel !== fn && meetsRanks(world, kernel));
  });
}

/** Host calls of other libraries that make processes or ranks wait for each other: `MPI_Barrier`, `ncclAllReduce`, `dist_barrier`. */
const MAY_JOIN = /barrier|all_?reduce|all_?gather|all_?to_?all|sync_all|reduce_?scatter|broadcast|MPI_/iu;

function meetsRanks(world: World, kernel: FunctionDecl): boolean {
  const callees = calleesOf(kernel, world);
  return [...callees].some((name) => isLibraryBarrier(world, name, callees) || isRankBarrier(world, name));
}

/** Several kernels that are named where none is launched are a choice: one of them is. */
function launches(text: string): boolean {
  return /<<<|launch\w*\s*[<(]/iu.test(text);
}

/** Kernels that are named and not called: launched, their addresses taken, or, where code is generated, in a string. */
function kernelsIn(world: World, text: string): FunctionDecl[] {
  const named = text.match(launches(text) ? /(?<![\w."]|->)[A-Za-z_]\w*(?=\s*[<,);}])/gu : /(?<![\w.]|->)[A-Za-z_]\w*(?=\s*["<,);}])/gu) ?? [];
  return [...new Set(named)].flatMap((name) => world.program.functionsNamed(name).filter(({ isKernel, bodySpan }) => isKernel && bodySpan));
}

/** A session's method, `sync`, is one only where the session is named. */
function isLibraryBarrier(world: World, name: string, callees: ReadonlySet<string>): boolean {
  return world.catalog.named(name).some((entry) => entry.kind === 'rank-barrier' && (entry.owner === undefined || callees.has(entry.owner)));
}

function isRankBarrier(world: World, name: string): boolean {
  return world.program.functionsNamed(name).some((callee) => callee.isDevice && !callee.isKernel && world.contracts.summary(callee).sync === 'ranks');
}
