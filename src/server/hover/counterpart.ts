/** Whose way a site goes, and the site that does the same in the other way, if its project is open too. Found by role, never by name of a file. */
import { apiFacts } from '../../core/knowledge/apis.js';
import { otherProject } from '../../core/knowledge/comparison.js';
import type { Project } from '../../core/knowledge/types.js';
import type { Kernel, Site } from '../../core/schema.js';
import { barrierSite, calleeName, isRankBarrier } from './barriers.js';
import { isBulk, purposeOf } from './movement.js';
import { kernelOf, roleOf, type Scene } from './scene.js';

/** A translation with a null answer or with teams is DeepEP's way; one that is never null is DeepGEMM's. */
export function approachOf(site: Site): Project {
  const known = apiFacts(site.api)?.approach;
  if (known !== undefined) return known;
  if (site.kind !== 'peer-pointer') return 'deepep';
  return site.team === undefined && site.nullness === 'never' ? 'deepgemm' : 'deepep';
}

export function counterpartOf(scene: Scene, site: Site): Site | undefined {
  const wanted = otherProject(approachOf(site));
  const others = candidates(scene, site.kind).filter((each) => each.file !== site.file && approachOf(each) === wanted);
  const ranked = others.map((each) => ({ each, score: likeness(scene, site, each) })).filter(({ score }) => score > 0);
  ranked.sort((a, b) => b.score - a.score || compare(a.each, b.each));
  return ranked[0]?.each;
}

/** Only a function that is known to be of one way says that a barrier or an operation is of it. */
function candidates(scene: Scene, kind: Site['kind']): readonly Site[] {
  const sites = scene.index.sites.filter((each) => each.kind === kind);
  if (kind === 'peer-pointer') return sites;
  const called = kind === 'barrier' ? scene.index.kernels().flatMap(barrierCalls) : [];
  const known = [...sites, ...called].filter(({ api }) => apiFacts(api)?.approach !== undefined && apiFacts(api)?.kind === kind);
  return kind === 'barrier' ? known.filter(({ api }) => isRankBarrier(api)) : known;
}

function barrierCalls(kernel: Kernel): Site[] {
  return kernel.barriers.flatMap(({ file, line, column, text }) =>
    text === undefined ? [] : [barrierSite({ api: calleeName(text), file, line, column, function: kernel.name, isKernel: true })],
  );
}

function likeness(scene: Scene, a: Site, b: Site): number {
  const inKernel = kernelOf(scene, b) !== undefined ? 4 : 0;
  if (a.kind !== 'peer-pointer') return 1 + inKernel;
  const purpose = purposeOf(a, roleOf(scene, a));
  if (purpose !== purposeOf(b, roleOf(scene, b))) return 0;
  // Data takes another way in each project, so that the larger movement is the counterpart; signals are alike.
  const alike = purpose === 'control' ? a.consumers[0]?.access === b.consumers[0]?.access : b.consumers.some(isBulk);
  // A translation that speaks of teams tells more.
  return 1 + inKernel + (alike ? 2 : 0) + (b.consumers.length > 0 ? 1 : 0) + (b.team === undefined ? 0 : 1);
}

function compare(a: Site, b: Site): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}
