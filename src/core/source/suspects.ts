/**
 * Misreadings that carry no ERROR node. Behind an unknown macro `M(x) if (p) { … }` parses as a function named `if`, and `M return;` as a
 * variable named `return`: a guard or an exit vanishes without a trace. Whoever asks for facts in such a block must get "unknown".
 */
import type { Span } from '../program/ir.js';
import type { Node, SyntaxTree } from './parser.js';
import type { SourceView } from './sourceView.js';

const KEYWORD = /\b(?:if|for|while|switch|return|do|else|break|continue|goto|case|default)\b/g;

/** Spans (in the file) of the innermost blocks around misread statements, and around unknown macros that the view leaves out. */
export function findSuspects(tree: SyntaxTree, view: SourceView): readonly Span[] {
  const blocks = new Map<number, Span>();
  const add = (node: Node | null): void => {
    for (let at = node; at; at = at.parent) {
      if (at.type !== 'compound_statement' && at.parent) continue;
      blocks.set(at.startIndex, view.spanToFile(at.startIndex, at.endIndex));
      return;
    }
  };
  for (const offset of misread(tree, view.view)) add(enclosing(tree.root.descendantForIndex(offset)));
  for (const guess of view.guesses) {
    const offset = viewOffset(view, guess.start);
    add(tree.root.descendantForIndex(offset));
  }
  return [...blocks.values()];
}

/** A function is suspect together with the block that it stands in, not only with its own body. */
function enclosing(node: Node | null): Node | null {
  for (let at = node; at; at = at.parent) {
    if (at.type === 'function_definition' || at.type === 'declaration') return at.parent;
  }
  return node;
}

/**
 * Keywords that the tree holds as identifiers. Only places where the text allows it are looked up in the tree: directly before a keyword
 * read as a keyword there is the end of a statement, a label, a condition, or `else` and `do`.
 */
function misread(tree: SyntaxTree, text: string): readonly number[] {
  const found: number[] = [];
  for (const match of text.matchAll(KEYWORD)) {
    const at = match.index;
    if (startsStatement(text, at)) continue;
    const node = tree.root.descendantForIndex(at, at + match[0].length);
    if (node !== null && (node.type === 'identifier' || node.type === 'type_identifier' || node.type === 'field_identifier')) found.push(at);
  }
  return found;
}

function startsStatement(text: string, at: number): boolean {
  let i = at - 1;
  while (i >= 0 && text.charCodeAt(i) <= 32) i--;
  const c = text.charAt(i);
  if (c === '' || c === ';' || c === '{' || c === '}' || c === ':') return true;
  return c === 'e' && /\belse$/.test(text.slice(Math.max(0, i - 5), i + 1));
}

/** File offset -> view offset: the first one that maps to it or past it. */
function viewOffset(view: SourceView, offset: number): number {
  if (!view.expanded) return offset;
  let best = 0;
  // Offsets in the view follow the file's order except inside expansions, so a coarse search and a short walk find the place.
  for (let step = view.view.length >> 1; step > 0; step >>= 1) {
    while (best + step < view.view.length && view.toFile(best + step) < offset) best += step;
  }
  return best;
}
