/** The project files of a workspace, and which of them counts for a path: the nearest at or above it, up to the top of its repository. */
import { URI, Utils } from 'vscode-uri';
import type { Accepted } from '../../core/analyzer.js';
import { MAX_BASELINE, parseBaseline } from '../../host/baseline.js';
import { globMatcher } from '../../host/glob.js';
import { MAX_PROJECT_FILE, NO_PROJECT, parseProject, PROJECT_FILE, type Project, type ProjectProblem } from '../../host/project.js';
import { innermost } from '../../core/source/innermost.js';
import type { FileSystem } from './fileSystem.js';
import type { Folder } from './pathMap.js';
import { relativeAddress } from './relativeAddress.js';

/** What a project file says, and for which folder. */
export interface ProjectScope {
  /** Address of the file. */
  readonly uri: string;
  readonly text: string;
  readonly project: Project;
  /** The file is broken, and `project` is what it said before. */
  readonly isEarlier: boolean;
  readonly problems: readonly ProjectProblem[];
  /** Whether its `exclude` names a path that is below the folder. */
  readonly isExcluded: (path: string) => boolean;
  /** The findings of its baseline. */
  readonly accepted?: Accepted;
}

/** A file whose changes matter, in a folder that may lie outside of the workspace. */
export interface WatchedFile {
  readonly folder: string;
  readonly name: string;
}

export interface ProjectFiles {
  /** By the path of the folder that each counts for. */
  readonly scopes: ReadonlyMap<string, ProjectScope>;
  /** Grows with each change of `scopes`. */
  readonly version: number;
  /** Project files above the workspace folders, those too that are not there yet, and baselines. */
  readonly watched: readonly WatchedFile[];
  readonly of: (path: string) => ProjectScope | undefined;
  /** Looks for the project file of a workspace folder above it. */
  readAbove(folder: Folder): Promise<void>;
  /** Reads the project file of a directory that has one. */
  readonly readIn: (directory: { readonly uri: string; readonly path: string }) => Promise<void>;
  /** A directory is gone. */
  forgetBelow(path: string): void;
}

export interface ProjectFilesParts {
  readonly fs: FileSystem;
  /** What the file of an address said when it was right; outlives the rest. */
  readonly lastGood: Map<string, Project>;
  /** The address of a path of the analyser. */
  readonly uriOf: (path: string) => string;
}

export function createProjectFiles({ fs, lastGood, uriOf }: ProjectFilesParts): ProjectFiles {
  const scopes = new Map<string, ProjectScope>();
  const watched: WatchedFile[] = [];
  let version = 0;

  /** `down`: what leads from the file's folder to the folder that it counts for, with a slash at the end unless it is empty. */
  const read = async (directory: string, path: string, down: string): Promise<void> => {
    const uri = child(directory, PROJECT_FILE);
    const bytes = await fs.read(uri, MAX_PROJECT_FILE);
    if (bytes === undefined && (await fs.resolve(uri))?.kind !== 'file') return;
    const text = new TextDecoder().decode(bytes ?? new Uint8Array());
    const { project, problems } = bytes === undefined
      ? { project: NO_PROJECT, problems: [{ message: `It cannot be read, or has more than ${MAX_PROJECT_FILE} bytes. Check its permissions.` }] }
      : parseProject(text);
    const isBroken = problems.some(({ key }) => key === undefined);
    if (!isBroken) lastGood.set(uri, project);
    // A file that is being written is broken for a while, and should not change what is reported meanwhile.
    const earlier = isBroken ? lastGood.get(uri) : undefined;
    const used = earlier ?? project;
    const matches = globMatcher(used.exclude);
    const baseline = used.baseline === undefined ? undefined : await readBaseline(directory, used.baseline);
    scopes.set(path, {
      uri, text, project: used, isEarlier: earlier !== undefined, isExcluded: (below) => matches(down + below.slice(path.length + 1)),
      problems: typeof baseline === 'string' ? [...problems, { key: 'baseline', message: baseline }] : problems,
      ...(typeof baseline === 'object' ? { accepted: baseline } : {}),
    });
    version++;
  };
  /** A string says what is wrong and what to do. */
  const readBaseline = async (directory: string, name: string): Promise<Accepted | string> => {
    const uri = child(directory, name);
    watched.push({ folder: parentOf(uri), name: Utils.basename(URI.parse(uri)) });
    const bytes = await fs.read(uri, MAX_BASELINE);
    if (bytes === undefined) return `The baseline "${name}" could not be read. Check the path, or make it with \`symscope analyze --write-baseline\`.`;
    const known = parseBaseline(new TextDecoder().decode(bytes));
    if (typeof known === 'string') return `"${name}" is no baseline: ${known}. Check the path, or make it anew with \`symscope analyze --write-baseline\`.`;
    const folder = parentOf(uri);
    return { fingerprints: new Set(known.map(({ fingerprint }) => fingerprint)), nameOf: (file) => decodeURIComponent(relativeAddress(folder, uriOf(file))) };
  };
  const exists = async (uri: string): Promise<boolean> => (await fs.resolve(uri)) !== undefined;

  return Object.freeze({
    scopes,
    watched,
    get version() {
      return version;
    },
    of: (path: string) => innermost(scopes, path),
    async readAbove({ uri, name }: Folder) {
      // A virtual workspace ends at its folders.
      if (URI.parse(uri).scheme !== 'file' || (await fs.resolve(child(uri, PROJECT_FILE)))?.kind === 'file') return;
      const above: WatchedFile[] = [];
      let down = '';
      for (let folder = uri; !(await exists(child(folder, '.git'))); ) {
        const parent = parentOf(folder);
        // Without a repository there is no top, and folders that have nothing to do with the project are not watched.
        if (parent === folder) return;
        down = `${Utils.basename(URI.parse(folder))}/${down}`;
        folder = parent;
        above.push({ folder, name: PROJECT_FILE });
        await read(folder, name, down);
        if (scopes.has(name)) break;
      }
      watched.push(...above);
    },
    readIn: ({ uri, path }: { readonly uri: string; readonly path: string }) => read(uri, path, ''),
    forgetBelow(path: string) {
      for (const folder of scopes.keys()) if ((folder === path || folder.startsWith(`${path}/`)) && scopes.delete(folder)) version++;
    },
  });
}

function parentOf(uri: string): string {
  return Utils.dirname(URI.parse(uri)).toString();
}

function child(folder: string, name: string): string {
  return Utils.joinPath(URI.parse(folder), name).toString();
}
