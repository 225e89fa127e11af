/** Cells, and the words that several sections share. */
import type { Text } from '../knowledge/language.js';
import type { Location, Site, Team, Translation } from '../schema.js';
import { skipBlockComment, skipLineComment } from '../source/chars.js';
import type { Cell } from './model.js';
import type { ProjectInput } from './input.js';

export const text = (en: string, zhCn: string): Text => ({ en, 'zh-cn': zhCn });
/** The same in every language: names, code, numbers. */
export const same = (words: string): Text => ({ en: words, 'zh-cn': words });

export function cell(words: Text | string, places: readonly Location[] = []): Cell {
  return { text: typeof words === 'string' ? same(words) : words, places };
}

export const NONE = cell(text('none', '无'));
export const DASH = cell('–');

/** Code of the workspace as code: backticks in it would end the quotation. */
export function code(source: string, longest = 120): string {
  const line = source.replace(/\s+/gu, ' ').replaceAll('`', "'").trim();
  return line === '' ? '' : `\`${line.length > longest ? `${line.slice(0, longest - 1)}…` : line}\``;
}

export function join(parts: readonly Text[], en = '; ', zhCn = '；'): Text {
  return { en: parts.map((part) => part.en).join(en), 'zh-cn': parts.map((part) => part['zh-cn']).join(zhCn) };
}

export const at = ({ file, line, column }: Location): Location => ({ file, line, column });

const TEAM_TEXT: Readonly<Record<Team, Text>> = {
  Lsa: text('LSA (this NVLink domain)', 'LSA（本 NVLink 域）'),
  World: text('world (all ranks)', 'world（全部 rank）'),
  Rail: text('rail (same index in each domain)', 'rail（各域中编号相同的 rank）'),
};
export const TEAM_ORDER: readonly Team[] = ['Lsa', 'World', 'Rail'];
export const teamText = (team: Team | undefined): Text => (team ? TEAM_TEXT[team] : text('no team', '无 team'));
/** For sorting; what has no team comes first. */
export const orderOf = ({ team }: { readonly team?: Team }): number => (team ? TEAM_ORDER.indexOf(team) : -1);

/** With its class. */
export const nameOf = ({ owner, name }: Pick<Translation, 'owner' | 'name'>): string => (owner === undefined ? name : `${owner}::${name}`);

/** The cells as one, each on a line of its own. */
export function stacked(cells: readonly Cell[]): Cell {
  const [first, ...more] = cells;
  if (!first) return NONE;
  return more.length === 0 ? first : { ...first, more };
}

/** Lines that hold code, comments and blank ones left out. */
export function codeLines(project: Pick<ProjectInput, 'text'>, file: string, first: number, last: number): number {
  return withoutComments(project.text(file)).split('\n').slice(first - 1, last).filter((line) => line.trim() !== '').length;
}

/** Comments become blanks, lines stay; what looks like one in a string is none. */
function withoutComments(source: string): string {
  let out = '';
  for (let at = 0; at < source.length; ) {
    const end = skipToken(source, at);
    const token = source.slice(at, end);
    out += /^\/[/*]/u.test(token) ? token.replace(/[^\n]/gu, ' ') : token;
    at = end;
  }
  return out;
}

function skipToken(source: string, at: number): number {
  const char = source[at];
  if (char === '/' && source[at + 1] === '/') return skipLineComment(source, at);
  if (char === '/' && source[at + 1] === '*') return skipBlockComment(source, at);
  if (char !== '"' && char !== "'") return at + 1;
  // A digit separator is no quote.
  if (char === "'" && /[0-9a-f]/iu.test(source[at - 1] ?? '')) return at + 1;
  let end = at + 1;
  while (end < source.length && source[end] !== char && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1;
  return end + 1;
}

/** Sites that stand in a kernel or in a function that it can be told apart by. */
export const inside = ({ file, line, endLine }: { readonly file: string; readonly line: number; readonly endLine: number }, site: Pick<Site, 'file' | 'line'>): boolean =>
  site.file === file && line <= site.line && site.line <= endLine;

/** Distinct places, in order: all that a figure counts, unless the reader is given examples of so many. */
export function placesOf(places: readonly Location[], most = Infinity): readonly Location[] {
  const seen = new Map<string, Location>();
  for (const place of places) {
    const key = `${place.file}:${place.line}`;
    if (!seen.has(key)) seen.set(key, at(place));
  }
  return [...seen.values()].slice(0, most);
}
