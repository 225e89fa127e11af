/** From a file's tree to its declarations. */
import type { FileDecls, FunctionDecl } from '../ir.js';
import type { SourceView } from '../../source/sourceView.js';
import { collectItems, isBody } from './declarations.js';
import { stringContents } from './literals.js';
import { FILE_SCOPE, type Collected, type FileContext } from './scope.js';
import { snapshot } from './snapshot.js';
import type { TreeSource } from './treeSource.js';

/** What lowering reads of a source view. */
export type LowerableView = Pick<
  SourceView, 'text' | 'view' | 'expanded' | 'toFile' | 'spanToFile' | 'isSynthetic' | 'includes' | 'macros' | 'guesses'
>;

/**
 * The declarations of a file. `view` is the one whose text the trees are of.
 * Function bodies are not looked at until `FunctionDecl.body()` is called, which asks `trees` again.
 * Never throws for any text: what is not understood is `unknown`. A file without a tree declares nothing.
 */
export function lowerFile(path: string, view: LowerableView, trees: TreeSource): FileDecls {
  const c = fileContext(path, view, trees);
  const functions: FunctionDecl[] = [];
  const out: Collected = { functions, freeFunctions: functions, classes: [], aliases: [], variables: [], fields: [], namespaces: new Set() };
  const root = trees.withTree((node) => snapshot(node, isBody));
  if (root) collectItems(c, out, FILE_SCOPE, root.children);
  const { classes, aliases, variables } = out;
  return { path, includes: view.includes, functions, classes, aliases, variables };
}

function fileContext(path: string, view: LowerableView, trees: TreeSource): FileContext {
  const { text: fileText, view: text, expanded } = view;
  return {
    path,
    trees,
    text,
    allGuesses: view.guesses,
    span: expanded ? (start, end) => view.spanToFile(start, end) : (start, end) => ({ start, end }),
    writtenText: (start, end) => fileText.slice(view.toFile(start), view.toFile(end)),
    stringMacro: (name) => {
      const macro = view.macros.get(name);
      return macro && macro.params === undefined ? joinedLiterals(macro.body) : undefined;
    },
    // What a macro's body holds is what was written; a changed literal of the file's own is not.
    isPlaceholder: (start, end) => text !== fileText && !view.isSynthetic(start) && !fileText.startsWith(text.slice(start, end), view.toFile(start)),
    guesses: [],
    replaced: new Map(),
    misread: false,
    depth: 0,
  };
}

const LITERAL = /"(?:[^"\\\n]|\\.)*"/g;

/** The contents of a macro body that is only string literals. */
function joinedLiterals(body: string): string | undefined {
  if (body.replace(LITERAL, '').trim() !== '') return undefined;
  const literals = body.match(LITERAL);
  return literals?.map((literal) => stringContents(literal) ?? '').join('');
}
