/** Which files of a workspace folder are read. Paths are relative to the folder, with forward slashes. */
import { globMatcher } from '../../host/glob.js';
import { directoryKind, isSourceName } from '../../host/sources.js';

export interface FileFilter {
  /** `path` names a directory that is entered, given that those above it are. */
  directory(path: string): boolean;
  /** `path` names a source that is read, given that the directories above it are entered. */
  file(path: string): boolean;
  /** The same for a path of which nothing is known yet. */
  anyFile(path: string): boolean;
  anyDirectory(path: string): boolean;
}

export function createFileFilter(exclude: readonly string[], includeThirdParty: boolean): FileFilter {
  const isExcluded = globMatcher(exclude);
  const directory = (path: string): boolean => {
    const kind = directoryKind(nameOf(path));
    return kind !== 'generated' && (kind === 'sources' || includeThirdParty) && !isExcluded(path);
  };
  const file = (path: string): boolean => isSourceName(nameOf(path)) && !isExcluded(path);
  const above = (path: string): boolean => {
    const segments = path.split('/').slice(0, -1);
    return segments.every((_, i) => directory(segments.slice(0, i + 1).join('/')));
  };
  return Object.freeze({
    directory,
    file,
    anyFile: (path: string) => file(path) && above(path),
    anyDirectory: (path: string) => path === '' || (directory(path) && above(path)),
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
