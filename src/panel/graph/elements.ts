/** The positioned graph as React Flow's nodes and edges. */
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
  return {
    ...placed(node),
    id: node.id,
    type: 'shape',
    data: { node, findings },
    className: `shape-${shapeOf(node)} ${emphasisClass(node.id, emphasis)}`,
    ariaLabel: spokenText(node, findings, graph),
    ariaRole: 'button',
    zIndex: 1,
  };
}

/**
 * What a screen reader says: first what is visible, so that speech commands find the node, then the rest, the role, the findings
 * and where the data goes.
 */
function spokenText(node: PositionedNode, findings: readonly Finding[], graph: PositionedGraph): string {
  const visible = [...node.label, node.caption, ...node.details].filter((row) => row !== '');
  const isShortened = visible.some((row) => row.endsWith('…'));
  const band = graph.bands.find((other) => other.id === node.band);
  const out = graph.edges.filter((edge) => edge.from === node.id).map((edge) => edge.title);
  const rest = isShortened || node.kind !== 'memory' ? [node.title] : band === undefined ? [] : [band.name];
  return [visible.join(' '), ...rest, ...findings.map(findingText), ...out].join('. ');
}

/** As a barrier shows it: the rule first, since there may be no room for more. */
export function findingMark({ rule, message }: Finding): string {
  return `! ${rule}: ${message.replaceAll('`', '')}`;
}

function findingText(finding: Finding): string {
  return `${finding.level}: ${finding.message}`;
}

function barrierElement(barrier: PositionedBarrier, findings: readonly Finding[], emphasis: Emphasis): BarrierElement {
  return {
    ...placed(barrier),
    id: barrier.id,
    type: 'barrier',
    data: { barrier, findings },
    className: emphasisClass(barrier.id, emphasis),
    ariaLabel: [[barrier.label, ...findings.slice(0, 1).map(findingMark), ...barrier.details].join(' '), barrier.title, ...findings.map(findingText)].join('. '),
    ariaRole: 'button',
    zIndex: 1,
  };
}

export function flowEdges(graph: PositionedGraph, findings: readonly Finding[], emphasis: Emphasis): FlowEdge[] {
  // A finding at a node is marked there, not once more on each edge of the same line.
  const marked = new Set(graph.nodes.flatMap((node) => findingsAt(findings, node.places)));
  const rest = findings.filter((finding) => !marked.has(finding));
  return graph.edges.map((edge) => ({
    id: edge.id,
    source: edge.from,
    target: edge.to,
    type: 'flow',
    data: { edge, findings: findingsAt(rest, edge.places), emphasis: edgeEmphasis(edge, emphasis) },
    className: `flow-edge ${edgeKind(edge)} ${edgeEmphasis(edge, emphasis)}`,
    ariaLabel: edge.title,
    focusable: false,
    selectable: false,
  }));
}

function placed(box: Box): Pick<Node, 'position' | 'width' | 'height'> {
  return { position: { x: box.x, y: box.y }, width: box.width, height: box.height };
}

/** `gap` before the path: a missing path is red, whichever it would have been. */
export function edgeKind(edge: PositionedEdge): 'gap' | 'nvlink' | 'rdma' | 'plain' {
  return edge.gap ? 'gap' : (edge.path ?? 'plain');
}
