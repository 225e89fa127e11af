/** Puts the laid-out bands and the barriers under each other and gives every part its texts. */
import type { Kernel, Role } from '../../core/schema.js';
import type { Box, LayoutOptions, Place, Point, PositionedBand, PositionedBarrier, PositionedEdge, PositionedGraph, PositionedNode } from '../../panel/graphModel.js';
import type { GraphWords } from '../../panel/graphWords.js';
import { codeWidth, edgeSentence, labelWidth, lineText, nodeName, nodeSentence, placeText, shorten } from '../../panel/text.js';
import type { PlanBarrier } from './barriers.js';
import type { PlacedBand } from './elk.js';
import { isBarrier } from './plan.js';
import type { Plan, PlanBand } from './plan.js';

/** Pixels. */
const MARGIN = 12;
const GAP = 10;
const HEADING = 31;
const CLOSED = 32;
const PADDING = { x: 16, bottom: 8 };
const BARRIER = 30;
const INNER_BARRIER = 27;
/** Of what a barrier does, under its name. */
const BARRIER_ROW = 17;
/** Below the last barrier of a band: what it does does not stand on the frame. */
const INNER_FOOT = 4;
const MIN_WIDTH = 560;

/** Puts the rows under each other, all as wide as the widest. */
export function stack(kernel: Kernel, plan: Plan, placed: ReadonlyMap<string, PlacedBand>, closed: ReadonlySet<string>, options: LayoutOptions & Pick<PositionedGraph, 'detail'>, words: GraphWords): PositionedGraph {
  const bands: PositionedBand[] = [];
  const nodes: PositionedNode[] = [];
  const edges: PositionedEdge[] = [];
  const barriers: PositionedBarrier[] = [];
  // What a barrier does is read as far as the pane has room for it.
  const room = (options.room ?? 0) - 2 * (PADDING.x + MARGIN);
  const rows = plan.rows.flatMap((row) => (isBarrier(row) ? row.details : row.barriers.flatMap(({ details }) => details))).map(labelWidth);
  const contents = Math.max(MIN_WIDTH, ...[...placed.values()].map((band) => band.width), ...plan.rows.map((row) => headingWidth(row)), Math.min(room, Math.max(0, ...rows)));
  const width = Math.ceil(contents) + 2 * PADDING.x;
  const usedIn = bandNames(plan, kernel, words);
  let y = MARGIN;
  for (const row of plan.rows) {
    if (isBarrier(row)) {
      const height = BARRIER + row.details.length * BARRIER_ROW;
      barriers.push(positionBarrier(row, kernel, undefined, { x: MARGIN, y, width, height }, words));
      y += height + GAP;
      continue;
    }
    const content = placed.get(row.id);
    const isClosed = closed.has(row.id) && row.nodes.length > 0;
    const inner = isClosed ? [] : row.barriers;
    const body = content === undefined ? 0 : Math.ceil(content.height) + PADDING.bottom;
    const heights = inner.map((barrier) => INNER_BARRIER + barrier.details.length * BARRIER_ROW);
    const foot = heights.reduce((sum, each) => sum + each, heights.length === 0 ? 0 : INNER_FOOT);
    const height = body + foot === 0 ? CLOSED : HEADING + body + foot;
    bands.push(positionBand(row, kernel, isClosed, { x: MARGIN, y, width, height }, words));
    if (content !== undefined) {
      const origin = { x: MARGIN + PADDING.x, y: y + HEADING };
      nodes.push(...positionNodes(row, kernel, content, origin, usedIn, words));
      edges.push(...positionEdges(row, kernel, content, origin, words));
    }
    let top = y + HEADING + body;
    for (const [index, barrier] of inner.entries()) {
      const box = { x: MARGIN, y: top, width, height: heights[index] ?? INNER_BARRIER };
      barriers.push(positionBarrier(barrier, kernel, row.id, box, words));
      top += box.height;
    }
    y += height + GAP;
  }
  return { ...options, width: width + 2 * MARGIN, height: y - GAP + MARGIN, bands, nodes, edges, barriers };
}

function headingWidth(row: PlanBand | PlanBarrier): number {
  if (isBarrier(row) || row.role === undefined) return 0;
  return labelWidth(row.role.name) + Math.min(codeWidth(row.role.condition), 420) + 190;
}

/** For each graph node the names of the bands in which it is drawn. */
function bandNames(plan: Plan, kernel: Kernel, words: GraphWords): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const row of plan.rows) {
    if (isBarrier(row)) continue;
    for (const { id } of row.nodes.flatMap((node) => node.nodes)) names.set(id, [...(names.get(id) ?? []), bandName(row.role, kernel, words)]);
  }
  return names;
}

