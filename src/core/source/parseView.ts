import type { Problem } from '../schema.js';
import type { CudaParser, Node, ParsedText, SyntaxTree } from './parser.js';
import { positionOf } from './position.js';
import { closedView } from './unclosed.js';
import { rawView, type BuiltView, type SourceView } from './sourceView.js';

export interface ParsedView {
  /** The caller deletes it. */
  readonly tree: SyntaxTree;
  /** The view that the tree's offsets refer to: the one given, or the raw text if that parses better. */
  readonly view: SourceView;
  /** The file ends inside a declaration or a scope, from this offset of the view on; that is left out. */
  readonly openFrom?: number;
}

type Rebuildable = Partial<Pick<BuiltView, 'callAt' | 'without'>>;

/**
 * Parses the best of: the view; the view with those macros left alone whose expansion the grammar does not read; the raw text.
 * The others are tried only when the view has errors. `before`: the tree of an earlier view, which is used up.
 * Undefined: `deadline` (milliseconds since the epoch) has passed.
 */
export function parseView(parser: CudaParser, view: SourceView & Rebuildable, deadline?: number, before?: ParsedText): ParsedView | undefined {
  let tree = parser.parse(view.view, deadline, before);
  if (tree?.hasError && before) {
    // How errors are recovered from depends on the history of edits; what is said of a file must not.
    tree.delete();
    tree = parser.parse(view.view, deadline);
  }
  if (!tree?.hasError) return tree && { tree, view };
  let best: ParsedView = { tree, view };
  const calls = failedCalls(tree, view);
  if (calls.size > 0 && view.without) best = better(parser, best, view.without(calls), deadline);
  if (best.tree.hasError) best = closed(parser, best, deadline);
  return best.tree.hasError && view.view !== view.text ? better(parser, best, rawView(view), deadline) : best;
}

/** With what a file that ends too soon lacks. Not where the brace is missing further up: then a function would hold those after it. */
function closed(parser: CudaParser, best: ParsedView, deadline: number | undefined): ParsedView {
  const found = closedView(best.view);
  const tree = found && parser.parse(found.view.view, deadline);
  if (!found || !tree) return best;
  const isBetter = (!tree.hasError || damage(tree.root) < damage(best.tree.root)) && !holdsFunctions(tree.root);
  (isBetter ? best.tree : tree).delete();
  return isBetter ? { tree, view: found.view, openFrom: found.from } : best;
}

function holdsFunctions(root: Node): boolean {
  return root.descendantsOfType('function_definition').some((node) => node.parent?.type === 'compound_statement');
}

function better(parser: CudaParser, best: ParsedView, view: SourceView, deadline: number | undefined): ParsedView {
  const tree = parser.parse(view.view, deadline);
  if (!tree) return best;
  const isBetter = !tree.hasError || damage(tree.root) < damage(best.tree.root);
  (isBetter ? best.tree : tree).delete();
  return isBetter ? { tree, view } : best;
}

/** Names (by offset in the file) of the macros whose expansion holds an error. */
function failedCalls(tree: SyntaxTree, { callAt }: Rebuildable): ReadonlySet<number> {
  const calls = new Set<number>();
  if (callAt) {
    visitErrors(tree.root, (node) => {
      const call = callAt(node.startIndex) ?? callAt(Math.max(node.startIndex, node.endIndex - 1));
      if (call) calls.add(call.nameStart);
      return true;
    });
  }
  return calls;
}

/** How much of a tree is not understood: characters in ERROR nodes, and one for each missing token. */
function damage(root: Node): number {
  let sum = 0;
  visitErrors(root, (node) => {
    sum += node.isMissing ? 1 : Math.max(1, node.endIndex - node.startIndex);
    return true;
  });
  return sum;
}

/** Calls `visit` for the ERROR and MISSING nodes in order, without going into ERROR nodes, until it returns false. */
function visitErrors(root: Node, visit: (node: Node) => boolean): void {
  if (!root.hasError) return;
  const cursor = root.walk();
  try {
    for (;;) {
      const node = cursor.currentNode;
      const found = node.isMissing || node.isError;
      if (found && !visit(node)) return;
      if (!found && node.hasError && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return;
    }
  } finally {
    cursor.delete();
  }
}

/** The first place that the grammar did not understand, as one problem for the file. */
export function syntaxProblems({ tree, view, openFrom }: ParsedView): readonly Problem[] {
  if (openFrom !== undefined) {
    const { line, column } = positionOf(view.text, view.toFile(openFrom));
    return [{ code: 'syntax', message: `The file ends before what begins in line ${line} is closed: facts that need the rest of it are unknown.`, line, column }];
  }
  let first: Node | undefined;
  if (tree.hasError) {
    visitErrors(tree.root, (node) => {
      first = node;
      return false;
    });
  }
  if (!first) return [];
  const { line, column } = positionOf(view.text, view.toFile(first.startIndex));
  const what = first.isMissing ? `a missing \`${first.type}\`` : quote(view.view.slice(first.startIndex, first.endIndex));
  return [{ code: 'syntax', message: `Line ${line}: ${what} is not understood; facts there are unknown.`, line, column }];
}

function quote(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ').trim();
  if (oneLine === '') return 'This';
  return `\`${oneLine.length > 40 ? `${oneLine.slice(0, 39)}…` : oneLine}\``;
}
