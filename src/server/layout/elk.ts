/** Coordinates of one band, by the layered algorithm of ELK. */
import type { ELK, ElkExtendedEdge, ElkLabel, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Point } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { outlineInset, shapeOf, verticalInset } from '../../panel/shapes.js';
import type { Shape } from '../../panel/shapes.js';
import type { PlanBand, PlanEdge } from './plan.js';
import { NARROW, ROOMY, sizeLabel, sizeNode, WIDE } from './sizes.js';
import type { LabelSize, NodeSize, Texts } from './sizes.js';

export interface PlacedNode extends Point {
  readonly size: NodeSize;
}

export interface PlacedEdge {
  readonly points: readonly Point[];
  readonly label: (LabelSize & Point) | undefined;
}

export interface PlacedBand {
  /** Those that are drawn. */
  readonly drawn: readonly PlanEdge[];
  readonly width: number;
  readonly height: number;
  readonly nodes: ReadonlyMap<string, PlacedNode>;
  readonly edges: ReadonlyMap<string, PlacedEdge>;
  readonly isDown: boolean;
}

/** Model order keeps the order of the source where it can, and makes the result the same every time. */
const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.padding': '[top=0,left=0,bottom=0,right=0]',
  'elk.spacing.nodeNode': '16',
  'elk.spacing.edgeNode': '10',
  'elk.spacing.edgeEdge': '10',
  'elk.spacing.edgeLabel': '2',
  'elk.spacing.portPort': '14',
  'elk.spacing.componentComponent': '18',
  'elk.spacing.labelNode': '3',
  'elk.spacing.portsSurrounding': '[top=12,left=0,bottom=12,right=0]',
  'elk.portAlignment.default': 'CENTER',
  'elk.layered.spacing.nodeNodeBetweenLayers': '12',
  'elk.layered.spacing.edgeNodeBetweenLayers': '9',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '8',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
  'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
  'elk.layered.nodePlacement.bk.fixedAlignment': 'BALANCED',
  'elk.layered.nodePlacement.bk.edgeStraightening': 'IMPROVE_STRAIGHTNESS',
  'elk.layered.edgeLabels.centerLabelPlacementStrategy': 'MEDIAN_LAYER',
  'elk.layered.thoroughness': '7',
};

/** Pixels. */
const LOOP = { width: 22, height: 15 };

let engine: Promise<ELK> | undefined;

/** ELK is large and most sessions of the server never draw: it is evaluated at the first layout. */
export function layoutEngine(): Promise<ELK> {
  engine ??= import('elkjs/lib/elk.bundled.js').then((module) => new module.default());
  return engine;
}

export interface Room {
  /** What fits without scrolling. */
  readonly width: number;
  /** The parts of an overview stand side by side where they fit, so that more roles are in sight. */
  readonly isOverview: boolean;
  readonly words: GraphWords;
}

interface Form {
  /** Width to height of what has several parts. */
  readonly ratio: string;
  readonly texts: Texts;
  /** A flow that is too long for one row goes on in another below it, so that its texts need not become too small to read. */
  readonly wraps?: true;
  /** The flow goes from the top to the bottom. */
  readonly isDown?: boolean;
}

/** Parts side by side in one row, for overviews. */
const IN_A_ROW = '5';

/** From roomy to narrow; with the same texts, from what is low to what is high. */
const FORMS: readonly Form[] = [
  { ratio: IN_A_ROW, texts: WIDE },
  { ratio: '1.5', texts: WIDE },
  { ratio: IN_A_ROW, texts: ROOMY },
  { ratio: '2.4', texts: ROOMY },
  { ratio: '0.9', texts: ROOMY },
  { ratio: '1.5', texts: NARROW },
  { ratio: '1.2', texts: NARROW },
  { ratio: '0.9', texts: NARROW },
  { ratio: '0.9', texts: WIDE, isDown: true },
  { ratio: '0.9', texts: ROOMY, isDown: true },
  { ratio: '0.9', texts: NARROW, isDown: true },
];

const WRAPPED: Form = { ratio: '0.9', texts: NARROW, wraps: true };

const DOWN = { 'elk.direction': 'DOWN', 'elk.spacing.portsSurrounding': '[top=0,left=12,bottom=0,right=12]' };
const WRAPPING = { 'elk.layered.wrapping.strategy': 'MULTI_EDGE', 'elk.layered.wrapping.correctionFactor': '1' };

