/** The levels at which threads, blocks and ranks wait for each other, from the widest to the narrowest, in both projects. */
import type { Text } from '../../knowledge/language.js';
import type { Location, SyncLevel, SyncStep } from '../../schema.js';
import { at, cell, code, inside, placesOf, same, stacked, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Table } from '../model.js';

/** A thing that is done at a level: what it is called, and where. */
interface Use {
  readonly level: SyncLevel | 'network' | 'nvlink';
  readonly name: string;
  readonly place: Location;
}

type Projects = readonly [ProjectInput, ProjectInput];
interface Level {
  readonly words: Text;
  readonly of: (project: ProjectInput, uses: readonly Use[]) => Cell;
}

export function levels(projects: Projects): Table {
  return {
    kind: 'table', id: 'levels', caption: text('Levels of synchronisation in the kernels that reach peers, from the widest to the narrowest', '访问对端的内核中的同步层级（由宽到窄）'),
    columns: [text('level', '层级'), ...projects.map(({ name }) => same(name))],
    rows: rowsOf(projects, [...BARRIERS, MBARRIERS, FLAGS]),
  };
}

/** Without the pipelines: for a page that has them in a table of their own. */
export function waitRows(projects: Projects): readonly (readonly [aspect: Cell, first: Cell, second: Cell])[] {
  return rowsOf(projects, [...BARRIERS, FLAGS]);
}

function rowsOf([first, second]: Projects, all: readonly Level[]): readonly (readonly [Cell, Cell, Cell])[] {
  const [a, b] = [usesOf(first), usesOf(second)];
  return all.map(({ words, of }) => [cell(words), of(first, a), of(second, b)]);
}

const LEVELS: readonly (readonly [Use['level'], Text])[] = [
  ['network', text('ranks, through the network', 'rank 间（经网络）')], ['nvlink', text('ranks, through NVLink', 'rank 间（经 NVLink）')],
  ['ranks', text('ranks, by a way that the source does not show', 'rank 间（源码未显示路径）')],
  ['grid', text('all blocks of a GPU', '单 GPU 的全部线程块')], ['cluster', text('blocks of a cluster', 'cluster 内的线程块')],
  ['block', text('all threads of a block', '线程块内的全部线程')], ['named', text('counted threads of a block', '线程块内计数的线程')],
];

const BARRIERS = LEVELS.map(([level, words]): Level => ({ words, of: (_project, uses) => named(uses.filter((use) => use.level === level)) }));
const MBARRIERS: Level = { words: text('stages of a pipeline: mbarriers', '流水线各级：mbarrier'), of: pipelines };
const FLAGS: Level = { words: text('flags and counters in global memory', '全局内存中的标志与计数器'), of: flags };

const wayOf = (path: SyncStep['path']): Use['level'] => (path === 'rdma' ? 'network' : 'nvlink');

/** A function that adds to counters in system scope, and reads one until it has changed, waits for more than its own GPU, wherever the counters are. */
function joinsRanks({ sites }: ProjectInput, name: string): boolean {
  const flags = sites.filter((site) => site.kind === 'flag' && site.function === name);
  return flags.some(({ access }) => access === 'load') && flags.some(({ access, mechanism = '' }) => access === 'atomic' && /\.sys\b|_system$/u.test(mechanism));
}

/** A barrier of ranks counts for the way that its signals take; what it does inside counts for itself. */
function usesOf(project: ProjectInput): readonly Use[] {
  return exchangeKernels(project).flatMap(({ kernel }) => (kernel.synchronisation ?? []).flatMap((sync): Use[] => {
    const steps = (sync.protocols ?? []).flatMap((protocol) => protocol.steps);
    const name = sync.text ?? '';
    const paths = new Set(steps.flatMap(({ does, path }) => (does === 'signal' && path ? [path] : [])));
    const level = joinsRanks(project, name) ? 'ranks' : sync.level;
    const outer: Use[] = level !== 'ranks' || paths.size === 0 ? [{ level, name, place: at(sync) }] : [...paths].map((path) => ({ level: wayOf(path), name, place: at(sync) }));
    const inner = steps.flatMap((step): Use[] => {
      if (step.within !== undefined && step.does === 'signal') return [{ level: wayOf(step.path), name: step.within, place: at(step) }];
      return step.does === 'meet' && step.level && step.level !== 'ranks' ? [{ level: step.level, name: step.mechanism, place: at(step) }] : [];
    });
    return [...outer, ...inner];
  }));
}

/** Each name once, with the first place that it stands at: which it is, not how often. */
function named(uses: readonly { readonly name: string; readonly place: Location | undefined }[]): Cell {
  const first = new Map(uses.toReversed().map((use) => [use.name, use]));
  return stacked([...new Set(uses.map(({ name }) => name))].map((name) => cell(code(name, 60), placesOf([first.get(name)?.place ?? []].flat()))));
}

function pipelines(project: ProjectInput): Cell {
  return named(exchangeKernels(project).flatMap(({ kernel }) => kernel.pipelines).map(({ object, init }) => ({ name: object, place: init[0] })));
}

function flags(project: ProjectInput): Cell {
  const kernels = exchangeKernels(project).map(({ kernel }) => kernel);
  const polled = project.sites.filter((site) => site.kind === 'flag' && site.access === 'load' && site.object !== undefined && kernels.some((kernel) => inside(kernel, site)));
  return named(polled.map((site) => ({ name: site.object ?? '', place: site })));
}
