/** Chooses a file system by the address's scheme; for an unknown scheme nothing exists. */
import type { FileSystem } from './fileSystem.js';

export function dispatchFileSystem(byScheme: (scheme: string) => FileSystem | undefined): FileSystem {
  const of = (uri: string): FileSystem | undefined => byScheme(uri.slice(0, Math.max(0, uri.indexOf(':'))));
  return Object.freeze({
    list: async (uri: string) => of(uri)?.list(uri),
    read: async (uri: string, maxSize: number) => of(uri)?.read(uri, maxSize),
    resolve: async (uri: string) => of(uri)?.resolve(uri),
  });
}