/** In the first form that fits, else in the narrowest; parallel edges are joined before a flow is wrapped. */
export async function placeBand(band: PlanBand, kernelFile: string, room: Room): Promise<PlacedBand> {
  const placed = await firstFit(band, kernelFile, room);
  if (placed.width <= room.width) return placed;
  const joined = band.joined === undefined ? undefined : { ...band, edges: band.joined };
  const other = joined === undefined ? placed : await firstFit(joined, kernelFile, room);
  if (other.width <= room.width) return other;
  const wrapped = await place(joined ?? band, kernelFile, WRAPPED, room.words);
  // What is wrapped has long ways back, which ELK may lead through a node.
  const all = crossesNode(wrapped, joined ?? band) ? [other, placed] : [wrapped, other, placed];
  return all.reduce((best, each) => (each.width < best.width ? each : best));
}

async function firstFit(band: PlanBand, kernelFile: string, { width, isOverview, words }: Room): Promise<PlacedBand> {
  let best: PlacedBand | undefined;
  const isLooped = band.edges.some(isLoop);
  /** Texts with which a part of the band alone is too wide: how the parts are put together makes no difference. */
  const tooWide = new Set<Texts>();
  for (const form of FORMS) {
    if (form.ratio === IN_A_ROW && !isOverview) continue;
    if (form.isDown !== true && tooWide.has(form.texts)) continue;
    // A loop is drawn above its node, where edges from above would come.
    if (form.isDown === true && isLooped) continue;
    const placed = await place(band, kernelFile, form, words);
    if (placed.width <= width) return placed;
    if (form.isDown !== true && widestPart(placed, band) > width) tooWide.add(form.texts);
    if (best === undefined || placed.width < best.width) best = placed;
  }
  if (best === undefined) throw new Error('unreachable: there is at least one form');
  return best;
}

/** Width of the widest of the parts that no edge connects. */
function widestPart({ nodes }: PlacedBand, { edges }: PlanBand): number {
  const parts = new Map([...nodes.keys()].map((id) => [id, new Set([id])]));
  for (const { from, to } of edges) {
    const [a, b] = [parts.get(from), parts.get(to)];
    if (a === undefined || b === undefined || a === b) continue;
    for (const id of b) parts.set(id, a.add(id));
  }
  return Math.max(0, ...[...new Set(parts.values())].map((part) => {
    const own = [...part].flatMap((id) => nodes.get(id) ?? []);
    return Math.max(...own.map(({ x, size }) => x + size.width)) - Math.min(...own.map(({ x }) => x));
  }));
}

/** Whether an edge leads through a node that it neither leaves nor reaches. */
function crossesNode({ nodes, edges }: PlacedBand, band: PlanBand): boolean {
  return band.edges.some(({ id, from, to }) => {
    const points = edges.get(id)?.points ?? [];
    const others = [...nodes].filter(([node]) => node !== from && node !== to).map(([, node]) => node);
    return points.slice(1).some((end, index) => others.some((node) => meets(points[index] ?? end, end, node)));
  });
}

/** Pieces of edges are horizontal or vertical. */
function meets(a: Point, b: Point, { x, y, size }: PlacedNode): boolean {
  const isBeside = Math.max(a.x, b.x) <= x || Math.min(a.x, b.x) >= x + size.width;
  const isAbove = Math.max(a.y, b.y) <= y || Math.min(a.y, b.y) >= y + size.height + size.outside.height;
  return !isBeside && !isAbove;
}

async function place(band: PlanBand, kernelFile: string, { ratio, texts, wraps, isDown = false }: Form, words: GraphWords): Promise<PlacedBand> {
  const sizes = new Map(band.nodes.map((node) => [node.id, sizeNode(node, kernelFile, words, texts)]));
  const labels = new Map(band.edges.map((edge) => [edge.id, sizeLabel(edge, kernelFile, words, texts, isDown)]));
  const loops = new Map(band.edges.filter(isLoop).map((edge) => [edge.from, edge]));
  const graph: ElkNode = {
    id: band.id,
    layoutOptions: { ...OPTIONS, 'elk.aspectRatio': ratio, ...(wraps === true ? WRAPPING : {}), ...(isDown ? DOWN : {}) },
    children: band.nodes.map((node) => elkNode(node.id, sizes.get(node.id), labels.get(loops.get(node.id)?.id ?? ''), isDown)),
    edges: band.edges.filter((edge) => !isLoop(edge)).map((edge) => elkEdge(edge, labels.get(edge.id))),
  };
  const root = await (await layoutEngine()).layout(graph);
  return {
    drawn: band.edges,
    isDown,
    width: root.width ?? 0,
    height: root.height ?? 0,
    nodes: new Map((root.children ?? []).flatMap((child) => {
      const size = sizes.get(child.id);
      return size === undefined ? [] : [[child.id, { x: child.x ?? 0, y: child.y ?? 0, size }] as const];
    })),
    edges: new Map([
      ...(root.edges ?? []).map((edge) => [edge.id, placedEdge(edge, band, root.children ?? [], labels.get(edge.id))] as const),
      ...[...loops.values()].map((edge) => [edge.id, placedLoop((root.children ?? []).find((child) => child.id === edge.from), labels.get(edge.id))] as const),
    ]),
  };
}

