/** The texts of nodes and edges, shortened, and the room that they need. */
import type { GraphEdge, GraphNode } from '../../core/schema.js';
import { shapeOf, textInset } from '../../panel/shapes.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { codeWidth, edgeName, labelWidth, lineText, nodeName, ROW_HEIGHT, shorten, shortenCondition, wrapLabel } from '../../panel/text.js';
import type { PlanEdge, PlanNode } from './plan.js';

/** Character cells of one row. */
export interface Texts {
  readonly label: number;
  readonly decision: number;
  readonly detail: number;
  readonly edge: number;
  /** The name of what an edge does keeps so many, however many lines follow. */
  readonly name: number;
}

export const WIDE: Texts = { label: 30, decision: 20, detail: 26, edge: 23, name: 20 };
export const ROOMY: Texts = { label: 24, decision: 15, detail: 26, edge: 23, name: 20 };
export const NARROW: Texts = { label: 17, decision: 12, detail: 19, edge: 17, name: 13 };
const DETAIL_ROWS = 2;

const MIN_WIDTH = 104;
const PADDING_Y = 9;

export interface NodeTexts {
  readonly label: readonly string[];
  readonly caption: string;
  readonly details: readonly string[];
}

export interface NodeSize extends NodeTexts {
  readonly width: number;
  readonly height: number;
  /** Room for texts below the shape, or beside it where the flow goes down: width and height; zero if they are inside. */
  readonly outside: { readonly width: number; readonly height: number };
}

export function sizeNode(plan: PlanNode, kernelFile: string, words: GraphWords, texts: Texts): NodeSize {
  const [first] = plan.nodes;
  const details = detailRows(plan.nodes, texts);
  const lines = lineText(plan.nodes, kernelFile);
  if (first.kind === 'decision') return sizeDecision(first, details, words.line(lines), texts);
  const name = nodeName(first, words);
  const label = wrapLabel(plan.targets === undefined ? name : `${name} × ${plan.targets}`, texts.label, 2);
  const caption = `${first.kind === 'gap' ? words.nowhere : words.spaces[first.space][0]} · ${lines}`;
  const text = Math.max(...label.map(labelWidth), codeWidth(caption), ...details.map(codeWidth));
  const rows = label.length + 1 + details.length;
  const width = Math.max(MIN_WIDTH, text + 2 * textInset(shapeOf(first)));
  return { label, caption, details, width, height: rows * ROW_HEIGHT + 2 * PADDING_Y, outside: { width: 0, height: 0 } };
}

/** A diamond leaves a rectangle of w × h room for text if w/W + h/H ≤ 1. */
function sizeDecision(node: GraphNode, details: readonly string[], caption: string, { decision }: Texts): NodeSize {
  const label = wrapLabel(node.label, decision, 2);
  const height = label.length > 1 ? 78 : 60;
  const texts = details.length > 0 ? details : [caption];
  const share = 1 - (label.length * ROW_HEIGHT) / height;
  const width = Math.max(96, Math.ceil((Math.max(...label.map(labelWidth)) + 4) / share));
  const outside = { width: Math.max(...texts.map(codeWidth)), height: texts.length * ROW_HEIGHT };
  return { label, caption: details.length > 0 ? '' : caption, details, width, height, outside };
}

function detailRows(nodes: readonly GraphNode[], { detail }: Texts): readonly string[] {
  const rows = nodes.flatMap((node) => (node.detail ?? '').split('\n')).map((row) => row.replaceAll('`', '')).filter((row) => row.trim() !== '');
  const [first, ...others] = new Set(rows);
  if (first === undefined) return [];
  return others.length === 0 ? wrapLabel(first, detail, DETAIL_ROWS) : [first, ...others].slice(0, DETAIL_ROWS).map((row) => shorten(row, detail));
}

export interface LabelSize {
  readonly upper: string;
  readonly lower: string;
  readonly width: number;
  readonly height: number;
}

/**
 * The two rows of an edge's label (none for an edge that only leads to a decision): what · where, and under which condition. The line runs between
 * them, or down to the first and on from the last.
 */
export function sizeLabel(plan: PlanEdge, kernelFile: string, words: GraphWords, texts: Texts, isDown: boolean): LabelSize | undefined {
  if (plan.isLeadIn) return undefined;
  const lines = lineText(plan.edges, kernelFile);
  const names = [...new Set(plan.edges.map((edge) => edgeName(edge, words)))].join(', ');
  const upper = `${shorten(names, Math.max(texts.name, texts.edge - lines.length - 3))} · ${lines}`;
  const lower = conditionRow(plan.edges, texts);
  const height = isDown ? (lower === '' ? 1 : 2) * ROW_HEIGHT + 2 : 2 * ROW_HEIGHT + 6;
  return { upper, lower, width: Math.max(codeWidth(upper), codeWidth(lower)) + 6, height };
}

function conditionRow(edges: readonly GraphEdge[], { edge: cells }: Texts): string {
  const conditions = [...new Set(edges.map((edge) => edge.condition ?? ''))];
  const first = conditions.find((condition) => condition !== '');
  if (first === undefined) return '';
  // What all of them say in the end is said once.
  const [same, ...others] = new Set(conditions.map((condition) => shortenCondition(condition, cells)));
  if (same !== undefined && others.length === 0) return same;
  const some = shortenCondition(first, cells - 2);
  return some.endsWith('…') ? some : `${some} …`;
}
