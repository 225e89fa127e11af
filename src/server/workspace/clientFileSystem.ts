/** Files that only the client can read: virtual workspaces, and everything in the browser. */
import { READ_DIRECTORY, READ_FILE, STAT } from '../protocol.js';
import type { DirectoryEntry, FileParams, ReadFileParams, ReadFileResult, StatResult } from '../protocol.js';
import type { FileSystem } from './fileSystem.js';

/** Sends a request to the client; may reject. */
export type SendRequest = (method: string, params: FileParams | ReadFileParams) => Promise<unknown>;

export function createClientFileSystem(send: SendRequest): FileSystem {
  const ask = (method: string, params: FileParams | ReadFileParams): Promise<unknown> => send(method, params).catch(() => null);
  return Object.freeze({
    async list(uri: string) {
      const answer = await ask(READ_DIRECTORY, { uri });
      return Array.isArray(answer) ? (answer as readonly DirectoryEntry[]) : undefined;
    },
    async read(uri: string, maxSize: number) {
      const answer = (await ask(READ_FILE, { uri, maxSize })) as ReadFileResult;
      return answer === null ? undefined : Uint8Array.from(atob(answer), (char) => char.charCodeAt(0));
    },
    // Such file systems tell nothing of where a link leads, so an address stands for itself.
    async resolve(uri: string) {
      const kind = (await ask(STAT, { uri })) as StatResult;
      return kind === null ? undefined : { uri, kind };
    },
  });
}
