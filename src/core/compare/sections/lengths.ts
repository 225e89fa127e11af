/** How much code each project has for each task: lines that hold code, counted. */
import type { Text } from '../../knowledge/language.js';
import type { Location } from '../../schema.js';
import { at, cell, code, codeLines, same, stacked, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section } from '../model.js';
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

function pieceCell(project: ProjectInput, { name, file, first, last, place }: Piece): Cell {
  const lines = codeLines(project, file, first, last);
  return cell(text(`${lines} lines: ${code(name)} (${first}–${last})`, `${lines} 行：${code(name)}（${first}–${last}）`), [place]);
}
