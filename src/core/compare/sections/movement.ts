/** What the kernels of both projects do to peers, side by side: mechanisms counted, and which site of the other project does the same. */
import type { Purpose } from '../../knowledge/comparison.js';
import type { Text } from '../../knowledge/language.js';
import type { Site } from '../../schema.js';
import { at, cell, code, DASH, NONE, placesOf, same, stacked, text } from '../cells.js';
import { counterpartsOf, representative } from '../counterparts.js';
import { accessesIn, accessesOf, aroundIn, exchangeKernels, waysOf, type RemoteAccess } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section, Table } from '../model.js';
import type { Around } from '../purpose.js';
import { barriersOf } from './barriers.js';
import { waysTable } from './ways.js';

type Projects = readonly [ProjectInput, ProjectInput];

export function movementSection(projects: Projects): Section {
  return { id: 'movement', title: text('Mechanisms side by side', '机制对比'), blocks: [counterparts(projects), waysTable(projects), mechanisms(projects), smallData(projects)] };
}

export const SORTS: readonly (readonly [RemoteAccess['sort'], Text])[] = [
  ['bulk-store', text('bulk stores', 'bulk store')], ['bulk-load', text('bulk loads', 'bulk load')], ['store', text('ordinary stores', '普通 store')],
  ['load', text('ordinary loads', '普通 load')], ['atomic', text('atomics', '原子操作')], ['rdma', text('RDMA operations', 'RDMA 操作')],
];

function mechanisms(projects: Projects): Table {
  const rows = projects.flatMap((project) => exchangeKernels(project).flatMap(({ kernel }): Cell[][] => {
    const accesses = accessesIn(project, kernel);
    if (accesses.length === 0) return [];
    const counted = SORTS.map(([sort]) => accesses.filter((each) => each.sort === sort));
    return [[cell(same(`${project.name} ${code(kernel.name)}`), [at(kernel)]), cell(String(accesses.length)), ...counted.map((some) => (some.length === 0 ? DASH : cell(String(some.length), placesOf(some.map(({ place }) => place)))))]];
  }));
  return {
    kind: 'table', id: 'mechanisms', caption: text('Accesses to peers in each kernel\'s own text, by mechanism; a call that can go either way counts for both', '各内核自身代码中访问对端的方式与次数（两条路径都可能走的调用各计一次）'),
    columns: [text('kernel', '内核'), text('all', '合计'), ...SORTS.map(([, words]) => words)], rows,
  };
}

export const PURPOSES: readonly (readonly [Purpose, Text])[] = [
  ['dispatch', text('dispatch: tokens go to the ranks that work on them', 'dispatch：token 送往处理它们的 rank')],
  ['combine', text('combine: results go back to where the tokens came from', 'combine：结果送回 token 的来源 rank')],
  ['control', text('counts, flags, metadata', '计数、标志、元数据')],
];

function counterparts(projects: Projects): Table {
  const around = aroundIn(projects);
  const candidates = ({ sites }: ProjectInput): readonly Site[] => sites.filter((site) => site.isKernel && accessesOf(site).length > 0);
  const [ours, theirs] = [candidates(projects[0]), candidates(projects[1])];
  const rows = PURPOSES.map(([purpose, words]): Cell[] => {
    const mine = representative(purpose === 'control' ? ours : ours.filter(isPointer), purpose, around);
    // Values take whatever operation is at hand: each project's own speaks for it.
    const other = mine && isPointer(mine) ? counterpartsOf(mine, theirs, around)[0] : representative(theirs, purpose, around);
    return [cell(words), ...[mine, other].map((site) => siteCell(site, site && around(site)))];
  });
  return { kind: 'table', id: 'counterparts', caption: text('The same work in both projects', '两个项目中的同一工作'), columns: [text('work', '工作'), ...projects.map(({ name }) => same(name))], rows };
}

const isPointer = ({ kind }: Site): boolean => kind === 'peer-pointer';

function siteCell(site: Site | undefined, around: Around | undefined): Cell {
  const [use] = site?.consumers.filter(({ access }) => access !== 'address-only') ?? [];
  if (!site || !use) return NONE;
  const how = [...new Set((around ? waysOf(site, around.kernel) : accessesOf(site)).slice(0, site.kind === 'one-sided' ? undefined : 1).map(({ mechanism }) => code(mechanism, 60)))].join(' / ');
  const [en, zhCn] = use.access === 'remote-load' ? ['pull', '拉取'] : use.access === 'remote-atomic' ? ['atomic', '原子操作'] : ['push', '推送'];
  const nvlink = cell(text(`${en}: ${how} in ${code(site.function)}`, `${zhCn}：${how}，位于 ${code(site.function)}`), placesOf([at(site), at(use)]));
  const [fallback] = site.fallback;
  if (!fallback) return nvlink;
  return stacked([nvlink, cell(text('where the pointer is null: RDMA', '指针为空时：RDMA'), [at(fallback)])]);
}

/** Functions that are no kernel: one value stored, added or signalled, directly where that goes and through the NIC where not. */
function smallData(projects: Projects): Table {
  const rows = projects.flatMap((project) => {
    const inKernel = aroundIn([project]);
    const barriers = new Set(barriersOf(project).map(({ file, symbol }) => `${file} ${symbol.name}`));
    const byFunction = new Map<string, Site[]>();
    for (const site of project.sites) {
      const key = `${site.file} ${site.function}`;
      if (site.isKernel || barriers.has(key) || inKernel(site) || accessesOf(site).length === 0) continue;
      byFunction.set(key, [...(byFunction.get(key) ?? []), site]);
    }
    return [...byFunction.values()].flatMap((sites): Cell[][] => {
      const [first] = sites;
      if (!first) return [];
      const all = sites.flatMap((site) => accessesOf(site).map((access) => ({ site, access })));
      const cells = (isRdma: boolean): Cell => stacked(all.filter(({ access }) => (access.sort === 'rdma') === isRdma).map(({ access }) => cell(code(access.mechanism, 60), [access.place])));
      const symbol = project.functions(first.file).find(({ line, endLine }) => line <= first.line && first.line <= endLine);
      return [[
        cell(same(`${project.name} ${code(first.function)}`), symbol ? [{ file: first.file, line: symbol.nameLine, column: symbol.nameColumn }] : []),
        cells(false), cells(true), handled(sites),
      ]];
    });
  });
  return {
    kind: 'table', id: 'small-data', caption: text('Functions that write, add or signal on behalf of kernels', '代内核写入、累加或通知的函数'),
    columns: [text('function', '函数'), text('where the peer has an address', '对端有地址时'), text('where it has none', '无地址时'), text('chosen by', '选择依据')], rows,
  };
}

function handled(sites: readonly Site[]): Cell {
  const [pointer] = sites.filter(({ kind }) => kind === 'peer-pointer');
  if (!pointer) return cell(text('RDMA alone', '仅 RDMA'));
  if (pointer.handling === 'not-needed') return cell(text('nothing: the pointer is never null', '无需选择：指针从不为空'));
  return cell(pointer.handling === 'checked' ? text('null test', '空值判断') : text('reachability test', '可达性判断'), placesOf(pointer.evidence));
}
