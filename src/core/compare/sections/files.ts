/** Where to read on: the files that matter, with how long they are and what stands in them. */
import { at, cell, code, codeLines, nameOf, text } from '../cells.js';
import { exchangeKernels } from '../exchange.js';
import type { ProjectInput } from '../input.js';
import type { Cell, Section } from '../model.js';

const MOST_NAMES = 6;

export function fileSection(projects: readonly [ProjectInput, ProjectInput]): Section {
  return {
    id: 'files', title: text('Index of files', '文件索引'),
    blocks: [{
      kind: 'table', id: 'files', caption: text('Files with translations or sites, and what kernels that reach peers include', '含翻译函数或相关位置的文件，以及访问对端的内核所包含的文件'),
      columns: [text('file', '文件'), text('lines', '行数'), text('lines of code', '代码行数'), text('kernels and translations', '内核与翻译函数'), text('sites', '位置数')],
      rows: projects.flatMap((project) => {
        const included = new Set(exchangeKernels(project).flatMap(({ kernel }) => project.includes(kernel.file)));
        return project.files.flatMap((file) => row(project, file, included.has(file)));
      }),
    }],
  };
}

function row(project: ProjectInput, file: string, isIncluded: boolean): Cell[][] {
  const sites = project.sites.filter((site) => site.file === file);
  const named = [
    ...project.translations.filter((each) => each.file === file).map((each) => ({ name: nameOf(each), place: at(each) })),
    ...project.kernels.filter((each) => each.file === file).map((each) => ({ name: each.name, place: at(each) })),
  ];
  if (!isIncluded && sites.length === 0 && !project.translations.some((each) => each.file === file)) return [];
  const lines = project.text(file).replace(/\n$/u, '').split('\n').length;
  const shown = named.slice(0, MOST_NAMES);
  return [[
    cell(code(file), [{ file, line: 1, column: 1 }]), cell(String(lines)), cell(String(codeLines(project, file, 1, lines))),
    cell(`${shown.map(({ name }) => code(name)).join(', ')}${named.length > MOST_NAMES ? ', …' : ''}`, shown.map(({ place }) => place)), cell(String(sites.length)),
  ]];
}
