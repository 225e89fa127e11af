/** The table that sets a site beside the other approach. This side is derived; the other too if it is open, else it is quoted. */
import { apiFacts } from '../../core/knowledge/apis.js';
import { ASPECT_LABELS, knownCell, otherProject, TOPIC_ASPECTS, type Aspect, type Topic } from '../../core/knowledge/comparison.js';
import { PROJECT_NAMES, type Project } from '../../core/knowledge/types.js';
import type { Site } from '../../core/schema.js';
import { barrierEffect, publishingBarrier, precedingBarrier, teamList } from './barriers.js';
import { approachOf, counterpartOf } from './counterpart.js';
import { code, escape, prose, table } from './markdown.js';
import { movement, purposeOf } from './movement.js';
import { PHRASES } from './phrases.js';
import { fallbackName } from './pointer.js';
import { at, roleOf, say, type Scene } from './scene.js';

export interface Comparison {
  readonly markdown: string;
  readonly counterpart: Site | undefined;
}

export function compare(scene: Scene, site: Site, topic: Topic): Comparison {
  const approach = approachOf(site);
  const other = otherProject(approach);
  const counterpart = counterpartOf(scene, site);
  const purpose = purposeOf(site, roleOf(scene, site));
  const quoted = (project: Project, aspect: Aspect): string | undefined => {
    const fact = knownCell(project, topic, aspect, purpose);
    return fact && say(scene, fact.text);
  };
  const cell = (each: Site, project: Project, aspect: Aspect): string | undefined =>
    derived(scene, each, aspect) ?? (isContract(aspect) ? quoted(project, aspect) : undefined);
  const rows = TOPIC_ASPECTS[topic].flatMap((aspect) => {
    const here = cell(site, approach, aspect);
    const there = counterpart === undefined ? quoted(other, aspect) : cell(counterpart, other, aspect);
    return here === undefined && there === undefined ? [] : [[say(scene, ASPECT_LABELS[aspect]), here ?? '–', there ?? '–']];
  });
  const isOurs = apiFacts(site.api)?.approach !== undefined;
  const head = ['', isOurs ? `${say(scene, PHRASES.here)} (${PROJECT_NAMES[approach]})` : say(scene, PHRASES.here)];
  const otherHead = counterpart === undefined ? PROJECT_NAMES[other] : `${PROJECT_NAMES[other]} ${at(scene, counterpart)}`;
  return { markdown: table([...head, otherHead], rows), counterpart };
}

/** Rows that follow from the function alone: what is known of it holds here. All others must come from the source at hand. */
function isContract(aspect: Aspect): boolean {
  return !(['direction', 'no-nvlink', 'published', 'source'] as const).some((each) => each === aspect);
}

function derived(scene: Scene, site: Site, aspect: Aspect): string | undefined {
  switch (aspect) {
    case 'translate':
    case 'cost': {
      const fact = apiFacts(site.api)?.[aspect];
      return fact && say(scene, fact.text);
    }
    case 'null':
      return nullCell(scene, site);
    case 'direction':
      return directionCell(scene, site);
    case 'no-nvlink':
      return fallbackCell(scene, site);
    case 'published':
      return publishedCell(scene, site);
    case 'joins':
    case 'signal':
      return barrierCell(scene, site, aspect);
    default:
      return undefined;
  }
}

function nullCell(scene: Scene, site: Site): string | undefined {
  if (site.nullness === undefined) return undefined;
  switch (site.nullness) {
    case 'never': {
      const caution = apiFacts(site.api)?.approach === 'deepgemm' ? knownCell('deepgemm', 'pointer', 'null', 'dispatch') : undefined;
      if (caution !== undefined) return say(scene, caution.text);
      return say(scene, PHRASES.never) + (site.team === undefined ? '' : ` (${teamList(site.team.values)})`);
    }
    case 'always':
      return say(scene, PHRASES.always);
    case 'maybe':
      return site.nullWhen === undefined ? say(scene, PHRASES.mayBeNull) : prose(site.nullWhen, 70);
  }
}

function directionCell(scene: Scene, site: Site): string | undefined {
  const [use] = site.consumers.filter(({ access }) => access !== 'address-only');
  if (use === undefined) return undefined;
  const words = movement(use, scene.language);
  if (use.access === 'remote-atomic') return words;
  return `${say(scene, use.access === 'remote-load' ? PHRASES.pull : PHRASES.push)}${say(scene, PHRASES.colon)}${words}`;
}

function fallbackCell(scene: Scene, site: Site): string | undefined {
  if (site.kind !== 'peer-pointer') return undefined;
  const [first] = site.fallback;
  if (first !== undefined) return `${code(fallbackName(scene, first) ?? 'RDMA', 40)} ${at(scene, first)}`;
  if (approachOf(site) === 'deepgemm') {
    const fact = knownCell('deepgemm', 'pointer', 'no-nvlink', 'dispatch');
    return fact && say(scene, fact.text);
  }
  return say(scene, site.nullness === 'never' ? PHRASES.notNeeded : PHRASES.noneFound);
}

function publishedCell(scene: Scene, site: Site): string | undefined {
  const reads = site.consumers.length > 0 && site.consumers.every(({ access }) => access === 'remote-load');
  const barrier = reads ? precedingBarrier(scene, site) : publishingBarrier(scene, site);
  return barrier && `${code(barrier.text ?? '', 40)} ${at(scene, barrier)}`;
}

function barrierCell(scene: Scene, site: Site, aspect: 'joins' | 'signal'): string | undefined {
  const { teams, signals } = barrierEffect(scene, site.api);
  if (aspect === 'signal') return signals.length === 0 ? undefined : signals.slice(0, 2).map((signal) => code(signal, 40)).join(', ');
  const all = [...new Set([...(site.team?.values ?? []), ...teams])];
  return all.length === 0 ? undefined : escape(teamList(all));
}
