/**
 * `// symscope-ignore[: code, …] reason`. Behind code it covers that statement's lines; on a line of its own the next
 * statement; as the first line of a file, followed by a blank line, the whole file.
 */
import type { FileDecls, Span } from '../program/ir.js';
import { walk } from '../program/walk.js';
import type { LineIndex } from '../sites/locate.js';
import type { Draft } from './rule.js';

interface Suppression {
  readonly span: Span;
  /** Empty: all codes. */
  readonly codes: readonly string[];
  readonly reason: string;
  readonly firstLine: number;
  readonly lastLine: number;
}

/** Stands for all rules. */
const ANY = '*';
const COMMENT = /\/\/[ \t]*symscope-ignore\b(:?)([^\r\n]*)/g;
const CODES = /^[ \t]*([a-z]+\.[a-z0-9-]+(?:[ \t]*,[ \t]*[a-z]+\.[a-z0-9-]+)*)/;

/** `isJudged`: could the rule have said something, so that its silence means something? */
export function applySuppressions(drafts: readonly Draft[], decls: FileDecls, lines: LineIndex, isJudged: (code: string) => boolean): Draft[] {
  if (!lines.text.includes('symscope-ignore')) return [...drafts];
  const suppressions = findSuppressions(decls, lines);
  const used = new Map<Suppression, Set<string>>();
  const kept = drafts.filter((draft) => {
    const { line } = lines.position(draft.place.span.start);
    const by = suppressions.find((s) => s.firstLine <= line && line <= s.lastLine && (s.codes.length === 0 || s.codes.includes(draft.rule)));
    if (by) used.set(by, (used.get(by) ?? new Set()).add(draft.rule));
    return !by;
  });
  for (const suppression of suppressions) {
    const place = { file: decls.path, span: suppression.span };
    const unused = suppression.codes.filter((code) => isJudged(code) && !used.get(suppression)?.has(code));
    const isIdle = suppression.codes.length === 0 && !used.has(suppression) && isJudged(ANY);
    if (isIdle || unused.length > 0)
      kept.push({ rule: 'suppression.unused', place, message: `This suppression${unused.length > 0 ? ` of ${unused.join(', ')}` : ''} suppresses nothing: remove it.`, path: [] });
    if (suppression.reason === '')
      kept.push({ rule: 'suppression.no-reason', place, message: 'Say why the finding does not apply: `// symscope-ignore: code reason`.', path: [] });
  }
  return kept;
}

function findSuppressions(decls: FileDecls, lines: LineIndex): Suppression[] {
  const { text } = lines;
  const found: Suppression[] = [];
  for (const match of text.matchAll(COMMENT)) {
    const start = match.index + match[0].indexOf('symscope-ignore');
    const span = { start, end: match.index + match[0].trimEnd().length };
    if (inLiteral(text, span.start)) continue;
    const rest = match[2] ?? '';
    const codes = match[1] === ':' ? (CODES.exec(rest)?.[1] ?? '') : '';
    const reason = rest.slice(codes === '' ? 0 : rest.indexOf(codes) + codes.length).trim();
    const { line } = lines.position(span.start);
    const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
    const alone = text.slice(lineStart, match.index).trim() === '';
    const [firstLine, lastLine] = alone && line === 1 && /^\r?\n[ \t]*\r?\n/.test(text.slice(span.end)) ? [1, Infinity]
      : alone ? statementFrom(decls, lines, nextCode(text, span.end))
      : statementOn(decls, lines, line);
    found.push({ span, codes: codes === '' ? [] : codes.split(',').map((code) => code.trim()), reason, firstLine, lastLine });
  }
  return found;
}

/** An odd number of quotes before it on the line: the text stands in a string. */
function inLiteral(text: string, offset: number): boolean {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/\\./g, '');
  return (before.split('"').length - 1) % 2 === 1;
}

/** The next line that is neither blank nor a comment of its own. */
function nextCode(text: string, offset: number): number {
  const skip = /(?:[ \t\r\n]|\/\/[^\n]*)*/y;
  skip.lastIndex = offset;
  const match = skip.exec(text);
  return offset + (match?.[0].length ?? 0);
}

function statementFrom(decls: FileDecls, lines: LineIndex, offset: number): readonly [number, number] {
  const { line } = lines.position(offset);
  let end = offset;
  for (const span of statementSpans(decls, offset)) if (lines.position(span.start).line === line) end = Math.max(end, span.end);
  return [line, Math.max(line, lines.position(end).line)];
}

function statementOn(decls: FileDecls, lines: LineIndex, line: number): readonly [number, number] {
  for (const fn of [...decls.functions, ...decls.classes.flatMap((cls) => cls.methods)]) {
    if (!fn.bodySpan || lines.position(fn.bodySpan.start).line > line || lines.position(fn.bodySpan.end).line < line) continue;
    let range: readonly [number, number] = [line, line];
    const body = fn.body();
    if (body)
      walk(body.block, (node) => {
        if (node.kind !== 'expr' && node.kind !== 'decl' && node.kind !== 'return' && node.kind !== 'asm') return;
        const [first, last] = [lines.position(node.span.start).line, lines.position(node.span.end).line];
        if (first <= line && line <= last) range = [first, last];
      });
    return range;
  }
  return [line, line];
}

function statementSpans(decls: FileDecls, offset: number): Span[] {
  const spans: Span[] = [];
  for (const fn of [...decls.functions, ...decls.classes.flatMap((cls) => cls.methods)]) {
    if (!fn.bodySpan || offset < fn.bodySpan.start || offset > fn.bodySpan.end) continue;
    const body = fn.body();
    if (body)
      walk(body.block, (node) => {
        if (node.kind === 'expr' || node.kind === 'decl' || node.kind === 'asm' || node.kind === 'return' || node.kind === 'if' || node.kind === 'for' || node.kind === 'while') spans.push(node.span);
      });
  }
  return spans;
}
