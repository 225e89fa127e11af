/** Words and widths of the graph's texts, shared by the layout (which reserves the room) and the panel (which draws). */
import type { GraphEdge, GraphNode } from '../core/schema.js';
import type { Place } from './graphModel.js';
import { ENGLISH } from './graphWords.js';
import type { GraphWords } from './graphWords.js';

/** Sizes in CSS pixels; the style sheet uses the same. */
export const LABEL_SIZE = 12;
export const CODE_SIZE = 11;
export const ROW_HEIGHT = 15;

/** Average advance of a character in ems, on the wide side: the panel's fonts are the user's, so that the room is an estimate. */
const LABEL_ADVANCE = 0.61;
const CODE_ADVANCE = 0.61;
/** What the widest letters of a proportional font take beyond that. */
const WIDE_LETTER = 0.3;
const WIDE_LETTERS = /[mwMW@%]/g;

/** Width of a text in the proportional font. */
export function labelWidth(text: string): number {
  return Math.ceil((columns(text) * LABEL_ADVANCE + (text.match(WIDE_LETTERS)?.length ?? 0) * WIDE_LETTER) * LABEL_SIZE);
}

/** Width of a text in the monospaced font. */
export function codeWidth(text: string): number {
  return Math.ceil(columns(text) * CODE_ADVANCE * CODE_SIZE);
}

/** Character cells: ideographs and other wide characters take two. */
function columns(text: string): number {
  let sum = 0;
  for (const character of text) sum += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return sum;
}

function isWide(code: number): boolean {
  return code >= 0x1100 && (code <= 0x115f || (code >= 0x2e80 && code <= 0xa4cf) || (code >= 0xac00 && code <= 0xd7a3) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xfe30 && code <= 0xff60) || code >= 0x1f300);
}

/** At most `limit` character cells, cut after a whole word where that keeps most of the text, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (columns(flat) <= limit) return flat;
  let cut = '';
  for (const character of flat) {
    if (columns(cut + character) > limit - 1) break;
    cut += character;
  }
  const word = cut.lastIndexOf(' ');
  return `${(word > limit * 0.6 ? cut.slice(0, word) : cut).trimEnd()}…`;
}

/** PTX `elect.sync`, as its wrappers are called. */
const ELECTS = /^(?:\w+::)*elect\w*\(\)$/;

/**
 * A conjunction loses its first parts, since the conditions come outermost first and the innermost one says what is special
 * about a place; before those it loses that one thread of the warp does it. Where even one part is too long, the namespaces go first,
 * and no operator is left without what it compares with.
 */
export function shortenCondition(text: string, limit: number): string {
  const all = conjuncts(text.replace(/\s+/g, ' ').trim()).map(withoutNot);
  const flat = all.join(' and ');
  if (columns(flat) <= limit) return flat;
  const special = all.filter((part) => !ELECTS.test(part));
  const parts = special.length > 0 ? special : all;
  let kept = parts.pop() ?? '';
  for (let part = parts.pop(); part !== undefined && columns(`… ${part} and ${kept}`) <= limit; part = parts.pop()) kept = `${part} and ${kept}`;
  if (columns(`… ${kept}`) <= limit) return `… ${kept}`;
  return shorten(kept.replace(/\b[A-Za-z_]\w*::/g, ''), limit).replace(/\s*(?:[<>=!]=?|<<|>>|&|\||[-+*/%])…$/, '…');
}

/** `not a == b` is harder to read than `a != b`; both say the same, of numbers that are none as well. */
export function withoutNot(condition: string): string {
  const { what = '', is = '', other = '' } = /^not (?<what>[^!=<>()&|]+) (?<is>[!=]=) (?<other>[^!=<>()&|]+)$/.exec(condition)?.groups ?? {};
  return is === '' || /\b(?:and|or)\b/.test(condition) ? condition : `${what} ${is === '==' ? '!=' : '=='} ${other}`;
}

/** The parts of a condition between `and` or `&&` that are in no brackets. */
export function conjuncts(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(/[([{]|[)\]}]| and | && /g)) {
    if (mark.length > 1) {
      if (depth > 0) continue;
      parts.push(text.slice(start, index));
      start = index + mark.length;
    } else depth += '([{'.includes(mark) ? 1 : -1;
  }
  return [...parts, text.slice(start)];
}

