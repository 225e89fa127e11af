/**
 * Warp roles: the outermost branches of a kernel whose condition compares the warp index. A value is a warp index when it
 * is computed from `threadIdx` divided by the warp size (PTX ISA "Special Registers", %tid), or is %warpid.
 */
import type { IfStmt, Span, Stmt } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { Role } from '../schema.js';
import type { Machine } from '../flow/machine.js';
import { argsOf, type Term } from '../flow/terms.js';
import type { LineIndex } from '../sites/locate.js';

export interface RoleSpan extends Role {
  readonly span: Span;
}

/** Shorter branches are a step of a role, not a role, unless they stand beside one or name one warp. */
const MIN_LINES = 8;
/** A branch for one warp of fewer lines is a statement. */
const MIN_LINES_OF_ONE = 3;

export function findRoles(machines: readonly Machine[], lines: LineIndex): RoleSpan[] {
  const found = new Map<number, Candidate>();
  for (const m of machines)
    for (const { stmt, condition } of m.branches) if (!stmt.isConstexpr && mentionsWarp(condition)) addArms(found, m, stmt, condition, lines);
  const all = [...found.values()].sort((a, b) => a.span.start - b.span.start);
  const long = new Set(all.filter((role) => role.isLong).map(({ chain }) => chain));
  const kept = all.filter((role) => role.isLong || long.has(role.chain) || role.isOneWarp);
  const outer = kept.filter((role) => !all.some((other) => other !== role && other.span.start <= role.span.start && role.span.end <= other.span.end));
  return unique(outer);
}

interface Candidate extends RoleSpan {
  /** Where the `if … else if …` that it is an arm of ends. */
  readonly chain: number;
  readonly isLong: boolean;
  readonly isOneWarp: boolean;
}

function addArms(found: Map<number, Candidate>, m: Machine, stmt: IfStmt, condition: Term, lines: LineIndex): void {
  const text = m.text(stmt.condition.span);
  const { otherwise } = stmt;
  const line = lines.position(stmt.condition.span.start).line;
  addRole(stmt.then, line, text, oneWarp(condition));
  if (otherwise && otherwise.kind !== 'if') addRole(otherwise, lines.position(otherwise.span.start).line, `else (not ${text})`, undefined);

  function addRole(body: Stmt, first: number, words: string, warp: Term | undefined): void {
    const length = lines.position(body.span.end).line - lines.position(body.span.start).line;
    const last = lines.position(body.span.end).line;
    // A brace that closes this arm and opens the next belongs to the next.
    const endLine = body === stmt.then && otherwise && lines.position(otherwise.span.start).line === last ? last - 1 : last;
    found.set(body.span.start, {
      name: nameOf(m, body, words, warp), condition: words.replace(/\s+/g, ' '), line: first, endLine, span: body.span,
      chain: stmt.span.end, isLong: length >= MIN_LINES, isOneWarp: warp !== undefined && length >= MIN_LINES_OF_ONE,
    });
  }
}

/** `warp_idx == 0`, also for one of its lanes: the warp's number. */
function oneWarp(condition: Term): Term | undefined {
  if (condition.op === 'and') return condition.args.map(oneWarp).find((warp) => warp !== undefined);
  return condition.op === 'eq' && condition.args.some(isWarpIndex) ? condition.args.find((arg) => !isWarpIndex(arg)) : undefined;
}

/** Two roles of one name are told apart by their lines. */
function unique(roles: readonly RoleSpan[]): RoleSpan[] {
  return roles.map((role) => (roles.some((other) => other !== role && other.name === role.name) ? { ...role, name: `${role.name} (${role.line})` } : role));
}

function isWarpIndex(term: Term): boolean {
  if (term.op === 'apply' && term.name === '/' && term.args[1]?.op === 'int' && term.args[1].value === 32) return mentionsThread(term.args[0]);
  if (term.op === 'apply' && term.name === '>>' && term.args[1]?.op === 'int' && term.args[1].value === 5) return mentionsThread(term.args[0]);
  return term.op === 'symbol' && term.origin === 'global' && /^(?:warpid|canonical_warp_idx(?:_sync)?)$/.test(term.name);
}

