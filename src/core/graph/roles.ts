/**
 * Warp roles: the outermost branches of a kernel whose condition compares the warp index. A value is a warp index when it
 * is computed from `threadIdx` divided by the warp size (PTX ISA "Special Registers", %tid), or is %warpid.
 */
import type { Expr, Span, Stmt } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Role } from '../schema.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { LineIndex } from '../sites/locate.js';

export interface RoleSpan extends Role {
  readonly span: Span;
}

/** Shorter branches are a step of a role, not a role. */
const MIN_LINES = 8;

export function findRoles(machines: readonly Machine[], lines: LineIndex): RoleSpan[] {
  const roles = new Map<number, RoleSpan>();
  for (const m of machines)
    for (const { stmt, condition } of m.branches) {
      if (stmt.isConstexpr || !mentionsWarp(condition)) continue;
      addRole(roles, m, stmt.then, stmt.condition, m.text(stmt.condition.span), lines);
      const { otherwise } = stmt;
      if (otherwise && otherwise.kind !== 'if') addRole(roles, m, otherwise, stmt.condition, `else (not ${m.text(stmt.condition.span)})`, lines);
    }
  const all = [...roles.values()].sort((a, b) => a.span.start - b.span.start);
  const outer = all.filter((role) => !all.some((other) => other !== role && other.span.start <= role.span.start && role.span.end <= other.span.end));
  return unique(outer);
}

function addRole(roles: Map<number, RoleSpan>, m: Machine, body: Stmt, condition: Expr, text: string, lines: LineIndex): void {
  const line = lines.position(body.span.start).line;
  const endLine = lines.position(body.span.end).line;
  if (endLine - line < MIN_LINES) return;
  roles.set(body.span.start, { name: nameOf(m, body, text), condition: text.replace(/\s+/g, ' '), line: lines.position(condition.span.start).line, endLine, span: body.span });
}

/** Two roles of one name are told apart by their lines. */
function unique(roles: readonly RoleSpan[]): RoleSpan[] {
  return roles.map((role) => (roles.some((other) => other !== role && other.name === role.name) ? { ...role, name: `${role.name} (${role.line})` } : role));
}

export function mentionsWarp(term: Term, depth = 8): boolean {
  if (term.op === 'apply' && term.name === '/' && term.args[1]?.op === 'int' && term.args[1].value === 32) return mentionsThread(term.args[0]);
  if (term.op === 'apply' && term.name === '>>' && term.args[1]?.op === 'int' && term.args[1].value === 5) return mentionsThread(term.args[0]);
  if (term.op === 'symbol' && term.origin === 'global' && /^(?:warpid|canonical_warp_idx(?:_sync)?)$/.test(term.name)) return true;
  return depth > 0 && argsOf(term).some((arg) => mentionsWarp(arg, depth - 1));
}

function mentionsThread(term: Term | undefined): boolean {
  if (!term) return false;
  if (term.op === 'symbol' && (term.name === 'threadIdx' || term.name === 'tid')) return true;
  return argsOf(term).some(mentionsThread);
}

/** What the code itself calls them: `kNumXxxWarps` in the condition, or `xxx_warp_idx` computed in the branch. */
function nameOf(m: Machine, body: Stmt, condition: string): string {
  // The warps behind a bound are not those that the bound counts.
  const behind = condition.startsWith('else') || />/.test(condition);
  const own = behind ? localWarpIndex(body) : undefined;
  if (own !== undefined) return `${title(own)} warps`;
  const comment = fromComment(m, body);
  const counts = [...condition.matchAll(/\bk?(?:Num|num_?)_?([A-Za-z0-9_]+?)_?[Ww]arps\b/g)].map((match) => match[1] ?? '');
  const last = counts.at(-1);
  if (behind || last === undefined || last === '') return comment ?? 'Other warps';
  const exact = /==/.test(condition);
  return exact ? (comment ?? `Warp after ${title(last)}`) : `${title(last)} warps`;
}

function localWarpIndex(body: Stmt): string | undefined {
  let found: string | undefined;
  walk(body, (node) => {
    if (found !== undefined || node.kind !== 'decl') return;
    for (const declarator of node.declarators) found ??= /^(?!global_|local_)([a-z0-9_]+?)_warp_i(?:dx|d|ndex)$/.exec(declarator.name)?.[1];
  });
  return found;
}

/** The first comment in the branch that speaks of a warp. */
function fromComment(m: Machine, body: Stmt): string | undefined {
  const head = m.text(body.span).slice(0, 600);
  for (const match of head.matchAll(/\/\/[ \t]*([^\n]+)/g)) {
    const text = (match[1] ?? '').trim();
    const named = /\b([A-Za-z][\w ]{0,24}?) role\b/i.exec(text.replace(/^[-=* ]+/, ''))?.[1];
    if (named !== undefined) return `${title(named)} role`;
    if (/\bwarps?\b/i.test(text) && text.length < 60) return text.replace(/[.:]$/, '');
  }
  return undefined;
}

function title(name: string): string {
  const words = name.replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase().trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

