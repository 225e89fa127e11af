/** From a file's tree to its declarations. */
import type { FileDecls, Span } from '../ir.js';
import type { SourceView } from '../../source/sourceView.js';
import { collectItems, isBody } from './declarations.js';
import { FILE_SCOPE, type Collected, type FileContext } from './scope.js';
import { snapshot } from './snapshot.js';
import { stringMacros } from './stringMacros.js';
import type { TreeSource } from './treeSource.js';

export interface LowerOptions {
  /** The string that a macro of another file stands for; asm templates are put together from such. */
  readonly stringMacro?: (name: string) => string | undefined;
}

/**
 * The declarations of a file. Function bodies are not looked at until `FunctionDecl.body()` is called, which asks `trees` again.
 * Never throws for any text: what is not understood is `unknown`. A file without a tree declares nothing.
 */
export function lowerFile(path: string, view: SourceView, trees: TreeSource, options: LowerOptions = {}): FileDecls {
  const c = fileContext(path, view, trees, options);
  const out: Collected = { functions: [], classes: [], aliases: [], variables: [], fields: [], namespaces: new Set() };
  const root = trees.withTree((node) => snapshot(node, isBody));
  if (root) collectItems(c, out, FILE_SCOPE, root.children);
  const { functions, classes, aliases, variables } = out;
  return { path, includes: view.includes, functions, classes, aliases, variables };
}

function fileContext(path: string, view: SourceView, trees: TreeSource, options: LowerOptions): FileContext {
  let macros: ReadonlyMap<string, string | undefined> | undefined;
  return {
    path,
    trees,
    text: view.view,
    span: view.expanded ? (start, end) => mappedSpan(view, start, end) : (start, end) => ({ start, end }),
    writtenText: (start, end) => view.text.slice(view.toFile(start), view.toFile(end)),
    stringMacro: (name) => {
      macros ??= stringMacros(view);
      return macros.has(name) ? macros.get(name) : options.stringMacro?.(name);
    },
    misread: false,
    depth: 0,
  };
}

/** The end is that of the last character, since what follows it may come from elsewhere. */
function mappedSpan(view: SourceView, start: number, end: number): Span {
  const first = view.toFile(start);
  return { start: first, end: end > start ? Math.max(first, view.toFile(end - 1) + 1) : first };
}
