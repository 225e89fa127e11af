/** Which site of another project does what a site does: told from what both do, never from the name of a file, a function or a variable. */
import type { Purpose } from '../knowledge/comparison.js';
import type { Site } from '../schema.js';
import { isBulk, isInside, movesTokens, purposeOf, type Around } from './purpose.js';

/** The kernel around a site; undefined: it is in none. */
export type AroundOf = (site: Site) => Around | undefined;

/** Candidates that play the same part, the most alike first; empty: none does. */
export function counterpartsOf<T extends Site>(site: Site, candidates: readonly T[], around: AroundOf): readonly T[] {
  const own = around(site);
  const purpose = purposeOf(site, own);
  const inHops = relays(own);
  const ranked = candidates.flatMap((each) => {
    const score = each.kind === site.kind ? likeness(site, purpose, each, around(each)) : 0;
    return score > 0 ? [{ each, score, isAlike: relays(around(each)) === inHops }] : [];
  });
  return ranked.sort((a, b) => b.score - a.score || Number(b.isAlike) - Number(a.isAlike) || reach(b.each, around) - reach(a.each, around) || inOrder(a.each, b.each)).map(({ each }) => each);
}

function likeness(a: Site, purpose: Purpose, b: Site, other: Around | undefined): number {
  const inKernel = other === undefined ? 0 : 4;
  if (a.kind !== 'peer-pointer') return 1 + inKernel;
  if (purposeOf(b, other) !== purpose) return 0;
  // Data takes another way in each project, so that the larger movement is the counterpart; signals are alike.
  const alike = purpose === 'control' ? a.consumers[0]?.access === b.consumers[0]?.access : b.consumers.some(isBulk);
  // A translation that speaks of teams tells more.
  return 1 + inKernel + (alike ? 2 : 0) + (b.consumers.length > 0 ? 1 : 0) + (b.team === undefined ? 0 : 1);
}

/** The site that stands for a project's work of a kind: it moves most, and its null path is written beside it. */
export function representative(sites: readonly Site[], purpose: Purpose, around: AroundOf): Site | undefined {
  // A value's fallback says nothing: what matters is the kernel that it is sent in.
  const weight = (site: Site): number => (purpose === 'control' ? 0 : 1) * ((site.consumers.some(isBulk) ? 4 : 0) + (movesTokens(site, around(site)) ? 2 : 0) + (site.fallback.length > 0 ? 1 : 0) + (site.team === undefined ? 0 : 1));
  return sites.filter((site) => purposeOf(site, around(site)) === purpose).toSorted((a, b) => weight(b) - weight(a) || reach(b, around) - reach(a, around) || inOrder(a, b))[0];
}

/**
 * Tokens travel in hops: a copy engine fills memory that the NIC sends from where no pointer of the kernel could have taken the tokens, and what
 * arrives is passed on to peers. A kernel that reaches every rank itself does another kind of work than one that relays.
 */
function relays(own: Around | undefined): boolean {
  if (own?.isDrawn !== true) return false;
  const inside = own.sites.filter((each) => isInside(own.kernel, each));
  const fallbacks = inside.flatMap(({ fallback }) => fallback);
  const { edges } = own.kernel.graph;
  const filled = new Set(edges.filter(({ mechanism = '' }) => isBulk({ mechanism })).map(({ to }) => to));
  const posted = edges.filter(({ path, from, file, line }) => path === 'rdma' && filled.has(from) && !fallbacks.some((place) => place.file === file && place.line === line));
  return posted.length > 0 && inside.some((each) => each.kind === 'peer-pointer' && movesTokens(each, own));
}

/** How much the kernel around it does to peers: the larger of two alike kernels shows more. */
function reach(site: Site, around: AroundOf): number {
  const own = around(site);
  return own === undefined ? 0 : own.sites.filter((each) => (each.kind === 'peer-pointer' || each.kind === 'one-sided') && isInside(own.kernel, each)).length;
}

function inOrder(a: Site, b: Site): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}
