/** The graph as nested text: what the text tab shows, what a screen reader reads and what is copied. */
import type { GraphEdge, GraphNode, Kernel } from '../core/schema.js';
import type { Place } from './graphModel.js';
import { ENGLISH } from './graphWords.js';
import type { GraphWords } from './graphWords.js';
import { edgeName, kindText, nodeName, placeText } from './text.js';

export interface TextItem {
  readonly key: string;
  readonly text: string;
  readonly place: Place;
  readonly children: readonly TextItem[];
}

export interface TextSection {
  readonly key: string;
  readonly title: string;
  readonly place: Place | undefined;
  readonly items: readonly TextItem[];
}

/** One section a role, one for what belongs to no role, one for the barriers. Empty sections are left out, except roles. */
export function textTree(kernel: Kernel, words: GraphWords = ENGLISH): readonly TextSection[] {
  const { nodes, edges } = kernel.graph;
  const roles = new Set(kernel.roles.map((role) => role.name));
  const plain = nodes.filter((node) => node.kind !== 'barrier');
  const itemsOf = (list: readonly GraphNode[]): readonly TextItem[] => list.map((node) => nodeItem(node, nodes, edges, words));
  const common = plain.filter((node) => node.role === undefined || !roles.has(node.role));
  const sections = kernel.roles.map((role): TextSection => ({
    key: `role ${role.name} ${role.line}`,
    title: role.condition === '' ? role.name : `${role.name} (${role.condition})`,
    place: { file: kernel.file, line: role.line },
    items: itemsOf(plain.filter((node) => node.role === role.name)),
  }));
  const whole: TextSection = { key: 'kernel', title: kernel.roles.length === 0 ? words.allWarps : words.wholeKernel, place: undefined, items: itemsOf(common) };
  const barriers: TextSection = { key: 'barriers', title: words.barriers, place: undefined, items: barrierItems(kernel, words) };
  return [...(whole.items.length > 0 ? [whole] : []), ...sections, ...(barriers.items.length > 0 ? [barriers] : [])];
}

function nodeItem(node: GraphNode, nodes: readonly GraphNode[], edges: readonly GraphEdge[], words: GraphWords): TextItem {
  const outgoing = edges.flatMap((edge, index) => (edge.from === node.id ? [edgeItem(edge, index, nodes, words)] : []));
  const detail = node.detail === undefined || node.detail === '' ? '' : ` — ${node.detail.replace(/\s*\n\s*/g, ', ')}`;
  return { key: node.id, text: `${nodeName(node, words)} [${kindText(node, words)}]${detail}`, place: placeOf(node), children: outgoing };
}

function edgeItem(edge: GraphEdge, index: number, nodes: readonly GraphNode[], words: GraphWords): TextItem {
  const to = nodes.find((node) => node.id === edge.to);
  const via = nodes.find((node) => node.id === edge.via);
  const target = to === undefined ? edge.to : `${nodeName(to, words)} [${kindText(to, words)}]`;
  const notes = [
    edgeName(edge, words),
    ...(edge.mechanism !== undefined && edge.label !== '' && edge.mechanism !== edge.label ? [edge.mechanism] : []),
    ...(edge.condition === undefined || edge.condition === '' ? [] : [words.when(edge.condition)]),
    ...(edge.path === undefined ? [] : [words.paths[edge.path]]),
    ...(via === undefined ? [] : [words.chosenBy(via.label, via.line)]),
    ...(edge.role === undefined ? [] : [words.by(edge.role)]),
    ...(edge.gap === true ? [words.gapMark] : []),
  ];
  return { key: `edge ${index}`, text: `→ ${target}: ${notes.join('; ')}`, place: placeOf(edge), children: [] };
}

function barrierItems(kernel: Kernel, words: GraphWords): readonly TextItem[] {
  const nodes = kernel.graph.nodes.filter((node) => node.kind === 'barrier');
  const known = new Set(nodes.map(placeText));
  const extra = kernel.barriers.filter((location) => !known.has(placeText(location)));
  return [
    ...nodes.map((node) => nodeItem(node, kernel.graph.nodes, kernel.graph.edges, words)),
    ...extra.map((location): TextItem => ({ key: `barrier ${placeText(location)}`, text: location.text ?? words.barrier, place: placeOf(location), children: [] })),
  ].sort((a, b) => a.place.line - b.place.line);
}

/** The same as plain text, two blanks a level, each line with its place. */
export function plainText(kernel: Kernel, words: GraphWords = ENGLISH): string {
  const lines = [`${kernel.name} — ${kernel.file}:${kernel.line}–${kernel.endLine}`];
  const add = (item: TextItem, depth: number): void => {
    lines.push(`${'  '.repeat(depth)}${item.text} — ${placeText(item.place)}`);
    for (const child of item.children) add(child, depth + 1);
  };
  for (const section of textTree(kernel, words)) {
    lines.push('', section.place === undefined ? section.title : `${section.title} — ${words.line(String(section.place.line))}`);
    for (const item of section.items) add(item, 1);
  }
  return `${lines.join('\n')}\n`;
}

function placeOf(place: Place): Place {
  const { file, line, column } = place;
  return { file, line, ...(column === undefined ? {} : { column }) };
}
