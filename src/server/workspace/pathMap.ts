/**
 * URIs ↔ the analyser's paths. A file of a workspace folder is `<folder name>/<path in it>`, so that several folders can be
 * analysed together; any other document is `~/<scheme>/<path>`.
 */
import { URI, Utils } from 'vscode-uri';

export interface Folder {
  /** Normalised, without a slash at the end. */
  readonly uri: string;
  /** Unique among the folders; the first segment of all its paths. */
  readonly name: string;
}

export interface PathMap {
  readonly folders: readonly Folder[];
  toPath(uri: string): string;
  /** The address as the client wrote it, where it has; else made from the folder's. */
  toUri(path: string): string;
  /** The folder that holds the address; the innermost one if folders are nested. */
  folderOf(uri: string): Folder | undefined;
}

const OUTSIDE = '~';

export function createPathMap(folders: readonly { readonly uri: string; readonly name: string }[]): PathMap {
  const unique = uniqueFolders(folders);
  const keys = unique.map((folder) => ({ folder, key: keyOf(folder.uri) })).sort((a, b) => b.key.length - a.key.length);
  const written = new Map<string, string>();

  const find = (key: string) => keys.find((each) => key === each.key || key.startsWith(`${each.key}/`));
  const toPath = (uri: string): string => {
    const key = keyOf(uri);
    const found = find(key);
    const path = found ? `${found.folder.name}${key.slice(found.key.length)}` : `${OUTSIDE}/${outsidePath(uri)}`;
    if (!written.has(path)) written.set(path, uri);
    return path;
  };
  return Object.freeze({
    folders: unique,
    toPath,
    toUri(path: string): string {
      const known = written.get(path);
      if (known !== undefined) return known;
      const [first = '', ...rest] = path.split('/');
      const folder = unique.find((each) => each.name === first);
      if (folder === undefined) return URI.file(`/${path}`).toString();
      return Utils.joinPath(URI.parse(folder.uri), ...rest).toString();
    },
    folderOf: (uri: string) => find(keyOf(uri))?.folder,
  });
}

function uniqueFolders(folders: readonly { readonly uri: string; readonly name: string }[]): readonly Folder[] {
  const taken = new Set([OUTSIDE, '']);
  return folders.map(({ uri, name }) => {
    const base = name.replaceAll('/', '_');
    let unique = base;
    for (let i = 2; taken.has(unique); i++) unique = `${base}~${i}`;
    taken.add(unique);
    return { uri: URI.parse(uri).toString().replace(/\/+$/u, ''), name: unique };
  });
}

/** Equal for two spellings of one address: percent-encoding undone, the drive letter in lower case, no slash at the end. */
function keyOf(uri: string): string {
  const { scheme, authority, path } = URI.parse(uri);
  const drive = path.replace(/^\/[A-Za-z]:/u, (letter) => letter.toLowerCase());
  return `${scheme}://${authority.toLowerCase()}${drive.replace(/\/+$/u, '')}`;
}

function outsidePath(uri: string): string {
  const { scheme, authority, path } = URI.parse(uri);
  return [scheme, authority, ...path.split('/')].filter((segment) => segment !== '' && segment !== '..').join('/');
}