export function mentionsWarp(term: Term, depth = 8): boolean {
  if (isWarpIndex(term)) return true;
  return depth > 0 && argsOf(term).some((arg) => mentionsWarp(arg, depth - 1));
}

function mentionsThread(term: Term | undefined): boolean {
  if (!term) return false;
  if (term.op === 'symbol' && (term.name === 'threadIdx' || term.name === 'tid')) return true;
  return argsOf(term).some(mentionsThread);
}

/** What the code itself calls them: `WarpRole::kXxx` or `kNumXxxWarps` in the condition, or `xxx_warp_idx` computed in the branch. */
function nameOf(m: Machine, body: Stmt, condition: string, warp: Term | undefined): string {
  // The warps behind a bound are not those that the bound counts.
  const behind = condition.startsWith('else') || />/.test(condition);
  const own = behind ? localWarpIndex(body) : undefined;
  if (own !== undefined) return `${title(own)} warps`;
  const role = behind ? undefined : enumerator(condition);
  if (role !== undefined) return `${spelled(role)} warps`;
  const comment = fromComment(m, body);
  if (warp?.op === 'int') return comment ?? `Warp ${warp.value}${purpose(m, body)}`;
  const counts = [...condition.matchAll(/\bk?(?:Num|num_?)_?([A-Za-z0-9_]+?)_?[Ww]arps\b/g)].map((match) => match[1] ?? '');
  const last = counts.at(-1);
  // The number of all warps (`num_warps`) names none of them.
  if (behind || last === undefined || !/[A-Za-z]/.test(last)) return comment ?? 'Other warps';
  const exact = /==/.test(condition);
  return exact ? (comment ?? `Warp after ${title(last)}`) : `${title(last)} warps`;
}

/** The one enumerator that the condition asks for, whatever else it asks. */
function enumerator(condition: string): string | undefined {
  if (/\|\||\bor\b/.test(condition)) return undefined;
  const asked = condition.split(/&&|\band\b/).filter((part) => !/!|\bnot\b/.test(part));
  const [first, ...others] = asked.flatMap((part) => /==\s*(?:\w+::)+([A-Za-z]\w*)\s*\)*\s*$/.exec(part)?.[1] ?? []);
  return others.length > 0 ? undefined : first;
}

/** `kRDMASender` as `RDMA sender`: abbreviations stay as they are. */
function spelled(name: string): string {
  const words = name.replace(/^k(?=[A-Z])/, '').replace(/_/g, ' ').replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2').trim().split(' ');
  return words.map((word, i) => (i > 0 && /^[A-Z][a-z]*$/.test(word) && word.length > 1 ? word.toLowerCase() : word)).join(' ').replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

function localWarpIndex(body: Stmt): string | undefined {
  let found: string | undefined;
  walk(body, (node) => {
    if (found !== undefined || node.kind !== 'decl') return;
    for (const declarator of node.declarators) found ??= /^(?!global_|local_|sub_)([a-z0-9_]+?)_warp_i(?:dx|d|ndex)$/.exec(declarator.name)?.[1];
  });
  return found;
}

/** The comment that the branch begins with. */
function purpose(m: Machine, body: Stmt): string {
  const text = /^\{?\s*\/\/[ \t]*([^\n]{1,40})(?:\n|$)/.exec(m.world.textOf(m.file, body.span))?.[1]?.trim().replace(/[.:]$/, '');
  return text === undefined || !/^[A-Z][a-z]/.test(text) ? '' : `: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** The first comment in the branch that speaks of a warp. */
function fromComment(m: Machine, body: Stmt): string | undefined {
  const head = m.world.textOf(m.file, body.span).slice(0, 600);
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

