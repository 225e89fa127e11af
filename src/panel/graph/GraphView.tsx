import { MiniMap, ReactFlow, useOnViewportChange, useReactFlow, useStore } from '@xyflow/react';
import type { FocusEvent, KeyboardEvent } from 'react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Finding } from '../../core/schema.js';
import { reveal } from '../actions.js';
import type { Emphasis } from '../emphasis.js';
import type { PositionedGraph } from '../graphModel.js';
import type { Viewport } from '../messages.js';
import { useWords } from '../words.js';
import { BandNode } from './BandNode.js';
import { BarrierNode } from './BarrierNode.js';
import { Below } from './Below.js';
import { flowEdges, flowNodes } from './elements.js';
import type { FlowEdge, FlowNode } from './elements.js';
import { ArrowHeads, FlowEdgeView } from './FlowEdge.js';
import { neighbour } from './navigate.js';
import type { Direction } from './navigate.js';
import { Handoffs } from './Handoffs.js';
import { ShapeNode } from './ShapeNode.js';
import { boxOf, centre, isCut, MAX_ZOOM, MIN_ZOOM, startView } from './view.js';

const NODE_TYPES = { band: BandNode, shape: ShapeNode, barrier: BarrierNode };
const EDGE_TYPES = { flow: FlowEdgeView };

/** In a narrower pane the map would cover too much. */
const MAP_ABOVE = 760;
const MAP_SIZE = { width: 150, height: 90 };

const DIRECTIONS: Readonly<Record<string, Direction>> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

export interface GraphViewProps {
  readonly graph: PositionedGraph;
  readonly findings: readonly Finding[];
  readonly emphasis: Emphasis;
  /** The view to begin with; undefined: the start view. */
  readonly viewport: Viewport | undefined;
  /** An item to bring into view; a new object asks again. */
  readonly target: { readonly id: string } | undefined;
  readonly onSelect: (id: string) => void;
  /** The reader moved the view; undefined: it is the start view again. */
  readonly onViewport: (viewport: Viewport | undefined) => void;
}

export function GraphView({ graph, findings, emphasis, viewport, target, onSelect, onViewport }: GraphViewProps) {
  const nodes = useMemo(() => flowNodes(graph, findings, emphasis), [graph, findings, emphasis]);
  const edges = useMemo(() => flowEdges(graph, findings, emphasis), [graph, findings, emphasis]);
  const container = useRef<HTMLDivElement>(null);
  const words = useWords().graph;
  const labels = useMemo(() => ({ 'node.a11yDescription.default': words.help, 'minimap.ariaLabel': words.map }), [words]);

  const focusNode = useCallback((id: string) => {
    container.current?.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const id = nodeIdOf(event.target);
    if (id === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) {
      event.preventDefault();
      const next = neighbour(graph, id, direction);
      if (next !== undefined) focusNode(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      revealItem(graph, id);
    }
  };

  const onFocus = (event: FocusEvent<HTMLDivElement>): void => {
    const id = nodeIdOf(event.target);
    if (id !== undefined) onSelect(id);
  };

  return (
    <div className="graph" ref={container} onKeyDown={onKeyDown} onFocus={onFocus}>
      <ArrowHeads />
      <ReactFlow<FlowNode, FlowEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        {...(viewport === undefined ? {} : { defaultViewport: viewport })}
        minZoom={MIN_ZOOM}
        maxZoom={MAX_ZOOM}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        panOnScroll
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={labels}
        aria-label={words.graph}
        onNodeClick={(_, node) => {
          if (node.type === 'band') return;
          onSelect(node.id);
          revealItem(graph, node.id);
        }}
        onEdgeClick={(_, edge) => {
          onSelect(edge.id);
          revealItem(graph, edge.id);
        }}
      >
        <Handoffs graph={graph} selected={emphasis.selected} />
        <Below graph={graph} />
        <Overview graph={graph} />
        <Follow graph={graph} viewport={viewport} target={target} onViewport={onViewport} />
      </ReactFlow>
    </div>
  );
}

/** The map is there only while part of the graph is out of sight. */
function Overview({ graph }: { readonly graph: PositionedGraph }) {
  const isNeeded = useStore((state) => {
    const [x, y, zoom] = state.transform;
    return state.width > MAP_ABOVE && isCut(graph, { width: state.width, height: state.height }, { x, y, zoom });
  });
  return isNeeded ? <MiniMap<FlowNode> pannable zoomable style={MAP_SIZE} nodeClassName={(node) => `map-${node.type} ${node.className ?? ''}`} /> : null;
}

/** Moves the view: to the start when the graph or the pane changes and the reader has not moved it, and to a target. */
function Follow({ graph, viewport, target, onViewport }: Pick<GraphViewProps, 'graph' | 'viewport' | 'target' | 'onViewport'>) {
  const flow = useReactFlow();
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const isFree = viewport === undefined;
  useOnViewportChange({
    onEnd: (view) => {
      onViewport(isSameView(view, startView(graph, { width, height })) ? undefined : view);
    },
  });
  useEffect(() => {
    if (isFree && width > 0) void flow.setViewport(startView(graph, { width, height }));
  }, [flow, graph, width, height, isFree]);
  useEffect(() => {
    const box = target === undefined ? undefined : boxOf(graph, target.id);
    if (box === undefined) return;
    const { x, y } = centre(box);
    void flow.setCenter(x, y, { zoom: Math.max(flow.getZoom(), 0.75), duration: prefersStill() ? 0 : 200 });
  }, [flow, graph, target]);
  return null;
}

function isSameView(a: Viewport, b: Viewport): boolean {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.zoom - b.zoom) < 0.001;
}

function prefersStill(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function nodeIdOf(target: EventTarget): string | undefined {
  if (!(target instanceof HTMLElement) || !target.classList.contains('react-flow__node')) return undefined;
  return target.dataset['id'];
}

function revealItem(graph: PositionedGraph, id: string): void {
  const item = graph.nodes.find((node) => node.id === id) ?? graph.edges.find((edge) => edge.id === id) ?? graph.barriers.find((barrier) => barrier.id === id);
  const place = item?.places[0];
  if (place !== undefined) reveal(place);
}
