/** The bundled sample workspaces, copied to a folder whose name has a space and other letters than ASCII. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { URI } from 'vscode-uri';
import type { CodeAction, Position, TextDocumentEdit } from 'vscode-languageserver';

export interface Sample {
  readonly folders: readonly { readonly uri: string; readonly name: string }[];
  uri(path: string): string;
  text(path: string): string;
  write(path: string, text: string): void;
  remove(): void;
}

export function sample(): Sample {
  const root = mkdtempSync(join(tmpdir(), 'symscope lsp 中文 '));
  cpSync(join(import.meta.dirname, '../../../examples'), root, { recursive: true });
  const uri = (path: string): string => URI.file(join(root, path)).toString();
  return {
    folders: ['mini-ep', 'mini-gemm'].map((name) => ({ uri: uri(name), name })),
    uri,
    text: (path) => readFileSync(join(root, path), 'utf8'),
    write(path, text) {
      writeFileSync(join(root, path), text);
    },
    remove() {
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export const MISSING_TEST = 'mini-ep/include/mini_ep/impls/gaps/missing_null_test.cuh';
export const HANDLE = 'mini-ep/include/mini_ep/handle.cuh';
export const DISPATCH = 'mini-ep/include/mini_ep/impls/dispatch.cuh';
export const PULL = 'mini-gemm/include/mini_gemm/impls/pull_moe.cuh';

/** The position of `word` in the n-th place (from 0) where `before` + `word` stands. */
export function positionOf(text: string, word: string, before = '', n = 0): Position {
  let offset = -1;
  for (let i = 0; i <= n; i++) offset = text.indexOf(before + word, offset + 1);
  if (offset < 0) throw new Error(`${before}${word} is not in the text`);
  const lines = text.slice(0, offset + before.length).split('\n');
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
}

/** Applies a code action's edits to the one document that it changes. */
export function applied(text: string, action: CodeAction | undefined): string {
  const edits = (action?.edit?.documentChanges as TextDocumentEdit[] | undefined)?.flatMap((change) => change.edits) ?? [];
  const lines = text.split('\n');
  const offset = ({ line, character }: Position): number => lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + character;
  return edits
    .map((edit) => ({ start: offset(edit.range.start), end: offset(edit.range.end), text: 'newText' in edit ? edit.newText : '' }))
    .sort((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
}
