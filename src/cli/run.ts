/** The program without its process: everything it touches comes in through `Host`, so tests run it in memory or on a temporary tree. */
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Analyzer, Configuration } from '../core/analyzer.js';
import type * as drawings from '../report/drawings.js';
import type { AnalysisResult, Level, Problem } from '../core/schema.js';
import { commonAncestor, discover, isInside, readSource, relativePath, type Discovery } from '../host/files.js';
import { closeOverIncludes } from '../host/includes.js';
import { parseCommand, type AnalyzeCommand, type FailOn } from './arguments.js';
import { compare } from './compare.js';
import { mergeResults, type Job } from './job.js';
import { formatReport, summary } from './report.js';
import { configurationOf, pathProblem, unusable, writeOutput } from './paths.js';
import { plain } from './plain.js';
import { shareOut } from './shares.js';
import { USAGE } from './usage.js';

export interface Host {
  readonly cwd: string;
  readonly version: string;
  out(text: string): void;
  err(text: string): void;
  /** How many jobs can be done at the same time. */
  readonly parallelism: number;
  /** One result for each job, in their order. */
  analyze(jobs: readonly Job[]): Promise<readonly AnalysisResult[]>;
  /** For what needs the analyser itself. Whoever asks for it disposes of it. */
  createAnalyzer(configuration: Configuration): Promise<Analyzer>;
  /** What draws kernels: large, so that it is read only for a page. */
  drawing(): Promise<Drawing>;
}

export type Drawing = Pick<typeof drawings, 'drawReport' | 'DRAWING_STYLE'>;
export type ExitStatus = 0 | 1 | 2;

/** `args`: the words after the program's name. Reports through the host and gives the exit status; throws only on a defect of its own. */
export async function run(args: readonly string[], host: Host): Promise<ExitStatus> {
  const command = parseCommand(args);
  switch (command.kind) {
    case 'help':
      host.out(USAGE);
      return 0;
    case 'version':
      host.out(`symscope ${host.version}\n`);
      return 0;
    case 'usage-error':
      return unusable(host, `${command.message} Run "symscope --help" for the options.`);
    case 'analyze':
      return analyze(command, host);
    case 'report':
      return compare(command, host);
  }
}

async function analyze(command: AnalyzeCommand, host: Host): Promise<ExitStatus> {
  const paths = command.paths.map((path) => resolve(host.cwd, path));
  const badPath = paths.map(pathProblem).find((problem) => problem !== undefined);
  if (badPath !== undefined) return unusable(host, badPath);
  const root = chooseRoot(command, paths, host.cwd);
  const outside = paths.find((path) => !isInside(root, path));
  if (outside !== undefined) {
    return unusable(host, `"${outside}" lies outside the root "${root}". Give --root a directory that holds all paths.`);
  }
  const discovery = discover(root, paths, command);
  if (discovery.files.length === 0) return unusable(host, nothingFound(command, discovery));

  const result = await analyzeFiles(root, discovery.files, command, host);
  if (!command.quiet) for (const { path, code } of discovery.unreadable) host.err(`symscope: the directory "${plain(path)}" could not be listed (${code}) and is left out. Check its permissions.\n`);
  const problem = nothingAnalyzed(result) ?? writeReport(command, result, host);
  return problem === undefined ? exitStatus(result, command.failOn) : unusable(host, problem);
}

async function analyzeFiles(root: string, files: readonly string[], command: AnalyzeCommand, host: Host): Promise<AnalysisResult> {
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
    configuration: configurationOf(command),
    graphs: command.format === 'json',
    sources: new Map(paths.map((path) => [path, sources.get(path)])),
    reported: paths.filter((path) => wanted.has(path)),
  }));
  const [first, ...others] = await host.analyze(jobs);
  if (first === undefined) throw new Error('No job was done.');
  return mergeResults([first, ...others]);
}

const UNUSABLE: ReadonlySet<string> = new Set<Problem['code']>(['unreadable', 'too-large', 'binary']);

/** Gives a message if there is nothing to report, because no file could be read as source. */
function nothingAnalyzed({ files }: AnalysisResult): string | undefined {
  const reasons = files.map(({ problems }) => problems.find(({ code }) => UNUSABLE.has(code)));
  const [first] = reasons;
  if (first === undefined || reasons.some((reason) => reason === undefined)) return undefined;
  if (reasons.every((reason) => reason?.code === 'unreadable')) return 'none of the files could be read. Check that they exist and their permissions.';
  return files.length === 1 ? `"${files[0]?.path ?? ''}" cannot be analyzed. ${first.message}` : `none of the files can be analyzed. Of the first: ${first.message}`;
}

/** Gives a message if the report could not be written. */
function writeReport(command: AnalyzeCommand, result: AnalysisResult, host: Host): string | undefined {
  const report = formatReport(command.format, result, command);
  const problem = writeOutput(command.output, report, host);
  if (problem !== undefined) return problem;
  if (command.quiet) return undefined;
  const line = `${summary(result)}${host.cwd === result.root ? '' : ` Paths are relative to ${plain(result.root)}.`}\n`;
  // Machine formats keep the standard output to themselves.
  if (command.format === 'text' && command.output === undefined) host.out(report === '' ? line : `\n${line}`);
  else host.err(line);
  return undefined;
}

function chooseRoot(command: AnalyzeCommand, paths: readonly string[], cwd: string): string {
  if (command.root !== undefined) return resolve(cwd, command.root);
  if (paths.every((path) => isInside(cwd, path))) return cwd;
  return commonAncestor(paths.map((path) => (statSync(path).isDirectory() ? path : dirname(path))));
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
