/** Which kernel of another project does a kernel's work. */
import type { Purpose } from '../knowledge/comparison.js';
import type { Kernel, Site } from '../schema.js';
import { counterpartsOf, representative, type AroundOf } from './counterparts.js';
import { accessesOf, aroundIn, exchangeKernels } from './exchange.js';
import type { ProjectInput } from './input.js';
import { isInside, purposeOf } from './purpose.js';

/** A kernel with the project that it belongs to. */
export interface KernelIn {
  readonly project: ProjectInput;
  readonly kernel: Kernel;
}

export interface KernelCounterpart extends KernelIn {
  /** What it does for peers, dispatch first. */
  readonly work: readonly Purpose[];
  /** It does some of the same; false: it only reaches peers as well. */
  readonly alike: boolean;
}

/** All kernels of other projects that reach peers: those that do the same work first, the most alike before all. Empty: there are none. */
export function counterpartKernels(own: KernelIn, others: readonly ProjectInput[]): readonly KernelCounterpart[] {
  const around = aroundIn([own.project, ...others]);
  const candidates = others.flatMap(({ sites }) => sites.filter((site) => site.isKernel && accessesOf(site).length > 0));
  const ranked = sitesThatStandFor(own, around).flatMap((site) => counterpartsOf(site, candidates, around)).map((site) => around(site)?.kernel);
  const order = [...new Set(ranked)];
  const rank = (kernel: Kernel): number => (order.includes(kernel) ? order.length - order.indexOf(kernel) : 0);
  const work = mainWork(workOf(own, around));
  const all = others.flatMap((project) => exchangeKernels(project).map(({ kernel }): KernelCounterpart => {
    const its = workOf({ project, kernel }, around);
    return { project, kernel, work: its, alike: rank(kernel) > 0 || mainWork(its).some((each) => work.includes(each)) };
  }));
  return all.toSorted((a, b) => rank(b.kernel) - rank(a.kernel) || Number(b.alike) - Number(a.alike));
}

/** Kernels of every kind send values, so that they count only where nothing else is moved. */
function mainWork(work: readonly Purpose[]): readonly Purpose[] {
  const moving = work.filter((each) => each !== 'control');
  return moving.length > 0 ? moving : work;
}

const PURPOSES: readonly Purpose[] = ['dispatch', 'combine', 'control'];

/** What a kernel does for peers; empty: it reaches none. */
export function workOf(own: KernelIn, around: AroundOf = aroundIn([own.project])): readonly Purpose[] {
  const done = new Set(accessingSites(own).map((site) => purposeOf(site, around(site))));
  return PURPOSES.filter((purpose) => done.has(purpose));
}

function accessingSites({ project, kernel }: KernelIn): readonly Site[] {
  return project.sites.filter((site) => isInside(kernel, site) && accessesOf(site).length > 0);
}

/** One site for each kind of work that tells the kernel apart. */
function sitesThatStandFor(own: KernelIn, around: AroundOf): readonly Site[] {
  const sites = accessingSites(own);
  const pointers = sites.filter(({ kind }) => kind === 'peer-pointer');
  return mainWork(workOf(own, around)).flatMap((purpose) => representative(pointers, purpose, around) ?? representative(sites, purpose, around) ?? []);
}
