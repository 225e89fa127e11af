/** The levels at which threads, blocks and ranks wait for each other, from the widest to the narrowest, in both projects. */
import type { Text } from '../../knowledge/language.js';
import type { Location, SyncLevel } from '../../schema.js';
import { at, cell, code, NONE, placesOf, same, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Table } from '../model.js';

/** A thing that is done at a level: what it is called, and where. */
interface Use {
  readonly level: SyncLevel | 'network';
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
  ['network', text('ranks, through the network', 'rank 间（经网络）')], ['ranks', text('ranks, through NVLink', 'rank 间（经 NVLink）')],
  ['grid', text('all blocks of a GPU', '单 GPU 的全部线程块')], ['cluster', text('blocks of a cluster', 'cluster 内的线程块')],
  ['block', text('all threads of a block', '线程块内的全部线程')], ['named', text('counted threads of a block', '线程块内计数的线程')],
];

const BARRIERS = LEVELS.map(([level, words]): Level => ({ words, of: (_project, uses) => named(uses.filter((use) => use.level === level)) }));
const MBARRIERS: Level = { words: text('stages of a pipeline: mbarriers', '流水线各级：mbarrier'), of: pipelines };
const FLAGS: Level = { words: text('flags and counters in global memory', '全局内存中的标志与计数器'), of: flags };

/** A barrier of ranks counts for the way that its signals take; what it does inside counts for itself. */
function usesOf(project: ProjectInput): readonly Use[] {
  return exchangeKernels(project).flatMap(({ kernel }) => (kernel.synchronisation ?? []).flatMap((sync): Use[] => {
    const steps = (sync.protocols ?? []).flatMap((protocol) => protocol.steps);
    const name = sync.text ?? '';
    const paths = new Set(steps.flatMap(({ does, path }) => (does === 'signal' && path ? [path] : [])));
    const outer: Use[] = sync.level !== 'ranks' || paths.size === 0 ? [{ level: sync.level, name, place: at(sync) }] : [...paths].map((path) => ({ level: path === 'rdma' ? 'network' as const : 'ranks' as const, name, place: at(sync) }));
    const inner = steps.flatMap((step): Use[] => {
      if (step.within !== undefined && step.does === 'signal') return [{ level: step.path === 'rdma' ? 'network' : 'ranks', name: step.within, place: at(step) }];
      return step.does === 'meet' && step.level && step.level !== 'ranks' ? [{ level: step.level, name: step.mechanism, place: at(step) }] : [];
    });
    return [...outer, ...inner];
  }));
}

function named(uses: readonly Use[]): Cell {
  if (uses.length === 0) return NONE;
  const names = [...new Set(uses.map(({ name }) => name))];
  // One place for each name: which it is, not how often.
  return cell(names.map((name) => code(name, 60)).join(', '), placesOf(names.flatMap((name) => uses.find((use) => use.name === name)?.place ?? [])));
}

function pipelines(project: ProjectInput): Cell {
  const all = exchangeKernels(project).flatMap(({ kernel }) => kernel.pipelines);
  const names = [...new Set(all.map(({ object }) => object))];
  return all.length === 0 ? NONE : cell(names.map((name) => code(name, 60)).join(', '), placesOf(names.flatMap((name) => all.find(({ object }) => object === name)?.init[0] ?? [])));
}

function flags(project: ProjectInput): Cell {
  const kernels = exchangeKernels(project).map(({ kernel }) => kernel);
  const polled = project.sites.filter((site) => site.kind === 'flag' && site.access === 'load' && site.object !== undefined && kernels.some(({ file, line, endLine }) => site.file === file && line <= site.line && site.line <= endLine));
  const names = [...new Set(polled.map(({ object = '' }) => object))];
  return names.length === 0 ? NONE : cell(names.map((name) => code(name, 60)).join(', '), placesOf(names.flatMap((name) => polled.find(({ object }) => object === name) ?? [])));
}
