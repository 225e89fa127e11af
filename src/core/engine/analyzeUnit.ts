/** One file: its functions are evaluated, judged, and written down as sites, findings and kernels. */
import type { Completion, FileAnalysis, FolderConfiguration } from '../analyzer.js';
import type { FunctionDecl, Span } from '../program/ir.js';
import type { Finding, Kernel, Problem, Site, TemplateValue } from '../schema.js';
import { draftsOf, finishFindings, isDecidedByNow } from '../rules/findings.js';
import { localDraftsOf } from '../rules/local.js';
import { isTraced } from '../rules/traced.js';
import type { Draft } from '../rules/rule.js';
import { evaluateFunction } from '../flow/evaluateFunction.js';
import type { World } from '../flow/machine.js';
import { sliceOf, type Slice } from '../flow/slice.js';
import { TermStore } from '../flow/terms.js';
import { choicesOf, variantsGiven } from '../flow/chosen.js';
import { lazyKernel } from '../graph/lazyKernel.js';
import { peerNames } from '../sites/peerNames.js';
import { buildSites } from '../sites/sites.js';
import { findUses } from '../sites/uses.js';
import type { FunctionRuns, Run } from '../sites/run.js';
import type { Locator } from '../sites/locate.js';
import type { Roots } from './roots.js';
import { orderingsOf } from './orderings.js';
import { kernelTraceOf, traceFunction, traceUnit, type KernelTrace, type Traces } from './traceUnit.js';
import type { Unit } from './units.js';

export interface UnitContext {
  readonly world: World;
  readonly roots: Roots;
  readonly locator: Locator;
  readonly timeLimit: number;
  readonly configuration: Pick<FolderConfiguration, 'levels' | 'accepted'>;
  isCancelled(): boolean;
}

/** Undefined: cancelled. */
export function analyzeUnit(unit: Unit, context: UnitContext, extras: Pick<FileAnalysis, 'dependencies' | 'functions'>): FileAnalysis | undefined {
  const sites: Site[] = [];
  const drafts: Draft[] = [];
  const named: Span[] = [];
  const problems: Problem[] = [...unit.report.problems];
  const deadline = Date.now() + context.timeLimit;
  for (const fn of functionsOf(unit)) {
    if (context.isCancelled()) return undefined;
    drafts.push(...localDraftsOf(fn, context.world, context.locator));
    if (!context.roots.isRoot(fn)) continue;
    const runs = runAll(context.world, fn, deadline, sliceFor(fn, context));
    if (!runs) {
      problems.push(timeLimit(fn, unit, context.timeLimit));
      continue;
    }
    sites.push(...buildSites(runs, context.locator));
    named.push(...peerNames(runs, context.locator));
    const judged = draftsOf({ ...runs, world: context.world, locator: context.locator });
    drafts.push(...(isPartial(unit, fn) ? judged.filter(({ rule }) => isDecidedByNow(rule)) : judged));
  }
  const findings = finishFindings(drafts, unit, context.locator, context.configuration, isJudgedIn(unit, false));
  sort(sites);
  let completion: Completion | undefined;
  let traced: Traces['kernels'] | undefined;
  const complete = (): Completion => {
    if (completion) return completion;
    const traces = traceUnit(unit, context);
    problems.push(...traces.tooLong.map((fn) => timeLimit(fn, unit, context.timeLimit)));
    const findings = finishFindings([...drafts, ...traces.drafts], unit, context.locator, context.configuration, isJudgedIn(unit, traces.tooLong.length === 0));
    traced = traces.kernels;
    completion = { sites: sort([...sites, ...traces.sites]), findings };
    return completion;
  };
  return {
    ...extras, complete, orderingAt: orderingsOf(unit, context), kernels: kernelsOf(unit, context, findings, (fn) => traced?.get(fn)), inactive: unit.view.inactive,
    specialise: (line, given) => specialise(unit, context, completion?.findings ?? findings, line, given),
    peerNames: named.sort((a, b) => a.start - b.start),
    get report() { return { ...unit.report, problems: problems.slice(0, 1) }; },
    get sites() { return completion?.sites ?? sites; },
    get findings() { return completion?.findings ?? findings; },
  };
}

function sort(sites: Site[]): Site[] {
  return sites.sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Graphs are drawn from a full evaluation, which is made when somebody asks for one. */
function kernelsOf(unit: Unit, context: UnitContext, findings: readonly Finding[], traceOf: (fn: FunctionDecl) => KernelTrace | undefined): Kernel[] {
  return functionsOf(unit)
    .filter((fn) => fn.isKernel)
    .map((fn) => lazyKernel(fn, context.locator, findings, {
      choices: () => choicesOf(context.world, fn), trace: () => traceOf(fn), runs: () => runAll(context.world, fn, Date.now() + context.timeLimit, undefined),
    }));
}

/** The kernel whose name is on a line, in the chosen instantiations only. */
function specialise(unit: Unit, context: UnitContext, findings: readonly Finding[], line: number, given: readonly TemplateValue[]): Kernel | undefined {
  const fn = functionsOf(unit).find(({ isKernel, nameSpan }) => isKernel && unit.lines.position(nameSpan.start).line === line);
  if (!fn) return undefined;
  let trace: KernelTrace | undefined;
  const traced = (): KernelTrace | undefined => {
    const runs = trace ? undefined : traceFunction(fn, context, Date.now() + context.timeLimit, given);
    return (trace ??= runs && kernelTraceOf(runs, context));
  };
  return lazyKernel(fn, context.locator, findings, {
    given, choices: () => choicesOf(context.world, fn), trace: traced, runs: () => runAll(context.world, fn, Date.now() + context.timeLimit, undefined, given),
  });
}

export function functionsOf(unit: Unit): FunctionDecl[] {
  const { functions, classes } = unit.decls;
  return [...new Set([...functions, ...classes.flatMap((cls) => cls.methods)])].filter((fn) => fn.bodySpan !== undefined);
}

/** Whether a rule has had its say about all of the file: then a suppression of it that nothing used is unused. */
function isJudgedIn({ openFrom }: Unit, traced: boolean): (code: string) => boolean {
  return (code) => openFrom === undefined && (traced || !isTraced(code));
}

/** Its text ends before it does. */
export function isPartial({ openFrom }: Unit, { span }: FunctionDecl): boolean {
  return openFrom !== undefined && span.end > openFrom;
}

/** A short function is evaluated sooner than it is sliced (length in UTF-16 units). */
const MIN_SLICED = 6000;

function sliceFor(fn: FunctionDecl, { world, roots }: UnitContext): Slice | undefined {
  if (!fn.bodySpan || fn.bodySpan.end - fn.bodySpan.start < MIN_SLICED) return undefined;
  return sliceOf(world.program, fn, (name) => roots.isSeed(name, fn));
}

function runAll(world: World, fn: FunctionDecl, deadline: number, slice: Slice | undefined, given: readonly TemplateValue[] = []): FunctionRuns | undefined {
  const store = new TermStore();
  const runs: Run[] = [];
  for (const fixed of variantsGiven(world, store, fn, given)) {
    const machine = evaluateFunction(world, store, fn, fixed, deadline, { slice });
    if (!machine) return undefined;
    runs.push({ fixed, machine, uses: findUses(machine) });
  }
  return { fn, runs };
}

function timeLimit(fn: FunctionDecl, unit: Unit, limit: number): Problem {
  const { line, column } = unit.lines.position(fn.nameSpan.start);
  return { code: 'time-limit', message: `\`${fn.name}\` takes longer than ${limit} ms, takes too many steps, or nests too deep to analyse; facts about it are unknown.`, line, column };
}
