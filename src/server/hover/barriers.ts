/** Cross-rank barriers around a site, and what a barrier does according to the sites in its body. */
import { apiFacts } from '../../core/knowledge/apis.js';
import type { Location, Site, Team } from '../../core/schema.js';
import { kernelOf, type Scene } from './scene.js';
import { TEAM_NAMES } from './phrases.js';

/** Names of the field for barriers that join threads of one GPU only. */
const LOCAL = /grid|cluster|syncthreads|syncwarp|named|aligned|^bar\b|^barrier\.(?:cta|cluster)/iu;

/** Whether the barrier of that name joins ranks: known, or as far as the name tells. */
export function isRankBarrier(name: string): boolean {
  const level = apiFacts(calleeName(name))?.level;
  return level === undefined ? !LOCAL.test(name) : level === 'ranks';
}

/** A call of a barrier that the analysis has no site for; all that is said of it comes from its name and its body. */
export function barrierSite(call: Pick<Site, 'api' | 'file' | 'line' | 'column' | 'function' | 'isKernel'>): Site {
  return { ...call, kind: 'barrier', family: '', endColumn: call.column + call.api.length, evidence: [], fallback: [], consumers: [] };
}

/** Barriers among ranks in the kernel around a site, in line order. */
export function rankBarriers(scene: Scene, site: Site): readonly Location[] {
  const kernel = kernelOf(scene, site);
  if (kernel === undefined) return [];
  const inside = scene.index.sites.filter(({ kind, file, line }) => kind === 'barrier' && file === kernel.file && kernel.line <= line && line <= kernel.endLine);
  const named: Location[] = inside.map(({ file, line, column, api }) => ({ file, line, column, text: api }));
  const all = [...named, ...kernel.barriers.filter(({ line }) => !named.some((each) => each.line === line))];
  return all.filter(({ text }) => text !== undefined && isRankBarrier(text)).sort((a, b) => a.line - b.line);
}

/** The barrier that makes a peer's write visible: the first after the last use. */
export function publishingBarrier(scene: Scene, site: Site): Location | undefined {
  const last = Math.max(site.line, ...site.consumers.filter(({ file }) => file === site.file).map(({ line }) => line));
  return rankBarriers(scene, site).find(({ line }) => line > last);
}

/** The barrier after which a peer's memory may be read: the last before the call. */
export function precedingBarrier(scene: Scene, site: Site): Location | undefined {
  return rankBarriers(scene, site).findLast(({ line }) => line < site.line);
}

export interface BarrierEffect {
  readonly teams: readonly Team[];
  /** Instructions and operations that tell the peers. */
  readonly signals: readonly string[];
  /** Sites in the body, those of callees not included. */
  readonly steps: readonly Site[];
}

/** Looks into the body, and into those of the barriers that it calls. Empty if the body is not in the workspace. */
export function barrierEffect(scene: Scene, name: string): BarrierEffect {
  const teams = new Set<Team>();
  const signals = new Set<string>();
  const visited = new Set<string>();
  const visit = (callee: string): readonly Site[] => {
    if (visited.has(callee) || visited.size > 12) return [];
    visited.add(callee);
    const steps = scene.index.inFunction(callee);
    for (const step of steps) {
      step.team?.values.forEach((team) => teams.add(team));
      if (step.kind === 'barrier') visit(step.api);
      for (const { access, mechanism } of step.consumers) if (access === 'remote-atomic' || access === 'remote-store') signals.add(mechanism);
    }
    return steps;
  };
  const steps = visit(calleeName(name));
  return { teams: [...teams], signals: [...signals], steps };
}

export function calleeName(text: string): string {
  return /(?:.*::)?(\w+)/u.exec(text.replace(/[<(].*$/su, ''))?.[1] ?? text;
}

export function teamList(teams: readonly Team[]): string {
  return teams.map((team) => TEAM_NAMES[team]).join('/');
}
