/** Finds the sources below directories, breadth first, within limits. Links are followed once, and never in a circle. */
import { URI, Utils } from 'vscode-uri';
import { PROJECT_FILE } from '../../host/project.js';
import type { FileFilter } from './fileFilter.js';
import type { FileSystem } from './fileSystem.js';

export interface WalkOptions {
  readonly filter: FileFilter;
  /** Called for a directory with a project file, which can change what the filter says of what is in it. */
  readonly onProject: (directory: Place) => Promise<void>;
  readonly maxFiles: number;
  readonly isCancelled: () => boolean;
}

export interface WalkResult {
  readonly files: readonly string[];
  /** `maxFiles` was reached: there are more. */
  readonly truncated: boolean;
}

/** A directory or link; `path` is the analyser's. */
export interface Place {
  readonly uri: string;
  readonly path: string;
}

export async function walk(fs: FileSystem, starts: readonly Place[], { filter, onProject, maxFiles, isCancelled }: WalkOptions): Promise<WalkResult> {
  const files: string[] = [];
  const entered = new Set<string>();
  const queue = [...starts];
  const links: Place[] = [];
  const startUris = new Set(starts.map(({ uri }) => uri));

  const enter = async (directory: Place): Promise<void> => {
    const real = (await fs.resolve(directory.uri))?.uri ?? directory.uri;
    if (entered.has(real)) return;
    entered.add(real);
    const entries = (await fs.list(directory.uri)) ?? [];
    if (entries.some(({ name, kind }) => name === PROJECT_FILE && kind !== 'directory')) await onProject(directory);
    for (const { name, kind } of [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const uri = Utils.joinPath(URI.parse(directory.uri), name).toString();
      const path = `${directory.path}/${name}`;
      if (kind === 'link') links.push({ uri, path });
      else if (kind === 'file') {
        if (filter.file(path)) files.push(uri);
        // A folder inside another one is walked under its own name.
      } else if (filter.directory(path) && !startUris.has(uri)) queue.push({ uri, path });
    }
  };
  const follow = async (link: Place): Promise<void> => {
    const target = await fs.resolve(link.uri);
    if (target?.kind === 'directory' && filter.directory(link.path)) queue.push(link);
    const isKnown = target !== undefined && entered.has(target.uri.slice(0, target.uri.lastIndexOf('/')));
    if (target?.kind === 'file' && filter.file(link.path) && !isKnown) files.push(link.uri);
  };

  // Links come last, so that a file is known by its own name where it has one in the tree.
  while (files.length <= maxFiles && !isCancelled()) {
    const directory = queue.shift();
    if (directory !== undefined) {
      await enter(directory);
      continue;
    }
    const link = links.shift();
    if (link === undefined) break;
    await follow(link);
  }
  return { files: files.slice(0, maxFiles), truncated: files.length > maxFiles };
}
