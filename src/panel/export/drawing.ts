/** The positioned graph as a list of strokes and texts, from which both the SVG and the PNG are made. Pure. */
import { edgePath } from '../graph/view.js';
import { edgeKind } from '../graph/elements.js';
import type { PositionedBarrier, PositionedEdge, PositionedGraph, PositionedNode } from '../graphModel.js';
import { shapeOf, shapePaths, textInset } from '../shapes.js';
import type { Shape } from '../shapes.js';
import { CODE_SIZE, LABEL_SIZE, ROW_HEIGHT } from '../text.js';

/** Colours by what they are for; the style sheet's variables of these names. */
export const COLOURS = ['background', 'foreground', 'dim', 'faint', 'plain', 'barrier', 'node-fill', 'global', 'shared', 'tensor', 'own-window', 'peer', 'remote', 'decision', 'bad'] as const;
export type Colour = (typeof COLOURS)[number];

export type Mark =
  /** `d` is relative to (x, y). */
  | { readonly kind: 'path'; readonly d: string; readonly x: number; readonly y: number; readonly stroke?: Colour; readonly fill?: Colour; readonly width?: number; readonly dash?: readonly number[] }
  | { readonly kind: 'text'; readonly text: string; readonly x: number; readonly y: number; readonly colour: Colour; readonly size: number; readonly font: 'label' | 'code'; readonly bold?: boolean; readonly isCentred?: boolean };

export function draw(graph: PositionedGraph): readonly Mark[] {
  return [
    ...graph.bands.flatMap((band): Mark[] => [
      ...(band.kind === 'role' ? [{ kind: 'path', d: `M0 0H${band.width}V${band.height}H0Z`, x: band.x, y: band.y, stroke: 'faint', dash: [4, 3] } as const] : []),
      label(band.name, band.x + 12, band.y + 20, { bold: true, size: 13 }),
      code(`${band.condition}  ${band.line}–${band.endLine}`.trim(), band.x + 24 + band.name.length * 8, band.y + 20),
    ]),
    ...graph.edges.flatMap(drawEdge),
    ...graph.nodes.flatMap(drawNode),
    ...graph.barriers.flatMap(drawBarrier),
  ];
}

const DASHES: Readonly<Record<ReturnType<typeof edgeKind>, readonly number[]>> = { plain: [], nvlink: [], rdma: [7, 4], gap: [2, 4] };
const FLOW: Readonly<Record<ReturnType<typeof edgeKind>, Colour>> = { plain: 'plain', nvlink: 'peer', rdma: 'remote', gap: 'bad' };
/** Distance of two rows of what a barrier does, in pixels. */
const BARRIER_ROW = 17;
/** Length of an arrow head, in pixels. */
const HEAD = 8;

function drawEdge(edge: PositionedEdge): readonly Mark[] {
  const kind = edgeKind(edge);
  const colour = FLOW[kind];
  const [end, before] = [edge.points.at(-1), edge.points.at(-2)];
  const line: Mark = { kind: 'path', d: edgePath(edge, 7), x: 0, y: 0, stroke: colour, width: kind === 'plain' ? 1.5 : 2, dash: DASHES[kind] };
  const head: Mark[] = end === undefined || before === undefined ? [] : [{ kind: 'path', d: headPath(Math.sign(end.x - before.x), Math.sign(end.y - before.y)), x: end.x, y: end.y, fill: colour }];
  const { label: text } = edge;
  if (text === undefined) return [line, ...head];
  const middle = text.x + text.width / 2;
  return [line, ...head,
    code(text.upper, middle, text.y + CODE_SIZE, { colour: kind === 'gap' ? 'bad' : 'foreground', isCentred: true }),
    ...(text.lower === '' ? [] : [code(text.lower, middle, text.y + text.height - 4, { isCentred: true })]),
  ];
}

/** A triangle with its tip at the origin, for a line that comes along an axis. */
function headPath(dx: number, dy: number): string {
  return dx !== 0 ? `M0 0L${-HEAD * dx} -4L${-HEAD * dx} 4Z` : `M0 0L-4 ${-HEAD * dy}L4 ${-HEAD * dy}Z`;
}

const OUTLINES: Readonly<Partial<Record<Shape, Colour>>> = { host: 'foreground', register: 'plain', unknown: 'plain', gap: 'bad' };

function drawNode(node: PositionedNode): readonly Mark[] {
  const shape = shapeOf(node);
  const { outline, inner } = shapePaths(shape, node.width, node.height);
  const stroke = OUTLINES[shape] ?? (shape as Colour);
  const paths: Mark[] = [
    { kind: 'path', d: outline, x: node.x, y: node.y, stroke, fill: 'node-fill', width: 1.5, dash: shape === 'unknown' || shape === 'gap' ? [4, 3] : [] },
    ...(inner === '' ? [] : [{ kind: 'path', d: inner, x: node.x, y: node.y, stroke, width: 1.25 } as const]),
  ];
  if (shape === 'decision') {
    const [x, top] = [node.x + node.width / 2, node.y + node.height / 2 - (node.label.length * ROW_HEIGHT) / 2 + LABEL_SIZE - 1];
    const outside = [node.caption, ...node.details].filter((row) => row !== '');
    const beside = node.y + node.height / 2 - (outside.length * ROW_HEIGHT) / 2 + CODE_SIZE;
    return [...paths,
      ...node.label.map((row, i) => label(row, x, top + i * ROW_HEIGHT, { isCentred: true })),
      ...outside.map((row, i) => (node.isBeside === true
        ? code(row, node.x + node.width + 3, beside + i * ROW_HEIGHT)
        : code(row, x, node.y + node.height + 13 + i * ROW_HEIGHT, { isCentred: true }))),
    ];
  }
  const rows = node.label.length + 1 + node.details.length;
  const shift = shape === 'global' ? 2.5 : shape === 'register' ? -2.5 : 0;
  const [x, top] = [node.x + textInset(shape), node.y + node.height / 2 - (rows * ROW_HEIGHT) / 2 + LABEL_SIZE - 1 + shift];
  return [...paths,
    ...node.label.map((row, i) => label(row, x, top + i * ROW_HEIGHT)),
    ...[node.caption, ...node.details].map((row, i) => code(row, x, top + (node.label.length + i) * ROW_HEIGHT)),
  ];
}

function drawBarrier({ band, label: name, details, ...box }: PositionedBarrier): readonly Mark[] {
  const line: Mark = band === undefined
    ? { kind: 'path', d: `M0 0H${box.width}V4H0Z`, x: box.x, y: box.y, fill: 'barrier' }
    : { kind: 'path', d: `M0 0H${box.width}`, x: box.x, y: box.y, stroke: 'barrier', width: 2, dash: [2, 2] };
  return [line, code(name, box.x + 10, box.y + 19, { colour: 'foreground', bold: true }), ...details.map((row, index) => label(row, box.x + 10, box.y + box.height - 6 - (details.length - 1 - index) * BARRIER_ROW, { colour: 'dim' }))];
}

type TextMark = Extract<Mark, { readonly kind: 'text' }>;
type TextOptions = Partial<Pick<TextMark, 'colour' | 'size' | 'bold' | 'isCentred'>>;

function label(text: string, x: number, y: number, options: TextOptions = {}): TextMark {
  return { kind: 'text', text, x, y, colour: 'foreground', size: LABEL_SIZE, font: 'label', ...options };
}

function code(text: string, x: number, y: number, options: TextOptions = {}): TextMark {
  return { kind: 'text', text, x, y, colour: 'dim', size: CODE_SIZE, font: 'code', ...options };
}
