/** Words and widths of the graph's texts, shared by the layout (which reserves the room) and the panel (which draws). */
import type { GraphEdge, GraphNode, Space } from '../core/schema.js';
import type { Place } from './graphModel.js';

/** Sizes in CSS pixels; the style sheet uses the same. */
export const LABEL_SIZE = 12;
export const CODE_SIZE = 11;
export const ROW_HEIGHT = 15;

/** Average advance of a character in ems, on the wide side: the panel's fonts are the user's, so that the room is an estimate. */
const LABEL_ADVANCE = 0.61;
const CODE_ADVANCE = 0.61;

/** Width of a text in the proportional font. */
export function labelWidth(text: string): number {
  return Math.ceil(columns(text) * LABEL_ADVANCE * LABEL_SIZE);
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

/**
 * A conjunction loses its first parts, since the conditions come outermost first and the innermost one says what is special
 * about a place.
 */
export function shortenCondition(text: string, limit: number): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  if (columns(flat) <= limit) return flat;
  const parts = conjuncts(flat);
  let kept = parts.pop() ?? '';
  for (let part = parts.pop(); part !== undefined && columns(`… ${part} and ${kept}`) <= limit; part = parts.pop()) kept = `${part} and ${kept}`;
  return columns(`… ${kept}`) <= limit ? `… ${kept}` : shorten(kept, limit);
}

/** The parts of a condition between `and` or `&&` that are in no brackets. */
function conjuncts(text: string): string[] {
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
  if (blank > 0) return blank;
  const part = text.slice(0, limit);
  const separator = Math.max(...['_', '.', ',', '>', ']', ')', '::'].map((mark) => part.lastIndexOf(mark) + mark.length * Number(part.includes(mark))));
  return separator > limit / 3 ? separator : undefined;
}

const SPACE_NAMES: Readonly<Record<Space, readonly [short: string, long: string]>> = {
  global: ['global', 'local global memory'],
  shared: ['shared', 'shared memory'],
  tensor: ['tensor memory', 'tensor memory'],
  'own-window': ['own window', 'own symmetric window'],
  peer: ['peer, NVLink', "peer's window through NVLink"],
  remote: ['peer, RDMA', "peer's window through RDMA"],
  host: ['host', 'mapped host memory'],
  register: ['registers', 'registers'],
  unknown: ['unknown', 'memory of unknown space'],
};

export function spaceName(space: Space): string {
  return SPACE_NAMES[space][0];
}

export function longSpaceName(space: Space): string {
  return SPACE_NAMES[space][1];
}

/** The file's name without folders and extension. */
export function shortFile(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** `114, 156`, and the file's name before the line where it is not the kernel's own. */
export function lineText(places: readonly Place[], kernelFile: string, limit = 3): string {
  const texts = [...new Set(places.map((place) => (place.file === kernelFile ? String(place.line) : `${shortFile(place.file)}:${place.line}`)))];
  return texts.length > limit ? `${texts.slice(0, limit).join(', ')}, …` : texts.join(', ');
}

/** Where a place is, in full. */
export function placeText(place: Place): string {
  return `${place.file}:${place.line}`;
}

/** What an edge does: its label, else its mechanism. */
export function edgeName(edge: GraphEdge): string {
  if (edge.label !== '') return edge.label;
  return edge.mechanism ?? (edge.gap === true ? 'nothing is written' : 'data');
}

/** `NVLink path` or `RDMA path`. */
export function pathName(path: NonNullable<GraphEdge['path']>): string {
  return path === 'nvlink' ? 'NVLink path' : 'RDMA path';
}

/** All of an edge in one sentence, for tooltips and screen readers. */
export function edgeSentence(edge: GraphEdge, from: string, to: string): string {
  const parts = [`${from} → ${to}: ${edgeName(edge)}`];
  if (edge.mechanism !== undefined && edge.mechanism !== edge.label && edge.label !== '') parts.push(edge.mechanism);
  if (edge.condition !== undefined && edge.condition !== '') parts.push(`if ${edge.condition}`);
  if (edge.path !== undefined) parts.push(pathName(edge.path));
  if (edge.gap === true) parts.push('gap: the data goes nowhere');
  return `${parts.join('; ')}; ${placeText(edge)}`;
}

/** All of a node in one sentence. */
export function nodeSentence(node: GraphNode): string {
  const kind = node.kind === 'memory' ? longSpaceName(node.space) : node.kind === 'gap' ? 'gap: nothing receives the data' : node.kind;
  const parts = [`${node.label}: ${kind}`];
  if (node.role !== undefined) parts.push(node.role);
  if (node.detail !== undefined && node.detail !== '') parts.push(node.detail.replace(/\s*\n\s*/g, ', '));
  return `${parts.join('; ')}; ${placeText(node)}`;
}
