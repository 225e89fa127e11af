/** `symscope analyze`: finds the sources, analyses them, reports the findings that the baseline does not know. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Configuration } from '../core/analyzer.js';
import type { AnalysisResult, Level } from '../core/schema.js';
import { commonAncestor, discover, isInside, readSource, relativePath, type Discovery } from '../host/files.js';
import { closeOverIncludes } from '../host/includes.js';
import type { AnalyzeCommand, FailOn } from './arguments.js';
import { lineReader, withoutKnown, writeBaseline, type Compared, type LineOf } from './baseline.js';
import { mergeResults } from './job.js';
import { configurationOf, pathProblem, unusable, whyUnusable, writeOutput } from './paths.js';
import { plain } from './plain.js';
import { discoveryOptions, loadProject, type LoadedProject } from './projectFile.js';
import { formatReport, summary } from './report.js';
import type { ExitStatus, Host } from './run.js';
import { shareOut } from './shares.js';

export async function analyze(command: AnalyzeCommand, host: Host): Promise<ExitStatus> {
  const paths = command.paths.map((path) => resolve(host.cwd, path));
  const badPath = paths.map(pathProblem).find((problem) => problem !== undefined);
  if (badPath !== undefined) return unusable(host, badPath);
  const common = commonFolder(paths);
  const root = chooseRoot(command, paths, common, host.cwd);
  const outside = paths.find((path) => !isInside(root, path));
  if (outside !== undefined) {
    return unusable(host, `"${outside}" lies outside the root "${root}". Give --root a directory that holds all paths.`);
  }
  const loaded = loadProject(command, common, host.cwd);
  if (typeof loaded === 'string') return unusable(host, loaded);
  const baseline = baselinePath(command, loaded, host.cwd);
  if (command.writeBaseline && baseline === undefined) return unusable(host, '--write-baseline wants to know where to: add --baseline FILE, or "baseline" to the project file.');

  const discovery = discover(root, paths, discoveryOptions(command, loaded));
  if (discovery.files.length === 0) return unusable(host, nothingFound(command, discovery));
  const result = await analyzeFiles(root, discovery.files, configurationOf(command, loaded.project), command.format === 'json', host);
  if (!command.quiet) for (const { path, code } of discovery.unreadable) host.err(`symscope: the directory "${plain(path)}" could not be listed (${code}) and is left out. Check its permissions.\n`);
  const nothing = nothingAnalyzed(result);
  if (nothing !== undefined) return unusable(host, nothing);
  const lineOf = lineReader(root);
  return command.writeBaseline && baseline !== undefined ? remember(result, baseline, lineOf, command, host) : tell(result, baseline, lineOf, command, host);
}

function baselinePath({ baseline }: AnalyzeCommand, { project, folder }: LoadedProject, cwd: string): string | undefined {
  if (baseline !== undefined) return resolve(cwd, baseline);
  return project.baseline === undefined ? undefined : resolve(folder, project.baseline);
}

function remember(result: AnalysisResult, baseline: string, lineOf: LineOf, { quiet }: AnalyzeCommand, host: Host): ExitStatus {
  const problem = writeBaseline(result, baseline, lineOf);
  if (problem !== undefined) return unusable(host, problem);
  const count = result.findings.length;
  if (!quiet) host.err(`${count} ${count === 1 ? 'finding is' : 'findings are'} in the baseline "${plain(baseline)}" now.\n`);
  return 0;
}

function tell(result: AnalysisResult, baseline: string | undefined, lineOf: LineOf, command: AnalyzeCommand, host: Host): ExitStatus {
  const compared = baseline === undefined ? { result, known: 0, gone: 0 } : withoutKnown(result, baseline, lineOf);
  if (typeof compared === 'string') return unusable(host, compared);
  const problem = writeReport(command, compared, lineOf, host);
  return problem === undefined ? exitStatus(compared.result, command.failOn) : unusable(host, problem);
}

async function analyzeFiles(root: string, files: readonly string[], configuration: Configuration, graphs: boolean, host: Host): Promise<AnalysisResult> {
  const closure = closeOverIncludes(new Map(files.map((path) => [path, readSource(path)])));
  const sources = new Map([...closure.sources].map(([path, content]) => [relativePath(root, path), content]));
  const sizes = [...closure.sources].map(([path, content]) => ({
    path: relativePath(root, path),
    bytes: content?.length ?? 0,
    includes: closure.includes.get(path) ?? [],
  }));
  const wanted = new Set(files.map((path) => relativePath(root, path)));
  const jobs = shareOut(sizes, host.parallelism).map((paths) => ({
    root: root.replaceAll('\\', '/'),
    configuration,
    graphs,
    sources: new Map(paths.map((path) => [path, sources.get(path)])),
    reported: paths.filter((path) => wanted.has(path)),
  }));
  const [first, ...others] = await host.analyze(jobs);
  if (first === undefined) throw new Error('No job was done.');
  return mergeResults([first, ...others]);
}

/** Gives a message if there is nothing to report, because no file could be read as source. */
function nothingAnalyzed({ files }: AnalysisResult): string | undefined {
  const reasons = files.map(whyUnusable);
  const [first] = reasons;
  if (first === undefined || reasons.some((reason) => reason === undefined)) return undefined;
  if (reasons.every((reason) => reason?.code === 'unreadable')) return 'none of the files could be read. Check that they exist and their permissions.';
  return files.length === 1 ? `"${files[0]?.path ?? ''}" cannot be analyzed. ${first.message}` : `none of the files can be analyzed. Of the first: ${first.message}`;
}

