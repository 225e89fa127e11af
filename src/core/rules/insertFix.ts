/** Fixes that put a statement behind or before another one. */
import type { Edit } from '../schema.js';
import type { Expr, FunctionDecl, Span, Stmt } from '../program/ir.js';
import { childrenOf } from '../program/walk.js';
import type { Place } from '../flow/peer.js';
import type { Locator } from '../sites/locate.js';
import { edit } from './text.js';

interface Found {
  readonly stmt: Stmt;
  readonly inBlock: boolean;
}

const STATEMENTS: ReadonlySet<string> = new Set(['expr', 'asm', 'for', 'range-for', 'while', 'do']);

/** The innermost of the wanted statements that hold a place. */
function statementAround(fn: FunctionDecl, place: Place, isWanted: (stmt: Stmt) => boolean): Found | undefined {
  const body = fn.file === place.file ? fn.body() : undefined;
  if (!body) return undefined;
  let found: Found | undefined;
  const descend = (node: Expr | Stmt, inBlock: boolean): void => {
    if (node.span.start > place.span.start || node.span.end < place.span.end) return;
    if (STATEMENTS.has(node.kind) && isWanted(node as Stmt)) found = { stmt: node as Stmt, inBlock };
    for (const child of childrenOf(node)) descend(child, node.kind === 'block');
  };
  for (const child of body.block.body) descend(child, true);
  return found;
}

/** Behind the statement, outside the loops given (places of their statements); none where the statement is not written out. */
export function insertAfter(locator: Locator, fn: FunctionDecl, place: Place, code: readonly string[], outOf: readonly Place[] = []): Edit[] {
  const loops = new Set(outOf.filter(({ file }) => file === fn.file).map(({ span }) => span.start));
  const loop = outermost(fn, place, loops);
  const found = loop ?? statementAround(fn, place, ({ kind }) => kind === 'expr' || kind === 'asm');
  if (!found || !isWrittenOut(locator, fn, found.stmt)) return [];
  const { stmt, inBlock } = found;
  const end = { start: stmt.span.end, end: stmt.span.end };
  if (inBlock) return [edit(locator, fn.file, end, code.map((line) => `\n${indentOf(locator, fn, stmt.span)}${line}`).join(''))];
  return [edit(locator, fn.file, { start: stmt.span.start, end: stmt.span.start }, '{ '), edit(locator, fn.file, end, `${code.map((line) => ` ${line}`).join('')} }`)];
}

function outermost(fn: FunctionDecl, place: Place, loops: ReadonlySet<number>): Found | undefined {
  for (const start of [...loops].sort((a, b) => a - b)) {
    const loop = statementAround(fn, place, (stmt) => stmt.span.start === start && /^(?:for|range-for|while|do)$/.test(stmt.kind));
    if (loop) return loop;
  }
  return undefined;
}

/** A statement that a macro made ends with something else. */
function isWrittenOut(locator: Locator, fn: FunctionDecl, { span }: Stmt): boolean {
  return /[;}]$/.test(locator.lines(fn.file).text.slice(span.start, span.end));
}

export function indentOf(locator: Locator, fn: FunctionDecl, span: Span): string {
  const { text } = locator.lines(fn.file);
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', span.start - 1) + 1))?.[0] ?? '';
}
