/** Where a function is defined, for results. */
import type { FunctionDecl } from '../program/ir.js';
import type { Definition } from '../schema.js';
import { locate, type Locator } from '../sites/locate.js';

export function definitionOf(fn: FunctionDecl, locator: Locator): Definition {
  const lines = locator.lines(fn.file);
  const { line, column } = locate(locator, { file: fn.file, span: fn.nameSpan });
  return {
    name: fn.name, ...(fn.className === undefined ? {} : { owner: fn.className }), file: fn.file, line, column,
    firstLine: lines.position(fn.span.start).line, endLine: lines.position(Math.max(fn.span.start, fn.span.end - 1)).line,
  };
}
