/** The texts of nodes and edges, shortened, and the room that they need. */
import type { GraphEdge, GraphNode } from '../../core/schema.js';
import { shapeOf, textInset } from '../../panel/shapes.js';
import { codeWidth, edgeName, labelWidth, lineText, ROW_HEIGHT, shorten, shortenCondition, spaceName, wrapLabel } from '../../panel/text.js';
import type { PlanEdge, PlanNode } from './plan.js';

/** Character cells of one row. */
const LABEL_CELLS = 24;
const DECISION_CELLS = 15;
const DETAIL_CELLS = 26;
const EDGE_CELLS = 23;
/** The name of what an edge does keeps so many cells, however many lines follow. */
const NAME_CELLS = 20;
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
  /** Room for texts below the shape: width and height; zero if they are inside. */
  readonly below: { readonly width: number; readonly height: number };
}

export function sizeNode(plan: PlanNode, kernelFile: string): NodeSize {
  const [first] = plan.nodes;
  const details = detailRows(plan.nodes);
  const lines = lineText(plan.nodes, kernelFile);
  if (first.kind === 'decision') return sizeDecision(first, details, lines);
  const label = wrapLabel(first.label, LABEL_CELLS, 2);
  const caption = `${first.kind === 'gap' ? 'nowhere' : spaceName(first.space)} · ${lines}`;
  const text = Math.max(...label.map(labelWidth), codeWidth(caption), ...details.map(codeWidth));
  const rows = label.length + 1 + details.length;
  const width = Math.max(MIN_WIDTH, text + 2 * textInset(shapeOf(first)));
  return { label, caption, details, width, height: rows * ROW_HEIGHT + 2 * PADDING_Y, below: { width: 0, height: 0 } };
}

/** A diamond leaves a rectangle of w × h room for text if w/W + h/H ≤ 1. */
function sizeDecision(node: GraphNode, details: readonly string[], lines: string): NodeSize {
  const label = wrapLabel(node.label, DECISION_CELLS, 2);
  const height = label.length > 1 ? 78 : 60;
  const caption = `line ${lines}`;
  const texts = details.length > 0 ? details : [caption];
  const share = 1 - (label.length * ROW_HEIGHT) / height;
  const width = Math.max(96, Math.ceil((Math.max(...label.map(labelWidth)) + 4) / share));
  const below = { width: Math.max(...texts.map(codeWidth)), height: texts.length * ROW_HEIGHT };
  return { label, caption: details.length > 0 ? '' : caption, details, width, height, below };
}

function detailRows(nodes: readonly GraphNode[]): readonly string[] {
  const rows = nodes.flatMap((node) => (node.detail ?? '').split('\n')).filter((row) => row.trim() !== '');
  const [first, ...others] = new Set(rows);
  if (first === undefined) return [];
  return others.length === 0 ? wrapLabel(first, DETAIL_CELLS, DETAIL_ROWS) : [first, ...others].slice(0, DETAIL_ROWS).map((row) => shorten(row, DETAIL_CELLS));
}

export interface LabelSize {
  readonly upper: string;
  readonly lower: string;
  readonly width: number;
  readonly height: number;
}

/** The two rows of an edge's label (none for an edge that only leads to a decision): what · where above the line, under which condition below it; the line runs between. */
export function sizeLabel(plan: PlanEdge, kernelFile: string): LabelSize | undefined {
  if (plan.isLeadIn) return undefined;
  const lines = lineText(plan.edges, kernelFile);
  const names = [...new Set(plan.edges.map(edgeName))].join(', ');
  const upper = `${shorten(names, Math.max(NAME_CELLS, EDGE_CELLS - lines.length - 3))} · ${lines}`;
  const lower = conditionRow(plan.edges);
  return { upper, lower, width: Math.max(codeWidth(upper), codeWidth(lower)) + 6, height: 2 * ROW_HEIGHT + 6 };
}

function conditionRow(edges: readonly GraphEdge[]): string {
  const conditions = [...new Set(edges.map((edge) => edge.condition ?? ''))];
  const first = conditions.find((condition) => condition !== '');
  if (first === undefined) return '';
  if (conditions.length === 1) return shortenCondition(first, EDGE_CELLS);
  const some = shortenCondition(first, EDGE_CELLS - 2);
  return some.endsWith('…') ? some : `${some} …`;
}
