/**
 * Markdown from text that cannot be trusted: names, conditions and comments of the analysed code. Such text stands in code spans
 * or is escaped, so that it makes no link, image, HTML or formatting, and never a table cell too many.
 */

import { oneLine } from './oneLine.js';

/** Longer code is cut: a hover is never more than a screen. */
const MAX_CODE = 80;

export function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** A code span, whatever the text holds. In a table `|` would end the cell even there. */
export function code(text: string, length = MAX_CODE): string {
  const line = cut(oneLine(text).trim(), length);
  if (line === '') return '';
  const runs = [...line.matchAll(/`+/gu)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  // A backslash does not escape in a code span, except before the bar of a table, so that a bar is replaced by its look-alike.
  return `${fence}${pad}${line.replaceAll('|', '∣')}${pad}${fence}`;
}

/** Plain text. Bare addresses are broken up too, since many renderers make links of them. */
export function escape(text: string): string {
  return oneLine(text)
    .replace(/[\\`*_{}[\]<>#|~!&$]/gu, '\\$&')
    .replace(/:\/\//gu, ':\\//')
    .replace(/\.(?=\w)/gu, '\\.')
    .replaceAll('@', '\\@');
}

/** A sentence of the analyser: words with names in backticks. */
export function prose(text: string, length = 240): string {
  const parts = cut(oneLine(text).trim(), length).split('`');
  // An unpaired backtick (cut off, or part of a name) opens no code.
  if (parts.length % 2 === 0) parts.splice(-2, 2, parts.slice(-2).join("'"));
  return parts.map((part, i) => (i % 2 === 1 ? code(part) : escape(part))).join('');
}

/** A link to a line. `uri` comes from the path map, never from analysed text. */
export function link(text: string, uri: string): string {
  const target = uri.replace(/[()\s<>\\]/gu, (char) => encodeURIComponent(char).replaceAll('(', '%28').replaceAll(')', '%29'));
  return `[${linkText(text)}](${target})`;
}

/** What a link says. In a link no further link is looked for, so a file's name needs no care for its dots. */
export function linkText(text: string): string {
  return escape(text).replaceAll('\\.', '.');
}

/** Cells are Markdown already. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replace(/(?<!\\)\|/gu, '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}
