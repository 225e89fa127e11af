/** How much code each project has for each task: lines that hold code, counted. */
import type { Text } from '../../knowledge/language.js';
import type { Kernel, Location } from '../../schema.js';
import { at, cell, code, codeLines, placesOf, same, stacked, text } from '../cells.js';
import { representative } from '../counterparts.js';
import { accessesOf, aroundIn, exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section } from '../model.js';
import { isInside } from '../purpose.js';
import { barriersOf } from './barriers.js';

export function lengthSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  const row = (words: Text, of: (project: ProjectInput) => readonly Piece[]): Cell[] => [cell(words), ...projects.map((project) => stacked(of(project).map((piece) => pieceCell(project, piece))))];
  return {
    id: 'lengths', title: text('Lengths of code', '代码长度'),
    blocks: [{
      kind: 'table', id: 'lengths', caption: text('Lines that hold code, without comments and blank lines', '代码行数（不含注释与空行）'), columns: [text('task', '任务'), ...projects.map(({ name }) => same(name))],
      rows: [
        row(text('translate a pointer', '地址翻译'), ({ translations }) => translations.map((each) => ({ name: each.name, file: each.file, first: each.firstLine, last: each.endLine, place: at(each) }))),
        row(text('test whether a rank is reachable', '可达性判断'), ({ predicates }) => predicates.map((each) => ({ name: each.name, file: each.file, first: each.firstLine, last: each.endLine, place: at(each) }))),
        row(text('barriers among ranks', 'rank 间屏障'), (project) => barrierPieces(project, true)),
        row(text('barriers of one GPU', '单 GPU 屏障'), (project) => barrierPieces(project, false)),
        row(text('from a translation to the last access by it', '从翻译到其最后一次访问'), accessPieces),
        row(text('functions that post RDMA operations', '提交 RDMA 操作的函数'), rdmaPieces),
        [cell(text('operations on mbarriers', 'mbarrier 操作')), ...projects.map((project) => stacked(exchangeKernels(project).flatMap(({ kernel }) => mbarrierCell(kernel))))],
        row(text('kernels that reach peers', '访问对端的内核'), (project) => exchangeKernels(project).map(({ kernel }) => ({ name: kernel.name, file: kernel.file, first: kernel.line, last: kernel.endLine, place: at(kernel) }))),
      ],
    }],
  };
}

interface Piece {
  readonly name: string;
  readonly file: string;
  readonly first: number;
  readonly last: number;
  readonly place: Location;
}

function barrierPieces(project: ProjectInput, amongRanks: boolean): Piece[] {
  return barriersOf(project).filter(({ level }) => (level === 'ranks' || level === 'nodes') === amongRanks).map(({ file, symbol }) => ({
    name: symbol.name, file, first: symbol.line, last: symbol.endLine, place: { file, line: symbol.nameLine, column: symbol.nameColumn },
  }));
}

/** Of the work that stands for the project; a use in another function is that function's. */
function accessPieces(project: ProjectInput): Piece[] {
  const around = aroundIn([project]);
  const pointers = project.sites.filter((site) => site.kind === 'peer-pointer' && site.isKernel && accessesOf(site).length > 0);
  return (['dispatch', 'combine'] as const).flatMap((purpose) => {
    const site = representative(pointers, purpose, around);
    const kernel = site && around(site)?.kernel;
    if (!kernel) return [];
    const last = Math.max(site.line, ...site.consumers.filter((use) => isInside(kernel, use)).map(({ line }) => line));
    return [{ name: kernel.name, file: site.file, first: site.line, last, place: at(site) }];
  });
}

function rdmaPieces(project: ProjectInput): Piece[] {
  const posting = project.sites.filter((site) => site.kind === 'one-sided' && !site.isKernel && accessesOf(site).length > 0);
  return project.files.flatMap((file) => project.functions(file).filter(({ line, endLine, isKernel }) => !isKernel && posting.some((site) => isInside({ file, line, endLine }, site))).map((symbol) => ({
    name: symbol.name, file, first: symbol.line, last: symbol.endLine, place: { file, line: symbol.nameLine, column: symbol.nameColumn },
  })));
}

function mbarrierCell({ name, pipelines }: Kernel): Cell[] {
  const lines = placesOf(pipelines.flatMap(({ init, arrive, wait }) => [...init, ...arrive, ...wait]));
  return lines.length === 0 ? [] : [cell(text(`${lines.length} ${lines.length === 1 ? 'line' : 'lines'}: ${code(name)}`, `${lines.length} 行：${code(name)}`), lines)];
}

function pieceCell(project: ProjectInput, { name, file, first, last, place }: Piece): Cell {
  const lines = codeLines(project, file, first, last);
  return cell(text(`${lines} ${lines === 1 ? 'line' : 'lines'}: ${code(name)} (${first}–${last})`, `${lines} 行：${code(name)}（${first}–${last}）`), [place]);
}