function bandName(role: Role | undefined, kernel: Kernel, words: GraphWords): string {
  if (role !== undefined) return role.name;
  return kernel.roles.length === 0 ? words.allWarps : words.wholeKernel;
}

function positionBand(row: PlanBand, kernel: Kernel, collapsed: boolean, box: Box, words: GraphWords): PositionedBand {
  const span = row.role ?? kernel;
  return {
    ...box,
    id: row.id,
    kind: row.role === undefined ? 'kernel' : 'role',
    name: bandName(row.role, kernel, words),
    condition: row.role?.condition ?? '',
    file: kernel.file,
    line: span.line,
    endLine: span.endLine,
    collapsed,
    nodeCount: row.nodes.length,
    edgeCount: row.edges.length,
  };
}

/** In reading order, which is the order of the Tab key. */
function positionNodes(row: PlanBand, kernel: Kernel, content: PlacedBand, origin: Point, usedIn: ReadonlyMap<string, readonly string[]>, words: GraphWords): readonly PositionedNode[] {
  const own = bandName(row.role, kernel, words);
  return row.nodes
    .flatMap((node): readonly PositionedNode[] => {
      const place = content.nodes.get(node.id);
      if (place === undefined) return [];
      const [first] = node.nodes;
      const { size } = place;
      const others = new Set(node.nodes.flatMap((n) => usedIn.get(n.id) ?? []).filter((name) => name !== own));
      return [{
        id: node.id,
        nodeIds: node.nodes.map((n) => n.id),
        kind: first.kind === 'barrier' ? 'memory' : first.kind,
        space: first.space,
        band: row.id,
        x: round(origin.x + place.x),
        y: round(origin.y + place.y),
        width: size.width,
        height: size.height,
        label: size.label,
        caption: size.caption,
        details: size.details,
        ...(content.isDown && size.outside.height > 0 ? { isBeside: true as const } : {}),
        title: node.nodes.map((each) => nodeSentence(each, words)).join('\n'),
        places: node.nodes.map(placeOf),
        alsoIn: [...others],
      }];
    })
    .sort((a, b) => a.x - b.x || a.y - b.y);
}

function positionEdges(row: PlanBand, kernel: Kernel, content: PlacedBand, origin: Point, words: GraphWords): readonly PositionedEdge[] {
  const labels = new Map(kernel.graph.nodes.map((node) => [node.id, nodeName(node, words)]));
  return content.drawn.flatMap((edge): readonly PositionedEdge[] => {
    const place = content.edges.get(edge.id);
    if (place === undefined) return [];
    const [first] = edge.edges;
    const { label } = place;
    return [{
      id: edge.id,
      edges: edge.indexes,
      from: edge.from,
      to: edge.to,
      band: row.id,
      points: place.points.map((point) => ({ x: round(origin.x + point.x), y: round(origin.y + point.y) })),
      ...(label === undefined ? {} : { label: { ...label, x: round(origin.x + label.x), y: round(origin.y + label.y) } }),
      title: edge.edges.map((e) => edgeSentence(e, labels.get(e.from) ?? e.from, labels.get(e.to) ?? e.to, words)).join('\n'),
      places: edge.edges.map(placeOf),
      ...(first.path === undefined ? {} : { path: first.path }),
      gap: first.gap === true,
    }];
  });
}

function positionBarrier(barrier: PlanBarrier, kernel: Kernel, band: string | undefined, box: Box, words: GraphWords): PositionedBarrier {
  const details = barrier.details.map((row) => row.replace(/\s+/g, ' '));
  return {
    ...box,
    id: barrier.id,
    nodeIds: barrier.nodeIds,
    ...(band === undefined ? {} : { band }),
    ...(barrier.isOfRanks ? { isOfRanks: true as const } : {}),
    label: `${shorten(barrier.label, 60)} · ${lineText(barrier.places, kernel.file, 6)}`,
    details,
    title: [`${barrier.label}: ${words.barrier}`, barrier.role, ...details, barrier.places.map(placeText).join(', ')].filter((part) => part !== undefined && part !== '').join('; '),
    places: barrier.places,
  };
}

function placeOf(place: Place): Place {
  const { file, line, column } = place;
  return { file, line, ...(column === undefined ? {} : { column }) };
}

/** Half pixels: small JSON, and the same text for the same layout. */
function round(value: number): number {
  return Math.round(value * 2) / 2;
}
