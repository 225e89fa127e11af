/** `symscope report`: reads two projects, compares them, writes the report. */
import { statSync } from 'node:fs';
import { basename, dirname, relative, resolve, sep } from 'node:path';
import type { Analyzer } from '../core/analyzer.js';
import { below, compareProjects, readProject, renderHtml, renderMarkdown, type ComparisonReport, type ProjectInput } from '../core/compare/index.js';
import { commonAncestor, discover, isInside, readSource, relativePath, type DiscoveryOptions } from '../host/files.js';
import { closeOverIncludes } from '../host/includes.js';
import type { ReportCommand } from './arguments.js';
import { configurationOf, pathProblem, unusable, writeOutput } from './paths.js';
import { plural } from './plural.js';
import { discoveryOptions, loadProject } from './projectFile.js';
import type { Host } from './run.js';

export async function compare(command: ReportCommand, host: Host): Promise<0 | 2> {
  const folders = command.projects.map((path) => resolve(host.cwd, path));
  const [first, second] = folders;
  if (first === undefined || second === undefined) throw new Error('Two projects are named.');
  const badPath = folders.map(folderProblem).find((problem) => problem !== undefined);
  if (badPath !== undefined) return unusable(host, badPath);
  if (isInside(first, second) || isInside(second, first)) return unusable(host, `"${first}" and "${second}" are not two projects: one holds the other. Name two directories that lie apart.`);
  const root = commonAncestor([dirname(first), dirname(second)]);
  const analyzers: Analyzer[] = [];
  try {
    const read = async (folder: string, name: string): Promise<ProjectInput | string> => {
      const loaded = loadProject(command, folder, host.cwd);
      if (typeof loaded === 'string') return loaded;
      const analyzer = await host.createAnalyzer(configurationOf(command, loaded.project));
      analyzers.push(analyzer);
      return readFolder(analyzer, root, folder, name, discoveryOptions(command, loaded));
    };
    const [nameA, nameB] = namesOf(root, first, second);
    const a = await read(first, nameA);
    if (typeof a === 'string') return unusable(host, a);
    const b = await read(second, nameB);
    if (typeof b === 'string') return unusable(host, b);
    const report = compareProjects([a, b], host.version);
    const text = await render(report, [a, b], root, command, host);
    const problem = writeOutput(command.output, text, host);
    if (problem !== undefined) return unusable(host, problem);
    if (!command.quiet) host.err(summary(report, command));
    return 0;
  } finally {
    for (const analyzer of analyzers) analyzer.dispose();
  }
}

function folderProblem(path: string): string | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) return problem;
  return statSync(path).isDirectory() ? undefined : `"${path}" is a file. A report compares two projects: name their directories.`;
}

function nothingIn(folder: string): string {
  return `no C, C++ or CUDA source was found in "${folder}". Name the directory of a project, and check --exclude.`;
}

/** A string says that there are no sources. */
function readFolder(analyzer: Analyzer, root: string, folder: string, name: string, options: DiscoveryOptions): ProjectInput | string {
  const { files } = discover(folder, [folder], options);
  if (files.length === 0) return nothingIn(folder);
  const { sources } = closeOverIncludes(new Map(files.map((path) => [path, readSource(path)])));
  for (const [path, content] of sources) analyzer.setFile(relativePath(root, path), content);
  return readProject(analyzer, { name, prefix: relativePath(root, folder) });
}

/** The directories' own names, or as much of their paths as tells them apart. */
function namesOf(root: string, first: string, second: string): readonly [string, string] {
  const [a, b] = [basename(first), basename(second)];
  return a === b ? [relativePath(root, first), relativePath(root, second)] : [a, b];
}

async function render(report: ComparisonReport, projects: readonly ProjectInput[], root: string, { format, language, output }: ReportCommand, host: Host): Promise<string> {
  if (format === 'json') return `${JSON.stringify(report, undefined, 1)}\n`;
  // Links are relative to where the report will be read from.
  const from = output === undefined ? host.cwd : dirname(resolve(host.cwd, output));
  const way = relative(from, root).split(sep).map(encodeURIComponent).join('/');
  const addressOf = below(way === '' ? '' : `${way}/`);
  if (format === 'markdown') return renderMarkdown(report, { language, addressOf });
  const { drawReport, DRAWING_STYLE } = await host.drawing();
  return renderHtml(report, { language, addressOf, drawings: await drawReport(report, projects, { language, addressOf }), drawingStyle: DRAWING_STYLE });
}

function summary({ projects }: ComparisonReport, { output }: ReportCommand): string {
  const read = projects.map(({ name, files, kernels, sites }) => `${name}: ${plural(files, 'file')}, ${plural(kernels, 'kernel')}, ${plural(sites, 'site')}`).join('; ');
  return `${read}.${output === undefined ? '' : ` Written to ${output}.`}\n`;
}
