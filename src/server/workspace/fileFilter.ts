/** Which files of the workspace are read. Paths are the analyser's: the workspace folder's name first, forward slashes. */
import { globMatcher } from '../../host/glob.js';
import { NO_PROJECT } from '../../host/project.js';
import { directoryKind, isSourceName } from '../../host/sources.js';
import type { ProjectScope } from './projectFiles.js';

export interface FileFilter {
  /** `path` names a directory that is entered, given that those above it are. */
  directory(path: string): boolean;
  /** `path` names a source that is read, given that the directories above it are entered. */
  file(path: string): boolean;
  /** The same for a path of which nothing is known yet. */
  anyFile(path: string): boolean;
  anyDirectory(path: string): boolean;
}

export interface FilterOptions {
  /** Globs of paths, relative to their workspace folder, that are left out. */
  readonly exclude: readonly string[];
  /** Undefined: as the project file says. */
  readonly includeThirdParty?: boolean | undefined;
}

/** `scopeOf`: the project file that counts for a directory. What it leaves out is left out as well. */
export function createFileFilter({ exclude, includeThirdParty }: FilterOptions, scopeOf: (directory: string) => Pick<ProjectScope, 'project' | 'isExcluded'> | undefined): FileFilter {
  const bySettings = globMatcher(exclude);
  // A directory is judged by what counts for the one that it is in.
  const scopeFor = (path: string): ReturnType<typeof scopeOf> => scopeOf(parentOf(path));
  const isExcluded = (path: string): boolean => bySettings(path.slice(path.indexOf('/') + 1)) || scopeFor(path)?.isExcluded(path) === true;
  const directory = (path: string): boolean => {
    const kind = directoryKind(nameOf(path));
    return kind !== 'generated' && (kind === 'sources' || (includeThirdParty ?? scopeFor(path)?.project.includeThirdParty ?? NO_PROJECT.includeThirdParty)) && !isExcluded(path);
  };
  const file = (path: string): boolean => isSourceName(nameOf(path)) && !isExcluded(path);
  const above = (path: string): boolean => {
    const segments = path.split('/').slice(0, -1);
    return segments.every((_, i) => i === 0 || directory(segments.slice(0, i + 1).join('/')));
  };
  return Object.freeze({
    directory,
    file,
    anyFile: (path: string) => file(path) && above(path),
    anyDirectory: (path: string) => !path.includes('/') || (directory(path) && above(path)),
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
