/** What every lowering function needs: the parsed text, the way back to file offsets, and two counters. */
import type { Expr, Span } from '../ir.js';
import type { Syntax } from './snapshot.js';

export interface LowerContext {
  /** The text that was parsed; node offsets index it. */
  readonly text: string;
  /** Span in the file's own text. */
  span(start: number, end: number): Span;
  /** The string that an object-like macro stands for, if it is known. */
  stringMacro(name: string): string | undefined;
  /** The text there stands in for something else in the file, which nobody knows. */
  isPlaceholder(start: number, end: number): boolean;
  /** Offsets in the file of unknown macros that the parsed text leaves out; blocks take theirs away. */
  guesses: number[];
  /** A control keyword was met as a name since the innermost block began: the parser misread something there. */
  misread: boolean;
  /** What stands for a node that was misread, while what is around it is lowered. */
  readonly replaced: Map<Syntax, Expr>;
  /** Nesting of expressions and statements, to stop before the call stack does. */
  depth: number;
}

/** Deeper code than this is `unknown`. Hand-written code stays below 100. */
export const MAX_DEPTH = 400;

const CONTROL_KEYWORDS: ReadonlySet<string> = new Set([
  'if', 'else', 'for', 'while', 'do', 'switch', 'case', 'default', 'return', 'break', 'continue', 'goto', 'asm', 'try', 'catch',
]);
const LONGEST_KEYWORD = 8;

export const textOf = (c: LowerContext, node: Syntax): string => c.text.slice(node.start, node.end);

export const spanOf = (c: LowerContext, node: Syntax): Span => c.span(node.start, node.end);

/** Text of an identifier. A control keyword here means that the parser read an unknown macro as a type. */
export function identifier(c: LowerContext, node: Syntax): string {
  const name = c.text.slice(node.start, node.end);
  if (name.length <= LONGEST_KEYWORD && CONTROL_KEYWORDS.has(name)) c.misread = true;
  return name;
}

export const unknownExpr = (c: LowerContext, node: Syntax): Expr => ({ kind: 'unknown', span: spanOf(c, node), text: textOf(c, node) });

export function childOfType(node: Syntax, type: string): Syntax | undefined {
  for (const child of node.children) if (child.type === type) return child;
  return undefined;
}

export function childInField(node: Syntax, field: string): Syntax | undefined {
  for (const child of node.children) if (child.field === field) return child;
  return undefined;
}

export const namedChildren = (node: Syntax): readonly Syntax[] => node.children.filter((child) => child.named);

export function firstNamed(node: Syntax): Syntax | undefined {
  for (const child of node.children) if (child.named) return child;
  return undefined;
}

/** Whether one of a declaration's modifiers is this word, e.g. `static`. */
export function hasModifier(c: LowerContext, node: Syntax, word: string): boolean {
  for (const child of node.children) {
    if (child.end - child.start === word.length && isModifier(child) && c.text.startsWith(word, child.start)) return true;
  }
  return false;
}

export function hasToken(node: Syntax, token: string): boolean {
  for (const child of node.children) if (!child.named && child.type === token) return true;
  return false;
}

/** White space between the words of a piece of code made one blank. */
export const oneLine = (text: string): string => (/\s/.test(text) ? text.replace(/\s+/g, ' ') : text);

const MODIFIERS: ReadonlySet<string> = new Set([
  'type_qualifier', 'storage_class_specifier', 'attribute_declaration', 'attribute_specifier', 'alignas_qualifier',
]);

/** `int`, `unsigned long` and the like: never a value. */
export const isKeywordType = (node: Syntax): boolean => node.type === 'primitive_type' || node.type === 'sized_type_specifier';

export const isModifier = (node: Syntax): boolean => MODIFIERS.has(node.type);
