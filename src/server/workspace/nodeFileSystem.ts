/** The disk, for `file:` addresses. */
import { open, readdir, realpath, stat } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { URI } from 'vscode-uri';
import type { DirectoryEntry, FileSystem } from './fileSystem.js';

export const nodeFileSystem: FileSystem = {
  async list(uri) {
    try {
      const entries = await readdir(URI.parse(uri).fsPath, { withFileTypes: true });
      return entries.flatMap(entryOf);
    } catch {
      return undefined;
    }
  },

  async read(uri, maxSize) {
    let handle;
    try {
      // Opening a pipe or a device could block for ever, so the kind is asked first.
      const path = URI.parse(uri).fsPath;
      const status = await stat(path);
      if (!status.isFile() || status.size > maxSize) return undefined;
      handle = await open(path, 'r');
      return await handle.readFile();
    } catch {
      return undefined;
    } finally {
      await handle?.close().catch(() => undefined);
    }
  },

  async resolve(uri) {
    try {
      const path = await realpath(URI.parse(uri).fsPath);
      const status = await stat(path);
      if (status.isDirectory()) return { uri: URI.file(path).toString(), kind: 'directory' };
      return status.isFile() ? { uri: URI.file(path).toString(), kind: 'file' } : undefined;
    } catch {
      return undefined;
    }
  },
};

function entryOf(entry: Dirent): DirectoryEntry[] {
  if (entry.isSymbolicLink()) return [{ name: entry.name, kind: 'link' }];
  if (entry.isDirectory()) return [{ name: entry.name, kind: 'directory' }];
  return entry.isFile() ? [{ name: entry.name, kind: 'file' }] : [];
}
