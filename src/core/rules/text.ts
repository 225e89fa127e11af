/** Source text around a place, for fixes. */
import type { Edit, Fix } from '../schema.js';
import type { Expr, FunctionDecl, Span, Stmt } from '../program/ir.js';
import { childrenOf, walk } from '../program/walk.js';
import type { Place } from '../flow/peer.js';
import type { Locator } from '../sites/locate.js';

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text);
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The innermost statement that holds a place and could get an `if` in front. */
export function statementAt(fn: FunctionDecl, place: Place): Stmt | undefined {
  let found: Stmt | undefined;
  const body = fn.file === place.file ? fn.body() : undefined;
  if (body)
    walk(body.block, (node) => {
      if ((node.kind === 'expr' || node.kind === 'decl') && contains(node.span, place.span)) found = node;
    });
  return found;
}

type Call = Expr & { kind: 'call' };

/** By where the callee's name starts; of the bodies that were asked for. */
const calls = new WeakMap<Stmt, ReadonlyMap<number, Call>>();

/** The call whose callee's name is at a place. */
export function callAt(fn: FunctionDecl, place: Place): Call | undefined {
  const body = fn.file === place.file ? fn.body() : undefined;
  return body && callsIn(body.block).get(place.span.start);
}

function callsIn(block: Stmt): ReadonlyMap<number, Call> {
  const known = calls.get(block);
  if (known) return known;
  const found = new Map<number, Call>();
  walk(block, (node) => {
    if (node.kind !== 'call') return;
    const { callee } = node;
    const name = callee.kind === 'name' || callee.kind === 'member' ? callee.nameSpan : undefined;
    if (name) found.set(name.start, node);
  });
  calls.set(block, found);
  return found;
}

export function edit(locator: Locator, file: string, span: Span, newText: string): Edit {
  const lines = locator.lines(file);
  const start = lines.position(span.start);
  const end = lines.position(span.end);
  return { file, startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column, newText };
}

/** `if (p != nullptr)` in front of the statement that uses `p`. */
export function insertNullTest(locator: Locator, fn: FunctionDecl, use: Place, pointer: string, isInteger: boolean): Fix[] {
  const statement = statementAt(fn, use);
  if (statement?.kind !== 'expr' || !isIdentifier(pointer)) return [];
  const at = { start: statement.span.start, end: statement.span.start };
  return [{ title: `Test \`${pointer}\` for null first`, edits: [edit(locator, fn.file, at, `if (${pointer} != ${isInteger ? '0' : 'nullptr'}) `)] }];
}

/** The call goes into a variable of its own, which is tested. */
export function hoistAndTest(locator: Locator, fn: FunctionDecl, formed: Place): Fix[] {
  const call = callAt(fn, formed);
  const statement = statementAt(fn, formed);
  if (!call || statement?.kind !== 'expr') return [];
  const { text } = locator.lines(fn.file);
  const lineStart = text.lastIndexOf('\n', statement.span.start - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? '';
  const name = freshName(text);
  // Two statements where there was one need braces, unless they stand in a block.
  const [open, close] = isInBlock(fn, statement) ? ['', ''] : ['{ ', ' }'];
  const head = `${open}const auto ${name} = ${text.slice(call.span.start, call.span.end)};\n${indent}if (${name} != nullptr)\n${indent}    `;
  return [{
    title: `Keep the pointer in a variable and test it for null`,
    edits: [
      edit(locator, fn.file, { start: statement.span.start, end: statement.span.start }, head),
      edit(locator, fn.file, call.span, name),
      ...(close === '' ? [] : [edit(locator, fn.file, { start: statement.span.end, end: statement.span.end }, close)]),
    ],
  }];
}

function isInBlock(fn: FunctionDecl, statement: Stmt): boolean {
  let found = false;
  const body = fn.body();
  if (body)
    walk(body.block, (node) => {
      if (node.kind === 'block' && node.body.includes(statement)) found = true;
    });
  return found;
}

function freshName(text: string): string {
  for (let n = 0; ; n++) {
    const name = n === 0 ? 'peer_ptr' : `peer_ptr_${n}`;
    if (!new RegExp(`\\b${name}\\b`).test(text)) return name;
  }
}

/** Is every variable of the function's body that the text names declared at a place? Names from elsewhere are. */
export function areVisibleAt(fn: FunctionDecl, text: string, at: number): boolean {
  const wanted = new Set(text.match(/[A-Za-z_]\w*/g));
  const declared = new Set<string>();
  const visible = new Set<string>();
  const visit = (node: Expr | Stmt, isAround: boolean): void => {
    if (node.kind === 'decl')
      for (const { name, nameSpan } of node.declarators) {
        declared.add(name);
        if (isAround && nameSpan.end <= at) visible.add(name);
      }
    for (const child of childrenOf(node)) visit(child, isAround && (!SCOPES.has(node.kind) || contains(node.span, { start: at, end: at })));
  };
  const body = fn.body();
  if (body) visit(body.block, true);
  return [...wanted].every((name) => !declared.has(name) || visible.has(name));
}

const SCOPES: ReadonlySet<string> = new Set(['block', 'for', 'range-for', 'while', 'do', 'if', 'switch', 'lambda']);
