/** Where a declaration stands, and what the walk over a file collects. */
import type { AliasDecl, ClassDecl, Field, FunctionDecl, Span, TemplateParam, VariableDecl } from '../ir.js';
import type { LowerContext } from './context.js';
import { nothing, type Lazy } from './lazy.js';
import type { TreeSource } from './treeSource.js';

export interface FileContext extends LowerContext {
  readonly path: string;
  readonly trees: TreeSource;
  /** In the file, of unknown macros that the parsed text leaves out. */
  readonly allGuesses: readonly Span[];
  /** Text of the file itself between two offsets of the parsed text, blanked macros included. */
  writtenText(start: number, end: number): string;
}

export interface Scope {
  /** Namespaces, then classes. */
  readonly path: readonly string[];
  /** The innermost class; undefined at namespace scope. */
  readonly className: string | undefined;
  /** Template parameters of the enclosing class. */
  readonly classTemplateParams: Lazy<readonly TemplateParam[]>;
  /** Of the `template <…>` heads directly before the declaration, outermost first. */
  readonly templates: readonly Lazy<readonly TemplateParam[]>[];
}

export const FILE_SCOPE: Scope = { path: [], className: undefined, classTemplateParams: nothing, templates: [] };

export interface Collected {
  /** Of a class: its methods. */
  readonly functions: FunctionDecl[];
  /** Functions of namespaces, wherever they are written: a class can define friends. */
  readonly freeFunctions: FunctionDecl[];
  readonly classes: ClassDecl[];
  readonly aliases: AliasDecl[];
  readonly variables: VariableDecl[];
  /** Of a class only. */
  readonly fields: Field[];
  /** Names of the namespaces that the file opens, to tell `ns::f` from `Class::f`. */
  readonly namespaces: Set<string>;
}
