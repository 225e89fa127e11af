/** The program without its process: everything it touches comes in through `Host`, so tests run it in memory or on a temporary tree. */
import type { Analyzer, Configuration } from '../core/analyzer.js';
import type { AnalysisResult } from '../core/schema.js';
import type * as drawings from '../report/drawings.js';
import { analyze } from './analyze.js';
import { parseCommand } from './arguments.js';
import { compare } from './compare.js';
import { graph } from './graph.js';
import type { Job } from './job.js';
import { unusable } from './paths.js';
import { USAGE } from './usage.js';

export interface Host {
  readonly cwd: string;
  readonly version: string;
  /** Address of the folder with the pages of the rules; undefined: they are not installed. */
  readonly ruleDocs: string | undefined;
  out(text: string): void;
  err(text: string): void;
  /** How many jobs can be done at the same time. */
  readonly parallelism: number;
  /** One result for each job, in their order. */
  analyze(jobs: readonly Job[]): Promise<readonly AnalysisResult[]>;
  /** For what needs the analyser itself. Whoever asks for it disposes of it. */
  createAnalyzer(configuration: Configuration): Promise<Analyzer>;
  /** What draws kernels: large, so that it is read only for a picture. */
  drawing(): Promise<Drawing>;
}

export type Drawing = Pick<typeof drawings, 'drawReport' | 'DRAWING_STYLE' | 'drawKernel'>;
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
    case 'graph':
      return graph(command, host);
    case 'report':
      return compare(command, host);
  }
}