/** Breaks a label into at most `rows` rows of at most `limit` cells: after a blank, or after a separator inside a long name. */
export function wrapLabel(text: string, limit: number, rows: number): readonly string[] {
  const lines: string[] = [];
  let rest = text.replace(/\s+/g, ' ').trim();
  while (lines.length < rows - 1 && columns(rest) > limit) {
    const cut = breakPoint(rest, limit);
    if (cut === undefined) break;
    lines.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  lines.push(shorten(rest, limit));
  return lines;
}

function breakPoint(text: string, limit: number): number | undefined {
  const blank = text.lastIndexOf(' ', limit);
  // Whose memory it is stays together: no row ends in a lone at sign.
  if (blank > 0) return text.endsWith(' @', blank) ? blank - 2 : blank;
  const part = text.slice(0, limit);
  const separator = Math.max(...['_', '.', ',', '>', ']', ')', '::'].map((mark) => part.lastIndexOf(mark) + mark.length * Number(part.includes(mark))));
  return separator > limit / 3 ? separator : undefined;
}

/** The name of an object: its own in the source, or that of what the kernel computes. */
export function nodeName(node: GraphNode, words: GraphWords = ENGLISH): string {
  return node.space === 'register' && node.label === ENGLISH.computed ? words.computed : node.label;
}

/** The file's name without folders and extension. */
export function shortFile(file: string): string {
  const name = baseName(file);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function baseName(file: string): string {
  return file.slice(file.lastIndexOf('/') + 1);
}

/** `114, 156`, and the file's name before the line where it is not the kernel's own; with its extension where that is all that tells them apart. */
export function lineText(places: readonly Place[], kernelFile: string, limit = 3): string {
  const nameOf = (file: string): string => (shortFile(file) === shortFile(kernelFile) ? baseName(file) : shortFile(file));
  const texts = [...new Set(places.map((place) => (place.file === kernelFile ? String(place.line) : `${nameOf(place.file)}:${place.line}`)))];
  return texts.length > limit ? `${texts.slice(0, limit).join(', ')}, …` : texts.join(', ');
}

/** A place in running text: the line, or the file's name and the line where it is not the kernel's own. */
export function placeName(place: Place, kernelFile: string, words: { readonly line: (lines: string) => string }): string {
  return place.file === kernelFile ? words.line(String(place.line)) : `${baseName(place.file)}:${place.line}`;
}

/** Where a place is, in full. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}`;
}

/** What an edge does: its label, else its mechanism. */
export function edgeName(edge: GraphEdge, words: GraphWords = ENGLISH): string {
  if (edge.label !== '') return edge.label;
  return edge.mechanism ?? (edge.gap === true ? words.nothingWritten : words.data);
}

/** All of an edge in one sentence, for tooltips and screen readers. */
export function edgeSentence(edge: GraphEdge, from: string, to: string, words: GraphWords = ENGLISH): string {
  const parts = [`${from} → ${to}: ${edgeName(edge, words)}`];
  if (edge.mechanism !== undefined && edge.mechanism !== edge.label && edge.label !== '') parts.push(edge.mechanism);
  if (edge.condition !== undefined && edge.condition !== '') parts.push(words.when(edge.condition));
  if (edge.path !== undefined) parts.push(words.paths[edge.path]);
  if (edge.gap === true) parts.push(words.gap);
  return `${parts.join('; ')}; ${placeText(edge)}`;
}

/** All of a node in one sentence. */
export function nodeSentence(node: GraphNode, words: GraphWords = ENGLISH): string {
  const parts = [`${nodeName(node, words)}: ${kindText(node, words)}`];
  if (node.role !== undefined) parts.push(node.role);
  if (node.detail !== undefined && node.detail !== '') parts.push(node.detail.replace(/\s*\n\s*/g, ', '));
  return `${parts.join('; ')}; ${placeText(node)}`;
}

/** What a node is, in full: the space of a memory object. */
export function kindText(node: GraphNode, words: GraphWords): string {
  switch (node.kind) {
    case 'memory':
      return words.spaces[node.space][1];
    case 'gap':
      return words.gapNode;
    case 'decision':
      return words.decision;
    case 'barrier':
      return words.barrier;
  }
}
