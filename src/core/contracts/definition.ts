/** Where a function is defined, for results. */
import type { FunctionDecl } from '../program/ir.js';
import { locate, type Locator } from '../sites/locate.js';

export interface Definition {
  readonly name: string;
  readonly owner?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly firstLine: number;
  readonly endLine: number;
}

export function definitionOf(fn: FunctionDecl, locator: Locator): Definition {
  const lines = locator.lines(fn.file);
  const { line, column } = locate(locator, { file: fn.file, span: fn.nameSpan });
  return {
    name: fn.name, ...(fn.className === undefined ? {} : { owner: fn.className }), file: fn.file, line, column,
    firstLine: lines.position(fn.span.start).line, endLine: lines.position(Math.max(fn.span.start, fn.span.end - 1)).line,
  };
}
