import type { Box, PositionedEdge, PositionedGraph } from '../graphModel.js';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** How much an offset across the direction counts against the distance along it. */
const ACROSS = 2.5;

/**
 * The node or barrier that an arrow key leads to: with the flow the target of an edge, against it the source of one, where there
 * is one; else the nearest box in that direction. Undefined: there is none.
 */
export function neighbour(graph: PositionedGraph, from: string, direction: Direction): string | undefined {
  const boxes = new Map<string, Box>([...graph.nodes, ...graph.barriers].map((item) => [item.id, item]));
  const start = boxes.get(from);
  if (start === undefined) return undefined;
  const linked = linkedNodes(graph, from, direction);
  return nearest(start, boxes, linked, direction) ?? nearest(start, boxes, [...boxes.keys()], direction);
}

function linkedNodes(graph: PositionedGraph, from: string, direction: Direction): readonly string[] {
  const isDown = direction === 'down' || direction === 'up';
  const along = graph.edges.filter((edge) => goesDown(edge) === isDown);
  if (direction === 'right' || direction === 'down') return along.filter((edge) => edge.from === from).map((edge) => edge.to);
  return along.filter((edge) => edge.to === from).map((edge) => edge.from);
}

/** Where the flow of its band goes down, an edge leaves through the bottom. */
function goesDown({ points: [first, second] }: PositionedEdge): boolean {
  return first !== undefined && second !== undefined && first.x === second.x;
}

function nearest(start: Box, boxes: ReadonlyMap<string, Box>, candidates: readonly string[], direction: Direction): string | undefined {
  let best: { readonly id: string; readonly cost: number } | undefined;
  for (const id of candidates) {
    const box = boxes.get(id);
    if (box === undefined || box === start) continue;
    const cost = costTo(start, box, direction);
    if (cost !== undefined && (best === undefined || cost < best.cost)) best = { id, cost };
  }
  return best?.id;
}

/** Undefined: the box is not in that direction. Barriers are as wide as the graph, so that overlap counts as no offset. */
function costTo(start: Box, box: Box, direction: Direction): number | undefined {
  const horizontal = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  const along = (b: Box): number => (horizontal ? b.x + b.width / 2 : b.y + b.height / 2);
  const distance = sign * (along(box) - along(start));
  if (distance <= 1) return undefined;
  const across = horizontal
    ? apart(start.y, start.y + start.height, box.y, box.y + box.height)
    : apart(start.x, start.x + start.width, box.x, box.x + box.width);
  return distance + ACROSS * across;
}

/** Distance of two intervals; zero if they overlap. */
function apart(a1: number, a2: number, b1: number, b2: number): number {
  return Math.max(0, b1 - a2, a1 - b2);
}
