import type { Box, Point, PositionedEdge, PositionedGraph } from '../graphModel.js';
import type { Viewport } from '../messages.js';

export const MIN_ZOOM = 0.1;
export const MAX_ZOOM = 2;

/** Below this zoom the texts are too small to read (12 px become 9). */
const READABLE = 0.75;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A graph that is wider than the pane is shown as small as this, since what it is about (the peers) is at its right. */
const LEGIBLE = 0.55;

/**
 * How wide a graph may be to be readable in a pane of this width, in its own pixels. In steps, so that not every change of the pane asks
 * for another layout.
 */
export function roomIn(width: number): number | undefined {
  return width <= 0 ? undefined : Math.max(600, Math.floor(width / READABLE / 100) * 100);
}

/** The first view of a graph: all of it if that is readable, never larger than life; else as much of it from the top as is readable, in all of its width if that is legible. */
export function startView(graph: Size, pane: Size): Viewport {
  if (graph.width === 0 || pane.width === 0) return { x: 0, y: 0, zoom: 1 };
  const byWidth = Math.min(1, pane.width / graph.width);
  const whole = Math.min(byWidth, pane.height / graph.height);
  const zoom = Math.max(whole, Math.min(READABLE, Math.max(LEGIBLE, byWidth)));
  return { x: Math.max(0, (pane.width - graph.width * zoom) / 2), y: 0, zoom };
}

/** Whether part of the graph is outside the pane. */
export function isCut(graph: Size, pane: Size, view: Viewport): boolean {
  const right = view.x + graph.width * view.zoom;
  const bottom = view.y + graph.height * view.zoom;
  // The graph's own margin may be outside.
  const slack = 16 * view.zoom;
  return view.x < -slack || view.y < -slack || right > pane.width + slack || bottom > pane.height + slack;
}

/** Graph pixels of a row that have to be in sight for a reader to notice it. */
const NOTICED = 24;

/** The bands, and the barriers across them, that begin below `bottom` (of the pane, in the graph's pixels), from the top down. */
export function rowsBelow({ bands, barriers }: Pick<PositionedGraph, 'bands' | 'barriers'>, bottom: number): readonly { readonly name: string; readonly y: number }[] {
  const rows = [...bands.map(({ name, y }) => ({ name, y })), ...barriers.filter(({ band }) => band === undefined).map(({ label, y }) => ({ name: label, y }))];
  return rows.filter(({ y }) => y + NOTICED > bottom).sort((a, b) => a.y - b.y);
}

/** Half the length of a path of straight pieces. */
export function middle(points: readonly Point[]): Point {
  const lengths = points.slice(1).map((point, i) => distance(points[i] ?? point, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [i, length] of lengths.entries()) {
    const [a, b] = [points[i], points[i + 1]];
    if (a === undefined || b === undefined) break;
    if (rest <= length) {
      const share = length === 0 ? 0 : rest / length;
      return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
    }
    rest -= length;
  }
  return points[points.length - 1] ?? { x: 0, y: 0 };
}

/** The path of an edge, with rounded corners. A piece that runs down through the label stops above it and goes on below it. */
export function edgePath({ points, label }: Pick<PositionedEdge, 'points' | 'label'>, radius: number): string {
  const cut = label === undefined ? -1 : points.findIndex((point, i) => i > 0 && runsDown(points[i - 1] ?? point, point, label));
  const [before, after] = [points[cut - 1], points[cut]];
  if (label === undefined || before === undefined || after === undefined) return roundedPath(points, radius);
  const [first, second] = before.y < after.y ? [label.y, label.y + label.height] : [label.y + label.height, label.y];
  const { x } = after;
  return roundedPath([...points.slice(0, cut), { x, y: first }], radius) + roundedPath([{ x, y: second }, ...points.slice(cut)], radius);
}

function runsDown(a: Point, b: Point, box: Box): boolean {
  const isInside = a.x === b.x && box.x < a.x && a.x < box.x + box.width;
  return isInside && Math.min(a.y, b.y) <= box.y && Math.max(a.y, b.y) >= box.y + box.height;
}

/** An SVG path through the corners, each rounded by at most `radius`. */
export function roundedPath(points: readonly Point[], radius: number): string {
  const [first, ...others] = points;
  if (first === undefined) return '';
  let path = `M${first.x} ${first.y}`;
  others.forEach((point, i) => {
    const before = points[i] ?? first;
    const after = points[i + 2];
    if (after === undefined) {
      path += `L${point.x} ${point.y}`;
      return;
    }
    const r = Math.min(radius, distance(before, point) / 2, distance(point, after) / 2);
    const start = towards(point, before, r);
    const end = towards(point, after, r);
    path += `L${start.x} ${start.y}Q${point.x} ${point.y} ${end.x} ${end.y}`;
  });
  return path;
}

/** Where to look for one item: its middle. */
export function centre(box: Box): Point {
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The box of a drawn node, barrier or edge. */
export function boxOf(graph: PositionedGraph, id: string): Box | undefined {
  const item = graph.nodes.find((node) => node.id === id) ?? graph.barriers.find((barrier) => barrier.id === id);
  if (item !== undefined) return item;
  const edge = graph.edges.find((e) => e.id === id);
  if (edge === undefined) return undefined;
  return edge.label ?? { ...middle(edge.points), width: 0, height: 0 };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(b.x - a.x, b.y - a.y);
}

function towards(from: Point, to: Point, length: number): Point {
  const whole = distance(from, to);
  if (whole === 0) return from;
  return { x: from.x + ((to.x - from.x) * length) / whole, y: from.y + ((to.y - from.y) * length) / whole };
}
