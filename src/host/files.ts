/**
 * Finds and reads sources on a disk. Nothing here throws for a bad tree: what cannot be read is listed, a symbolic link that
 * leads back into the tree is followed once, and a file that vanishes between listing and reading reads as `undefined`.
 */
import { readFileSync, readdirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { globMatcher } from './glob.js';
import { directoryKind, isSourceName } from './sources.js';

export interface DiscoveryOptions {
  /** Enter directories that hold other projects (`third-party`, …). Default false. */
  readonly includeThirdParty?: boolean;
  /** Globs of paths, relative to the root, that are left out. */
  readonly exclude?: readonly string[];
  /** The same, relative to another directory: that of the project file. */
  readonly excludeBelow?: { readonly directory: string; readonly globs: readonly string[] };
}

export interface Discovery {
  /** Absolute paths, sorted by their path relative to the root. */
  readonly files: readonly string[];
  /** Directories that could not be listed, with the system's error code. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
  /** Directories that were not entered because they hold other projects. */
  readonly skippedThirdParty: readonly string[];
}

/**
 * All sources under `paths`. A file that is named itself is taken whatever its extension; a directory that is named itself is
 * entered whatever its name.
 */
export function discover(root: string, paths: readonly string[], options: DiscoveryOptions = {}): Discovery {
  const byRoot = globMatcher(options.exclude ?? []);
  const byProject = globMatcher(options.excludeBelow?.globs ?? []);
  const isExcluded = (path: string): boolean => byRoot(relativePath(root, path)) || byProject(relativePath(options.excludeBelow?.directory ?? root, path));
  const files = new Set<string>();
  const realFiles = new Set<string>();
  const links: string[] = [];
  const entered = new Set<string>();
  const unreadable: { path: string; code: string }[] = [];
  const skippedThirdParty: string[] = [];

  const addFile = (path: string, real: string): void => {
    if (realFiles.has(real) || isExcluded(path)) return;
    realFiles.add(real);
    files.add(path);
  };
  const enter = (directory: string): void => {
    const real = realPath(directory);
    if (real === undefined || entered.has(real)) return;
    entered.add(real);
    for (const entry of list(directory, unreadable)) {
      const path = join(directory, entry.name);
      if (entry.isSymbolicLink()) links.push(path);
      else if (entry.isDirectory()) enterChild(path);
      else if (entry.isFile() && isSourceName(entry.name)) addFile(path, join(real, entry.name));
    }
  };
  const enterChild = (directory: string): void => {
    const kind = directoryKind(basename(directory));
    if (kind === 'generated' || isExcluded(directory)) return;
    if (kind === 'third-party' && options.includeThirdParty !== true) skippedThirdParty.push(directory);
    else enter(directory);
  };

  for (const path of paths.map((each) => resolve(each))) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) enter(path);
    else addFile(path, realPath(path) ?? path);
  }
  // Links come last, so that a file is known by its own name where it has one in the tree.
  for (let link = links.pop(); link !== undefined; link = links.pop()) {
    const real = realPath(link);
    const target = real === undefined ? undefined : stat(real);
    if (real === undefined || target === undefined) continue;
    if (target.isDirectory()) enterChild(link);
    else if (target.isFile() && isSourceName(basename(link))) addFile(link, real);
  }
  const sorted = [...files].map((path) => [relativePath(root, path), path] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return { files: sorted.map(([, path]) => path), unreadable, skippedThirdParty };
}

/** The bytes of a file; undefined if it cannot be read (gone, no permission, not a regular file). */
export function readSource(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

class UnusableFile extends Error {}

/** The text of a file that somebody wrote by hand or had written; throws where it is none, is too large, or cannot be read. A device has no end, and a pipe makes one wait. */
export function readText(path: string, maxSize: number): string {
  const state = statSync(path);
  if (!state.isFile()) throw new UnusableFile('it is no regular file');
  if (state.size > maxSize) throw new UnusableFile(`it has more than ${maxSize} bytes`);
  return readFileSync(path, 'utf8');
}

/** `path` seen from `root`, with forward slashes on every system. */
export function relativePath(root: string, path: string): string {
  const seen = relative(root, path);
  return sep === '/' ? seen : seen.replaceAll(sep, '/');
}

export function isInside(root: string, path: string): boolean {
  const seen = relative(root, path);
  return seen !== '..' && !seen.startsWith(`..${sep}`) && !isAbsolute(seen);
}

/** The deepest directory that holds all of the directories given. */
export function commonAncestor(directories: readonly string[]): string {
  const [first = sep, ...rest] = directories.map((directory) => resolve(directory));
  let ancestor = first;
  while (!rest.every((directory) => isInside(ancestor, directory))) ancestor = resolve(ancestor, '..');
  return ancestor;
}

function list(directory: string, unreadable: { path: string; code: string }[]): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    unreadable.push({ path: directory, code: errorCode(error) });
    return [];
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function stat(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The system's code of an I/O error, e.g. `EACCES`. */
export function errorCode(error: unknown): string {
  if (error instanceof UnusableFile) return error.message;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
}
