/** An operator seeds one kind of fault, at every place of a file where it is one. */
import type { RuleCode } from '../../src/core/rules/table.js';
import type { Code, Edit, Node } from './code.js';

/** One mutant; empty: the place is in a macro's body, so there is none. */
export type Change = readonly Edit[];

export interface Operator {
  readonly name: string;
  /** The rule that must speak of every mutant. */
  readonly rule: RuleCode;
  readonly changes: (code: Code) => readonly Change[];
}

export function replace(code: Code, node: Node, text: string): Change {
  const place = code.place(node);
  return place ? [{ ...place, text }] : [];
}

/** Leaves an empty statement, which may be the body of an `if`. */
export const drop = (code: Code, statement: Node): Change => replace(code, statement, ';');

export function wrap(code: Code, node: Node, before: string, after: string): Change {
  const place = code.place(node);
  return place ? [{ start: place.start, end: place.start, text: before }, { start: place.end, end: place.end, text: after }] : [];
}

/** All of them or nothing. */
export const together = (...changes: readonly Change[]): Change => (changes.every(({ length }) => length > 0) ? changes.flat() : []);

/** Behind the opening brace of a body. */
export function atStart(code: Code, body: Node, text: string): Change {
  const place = code.place(body);
  return place ? [{ start: place.start + 1, end: place.start + 1, text: ` ${text}` }] : [];
}
