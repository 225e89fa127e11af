/** Whose way a site goes, and the site that does the same in the other way, if its project is open too. Found by role, never by name of a file. */
import { counterpartsOf } from '../../core/compare/index.js';
import { apiFacts } from '../../core/knowledge/apis.js';
import { otherProject } from '../../core/knowledge/comparison.js';
import type { Project } from '../../core/knowledge/types.js';
import type { Kernel, Site } from '../../core/schema.js';
import { barrierSite, calleeName, isRankBarrier } from './barriers.js';
import type { Scene } from './scene.js';

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
  const [first] = counterpartsOf(site, others, (each) => scene.index.aroundOf(each));
  return first;
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
