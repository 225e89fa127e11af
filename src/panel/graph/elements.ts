/** The positioned graph as React Flow's nodes and edges. */
import { Position } from '@xyflow/react';
import type { Edge, Node } from '@xyflow/react';
import type { Finding } from '../../core/schema.js';
import { edgeEmphasis, emphasisClass, findingsAt } from '../emphasis.js';
import type { Emphasis } from '../emphasis.js';
import type { Box, PositionedBand, PositionedBarrier, PositionedEdge, PositionedGraph, PositionedNode } from '../graphModel.js';
import { shapeOf } from '../shapes.js';

export type BandElement = Node<{ readonly band: PositionedBand }, 'band'>;
export type ShapeElement = Node<{ readonly node: PositionedNode; readonly findings: readonly Finding[] }, 'shape'>;
export type BarrierElement = Node<{ readonly barrier: PositionedBarrier; readonly findings: readonly Finding[] }, 'barrier'>;
export type FlowNode = BandElement | ShapeElement | BarrierElement;
export type FlowEdge = Edge<{ readonly edge: PositionedEdge; readonly findings: readonly Finding[]; readonly emphasis: string }, 'flow'>;

export function flowNodes(graph: PositionedGraph, findings: readonly Finding[], emphasis: Emphasis): FlowNode[] {
  return [
    ...graph.bands.map(bandElement),
    ...graph.nodes.map((node) => shapeElement(node, findingsAt(findings, node.places), graph, emphasis)),
    ...graph.barriers.map((barrier) => barrierElement(barrier, findingsAt(findings, barrier.places), emphasis)),
  ];
}

function bandElement(band: PositionedBand): BandElement {
  return {
    ...placed(band),
    id: band.id,
    type: 'band',
    data: { band },
    focusable: false,
    selectable: false,
    zIndex: 0,
    // The band lies over the edges: only its button may take the pointer.
    style: { pointerEvents: 'none' },
  };
}

function shapeElement(node: PositionedNode, findings: readonly Finding[], graph: PositionedGraph, emphasis: Emphasis): ShapeElement {
  const out = graph.edges.filter((edge) => edge.from === node.id).map((edge) => edge.title);
  const label = [node.title, ...findings.map((finding) => `${finding.level}: ${finding.message}`), ...out].join('. ');
  return {
    ...placed(node),
    id: node.id,
    type: 'shape',
    data: { node, findings },
    className: `shape-${shapeOf(node)} ${emphasisClass(node.id, emphasis)}`,
    ariaLabel: label,
    ariaRole: 'button',
    zIndex: 1,
    handles: HANDLES,
  };
}

function barrierElement(barrier: PositionedBarrier, findings: readonly Finding[], emphasis: Emphasis): BarrierElement {
  return {
    ...placed(barrier),
    id: barrier.id,
    type: 'barrier',
    data: { barrier, findings },
    className: emphasisClass(barrier.id, emphasis),
    ariaLabel: [barrier.title, ...findings.map((finding) => `${finding.level}: ${finding.message}`)].join('. '),
    ariaRole: 'button',
    zIndex: 1,
  };
}

export function flowEdges(graph: PositionedGraph, findings: readonly Finding[], emphasis: Emphasis): FlowEdge[] {
  return graph.edges.map((edge) => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: 'flow',
    data: { edge, findings: findingsAt(findings, edge.places), emphasis: edgeEmphasis(edge, emphasis) },
    className: `flow-edge ${edgeKind(edge)} ${edgeEmphasis(edge, emphasis)}`,
    ariaLabel: edge.title,
    focusable: false,
    selectable: false,
  }));
}

/** React Flow draws an edge only between handles; where they are does not matter, the corners come from the layout. */
const HANDLES: NonNullable<ShapeElement['handles']> = [
  { type: 'source', position: Position.Right, x: 0, y: 0, width: 1, height: 1 },
  { type: 'target', position: Position.Left, x: 0, y: 0, width: 1, height: 1 },
];

function placed(box: Box): Pick<Node, 'position' | 'width' | 'height'> {
  return { position: { x: box.x, y: box.y }, width: box.width, height: box.height };
}

/** `gap` before the path: a missing path is red, whichever it would have been. */
export function edgeKind(edge: PositionedEdge): 'gap' | 'nvlink' | 'rdma' | 'plain' {
  return edge.gap ? 'gap' : (edge.path ?? 'plain');
}
