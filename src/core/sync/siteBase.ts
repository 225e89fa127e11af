/** Where a site of synchronisation is. */
import type { FunctionDecl } from '../program/ir.js';
import type { Place } from '../flow/peer.js';
import type { Site } from '../schema.js';
import { locate, type Locator } from '../sites/locate.js';

export function siteBase(fn: FunctionDecl, locator: Locator, place: Place): Pick<Site, 'file' | 'line' | 'column' | 'endColumn' | 'function' | 'isKernel'> {
  const at = locate(locator, place);
  return { file: at.file, line: at.line, column: at.column, endColumn: at.column + (place.span.end - place.span.start), function: fn.name, isKernel: fn.isKernel };
}
