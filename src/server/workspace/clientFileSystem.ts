/** Files that only the client can read: virtual workspaces, and everything in the browser. */
import { READ_DIRECTORY, READ_FILE, type DirectoryEntry, type FileParams, type ReadFileParams, type ReadFileResult } from '../protocol.js';
import type { FileSystem } from './fileSystem.js';

/** Sends a request to the client; may reject. */
export type SendRequest = (method: string, params: FileParams | ReadFileParams) => Promise<unknown>;

export function createClientFileSystem(send: SendRequest): FileSystem {
  const list = async (uri: string): Promise<readonly DirectoryEntry[] | undefined> => {
    const answer = await send(READ_DIRECTORY, { uri }).catch(() => null);
    return Array.isArray(answer) ? (answer as readonly DirectoryEntry[]) : undefined;
  };
  const read = async (uri: string, maxSize: number): Promise<Uint8Array | undefined> => {
    const answer = (await send(READ_FILE, { uri, maxSize }).catch(() => null)) as ReadFileResult;
    return answer === null ? undefined : Uint8Array.from(atob(answer), (char) => char.charCodeAt(0));
  };
  return Object.freeze({
    list,
    read,
    // Such file systems have no links that could be followed, so an address leads to itself.
    async resolve(uri: string) {
      if ((await list(uri)) !== undefined) return { uri, kind: 'directory' as const };
      return (await read(uri, Number.MAX_SAFE_INTEGER)) === undefined ? undefined : { uri, kind: 'file' as const };
    },
  });
}
