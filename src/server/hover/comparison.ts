/** The table that sets a site beside the other approach. This side is derived; the other too if it is open, else it is quoted. */
import { apiFacts } from '../../core/knowledge/apis.js';
import { purposeOf } from '../../core/compare/index.js';
import type { Text } from '../../core/knowledge/language.js';
import { ASPECT_LABELS, knownCell, otherProject, TOPIC_ASPECTS, type Aspect, type Topic } from '../../core/knowledge/comparison.js';
import { PROJECT_NAMES, type Project } from '../../core/knowledge/types.js';
import type { Site, Team } from '../../core/schema.js';
import { barrierEffect, publishingBarrier, precedingBarrier, teamList } from './barriers.js';
import { approachOf, counterpartOf } from './counterpart.js';
import { code, escape, prose, table } from '../../core/markdown.js';
import { movement, nicText } from './movement.js';
import { PHRASES, TEAM_REACH } from './phrases.js';
import { fallbackName } from './pointer.js';
import { at, say, type Scene } from './scene.js';

export interface Comparison {
  readonly markdown: string;
  readonly counterpart: Site | undefined;
}

export function compare(scene: Scene, site: Site, topic: Topic): Comparison {
  const approach = approachOf(site);
  const other = otherProject(approach);
  const counterpart = topic === 'levels' ? undefined : counterpartOf(scene, site);
  const purpose = purposeOf(site, scene.index.aroundOf(site));
  const quoted = (project: Project, aspect: Aspect): string | undefined => {
    const fact = knownCell(project, topic, aspect, purpose);
    return fact && say(scene, fact.text);
  };
  const cell = (each: Site, aspect: Aspect): string | undefined => {
    const fact = apiFacts(each.api)?.cells?.[aspect];
    return derived(scene, each, aspect) ?? (fact && say(scene, fact.text));
  };
  const rows = TOPIC_ASPECTS[topic].flatMap((aspect) => {
    const here = topic === 'levels' ? quoted(approach, aspect) : cell(site, aspect);
    const there = counterpart === undefined ? quoted(other, aspect) : cell(counterpart, aspect);
    return here === undefined && there === undefined ? [] : [[say(scene, ASPECT_LABELS[aspect]), here ?? '–', there ?? '–']];
  });
  const isOurs = apiFacts(site.api)?.approach !== undefined;
  const head = isOurs ? asIn(scene, say(scene, PHRASES.here), approach) : say(scene, PHRASES.here);
  const otherHead = counterpart === undefined ? say(scene, inProject(other)) : asIn(scene, at(scene, counterpart), other);
  return { markdown: table(['', head, otherHead], rows), counterpart };
}

/** The code at hand goes the way of a project; it need not be that project's. */
function asIn(scene: Scene, place: string, project: Project): string {
  const name = PROJECT_NAMES[project];
  return `${place}${say(scene, { en: ` (as in ${name})`, 'zh-cn': `（${name} 的做法）` })}`;
}

/** What is said is quoted from what is known of the project itself. */
function inProject(project: Project): Text {
  const name = PROJECT_NAMES[project];
  return { en: `in ${name}`, 'zh-cn': `${name} 中` };
}

function derived(scene: Scene, site: Site, aspect: Aspect): string | undefined {
  switch (aspect) {
    case 'translate':
      return formulaCell(scene, site);
    case 'null':
      return nullCell(scene, site);
    case 'direction':
      return directionCell(scene, site);
    case 'no-nvlink':
      return fallbackCell(scene, site);
    case 'published':
      return publishedCell(scene, site);
    case 'lsa':
      return reachCell(scene, site, 'Lsa');
    case 'world':
      return reachCell(scene, site, 'World');
    case 'rail':
      return reachCell(scene, site, 'Rail');
    case 'joins':
    case 'signal':
      return barrierCell(scene, site, aspect);
    default:
      return undefined;
  }
}

/** Longer ones are easier to read in words. */
const MAX_FORMULA = 48;

/** The formula of the open function, if it has one and not one for each team. */
function formulaCell(scene: Scene, site: Site): string | undefined {
  const translation = site.kind === 'peer-pointer' ? scene.translationOf(site) : undefined;
  const formulas = new Set(translation?.teams.flatMap(({ values }) => values.flatMap(({ text = '' }) => (text === '' || text === translation.pointer ? [] : [text.replaceAll(/\bthis\./gu, '')]))));
  const [formula] = formulas;
  return formula === undefined || formulas.size > 1 || formula.length > MAX_FORMULA ? undefined : code(formula);
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
  const words = `${movement(use, scene.language)}${nicText(use, scene.language)}`;
  if (use.access === 'remote-atomic') return words;
  return `${say(scene, use.access === 'remote-load' ? PHRASES.pull : PHRASES.push)}${say(scene, PHRASES.colon)}${words}`;
}

function fallbackCell(scene: Scene, site: Site): string | undefined {
  if (site.kind !== 'peer-pointer') return undefined;
  const [first] = site.fallback;
  if (first !== undefined) return `${code(fallbackName(scene, first) ?? 'RDMA', 40)} ${at(scene, first)}`;
  if (apiFacts(site.api)?.approach === 'deepgemm') {
    const fact = knownCell('deepgemm', 'pointer', 'no-nvlink', 'dispatch');
    return fact && say(scene, fact.text);
  }
  return say(scene, site.nullness === 'never' && site.team !== undefined ? PHRASES.notNeeded : PHRASES.noneFound);
}

function publishedCell(scene: Scene, site: Site): string | undefined {
  const reads = site.consumers.length > 0 && site.consumers.every(({ access }) => access === 'remote-load');
  const barrier = reads ? precedingBarrier(scene, site) : publishingBarrier(scene, site);
  return barrier && `${code(barrier.text ?? '', 40)} ${at(scene, barrier)}`;
}

function reachCell(scene: Scene, { kind, team }: Site, wanted: Team): string | undefined {
  return kind === 'reachability' && team?.values.includes(wanted) === true ? say(scene, TEAM_REACH[wanted]) : undefined;
}

function barrierCell(scene: Scene, site: Site, aspect: 'joins' | 'signal'): string | undefined {
  const { teams, signals } = barrierEffect(scene, site.api);
  if (aspect === 'signal') return signals.length === 0 ? undefined : signals.slice(0, 2).map((signal) => code(signal, 40)).join(', ');
  const all = [...new Set([...(site.team?.values ?? []), ...teams])];
  return all.length === 0 ? undefined : escape(teamList(all));
}
