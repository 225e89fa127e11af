/** A call that forms a peer pointer: what it returns here, how that is handled, what is done with it, what publishes it. */
import { apiFacts } from '../../core/knowledge/apis.js';
import type { Text } from '../../core/knowledge/language.js';
import type { Consumer, Finding, Location, Site, Team } from '../../core/schema.js';
import { barrierEffect, precedingBarrier, publishingBarrier, teamList } from './barriers.js';
import { writtenCallee } from './callee.js';
import { code, prose } from '../../core/markdown.js';
import { mechanismText, movement } from './movement.js';
import { PHRASES, RANK_SPACES, TEAM_NAMES, TEAM_REACH, teamNote } from './phrases.js';
import { at, atAll, say, type Scene } from './scene.js';

const MAX_USES = 3;

export function pointerLines(scene: Scene, site: Site): string[] {
  return [
    nullLines(scene, site).join('\n'),
    handlingLine(scene, site),
    paragraph([...useLines(scene, site), ...publishedLine(scene, site), ...wantsLine(scene, site)]),
  ].filter((line) => line !== '');
}

/** Lines of one paragraph, each on its own line: two spaces at the end break it. */
function paragraph(lines: readonly string[]): string {
  return lines.join('  \n');
}

function nullLines(scene: Scene, site: Site): string[] {
  const team = teamText(scene, site);
  if (site.nullness === undefined) return team === '' ? [] : [team];
  switch (site.nullness) {
    case 'never': {
      const caution = apiFacts(site.api)?.caution;
      const headline = `✓ **${say(scene, PHRASES.neverNull)}**${team === '' ? '' : ` · ${team}`}`;
      return caution === undefined ? [headline] : [`${headline}  `, `⚠ **${say(scene, PHRASES.careful)}** ${say(scene, caution.text)}`];
    }
    case 'always':
    case 'maybe': {
      const words = say(scene, site.nullness === 'always' ? PHRASES.alwaysNull : PHRASES.mayBeNull);
      return [`⚠ **${words}**${team === '' ? '' : ` · ${team}`}`, ...causeLines(scene, site)];
    }
  }
}

/** When it is null, each cause with its place, and what a predicate of reachability among them means for the teams here. */
function causeLines(scene: Scene, site: Site): string[] {
  const causes = site.nullCauses ?? [];
  if (causes.length === 0) return site.nullWhen === undefined ? [] : [`- ${say(scene, PHRASES.nullWhen)} ${prose(site.nullWhen)}`];
  const lines = causes.slice(0, 3).map((cause) => `- ${causeText(scene, cause)} (${at(scene, cause)})${reachText(scene, site, cause)}`);
  return causes.length > 3 ? [...lines, '- …'] : lines;
}

function causeText(scene: Scene, { text = '' }: Location): string {
  if (text === '') return say(scene, PHRASES.nullWhen);
  // The analyser's words quote names themselves; a bare condition is code.
  return `${say(scene, PHRASES.nullWhen)} ${text.includes('`') ? prose(text) : code(text)}`;
}

function reachText(scene: Scene, site: Site, cause: Location): string {
  const asks = scene.index.sites.some(({ kind, file, line }) => kind === 'reachability' && file === cause.file && line === cause.line);
  if (!asks || site.team === undefined) return '';
  return `: ${site.team.values.map((team) => `${TEAM_NAMES[team]}: ${say(scene, TEAM_REACH[team])}`).join('; ')}`;
}

/** `team_t`: LSA when …, world when …. */
function teamText(scene: Scene, { team }: Site): string {
  if (team === undefined) return '';
  const values = team.note === undefined ? teamList(team.values) : prose(teamNote(team.note, scene.language), 140);
  return team.expr === '' || team.expr === values ? values : `${code(team.expr, 40)}: ${values}`;
}

function handlingLine(scene: Scene, site: Site): string {
  const fallback = site.fallback.length === 0 ? '' : ` · ${fallbackText(scene, site)}`;
  const evidence = (label: Text): string => (site.evidence.length === 0 ? '' : ` · ${say(scene, label)} ${atAll(scene, site.evidence)}`);
  if (site.handling === undefined) return fallback.slice(3);
  switch (site.handling) {
    case 'checked':
      return `✓ **${say(scene, PHRASES.handled)}**${evidence(PHRASES.testedAt)}${fallback}`;
    case 'predicate':
      return `✓ **${say(scene, PHRASES.guarded)}**${evidence(PHRASES.predicateAt)}${fallback}`;
    case 'unchecked':
      return `✗ **${say(scene, PHRASES.notHandled)}** · ${gapText(scene, site)}${fallback}`;
    case 'unknown':
      return `? **${say(scene, PHRASES.notProven)}**${site.why === undefined ? '' : ` · ${prose(site.why)}`}${fallback}`;
    case 'not-needed':
      return fallback.slice(3);
  }
}