/** Gives a message if the report could not be written. */
function writeReport(command: AnalyzeCommand, { result, known, gone }: Compared, lineOf: LineOf, host: Host): string | undefined {
  const report = formatReport(command.format, result, { quiet: command.quiet, lineOf, ruleDocs: host.ruleDocs });
  const problem = writeOutput(command.output, report, host);
  if (problem !== undefined) return problem;
  if (command.quiet) return undefined;
  const line = `${summary(result)}${aboutBaseline(known, gone)}${host.cwd === result.root ? '' : ` Paths are relative to ${plain(result.root)}.`}\n`;
  // Machine formats keep the standard output to themselves.
  if (command.format === 'text' && command.output === undefined) host.out(report === '' ? line : `\n${line}`);
  else host.err(line);
  return undefined;
}

function aboutBaseline(known: number, gone: number): string {
  const left = known === 0 ? '' : ` ${known} known from the baseline ${known === 1 ? 'is' : 'are'} left out.`;
  return `${left}${gone === 0 ? '' : ` ${gone} of the baseline ${gone === 1 ? 'is' : 'are'} found no more: --write-baseline makes it anew.`}`;
}

function commonFolder(paths: readonly string[]): string {
  return commonAncestor(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))));
}

function chooseRoot(command: AnalyzeCommand, paths: readonly string[], common: string, cwd: string): string {
  if (command.root !== undefined) return resolve(cwd, command.root);
  return paths.every((path) => isInside(cwd, path)) ? cwd : common;
}

function nothingFound(command: AnalyzeCommand, discovery: Discovery): string {
  const looked = command.paths.map((path) => `"${path}"`).join(', ');
  const unreadable = discovery.unreadable[0];
  if (unreadable !== undefined) return `"${unreadable.path}" could not be listed (${unreadable.code}). Check its permissions.`;
  const advice =
    discovery.skippedThirdParty.length > 0
      ? 'Directories of other projects were not entered: add --include-third-party, or name one of them.'
      : 'Name a directory with .cu, .cuh, .h, .hpp or .cpp files, or a file itself, and check --exclude.';
  return `no C, C++ or CUDA source was found in ${looked}. ${advice}`;
}

const RANK: Readonly<Record<Exclude<FailOn, 'never'>, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

function exitStatus(result: AnalysisResult, failOn: FailOn): ExitStatus {
  if (failOn === 'never') return 0;
  const fails = (level: Level): boolean => level !== 'off' && RANK[level] <= RANK[failOn];
  return result.findings.some((finding) => fails(finding.level)) ? 1 : 0;
}
