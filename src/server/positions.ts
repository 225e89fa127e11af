/** The result schema counts from 1, LSP from 0; both count columns in UTF-16 units. */
import type { Location as LspLocation, Position, Range } from 'vscode-languageserver';
import type { Location } from '../core/schema.js';
import type { PathMap } from './workspace/pathMap.js';

export function toPosition(line: number, column: number): Position {
  return { line: Math.max(0, line - 1), character: Math.max(0, column - 1) };
}

export function toRange(place: { readonly line: number; readonly column: number; readonly endLine?: number; readonly endColumn?: number }): Range {
  const start = toPosition(place.line, place.column);
  return { start, end: place.endColumn === undefined ? start : toPosition(place.endLine ?? place.line, place.endColumn) };
}

/** A place without an end becomes the rest of the word: clients underline at least that. */
export function toLocation(paths: PathMap, place: Location): LspLocation {
  return { uri: paths.toUri(place.file), range: toRange(place) };
}
