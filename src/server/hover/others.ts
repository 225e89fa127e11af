/** Predicates, one-sided operations, barriers, mbarriers and flags. */
import { apiFacts } from '../../core/knowledge/apis.js';
import type { Text } from '../../core/knowledge/language.js';
import type { Location, Site } from '../../core/schema.js';
import { barrierEffect, isRankBarrier, precedingBarrier, teamList } from './barriers.js';
import { code, prose } from '../../core/markdown.js';
import { actionText } from './movement.js';
import { PHRASES, TEAM_NAMES, TEAM_REACH } from './phrases.js';
import { at, atAll, kernelOf, say, type Scene } from './scene.js';

export function reachabilityLines(scene: Scene, site: Site): string[] {
  const teams = (site.team?.values ?? []).map((team) => `${TEAM_NAMES[team]}: ${say(scene, TEAM_REACH[team])}`);
  const decided = scene.index.sites.filter((each) => each.kind === 'peer-pointer' && each.evidence.some((place) => isAt(site, place)));
  return [
    ...summary(scene, site),
    ...(teams.length === 0 ? [] : [teams.join('  \n')]),
    ...(decided.length === 0 ? [] : [`**${say(scene, PHRASES.decides)}** ${code(decided[0]?.api ?? '')} ${atAll(scene, decided)}`]),
    ...wants(scene, site),
  ];
}

export function oneSidedLines(scene: Scene, site: Site): string[] {
  const carried = scene.index.sites.filter((each) => each.kind === 'peer-pointer' && each.fallback.some((place) => isAt(site, place)));
  const target = [
    ...(site.pointer === undefined ? [] : [`${say(scene, PHRASES.destination)} ${code(site.pointer, 60)}`]),
    ...(site.rank === undefined ? [] : [`${say(scene, PHRASES.rank)} ${code(site.rank, 40)}${site.team === undefined ? '' : ` (${teamList(site.team.values)})`}`]),
  ];
  const uses = site.consumers.slice(0, 3).map((use) => actionText(use, scene.language));
  return [
    ...summary(scene, site),
    ...(target.length === 0 ? [] : [`→ ${target.join(' · ')}`]),
    ...(uses.length === 0 ? [] : [uses.join(' · ')]),
    ...(carried.length === 0
      ? []
      : [`✓ **${say(scene, PHRASES.fallbackOf)}** ${code(carried[0]?.api ?? '')} ${atAll(scene, carried)} ${say(scene, PHRASES.isNull)}`]),
    ...wants(scene, site),
  ];
}

export function barrierLines(scene: Scene, site: Site): string[] {
  const { teams, signals, steps: own } = barrierEffect(scene, site.api);
  // Where the body is not looked into by name, what the analysis met inside the call stands at its place.
  const all = own.length > 0 ? own : scene.index.sites.filter((each) => each.file === site.file && each.line === site.line && each.column === site.column && each.api !== site.api);
  // A call can be a site in several respects; as a step it is one.
  const steps = all.filter((step, i) => i === all.findIndex((each) => each.file === step.file && each.line === step.line && each.api === step.api));
  // What the analysis found for this very call is narrower than what the callee could do for others.
  const joined = site.team?.values ?? [...new Set([...teams, ...steps.flatMap(({ team }) => team?.values ?? [])])];
  const before = isRankBarrier(site.api) ? writesBefore(scene, site) : [];
  const how = signals.slice(0, 3).map((signal) => code(signal, 50)).join(', ');
  return [
    ...summary(scene, site),
    ...(joined.length === 0 ? [] : [`**${say(scene, PHRASES.joins)}** ${teamList(joined)}${how === '' ? '' : ` · ${how}`}`]),
    ...(steps.length === 0 ? [] : [`**${say(scene, PHRASES.inside)}** ${stepList(scene, steps)}`]),
    ...(before.length === 0 ? [] : [`**${say(scene, PHRASES.covers)}** ${say(scene, PHRASES.writesBefore)} ${atAll(scene, before)}`]),
    ...conditions(scene, site),
  ];
}

