/** The report of the two examples, of edited copies too, and its cells as text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compareProjects, readProjects, type Cell, type ComparisonReport, type KernelComparison, type ProjectInput, type Table } from '../../../src/core/compare/index.js';
import { createAnalyzer } from '../../../src/core/createAnalyzer.js';
import { discover, relativePath } from '../../../src/host/files.js';
import { grammarBytes } from './grammar.js';

const ROOT = fileURLToPath(new URL('../../../examples', import.meta.url));

/** In the file whose path ends so, the words that are replaced, each once. */
export interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Every time it stands there, as when something is renamed; else it must stand there once. */
  readonly everywhere?: true;
}

export function compareExamples(...changes: readonly Change[]): Promise<ComparisonReport> {
  return withExamples(changes, (projects) => compareProjects(projects, 'test'));
}

/** What `read` makes of both examples, while their analyser lives. */
export async function withExamples<T>(changes: readonly Change[], read: (projects: readonly [ProjectInput, ProjectInput]) => T): Promise<T> {
  const texts = new Map(discover(ROOT, [ROOT]).files.map((path) => [relativePath(ROOT, path), readFileSync(path, 'utf8')]));
  for (const { file, from, to, everywhere } of changes) {
    const [path, ...others] = [...texts.keys()].filter((each) => each.endsWith(`/${file}`));
    const text = path === undefined ? undefined : texts.get(path);
    if (path === undefined || text === undefined || others.length > 0) throw new Error(`${others.length} files end in ${file}`);
    if (text.split(from).length !== 2 && everywhere !== true) throw new Error(`${file} has ${text.split(from).length - 1} times: ${from}`);
    texts.set(path, everywhere === true ? text.replaceAll(from, () => to) : text.replace(from, () => to));
  }
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  try {
    for (const [path, text] of texts) analyzer.setFile(path, text);
    return read(readProjects(analyzer, [{ name: 'mini-ep', prefix: 'mini-ep' }, { name: 'mini-gemm', prefix: 'mini-gemm' }]));
  } finally {
    analyzer.dispose();
  }
}

/** Lines of a file of the examples as it is. */
export function linesOf(file: string): number {
  return readFileSync(join(ROOT, file), 'utf8').split('\n').length;
}

/** The rows of a table; in each cell its English words, then the lines in brackets. */
export function rowsOf(report: ComparisonReport, id: string): readonly (readonly string[])[] {
  const found = report.sections.flatMap(({ blocks }) => blocks).find((block): block is Table => block.kind === 'table' && block.id === id);
  if (!found) throw new Error(`There is no table ${id}.`);
  return found.rows.map((row) => row.map(textOf));
}

function textOf(cell: Cell): string {
  return [cell, ...(cell.more ?? [])].map(({ text, places }) => `${text.en.replaceAll('`', '')}${places.length === 0 ? '' : ` [${places.map(({ line }) => line).join(' ')}]`}`).join(' | ');
}

/** The rows of a table of two kernels: aspect, the two cells, and `≠` where they differ. */
export function sidesOf({ tables }: KernelComparison, id: string): readonly (readonly string[])[] {
  return (tables.find((each) => each.id === id)?.rows ?? []).map(({ aspect, cells, differs }) => [aspect.en, ...cells.map(textOf), differs ? '≠' : '=']);
}

export function claimsOf(report: ComparisonReport): ReadonlyMap<string, string> {
  const all = report.sections.flatMap(({ blocks }) => blocks).flatMap((block) => (block.kind === 'claims' ? block.claims : []));
  return new Map(all.map(({ text, verdict }) => [text.en, verdict]));
}
