/**
 * The second look at a file: its functions are evaluated whole, following every call that touches memory, orders or joins
 * something. It takes longer than the first look, so it is made when somebody asks: on the command line always, in an
 * editor once typing has stopped.
 */
import type { Kernel, Site, TemplateValue } from '../schema.js';
import { evaluateFunction } from '../flow/evaluateFunction.js';
import { TermStore } from '../flow/terms.js';
import { variantsGiven } from '../flow/chosen.js';
import type { FunctionDecl } from '../program/ir.js';
import type { Draft } from '../rules/rule.js';
import { withoutRepeats } from '../rules/drafts.js';
import { tracedDraftsOf } from '../rules/traced.js';
import type { FunctionRuns, Run } from '../sites/run.js';
import { pipelinesOf } from '../sync/pipelines.js';
import { foldSpins } from '../sync/spins.js';
import { synchronisationOf } from '../sync/synchronisation.js';
import { buildSyncSites } from '../sync/syncSites.js';
import { functionsOf, isPartial, type UnitContext } from './analyzeUnit.js';
import type { Unit } from './units.js';

export interface Traces {
  readonly sites: readonly Site[];
  readonly drafts: readonly Draft[];
  /** Of each kernel. */
  readonly kernels: ReadonlyMap<FunctionDecl, KernelTrace>;
  /** Functions that take too long: nothing is known of them. */
  readonly tooLong: readonly FunctionDecl[];
}

/** What the second look adds to a kernel. */
export type KernelTrace = Pick<Kernel, 'pipelines' | 'synchronisation'>;

export function traceUnit(unit: Unit, context: UnitContext): Traces {
  const sites: Site[] = [];
  const drafts: Draft[] = [];
  const kernels = new Map<FunctionDecl, KernelTrace>();
  const tooLong: FunctionDecl[] = [];
  const deadline = Date.now() + context.timeLimit;
  for (const fn of functionsOf(unit)) {
    if (!isTraced(fn, context)) continue;
    const runs = traceFunction(fn, context, deadline);
    if (!runs) {
      tooLong.push(fn);
      continue;
    }
    sites.push(...buildSyncSites(runs, context));
    if (fn.isKernel) kernels.set(fn, kernelTraceOf(runs, context));
    // These rules look for what is missing, which may follow.
    if (!isPartial(unit, fn)) drafts.push(...tracedDraftsOf({ ...runs, world: context.world, locator: context.locator }));
  }
  return { sites, drafts: withoutRepeats(drafts), kernels, tooLong };
}

export function kernelTraceOf(runs: FunctionRuns, context: UnitContext): KernelTrace {
  return { pipelines: pipelinesOf(runs, context), synchronisation: synchronisationOf(runs, context) };
}

/** Device code that orders something, and kernels that should have: what they do to peers' memory is there to be ordered. */
function isTraced(fn: FunctionDecl, { world, roots }: UnitContext): boolean {
  if (!fn.isDevice && !fn.isKernel) return false;
  return world.contracts.orders(fn) || (fn.isKernel && roots.isRoot(fn));
}

/** Undefined: it takes too long. */
export function traceFunction(fn: FunctionDecl, { world }: UnitContext, deadline: number, given: readonly TemplateValue[] = []): FunctionRuns | undefined {
  const store = new TermStore();
  const runs: Run[] = [];
  for (const fixed of variantsGiven(world, store, fn, given)) {
    const machine = evaluateFunction(world, store, fn, fixed, deadline, { traces: true });
    if (!machine) return undefined;
    foldSpins(machine);
    runs.push({ fixed, machine, uses: [] });
  }
  return { fn, runs };
}
