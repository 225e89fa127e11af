/**
 * Keeps the analyser's files equal to the workspace: sources below the folders from the disk, open documents with their unsaved
 * text, which wins. The rest of the server asks the analyser, never the disk.
 */
import { URI, Utils } from 'vscode-uri';
import type { Analyzer } from '../../core/analyzer.js';
import { isSourceName } from '../../host/sources.js';
import { PROJECT_FILE, type Project } from '../../host/project.js';
import { createFileFilter, type FilterOptions } from './fileFilter.js';
import type { FileSystem } from './fileSystem.js';
import { createProjectFiles, type ProjectFiles } from './projectFiles.js';
import { createPathMap, type PathMap } from './pathMap.js';
import { walk, type Place } from './walk.js';

export interface Limits {
  readonly maxFiles: number;
  /** Bytes of one file; larger ones are skipped. */
  readonly maxFileSize: number;
  /** Bytes of all files together. */
  readonly maxTotalSize: number;
}

export const DEFAULT_LIMITS: Limits = { maxFiles: 8000, maxFileSize: 8 << 20, maxTotalSize: 96 << 20 };

export interface FolderOptions extends FilterOptions {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
}

export interface FileEvent {
  readonly uri: string;
  readonly type: 'created' | 'changed' | 'deleted';
}

export interface OpenDocument {
  readonly uri: string;
  /** The client's version of the text that the analyser has. */
  readonly version: number;
}

export interface Workspace {
  readonly paths: PathMap;
  readonly projects: ProjectFiles;
  /** Files that a limit left out. */
  readonly skipped: number;
  /** Forgets the files and reads the folders anew; open documents stay. A later call makes an earlier one stop. */
  load(options: FolderOptions): Promise<void>;
  /** Opens a document or replaces its text. */
  setText(document: OpenDocument, text: string): void;
  close(uri: string): Promise<void>;
  opened(path: string): OpenDocument | undefined;
  openPaths(): readonly string[];
  /** Whether the files have to be read anew because of an event: a project file came, changed or went. */
  readonly concernsProjects: (event: FileEvent) => boolean;
  /** Applies what happened on the disk; true if a file of ours may have changed. */
  apply(events: readonly FileEvent[]): Promise<boolean>;
}

const READ_AT_ONCE = 16;

export interface WorkspaceParts {
  readonly analyzer: Analyzer;
  readonly fs: FileSystem;
  /** The client's text of an open document; the analyser keeps none of a text that it refused. */
  readonly openText: (uri: string) => string | undefined;
  readonly limits?: Limits;
}

