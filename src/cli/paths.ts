/** What the commands share about paths, options and output. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Configuration } from '../core/analyzer.js';
import type { FileReport, Problem } from '../core/schema.js';
import { errorCode } from '../host/files.js';
import { withProject, type Project } from '../host/project.js';
import type { SourceOptions } from './arguments.js';
import { plain } from './plain.js';
import type { Host } from './run.js';

/** What is wrong with a path that was named; undefined: nothing. */
export function pathProblem(path: string): string | undefined {
  if (!existsSync(path)) return `there is no file or directory "${path}". Check the path.`;
  const stat = statSync(path);
  return stat.isFile() || stat.isDirectory() ? undefined : `"${path}" is neither a file nor a directory. Name a source file or a directory.`;
}

const UNUSABLE: ReadonlySet<string> = new Set<Problem['code']>(['unreadable', 'too-large', 'binary']);

/** Why a file could not be read as source; undefined: it could, at least in part. */
export function whyUnusable({ problems }: FileReport): Problem | undefined {
  return problems.find(({ code }) => UNUSABLE.has(code));
}

/** The command line wins over the project file. */
export function configurationOf({ cudaArch, defines, timeLimit }: SourceOptions, project: Project): Configuration {
  return withProject({ defines, ...(cudaArch === undefined ? {} : { cudaArch }), ...(timeLimit === undefined ? {} : { timeLimit }) }, project);
}

/** To the file if one is named, making its directory, else to the standard output. Gives a message if it could not be written. */
export function writeOutput(output: string | undefined, text: string, host: Host): string | undefined {
  if (output === undefined) {
    host.out(text);
    return undefined;
  }
  const path = resolve(host.cwd, output);
  try {
    makeDirectory(dirname(path));
    writeFileSync(path, text);
    return undefined;
  } catch (error) {
    return `the report could not be written to "${path}" (${errorCode(error)}). Give --output a path that can be written.`;
  }
}

/** Level by level: on some file systems (/proc) Node's own recursion tries the same directory for ever. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  mkdirSync(path);
}

export function unusable(host: Host, message: string): 2 {
  host.err(`symscope: ${plain(message)}\n`);
  return 2;
}
