/** Both projects at a glance: every cell is counted or derived in the sections behind it. */
import type { Text } from '../../knowledge/language.js';
import type { Location } from '../../schema.js';
import { at, cell, code, DASH, NONE, placesOf, same, text } from '../cells.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section } from '../model.js';
import { barriersOf } from './barriers.js';
import { approachOf } from './claims.js';
import { accessesIn, exchangeKernels, withoutCacheHints, type RemoteAccess } from '../exchange.js';
import { targetCell } from './target.js';
import { wayOf } from './translation.js';

export function overviewSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  const row = (words: Text, of: (project: ProjectInput) => Cell): Cell[] => [cell(words), ...projects.map(of)];
  const accesses = new Map(projects.map((project) => [project, project.kernels.flatMap((kernel) => accessesIn(project, kernel))]));
  const of = (...sorts: readonly RemoteAccess['sort'][]) => (project: ProjectInput): Cell => {
    const some = (accesses.get(project) ?? []).filter(({ sort }) => sorts.includes(sort));
    return some.length === 0 ? NONE : cell(`${some.length}: ${[...new Set(some.map(({ mechanism }) => code(withoutCacheHints(mechanism))))].join(', ')}`, placesOf(some.map(({ place }) => place)));
  };
  return {
    id: 'overview', title: text('At a glance', '总览'),
    blocks: [{
      kind: 'table', id: 'overview', caption: text('Symmetric memory in both projects', '两个项目的对称内存访问'), columns: [text('aspect', '维度'), ...projects.map(({ name }) => same(name))],
      rows: [
        row(text('hardware', '硬件要求'), targetCell),
        row(text('ways to peers', '通往对端的路径'), topology),
        row(text('translation', '地址翻译'), (project) => cell(wayOf(project), placesOf(project.translations))),
        row(text('rank not reachable', '不可达的 rank'), reach),
        row(text('bulk stores to a peer', '对端 bulk store'), of('bulk-store')),
        row(text('bulk loads from a peer', '对端 bulk load'), of('bulk-load')),
        row(text('ordinary stores to a peer', '对端普通 store'), of('store')),
        row(text('ordinary loads from a peer', '对端普通 load'), of('load')),
        row(text('atomics on a peer', '对端原子操作'), of('atomic')),
        row(text('RDMA operations', 'RDMA 操作'), of('rdma')),
        row(text('barriers of ranks', 'rank 间屏障'), (project) => {
          const some = barriersOf(project).filter(({ level }) => level === 'ranks' || level === 'nodes');
          return some.length === 0 ? NONE : cell(some.map(({ symbol }) => code(symbol.name.split('::').at(-1) ?? '')).join(', '), placesOf(some.map(({ file, symbol }) => ({ file, line: symbol.nameLine, column: symbol.nameColumn }))));
        }),
        row(text('arrays of mbarriers', 'mbarrier 数组'), ({ kernels }) => {
          const some = kernels.flatMap(({ pipelines }) => pipelines);
          return some.length === 0 ? NONE : cell(String(some.length), placesOf(some.flatMap(({ init }) => init.slice(0, 1).map(at))));
        }),
      ],
    }],
  };
}

function reach(project: ProjectInput): Cell {
  switch (approachOf(project)) {
    case 'checked': {
      const nulls = project.translations.flatMap(({ teams }) => teams.flatMap((each) => each.nulls));
      return cell(text('the translation answers null', '翻译返回空'), placesOf(nulls));
    }
    case 'assumed': return cell(text('never asked: all ranks must share a domain', '从不判断：所有 rank 必须同域'), placesOf(project.translations));
    case undefined: return DASH;
  }
}

function topology(project: ProjectInput): Cell {
  const movements = exchangeKernels(project).flatMap((each) => each.movements);
  const first = (path: 'nvlink' | 'rdma'): Location[] => movements.filter((each) => each.path === path).slice(0, 1).map(({ edge: { file, line } }) => ({ file, line, column: 1 }));
  const [nvlink, rdma] = [first('nvlink'), first('rdma')];
  const words = nvlink.length > 0 && rdma.length > 0 ? text('NVLink and RDMA', 'NVLink 与 RDMA') : nvlink.length > 0 ? text('NVLink alone', '仅 NVLink') : text('RDMA alone', '仅 RDMA');
  return nvlink.length + rdma.length === 0 ? NONE : cell(words, [...nvlink, ...rdma]);
}
