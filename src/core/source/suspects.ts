/**
 * Misreadings that carry no ERROR node. Behind an unknown macro `M(x) if (p) { … }` parses as a function named `if`, and `M return;` as a
 * variable named `return`: a guard or an exit vanishes without a trace. Whoever asks for facts in such a block must get "unknown".
 */
import type { Span } from '../program/ir.js';
import type { Node, SyntaxTree } from './parser.js';
import { wordStart } from './rewriter.js';
import type { SourceView } from './sourceView.js';

const KEYWORD = /\b(?:if|for|while|switch|return|do|else|break|continue|goto|case)\b/g;

/** How far back a line comment is looked for. */
const LONG_LINE = 400;

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
 * Keywords that the tree holds as identifiers. Only those behind a name, where a type could stand, are looked up in the tree: anywhere else
 * a misread keyword leaves an error.
 */
function misread(tree: SyntaxTree, text: string): readonly number[] {
  const found: number[] = [];
  for (KEYWORD.lastIndex = 0; KEYWORD.test(text); ) {
    const end = KEYWORD.lastIndex;
    const at = wordStart(text, end);
    if (!followsName(text, at)) continue;
    const node = tree.root.descendantForIndex(at, end);
    if (node !== null && (node.type === 'identifier' || node.type === 'type_identifier' || node.type === 'field_identifier')) found.push(at);
  }
  return found;
}

function followsName(text: string, at: number): boolean {
  let i = at - 1;
  for (;;) {
    while (i >= 0 && text.charCodeAt(i) <= 32) i--;
    const lineStart = Math.max(0, i - LONG_LINE) + text.slice(Math.max(0, i - LONG_LINE), i).lastIndexOf('\n') + 1;
    const comment = text.slice(lineStart, i + 1).indexOf('//');
    if (comment < 0) break;
    i = lineStart + comment - 1;
  }
  if (i < 0 || !/[\w>*&]/.test(text.charAt(i))) return false;
  return !/\b(?:else|do|goto)$/.test(text.slice(Math.max(0, i - 5), i + 1));
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