/** Writes to peers since the barrier before, in the same kernel. */
function writesBefore(scene: Scene, barrier: Site): readonly Site[] {
  const kernel = kernelOf(scene, barrier);
  const from = precedingBarrier(scene, barrier)?.line ?? kernel?.line ?? barrier.line;
  return scene.index.sites.filter(
    ({ kind, file, line, consumers }) =>
      kind === 'peer-pointer' && file === barrier.file && from <= line && line < barrier.line &&
      consumers.some(({ access }) => access === 'remote-store' || access === 'remote-atomic'),
  );
}

export function mbarrierLines(scene: Scene, site: Site): string[] {
  const same = scene.index.sites.filter((each) => each.kind === 'mbarrier' && each.object === site.object && kernelOf(scene, each) === kernelOf(scene, site));
  const pipeline = kernelOf(scene, site)?.pipelines.find(({ object }) => object === site.object);
  const places = (...events: readonly Site['event'][]): string => {
    const sites = same.filter(({ event }) => events.includes(event));
    const [first] = sites;
    return first === undefined ? '' : `${atAll(scene, sites, 6)}${first.written === undefined ? '' : ` ${code(first.written, 50)}`}`;
  };
  const lines = [
    [PHRASES.initAt, places('init')],
    [PHRASES.arriveAt, places('arrive', 'arrive-tx')],
    [PHRASES.waitAt, places('wait')],
  ] as const;
  return [
    `**${say(scene, PHRASES.object)}** ${code(site.object ?? site.api)}${pipeline === undefined || pipeline.stages === '' ? '' : ` · ${say(scene, PHRASES.stages)} ${code(pipeline.stages)}`}`,
    lines.filter(([, where]) => where !== '').map(([label, where]) => `${say(scene, label)} ${where}`).join('  \n'),
  ].filter((line) => line !== '');
}

export function flagLines(scene: Scene, site: Site): string[] {
  const same = site.object === undefined ? [site] : scene.index.sites.filter((each) => each.kind === 'flag' && each.object === site.object && each.file === site.file);
  const partners = (access: Site['access'], label: Text): string[] => {
    const sites = same.filter((each) => each.access === access);
    const how = [...new Set(sites.flatMap(({ mechanism }) => mechanism ?? []))].slice(0, 3).map((each) => code(each, 50)).join(', ');
    return sites.length === 0 ? [] : [`${say(scene, label)} ${atAll(scene, sites, 6)} ${how}`];
  };
  const uses = [...partners('store', PHRASES.storedAt), ...partners('atomic', PHRASES.addedAt), ...partners('load', PHRASES.readAt)];
  return [
    ...summary(scene, site),
    ...(site.object === undefined ? [] : [`**${say(scene, PHRASES.object)}** ${code(site.object)}`]),
    ...(uses.length === 0 ? [] : [uses.join('  \n')]),
    ...conditions(scene, site),
  ];
}

function summary(scene: Scene, site: Site): string[] {
  const facts = apiFacts(site.api);
  return [
    ...(facts === undefined ? [] : [say(scene, facts.summary.text)]),
    ...(facts?.caution === undefined ? [] : [`⚠ **${say(scene, PHRASES.careful)}** ${say(scene, facts.caution.text)}`]),
    ...(site.why === undefined ? [] : [`? **${say(scene, PHRASES.notProven)}** · ${prose(site.why)}`]),
  ];
}

function wants(scene: Scene, site: Site): string[] {
  const fact = apiFacts(site.api)?.wants;
  return fact === undefined ? [] : [`**${say(scene, PHRASES.wants)}** ${say(scene, fact.text)}`];
}

function conditions(scene: Scene, site: Site): string[] {
  const [first] = site.conditions ?? [];
  if (first === undefined) return [];
  const all = (site.conditions ?? []).slice(-3).map((place) => `${code(place.text ?? '', 50)} ${at(scene, place)}`);
  return [`**${say(scene, PHRASES.under)}** ${all.join(' · ')}`];
}

function stepList(scene: Scene, steps: readonly Site[]): string {
  const shown = steps.slice(0, 5).map((step) => `${code(step.api, 40)}${step.team === undefined ? '' : ` (${teamList(step.team.values)})`} ${at(scene, step)}`);
  return shown.join(' · ') + (steps.length > 5 ? ' · …' : '');
}

/** Sites and the places that name them may differ by the receiver in front of the callee. */
function isAt(site: Site, place: Location): boolean {
  return place.file === site.file && place.line === site.line;
}