function fallbackText(scene: Scene, { fallback }: Site): string {
  const operation = fallback[0] && fallbackName(scene, fallback[0]);
  return `${say(scene, PHRASES.rdmaPathAt)} ${atAll(scene, fallback)}${operation === undefined ? '' : ` ${code(operation, 60)}`}`;
}

/** The operation of the RDMA path, as written where the hover is, else its name. */
export function fallbackName(scene: Scene, place: Location): string | undefined {
  if (place.text !== undefined) return place.text;
  const site = scene.index.sites.find((each) => each.kind === 'one-sided' && each.file === place.file && each.line === place.line);
  return site && (site.file === scene.file ? writtenCallee(scene.lines, site) : site.api);
}

/** The gap in the words of the rule that reports it. */
function gapText(scene: Scene, site: Site): string {
  const finding = findingOf(scene, site);
  return finding === undefined ? say(scene, PHRASES.noTest) : `${prose(finding.message)} ${at(scene, finding)}`;
}

export function findingOf(scene: Scene, site: Site): Finding | undefined {
  const isHere = ({ file, line, column }: { readonly file: string; readonly line: number; readonly column: number }): boolean =>
    file === site.file && line === site.line && site.column <= column && column <= site.endColumn;
  return (
    scene.findings.find((finding) => finding.level !== 'off' && (isHere(finding) || finding.related.some(isHere))) ??
    scene.findings.find(({ line, level, rule }) => level !== 'off' && rule.startsWith('pointer.') && site.consumers.some((use) => use.line === line))
  );
}

/** Uses of one kind are one entry with all their lines. */
function useLines(scene: Scene, site: Site): string[] {
  const keyOf = ({ op, mechanism }: Consumer): string => `${op}\n${mechanism}`;
  const kinds = [...new Map(site.consumers.map((use) => [keyOf(use), use])).values()];
  const uses = kinds.slice(0, MAX_USES).map((use) => {
    const places = site.consumers.filter((each) => keyOf(each) === keyOf(use));
    return `${code(use.op, 50)}${say(scene, PHRASES.colon)}${movement(use, scene.language)}${mechanismText(use)} ${atAll(scene, places)}`;
  });
  if (uses.length === 0) return [];
  return [`**${say(scene, PHRASES.then)}** ${uses.join(' · ')}${kinds.length > MAX_USES ? ' · …' : ''}`];
}

function publishedLine(scene: Scene, site: Site): string[] {
  const moving = site.consumers.filter(({ access }) => access !== 'address-only');
  if (moving.length === 0) return [];
  const reads = moving.every(({ access }) => access === 'remote-load');
  const barrier = reads ? precedingBarrier(scene, site) : publishingBarrier(scene, site);
  if (barrier?.text === undefined) return [];
  const { teams, signals } = barrierEffect(scene, barrier.text);
  const how = [teams.length === 0 ? '' : teamList(teams), ...signals.slice(0, 2).map((signal) => code(signal, 40))].filter((part) => part !== '');
  const label = say(scene, reads ? PHRASES.readAfter : PHRASES.publishedBy);
  return [`**${label}** ${code(barrier.text, 50)} ${at(scene, barrier)}${how.length === 0 ? '' : `: ${how.join(', ')}`}`];
}

function wantsLine(scene: Scene, site: Site): string[] {
  const wants = apiFacts(site.api)?.wants;
  const spaces = rankSpaces(scene, site.team?.values ?? []);
  const rank = site.rank === undefined ? '' : ` ${code(site.rank, 50)}`;
  const parts = [
    ...(wants === undefined ? [] : [say(scene, wants.text)]),
    ...(rank === '' && spaces === '' ? [] : [`${say(scene, PHRASES.rank)}${rank}${spaces === '' ? '' : `: ${spaces}`}`]),
  ];
  return parts.length === 0 ? [] : [`**${say(scene, PHRASES.wants)}** ${parts.join(' · ')}`];
}

function rankSpaces(scene: Scene, teams: readonly Team[]): string {
  const [only] = teams;
  if (only === undefined) return '';
  if (teams.length === 1) return say(scene, RANK_SPACES[only]);
  return teams.map((team) => `${TEAM_NAMES[team]}: ${say(scene, RANK_SPACES[team])}`).join('; ');
}
