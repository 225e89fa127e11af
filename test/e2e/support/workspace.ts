/** Workspaces on disk for tests that change files: copies of examples/, each with a folder of its own. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { environment } from './environment.js';

export interface Workspace {
  readonly folder: string;
  readonly read: (file: string) => string;
  /** 1-based line and column of the first occurrence of a text; it must occur. */
  readonly find: (file: string, text: string) => Place;
}

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** A fresh copy of examples/ in which each edit's `from` (it must occur in the file) is replaced by its `to`. */
export function copyOfExamples(name: string, edits: readonly { readonly file: string; readonly from: string; readonly to: string }[] = []): Workspace {
  const folder = path.join(environment.folder, name);
  cpSync(environment.workspace, folder, { recursive: true });
  for (const { file, from, to } of edits) {
    const before = readFileSync(path.join(folder, file), 'utf8');
    if (!before.includes(from)) throw new Error(`${file} does not contain what the test wants to change: ${from}`);
    writeFileSync(path.join(folder, file), before.replace(from, () => to));
  }
  return workspaceAt(folder);
}

/** Writes a file of a workspace, with its folders. */
export function writeTo({ folder }: Workspace, file: string, content: string | Uint8Array): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

export function workspaceAt(folder: string): Workspace {
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  return { folder, read, find: (file, text) => placeOf(read(file), text) };
}

/** 1-based place of the first occurrence of a text in another. */
export function placeOf(text: string, part: string): Place {
  const at = text.indexOf(part);
  if (at < 0) throw new Error(`There is no "${part}" in the text.`);
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
