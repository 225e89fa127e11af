/** String expressions: one literal, adjacent literals, and object-like macros between them. */
import { namedChildren, textOf, type LowerContext } from './context.js';
import { stringContents } from './literals.js';
import type { Syntax } from './snapshot.js';

/** Undefined if a piece is not known. */
export function stringValue(c: LowerContext, node: Syntax): string | undefined {
  switch (node.type) {
    case 'string_literal':
    case 'raw_string_literal':
      return stringContents(textOf(c, node));
    case 'identifier':
      return c.stringMacro(textOf(c, node));
    case 'concatenated_string': {
      let joined = '';
      for (const piece of namedChildren(node)) {
        const value = c.isPlaceholder(piece.start, piece.end) ? undefined : stringValue(c, piece);
        if (value === undefined) return undefined;
        joined += value;
      }
      return joined;
    }
    default:
      return undefined;
  }
}
