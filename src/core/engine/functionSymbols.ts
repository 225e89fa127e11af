/** The functions that a file defines, for outlines. */
import type { FunctionSymbol } from '../analyzer.js';
import type { FunctionDecl } from '../program/ir.js';
import type { Unit } from './units.js';
import { functionsOf } from './analyzeUnit.js';

export function functionSymbols(unit: Unit): FunctionSymbol[] {
  return functionsOf(unit).map((fn) => symbolOf(fn, unit)).sort((a, b) => a.line - b.line || a.nameLine - b.nameLine);
}

function symbolOf({ name, className, isKernel, span, nameSpan }: FunctionDecl, { lines }: Unit): FunctionSymbol {
  const place = lines.position(nameSpan.start);
  return {
    name: className === undefined ? name : `${className}::${name}`,
    isKernel,
    line: lines.position(span.start).line,
    endLine: lines.position(Math.max(span.start, span.end - 1)).line,
    nameLine: place.line,
    nameColumn: place.column,
    nameEndColumn: place.column + nameSpan.end - nameSpan.start,
  };
}