function isLoop(edge: PlanEdge): boolean {
  return edge.from === edge.to;
}

/** Texts outside the shape are node labels, for which ELK keeps room: those below or beside a diamond, and that of a loop above. */
function elkNode(id: string, size: NodeSize | undefined, loop: LabelSize | undefined, isDown: boolean): ElkNode {
  const { width = 0, height = 0, outside } = size ?? {};
  const labels: ElkLabel[] = [];
  if (outside !== undefined && outside.height > 0) labels.push(outsideLabel(outside.width, outside.height, isDown ? 'V_CENTER H_RIGHT' : 'V_BOTTOM H_CENTER'));
  if (loop !== undefined) labels.push(outsideLabel(loop.width, loop.height + LOOP.height, 'V_TOP H_CENTER'));
  return { id, width, height, labels };
}

function outsideLabel(width: number, height: number, side: 'V_TOP H_CENTER' | 'V_BOTTOM H_CENTER' | 'V_CENTER H_RIGHT'): ElkLabel {
  return { text: ' ', width, height, layoutOptions: { 'elk.nodeLabels.placement': `OUTSIDE ${side}` } };
}

/** ELK puts the labels of several loops over each other, so that loops are drawn by hand: up from the middle of the top, and back. */
function placedLoop(node: ElkNode | undefined, size: LabelSize | undefined): PlacedEdge {
  const { x = 0, y = 0, width = 0 } = node ?? {};
  const middle = x + width / 2;
  const [left, right, top] = [middle - LOOP.width / 2, middle + LOOP.width / 2, y - LOOP.height];
  const points = [{ x: left, y }, { x: left, y: top }, { x: right, y: top }, { x: right, y }];
  return { points, label: size === undefined ? undefined : { ...size, x: middle - size.width / 2, y: top - size.height } };
}

function elkEdge(edge: PlanEdge, label: LabelSize | undefined): ElkExtendedEdge {
  return {
    id: edge.id,
    sources: [edge.from],
    targets: [edge.to],
    labels: label === undefined ? [] : [{ text: ' ', width: label.width, height: label.height, layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
  };
}

function placedEdge(edge: ElkExtendedEdge, band: PlanBand, children: readonly ElkNode[], size: LabelSize | undefined): PlacedEdge {
  const points = (edge.sections ?? []).flatMap((section) => [section.startPoint, ...(section.bendPoints ?? []), section.endPoint]);
  const label = edge.labels?.[0];
  return {
    points: ontoOutlines(points, band, children, edge),
    label: size === undefined || label === undefined ? undefined : { ...size, x: label.x ?? 0, y: label.y ?? 0 },
  };
}

/** ELK ends edges on the bounding boxes; moves both ends along the line onto the outlines of the shapes. */
function ontoOutlines(points: readonly Point[], band: PlanBand, children: readonly ElkNode[], edge: ElkExtendedEdge): readonly Point[] {
  const moved = (id: string | undefined, point: Point): Point => {
    const box = children.find((child) => child.id === id);
    const node = band.nodes.find((n) => n.id === id)?.nodes[0];
    return box === undefined || node === undefined ? point : ontoOutline(point, shapeOf(node), box);
  };
  const last = points.length - 1;
  return points.map((point, index) => {
    if (index === 0) return moved(edge.sources[0], point);
    return index === last ? moved(edge.targets[0], point) : point;
  });
}

function ontoOutline(point: Point, shape: Shape, { x = 0, y = 0, width = 0, height = 0 }: ElkNode): Point {
  const across = outlineInset(shape, width, height, point.y - (y + height / 2));
  if (Math.abs(point.x - x) < 1) return { x: point.x + across, y: point.y };
  if (Math.abs(point.x - (x + width)) < 1) return { x: point.x - across, y: point.y };
  const down = verticalInset(shape, width, height, point.x - (x + width / 2));
  return { x: point.x, y: Math.abs(point.y - y) < 1 ? point.y + down : point.y - down };
}
