/** Source views of snippets, in a workspace that exists only in the test. */
import type { SourceConfiguration } from '../../../src/core/source/configuration.js';
import { parseView } from '../../../src/core/source/parseView.js';
import type { CudaParser } from '../../../src/core/source/parser.js';
import type { BuiltView } from '../../../src/core/source/sourceView.js';
import { createSourceWorkspace, type SourceWorkspace } from '../../../src/core/source/workspace.js';

export interface ViewOptions {
  readonly path?: string;
  /** Other files of the workspace. */
  readonly files?: Readonly<Record<string, string>>;
  readonly configuration?: SourceConfiguration;
}

export function viewOf(text: string, { path = 'test.cu', files = {}, configuration = {} }: ViewOptions = {}): BuiltView {
  const view = workspaceOf({ ...files, [path]: text }, configuration).view(path);
  if (!view) throw new Error(`${path} has no view`);
  return view;
}

export function workspaceOf(files: Readonly<Record<string, string>>, configuration: SourceConfiguration = {}): SourceWorkspace {
  return createSourceWorkspace({ text: (path) => files[path], paths: () => Object.keys(files) }, configuration);
}

/** The view with runs of white space as one blank. */
export function flat(view: BuiltView): string {
  return view.view.replace(/\s+/g, ' ').trim();
}

/** S-expression of the tree that the view ends up with. */
export function treeOf(parser: CudaParser, view: BuiltView): string {
  const parsed = parseView(parser, view);
  if (!parsed) throw new Error('no tree');
  try {
    return parsed.tree.root.toString();
  } finally {
    parsed.tree.delete();
  }
}

/** The file's text that stands behind the first occurrence of `words` in the view. */
export function writtenAs(view: BuiltView, words: string, from = 0): string {
  const start = view.view.indexOf(words, from);
  if (start < 0) throw new Error(`the view does not hold ${words}`);
  const span = view.spanToFile(start, start + words.length);
  return view.text.slice(span.start, span.end);
}
