/** Finds the project file on a disk and reads it. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, readText, type DiscoveryOptions } from '../host/files.js';
import { MAX_PROJECT_FILE, NO_PROJECT, parseProject, PROJECT_FILE, type Project } from '../host/project.js';
import type { SourceOptions } from './arguments.js';

export interface LoadedProject {
  readonly project: Project;
  /** Folder that its paths are relative to. */
  readonly folder: string;
}

export interface ProjectChoice {
  /** Named on the command line; undefined: the nearest one at the folder of the sources or above it, up to the top of the repository. */
  readonly config?: string | undefined;
  readonly noConfig: boolean;
}

/** A string says what is wrong with the file and what to do. `sources`: the folder that holds all that is analysed. */
export function loadProject({ config, noConfig }: ProjectChoice, sources: string, cwd: string): LoadedProject | string {
  const path = noConfig ? undefined : config === undefined ? nearest(sources) : resolve(cwd, config);
  if (path === undefined) return { project: NO_PROJECT, folder: sources };
  let text: string;
  try {
    text = readText(path, MAX_PROJECT_FILE);
  } catch (error) {
    return `the project file "${path}" could not be read (${errorCode(error)}). Check the path and its permissions, or leave it out with --no-config.`;
  }
  const { project, problems } = parseProject(text);
  if (problems.length === 0) return { project, folder: dirname(path) };
  return `the project file "${path}" is wrong. ${problems.map(({ message }) => message).join(' ')}`;
}

/** What the command line leaves out and enters, and what the project does. */
export function discoveryOptions({ exclude, includeThirdParty }: SourceOptions, { project, folder }: LoadedProject): DiscoveryOptions {
  return { exclude, excludeBelow: { directory: folder, globs: project.exclude }, includeThirdParty: includeThirdParty || project.includeThirdParty };
}

function nearest(sources: string): string | undefined {
  for (let folder = sources; ; folder = dirname(folder)) {
    const path = join(folder, PROJECT_FILE);
    // Something else of that name is told of, when it is read.
    if (existsSync(path)) return path;
    if (folder === dirname(folder) || existsSync(join(folder, '.git'))) return undefined;
  }
}
