/** A file as the operators see it: the tree of its source view, with places that are offsets of the file's own text. */
import { parseView } from '../../src/core/source/parseView.js';
import type { CudaParser, Node } from '../../src/core/source/parser.js';
import { createSourceWorkspace } from '../../src/core/source/workspace.js';
import { rankBarriersIn, wrappersIn } from './wrappers.js';

export type { Node } from '../../src/core/source/parser.js';

/** Offsets of the file's text, in UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Code {
  readonly path: string;
  readonly text: string;
  readonly root: Node;
  /** Functions of the workspace that are one instruction, and those that join ranks. */
  readonly wrappers: ReadonlyMap<string, string>;
  readonly rankBarriers: ReadonlySet<string>;
  /** Where a node stands in the file; undefined for what only a macro's body holds. */
  place(node: Node): { readonly start: number; readonly end: number } | undefined;
  dispose(): void;
}

/** `texts`: all files that the includes may mean. */
export function parseCode(parser: CudaParser, path: string, texts: ReadonlyMap<string, string>): Code {
  const view = createSourceWorkspace({ text: (file) => texts.get(file), paths: () => [...texts.keys()] }, {}).view(path);
  const parsed = view && parseView(parser, view);
  if (!parsed) throw new Error(`${path}: not parsed`);
  return {
    path, text: parsed.view.text, root: parsed.tree.root, wrappers: wrappersIn(texts.values()), rankBarriers: rankBarriersIn(texts.values()),
    place: (node) => {
      const isOwn = !parsed.view.isSynthetic(node.startIndex) && !parsed.view.isSynthetic(node.endIndex - 1);
      return isOwn ? parsed.view.spanToFile(node.startIndex, node.endIndex) : undefined;
    },
    dispose: () => {
      parsed.tree.delete();
    },
  };
}

/** Everything keeps its line: what is taken out leaves its line ends. Edits do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { start, end, text: given } of edits.toSorted((a, b) => b.start - a.start)) {
    const lines = (part: string): number => part.split('\n').length - 1;
    const missing = Math.max(0, lines(text.slice(start, end)) - lines(given));
    result = result.slice(0, start) + given + '\n'.repeat(missing) + result.slice(end);
  }
  return result;
}

export interface Call {
  readonly node: Node;
  /** Without qualifiers, object and template arguments. */
  readonly name: string;
  /** `mini::ptx::`, `gin.`; empty for a bare name. */
  readonly prefix: string;
  /** Between the angle brackets; undefined: there are none. */
  readonly templateArgs: string | undefined;
  readonly args: readonly Node[];
  /** The statement that is this call and nothing else. */
  readonly statement: Node | undefined;
}

/** Calls in source order, an outer one before those in its arguments. */
export function callsIn(node: Node): readonly Call[] {
  return of(node, 'call_expression').flatMap((call) => readCall(call) ?? []);
}

export function readCall(node: Node): Call | undefined {
  const callee = node.childForFieldName('function');
  const match = callee && /^(?<prefix>(?:.*(?:::|\.|->))?)(?:template\s+)?(?<name>\w+)\s*(?:<(?<template>[^()]*)>)?$/su.exec(callee.text);
  if (!match?.groups) return undefined;
  const { prefix = '', name = '', template } = match.groups;
  const statement = node.parent?.type === 'expression_statement' ? node.parent : undefined;
  return { node, name, prefix, templateArgs: template, args: node.childForFieldName('arguments')?.namedChildren.filter(isNoComment) ?? [], statement };
}

export function of(node: Node, ...types: readonly string[]): readonly Node[] {
  return node.descendantsOfType([...types]);
}

export const isNoComment = ({ type }: Node): boolean => type !== 'comment';

export function ancestors(node: Node): readonly Node[] {
  const found: Node[] = [];
  for (let at = node.parent; at; at = at.parent) found.push(at);
  return found;
}

export const contains = (outer: Node, inner: Node): boolean => outer.startIndex <= inner.startIndex && inner.endIndex <= outer.endIndex;

export const same = (a: Node, b: Node): boolean => a.id === b.id;

/** The nearest function definition around. */
export function functionOf(node: Node): Node | undefined {
  return ancestors(node).find(({ type }) => type === 'function_definition');
}

export const functionsOf = ({ root }: Code): readonly Node[] => of(root, 'function_definition');

export const bodyOf = (fn: Node): Node | undefined => fn.childForFieldName('body') ?? undefined;

export const isKernel = (fn: Node): boolean => /\b__global__\b/u.test(fn.text.slice(0, fn.text.indexOf('{')));

/** By another function of the same file. */
export function isLaunched(code: Code, kernel: Node): boolean {
  const name = of(kernel.childForFieldName('declarator') ?? kernel, 'identifier')[0]?.text ?? '';
  return functionsOf(code).some((other) => other.id !== kernel.id && new RegExp(`\\b${name}\\s*<<<`, 'u').test(other.text));
}

export const mentions = (node: Node, name: string): boolean => of(node, 'identifier', 'field_identifier').some(({ text }) => text === name);

/** The name that a declarator declares. */
export function declaredName(declarator: Node): string | undefined {
  return of(declarator, 'identifier')[0]?.text;
}

export interface Variable {
  readonly name: string;
  readonly type: string;
  readonly value: Node;
  /** The whole declaration. */
  readonly declaration: Node;
}

/** Local variables with an initialiser, also those of conditions and loops. */
export function variablesOf(fn: Node): readonly Variable[] {
  return of(fn, 'init_declarator', 'condition_clause', 'declaration').flatMap((node) => {
    const declarator = node.childForFieldName('declarator');
    const value = node.childForFieldName('value');
    const name = declarator && node.type !== 'condition_clause' ? declaredName(declarator) : undefined;
    const declaration = node.type === 'declaration' ? node : node.parent;
    if (!value || name === undefined || !declaration) return [];
    const type = declaration.text.slice(0, Math.max(0, (declarator?.startIndex ?? 0) - declaration.startIndex));
    const stars = declarator?.text.startsWith('*') ? '*' : '';
    return [{ name, type: `${type.trim()}${stars}`, value, declaration }];
  });
}

export const isParameter = (fn: Node, { type, text }: Node): boolean =>
  type === 'identifier' && of(fn.childForFieldName('declarator') ?? fn, 'parameter_declaration').some((parameter) => declaredName(parameter.childForFieldName('declarator') ?? parameter) === text);
