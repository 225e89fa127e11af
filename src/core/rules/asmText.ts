/** The text of an asm statement, for fixes. */
import type { AsmStmt } from '../program/ir.js';
import type { Fix } from '../schema.js';
import type { Locator } from '../sites/locate.js';
import { edit } from './text.js';

interface AsmParts {
  readonly locator: Locator;
  readonly file: string;
  /** Offset behind the keyword `asm` in the file. */
  readonly open: number;
  /** Offset of the closing parenthesis. */
  readonly close: number;
  /** Colons that separate the sections so far; `::` counts twice. */
  readonly colons: number;
  readonly hasClobbers: boolean;
}

/** Undefined where the statement is not written out as it is lowered (a macro). */
export function asmParts(locator: Locator, file: string, stmt: AsmStmt): AsmParts | undefined {
  const { text } = locator.lines(file);
  const source = text.slice(stmt.span.start, stmt.span.end);
  const keyword = /^(?:asm|__asm__|__asm)\b/.exec(source)?.[0];
  if (keyword === undefined) return undefined;
  const bare = source.replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (hidden) => ' '.repeat(hidden.length));
  let depth = 0;
  let colons = 0;
  for (const { 0: char, index } of bare.matchAll(/[():]/g)) {
    if (char === '(') depth++;
    else if (char === ':') colons += depth === 1 ? 1 : 0;
    else if (--depth === 0) return { locator, file, open: stmt.span.start + keyword.length, close: stmt.span.start + index, colons, hasClobbers: stmt.clobbers.length > 0 };
  }
  return undefined;
}

/** Adds `volatile` behind the keyword, and the clobber; one fix, since each alone leaves the finding. */
export function asmFix(parts: AsmParts | undefined, isMissing: boolean, isFree: boolean): Fix[] {
  const [clobber] = clobberFix(parts, isMissing);
  if (!parts || !isFree || (isMissing && !clobber)) return clobber ? [clobber] : [];
  const at = { start: parts.open, end: parts.open };
  const keyword = edit(parts.locator, parts.file, at, ' volatile');
  return [{ title: clobber ? `${clobber.title} and \`volatile\`` : 'Make it `volatile`', edits: [keyword, ...(clobber?.edits ?? [])] }];
}

/** Adds the clobber behind the sections that are there. */
function clobberFix(parts: AsmParts | undefined, isMissing: boolean): Fix[] {
  if (!parts || !isMissing || parts.colons > 3) return [];
  const at = { start: parts.close, end: parts.close };
  const text = parts.hasClobbers ? ', "memory"' : `${parts.colons < 3 ? ` ${':'.repeat(3 - parts.colons)}` : ''} "memory"`;
  return [{ title: 'Add the "memory" clobber', edits: [edit(parts.locator, parts.file, at, text)] }];
}
