/** Barriers of ranks: what each does, in the order of its lines; and the levels of synchronisation of both projects. */
import type { Text } from '../../knowledge/language.js';
import type { FunctionSymbol } from '../../analyzer.js';
import type { Site, Team } from '../../schema.js';
import { at, cell, code, codeLines, join, NONE, placesOf, same, teamText, TEAM_ORDER, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import { isInside } from '../purpose.js';
import type { Cell, Section, Step, Table } from '../model.js';
import { hierarchies } from './hierarchy.js';
import { levels } from './levels.js';
import { protocolSteps } from './protocols.js';

type Projects = readonly [ProjectInput, ProjectInput];

/** A function of the workspace that makes others wait for each other. */
export interface BarrierFunction {
  readonly file: string;
  readonly symbol: FunctionSymbol;
  readonly sites: readonly Site[];
  readonly steps: readonly Step[];
  /** Teams whose ranks it tells; empty for one that stays on this GPU, or that has no teams. */
  readonly teams: readonly Team[];
  readonly level: 'nodes' | 'ranks' | 'grid' | 'cluster';
}

export function barrierSection(projects: Projects): Section {
  const found = projects.map((project) => ({ project, barriers: barriersOf(project) }));
  return { id: 'barriers', title: text('Synchronising', '同步'), blocks: [levels(projects), ...hierarchies(projects), table(found), ...projects.flatMap(protocolSteps)] };
}

export function barriersOf(project: ProjectInput): readonly BarrierFunction[] {
  const called = new Set(project.sites.filter(({ kind }) => kind === 'barrier').map(({ api }) => api));
  return project.files.flatMap((file) => project.functions(file).filter(({ name, isKernel }) => !isKernel && called.has(bare(name))).map((symbol): BarrierFunction => {
    const sites = project.sites.filter((site) => isInside({ file, line: symbol.line, endLine: symbol.endLine }, site)).toSorted((a, b) => a.line - b.line);
    const teams = TEAM_ORDER.filter((team) => sites.some((site) => site.team?.values.includes(team)));
    return { file, symbol, sites, steps: stepsOf(sites), teams, level: isOfCluster(project, bare(symbol.name)) ? 'cluster' : levelOf(sites, project.sites) };
  })).filter(({ sites }) => sites.length > 0);
}

const bare = (name: string): string => name.split('::').at(-1) ?? name;

/** Kernels know what a call of it makes wait. */
function isOfCluster({ kernels }: ProjectInput, name: string): boolean {
  const calls = kernels.flatMap(({ synchronisation = [] }) => synchronisation.filter(({ text: callee }) => callee !== undefined && bare(callee) === name));
  return calls.length > 0 && calls.every(({ level }) => level === 'cluster');
}

function levelOf(sites: readonly Site[], all: readonly Site[], depth = 4): BarrierFunction['level'] {
  if (sites.some(({ kind, consumers }) => kind === 'one-sided' && consumers.length > 0)) return 'nodes';
  if (sites.some(({ kind }) => kind === 'peer-pointer')) return 'ranks';
  const below = depth === 0 ? [] : sites.filter(({ kind }) => kind === 'barrier').map(({ api }) => levelOf(all.filter((site) => site.function === api), all, depth - 1));
  return (['nodes', 'ranks'] as const).find((level) => below.includes(level)) ?? 'grid';
}

const WORDS: Readonly<Record<Step['what'], (how: string) => Text>> = {
  signal: (how) => text(`signals each peer by ${how}`, `以 ${how} 通知每个对端`),
  wait: (how) => text(`waits with ${how}`, `以 ${how} 等待`),
  join: (how) => text(`joins by ${how}`, `以 ${how} 汇合`),
  complete: (how) => text(`completes what is outstanding: ${how}`, `完成未决操作：${how}`),
  count: (how) => text(`counts by ${how}`, `以 ${how} 计数`),
};

function stepsOf(sites: readonly Site[]): readonly Step[] {
  const steps = new Map<string, Step>();
  // A remote signal is said of the pointer's site, not once more of the flag's.
  const told = new Set(sites.flatMap(({ consumers }) => consumers.map(({ file, line }) => `${file} ${line}`)));
  for (const site of sites) {
    if (site.kind === 'flag' && site.access !== 'load' && told.has(`${site.file} ${site.line}`)) continue;
    const step = stepOf(site);
    const key = step && `${step.what} ${site.line}`;
    if (!step || key === undefined || steps.has(key)) continue;
    steps.set(key, step);
  }
  return [...steps.values()];
}

function stepOf(site: Site): Step | undefined {
  const [use] = site.consumers.filter(({ access }) => access !== 'address-only');
  const make = (what: Step['what'], mechanism: string): Step => ({ what, mechanism, text: WORDS[what](code(mechanism, 60)), place: at(site) });
  switch (site.kind) {
    case 'peer-pointer': return use && make('signal', use.mechanism);
    case 'one-sided': return use ? make('signal', use.mechanism) : make(/wait/iu.test(site.api) ? 'wait' : 'complete', site.api);
    case 'barrier': return make('join', site.api);
    case 'flag': return site.access === 'load' ? make('wait', site.mechanism ?? site.api) : make('count', site.mechanism ?? site.api);
    default: return undefined;
  }
}

function table(found: readonly { readonly project: ProjectInput; readonly barriers: readonly BarrierFunction[] }[]): Table {
  const says = (steps: readonly Step[], what: Step['what']): Cell => {
    const some = steps.filter((step) => step.what === what);
    return some.length === 0 ? NONE : cell([...new Set(some.map(({ mechanism }) => code(mechanism, 60)))].join(', '), placesOf(some.map(({ place }) => place)));
  };
  return {
    kind: 'table', id: 'barrier-functions', caption: text('Functions that make others wait for each other', '使各方互相等待的函数'),
    columns: [text('function', '函数'), text('lines of code', '代码行数'), text('tells', '通知对象'), text('signal', '信号'), text('counts', '计数'), text('wait', '等待'), text('joins by', '汇合')],
    rows: found.flatMap(({ project, barriers }) => barriers.map(({ file, symbol, steps, teams, level }) => [
      cell(same(`${project.name} ${code(bare(symbol.name))}`), [{ file, line: symbol.nameLine, column: symbol.nameColumn }]),
      cell(String(codeLines(project, file, symbol.line, symbol.endLine))),
      teams.length > 0 ? cell(join(teams.map(teamText))) : cell(LEVELS[level]),
      says(steps, 'signal'), says(steps, 'count'), says(steps, 'wait'), says(steps, 'join'),
    ])),
  };
}

const LEVELS: Readonly<Record<BarrierFunction['level'], Text>> = {
  nodes: text('ranks, also through the network', 'rank 间（含跨节点网络）'), ranks: text('ranks through NVLink', 'rank 间（NVLink）'),
  grid: text('blocks of this GPU', '本 GPU 的线程块'), cluster: text('blocks of a cluster', 'cluster 内线程块'),
};
