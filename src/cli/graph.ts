/** `symscope graph`: the data flow of one kernel, as a text or a picture. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Analyzer, FileAnalysis } from '../core/analyzer.js';
import { exportKernel } from '../core/graph/export/index.js';
import type { Kernel, TemplateChoice, TemplateValue } from '../core/schema.js';
import { isInside, readSource, relativePath } from '../host/files.js';
import { closeOverIncludes } from '../host/includes.js';
import { plainText } from '../panel/textTree.js';
import type { GraphCommand, KernelFormat, KernelName } from './arguments.js';
import { configurationOf, pathProblem, unusable, whyUnusable, writeOutput } from './paths.js';
import { plainJson, plainLines } from './plain.js';
import { loadProject } from './projectFile.js';
import { fileNotes } from './report.js';
import type { Host } from './run.js';

export async function graph(command: GraphCommand, host: Host): Promise<0 | 2> {
  const path = resolve(host.cwd, command.file);
  const problem = fileProblem(path);
  if (problem !== undefined) return unusable(host, problem);
  const loaded = loadProject(command, dirname(path), host.cwd);
  if (typeof loaded === 'string') return unusable(host, loaded);
  const analyzer = await host.createAnalyzer(configurationOf(command, loaded.project));
  try {
    const analysis = analyze(analyzer, path, host.cwd);
    const why = whyUnusable(analysis.report);
    if (why !== undefined) return unusable(host, `"${path}" cannot be analyzed. ${why.message}`);
    const kernel = chosenKernel(analysis, command);
    if (typeof kernel === 'string') return unusable(host, kernel);
    const failed = writeOutput(command.output, await textOf(kernel, command.format, host), host);
    if (failed !== undefined) return unusable(host, failed);
    if (!command.quiet) for (const note of fileNotes(analysis.report)) host.err(`${note}\n`);
    return 0;
  } finally {
    analyzer.dispose();
  }
}

function fileProblem(path: string): string | undefined {
  const problem = pathProblem(path);
  if (problem !== undefined) return problem;
  return statSync(path).isDirectory() ? `"${path}" is a directory. A graph is of one kernel: name the file that defines it.` : undefined;
}

/** After the second look, which finds pipelines and what orders the kernel's accesses. */
function analyze(analyzer: Analyzer, path: string, cwd: string): FileAnalysis {
  const root = isInside(cwd, path) ? cwd : dirname(path);
  const { sources } = closeOverIncludes(new Map([[path, readSource(path)]]));
  for (const [each, content] of sources) analyzer.setFile(relativePath(root, each), content);
  const analysis = analyzer.analyzeFile(relativePath(root, path));
  if (analysis === undefined) throw new Error('The file was handed to the analyser.');
  analysis.complete();
  return analysis;
}

/** A string says why there is no such kernel, and which there are. */
function chosenKernel(analysis: FileAnalysis, { kernel: wanted, given }: GraphCommand): Kernel | string {
  const { kernels, report: { path } } = analysis;
  if (kernels.length === 0) return `there is no kernel in "${path}". Name the file that defines it, and check --define and --cuda-arch.`;
  const found = kernels.filter((kernel) => wanted === undefined || isNamed(kernel, wanted));
  const [kernel, another] = found;
  if (kernel === undefined) return `there is no kernel "${written(wanted)}" in "${path}". Its kernels are ${listed(kernels)}.`;
  if (another !== undefined) return `"${path}" has ${found.length} kernels${wanted === undefined ? '' : ` "${written(wanted)}"`}. Choose one with --kernel: ${listed(found)}.`;
  const wrong = given.map((each) => wrongValue(kernel, each)).find((each) => each !== undefined);
  if (wrong !== undefined) return wrong;
  return given.length === 0 ? kernel : (analysis.specialise(kernel.line, given) ?? `"${kernel.name}" could not be evaluated for these values. Leave out --given.`);
}

function isNamed({ name, line, endLine }: Kernel, wanted: KernelName): boolean {
  return name === wanted.name && (wanted.line === undefined || (line <= wanted.line && wanted.line <= endLine));
}

function written(wanted: KernelName | undefined): string {
  return `${wanted?.name ?? ''}${wanted?.line === undefined ? '' : `:${wanted.line}`}`;
}

/** As they can be given to `--kernel`. */
function listed(kernels: readonly Kernel[]): string {
  return kernels.map(({ name, line }) => (kernels.some((other) => other.name === name && other.line !== line) ? `${name}:${line}` : name)).join(', ');
}

function wrongValue({ name, choices = [] }: Kernel, { name: parameter, value }: TemplateValue): string | undefined {
  if (choices.length === 0) return `no template parameter chooses between paths of "${name}". Leave out --given.`;
  const choice = choices.find((each) => each.name === parameter);
  if (choice?.values.includes(value) === true) return undefined;
  const what = choice === undefined ? `"${parameter}" is no template parameter that chooses between paths of "${name}"` : `"${value}" is no value of "${parameter}" that "${name}" tells apart`;
  return `${what}. --given takes ${(choice === undefined ? choices : [choice]).map(offered).join('; ')}.`;
}

function offered({ name, values }: TemplateChoice): string {
  return values.map((value) => `${name}=${value}`).join(' or ');
}

async function textOf(kernel: Kernel, format: KernelFormat, host: Host): Promise<string> {
  switch (format) {
    case 'text': return plainLines(plainText(kernel));
    case 'svg': return plainLines(await (await host.drawing()).drawKernel(kernel));
    case 'json': return plainJson(exportKernel(kernel, format));
    default: return plainLines(exportKernel(kernel, format));
  }
}
