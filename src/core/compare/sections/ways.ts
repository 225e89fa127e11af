/** The ways between ranks, each with what it takes: a column for each that a project has. */
import type { Text } from '../../knowledge/language.js';
import type { Kernel, Location, Site } from '../../schema.js';
import { at, cell, code, NONE, placesOf, same, stacked, text } from '../cells.js';
import { accessesIn, exchangeKernels, withoutCacheHints, type Movement } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Table } from '../model.js';
import { isInside } from '../purpose.js';
import { wayOf } from './translation.js';

type Path = 'nvlink' | 'rdma';

interface Way {
  readonly project: ProjectInput;
  readonly path: Path;
  readonly kernels: readonly Kernel[];
  readonly movements: readonly Movement[];
  /** What fills the memory that the NIC sends from. */
  readonly before: readonly Movement[];
  /** In kernels. */
  readonly sites: readonly Site[];
}

const NAMES: Readonly<Record<Path, string>> = { nvlink: 'NVLink', rdma: 'RDMA' };

export function waysTable(projects: readonly ProjectInput[]): Table {
  const ways = projects.flatMap(waysOf);
  const row = (words: Text, of: (way: Way) => Cell): Cell[] => [cell(words), ...ways.map(of)];
  return {
    kind: 'table', id: 'ways', caption: text('The ways between ranks, and what each takes', 'rank 之间的各条路径及其所需'),
    columns: [text('aspect', '维度'), ...ways.map(({ project, path }) => same(`${project.name}, ${NAMES[path]}`))],
    rows: [
      row(text('operations', '操作'), operations),
      row(text('issued by', '发起者'), issuers),
      row(text('memory on this side', '本侧内存'), ownSide),
      row(text('copied before it is sent', '发送前的拷贝'), copies),
      row(text('address', '地址'), address),
      row(text('taken when', '选择依据'), choice),
    ],
  };
}

function waysOf(project: ProjectInput): readonly Way[] {
  const kernels = exchangeKernels(project);
  const all = kernels.flatMap(({ movements }) => movements);
  const sites = project.sites.filter((site) => kernels.some(({ kernel }) => isInside(kernel, site)));
  return (['nvlink', 'rdma'] as const).flatMap((path) => {
    const movements = all.filter((each) => each.path === path);
    return movements.length === 0 ? [] : [{ project, path, kernels: kernels.map(({ kernel }) => kernel), movements, before: path === 'rdma' ? all.filter((each) => each.path === 'local') : [], sites }];
  });
}

const placeOf = ({ edge: { file, line } }: Movement): Location => ({ file, line, column: 1 });

/** Each name with how often, and where. */
function counted<T>(all: readonly T[], nameOf: (each: T) => string, where: (each: T) => Location): Cell {
  const names = [...new Set(all.map(nameOf))];
  return stacked(names.map((name) => {
    const some = all.filter((each) => nameOf(each) === name);
    return cell(`${some.length}: ${code(name)}`, placesOf(some.map(where)));
  }));
}

function operations({ project, path, kernels }: Way): Cell {
  const accesses = kernels.flatMap((kernel) => accessesIn(project, kernel)).filter(({ sort }) => (sort === 'rdma') === (path === 'rdma'));
  return counted(accesses, ({ mechanism }) => withoutCacheHints(mechanism), ({ place }) => place);
}

function issuers({ movements }: Way): Cell {
  const roles = [...new Set(movements.map(({ edge }) => edge.role))];
  return stacked(roles.map((role) => {
    const some = movements.filter(({ edge }) => edge.role === role);
    return cell(role === undefined ? text('warps without a role', '无角色的 warp') : same(role.replaceAll('`', "'")), placesOf(some.slice(0, 1).map(placeOf)));
  }));
}

const isFar = ({ space }: Movement['from']): boolean => space === 'peer' || space === 'remote';

const ownSide = ({ movements }: Way): Cell => counted(movements, ({ from, to }) => `${(isFar(from) ? to : from).label} (${(isFar(from) ? to : from).space})`, placeOf);

const copies = ({ before }: Way): Cell => (before.length === 0 ? NONE : counted(before, ({ from, to }) => `${from.label} → ${to.label}`, placeOf));

function address({ project, path, sites }: Way): Cell {
  if (path === 'nvlink') return cell(wayOf(project), placesOf(project.translations));
  const calls = sites.filter(({ kind, consumers }) => kind === 'one-sided' && consumers.some(({ access }) => access !== 'address-only'));
  if (calls.length === 0) return NONE;
  return stacked([...new Set(calls.map(({ api }) => api))].map((api) => cell(text(`own address, given to ${code(api)}`, `本地地址，交给 ${code(api)}`), placesOf(calls.filter((each) => each.api === api)))));
}

const ASKED: readonly (readonly [Site['handling'], Text])[] = [
  ['checked', text('the pointer is not null', '指针非空时')], ['predicate', text('the rank is reachable', 'rank 可达时')],
  ['not-needed', text('always: the pointer is never null', '总是：指针从不为空')], ['unchecked', text('nobody asks', '无人判断')], ['unknown', text('not understood', '未能识别')],
];

function choice({ path, sites }: Way): Cell {
  const pointers = sites.filter(({ kind }) => kind === 'peer-pointer');
  if (path === 'rdma') {
    const instead = placesOf(pointers.flatMap(({ fallback }) => fallback));
    return instead.length === 0 ? cell(text('not in place of a pointer', '不作为指针的替代')) : cell(text('where the pointer is null, or the rank not reachable', '指针为空或 rank 不可达时'), instead);
  }
  const some = ASKED.flatMap(([handling, words]) => {
    const these = pointers.filter((site) => site.handling === handling);
    return these.length === 0 ? [] : [cell(text(`${these.length}: ${words.en}`, `${these.length}：${words['zh-cn']}`), placesOf(these.map(at)))];
  });
  return stacked(some);
}
