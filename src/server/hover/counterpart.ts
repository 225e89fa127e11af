/** Whose way a site goes, and the site that does the same in the other way, if its project is open too. Found by role, never by name of a file. */
import { apiFacts } from '../../core/knowledge/apis.js';
import { otherProject } from '../../core/knowledge/comparison.js';
import type { Project } from '../../core/knowledge/types.js';
import type { Site } from '../../core/schema.js';
import { isBulk, purposeOf } from './movement.js';
import { kernelOf, type Scene } from './scene.js';

/** A translation with a null answer or with teams is DeepEP's way; one that is never null is DeepGEMM's. */
export function approachOf(site: Site): Project {
  const known = apiFacts(site.api)?.approach;
  if (known !== undefined) return known;
  if (site.kind !== 'peer-pointer') return 'deepep';
  return site.team === undefined && site.nullness === 'never' ? 'deepgemm' : 'deepep';
}

export function counterpartOf(scene: Scene, site: Site): Site | undefined {
  const wanted = otherProject(approachOf(site));
  const others = scene.index.sites.filter((each) => each.kind === site.kind && each.file !== site.file && approachOf(each) === wanted);
  // Only a function that is known to be of one way says that a barrier or an operation is of it.
  const certain = site.kind === 'peer-pointer' ? others : others.filter(({ api }) => apiFacts(api)?.approach !== undefined);
  const ranked = certain.map((each) => ({ each, score: likeness(scene, site, each) })).filter(({ score }) => score > 0);
  ranked.sort((a, b) => b.score - a.score || compare(a.each, b.each));
  return ranked[0]?.each;
}

function likeness(scene: Scene, a: Site, b: Site): number {
  if (a.kind !== 'peer-pointer') return 1 + (a.isKernel === b.isKernel ? 1 : 0);
  if (purposeOf(a) !== purposeOf(b)) return 0;
  const inKernel = kernelOf(scene, b) !== undefined;
  return 1 + (inKernel ? 4 : 0) + (a.consumers.some(isBulk) === b.consumers.some(isBulk) ? 2 : 0) + (b.consumers.length > 0 ? 1 : 0);
}

function compare(a: Site, b: Site): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}