export function createWorkspace({ analyzer, fs, openText, limits = DEFAULT_LIMITS }: WorkspaceParts): Workspace {
  const open = new Map<string, OpenDocument>();
  const sizes = new Map<string, number>();
  let totalSize = 0;
  const tooMuch = new Set<string>();
  let paths = createPathMap([]);
  const lastGood = new Map<string, Project>();
  const projectFiles = (): ProjectFiles => createProjectFiles({ fs, lastGood, uriOf: (path) => paths.toUri(path) });
  let projects = projectFiles();
  let filter = createFileFilter({ exclude: [] }, projects.of);
  let truncated = false;
  let generation = 0;

  function setSize(path: string, size: number): void {
    totalSize += size - (sizes.get(path) ?? 0);
    sizes.set(path, size);
  }

  function remove(path: string): void {
    setSize(path, 0);
    sizes.delete(path);
    analyzer.removeFile(path);
  }

  function setText(document: OpenDocument, text: string): void {
    const path = paths.toPath(document.uri);
    setSize(path, 0);
    open.set(path, document);
    analyzer.setFile(path, text);
  }

  async function read(uri: string): Promise<void> {
    const map = paths;
    const path = map.toPath(uri);
    const bytes = await fs.read(uri, limits.maxFileSize);
    const isGone = bytes === undefined && (await fs.resolve(uri)) === undefined;
    // Meanwhile the document may have been opened, or the folders exchanged.
    if (open.has(path) || map !== paths) return;
    tooMuch.delete(path);
    setSize(path, 0);
    const size = bytes?.length ?? 0;
    const isTooMuch = !isGone && totalSize + size > limits.maxTotalSize;
    if (isTooMuch) tooMuch.add(path);
    if (isGone || isTooMuch) {
      remove(path);
      return;
    }
    setSize(path, size);
    // Not removed first: a file that goes makes the analyser forget all others, and most that are read again have not changed.
    analyzer.setFile(path, bytes);
  }

  async function readBelow(starts: readonly Place[], isCancelled: () => boolean): Promise<void> {
    const maxFiles = Math.max(0, limits.maxFiles - analyzer.files().length);
    const found = await walk(fs, starts, { filter, onProject: projects.readIn, maxFiles, isCancelled });
    truncated ||= found.truncated;
    for (let i = 0; i < found.files.length && !isCancelled(); i += READ_AT_ONCE) {
      await Promise.all(found.files.slice(i, i + READ_AT_ONCE).map(read));
    }
  }

  function placeOf(uri: string): Place | undefined {
    const folder = paths.folderOf(uri);
    return folder && { uri, path: paths.toPath(uri) };
  }

  /** Removes a file, or all files below a directory. */
  function removeBelow(path: string): boolean {
    const gone = analyzer.files().filter((each) => (each === path || each.startsWith(`${path}/`)) && !open.has(each));
    gone.forEach(remove);
    projects.forgetBelow(path);
    return gone.length > 0;
  }

  async function applyOne({ uri, type }: FileEvent): Promise<boolean> {
    const place = placeOf(uri);
    const path = paths.toPath(uri);
    if (place === undefined || open.has(path)) return false;
    if (type === 'deleted') return removeBelow(path);
    if (filter.anyFile(place.path)) {
      await read(uri);
      return true;
    }
    // A directory that is moved in is announced by itself, without what is in it.
    if (type !== 'created' || isSourceName(place.path) || !filter.anyDirectory(place.path)) return false;
    if ((await fs.resolve(uri))?.kind !== 'directory') return false;
    const before = analyzer.files().length;
    await readBelow([place], () => false);
    return analyzer.files().length !== before;
  }

  return Object.freeze({
    get paths() {
      return paths;
    },
    get skipped() {
      return tooMuch.size + (truncated ? 1 : 0);
    },
    get projects() {
      return projects;
    },
    async load({ folders, ...options }: FolderOptions) {
      const mine = ++generation;
      const documents = [...open.values()];
      for (const path of analyzer.files()) analyzer.removeFile(path);
      open.clear();
      sizes.clear();
      totalSize = 0;
      tooMuch.clear();
      truncated = false;
      paths = createPathMap(folders);
      projects = projectFiles();
      filter = createFileFilter(options, projects.of);
      for (const document of documents) setText(document, openText(document.uri) ?? '');
      for (const folder of paths.folders) await projects.readAbove(folder);
      await readBelow(paths.folders.map(({ uri, name }) => ({ uri, path: name })), () => mine !== generation);
    },
    setText,
    async close(uri: string) {
      const path = paths.toPath(uri);
      open.delete(path);
      const place = placeOf(uri);
      if (place !== undefined && filter.anyFile(place.path)) await read(uri);
      else remove(path);
    },
    opened: (path: string) => open.get(path),
    openPaths: () => [...open.keys()],
    concernsProjects({ uri }: FileEvent) {
      const folder = Utils.dirname(URI.parse(uri)).toString();
      const name = Utils.basename(URI.parse(uri));
      if (projects.watched.some((each) => each.name === name && each.folder === folder)) return true;
      const place = placeOf(folder);
      return name === PROJECT_FILE && place !== undefined && filter.anyDirectory(place.path);
    },
    async apply(events: readonly FileEvent[]) {
      let changed = false;
      for (const event of events) changed = (await applyOne(event)) || changed;
      return changed;
    },
  });
}
