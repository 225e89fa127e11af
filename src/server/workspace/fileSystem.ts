/**
 * How the server reaches files. Addresses are URI strings. Nothing here rejects: what cannot be listed or read is `undefined`,
 * since files come and go while the server looks.
 */
import type { DirectoryEntry } from '../protocol.js';

export type { DirectoryEntry } from '../protocol.js';

export interface FileSystem {
  /** The entries of a directory; undefined: it is not one, or cannot be listed. */
  list(uri: string): Promise<readonly DirectoryEntry[] | undefined>;
  /** The bytes of a regular file; undefined: it is gone, cannot be read, or has more than `maxSize` bytes. */
  read(uri: string, maxSize: number): Promise<Uint8Array | undefined>;
  /** What a symbolic link leads to in the end. */
  resolve(uri: string): Promise<{ readonly uri: string; readonly kind: 'file' | 'directory' } | undefined>;
}
