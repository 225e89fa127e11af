import type { EdgeProps } from '@xyflow/react';
import { BaseEdge, EdgeLabelRenderer } from '@xyflow/react';
import { memo } from 'react';
import { reveal } from '../actions.js';
import { edgeKind } from './elements.js';
import type { FlowEdge } from './elements.js';
import { FindingMark } from './ShapeNode.js';
import { edgePath } from './view.js';

const CORNER = 9;

/** One edge: the corners of the layout joined with round bends, the label around the line. */
export const FlowEdgeView = memo(function FlowEdgeView({ id, data }: EdgeProps<FlowEdge>) {
  if (data === undefined) return null;
  const { edge, findings, emphasis } = data;
  const kind = edgeKind(edge);
  const { label } = edge;
  const [first] = edge.places;
  return (
    <>
      <BaseEdge id={id} path={edgePath(edge, CORNER)} markerEnd={`url(#arrow-${kind})`} interactionWidth={14} />
      {label === undefined ? null : (
        <EdgeLabelRenderer>
          <div
            className={`edge-label ${kind} ${emphasis} nopan nodrag`}
            title={edge.title}
            style={{ transform: `translate(${label.x}px, ${label.y}px)`, width: label.width, height: label.height }}
            onClick={() => {
              if (first !== undefined) reveal(first);
            }}
          >
            <div className="edge-upper">{label.upper}</div>
            <div className="edge-lower">{label.lower}</div>
            <FindingMark findings={findings} />
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  );
});

const KINDS = ['plain', 'nvlink', 'rdma', 'gap'] as const;

/** The arrow heads, one a kind, since a marker cannot take its colour from the edge in every browser. */
export function ArrowHeads() {
  return (
    <svg className="arrow-heads" aria-hidden="true">
      <defs>
        {KINDS.map((kind) => (
          <marker key={kind} id={`arrow-${kind}`} className={`arrow ${kind}`} viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">
            <path d="M0 1L10 5L0 9Z" />
          </marker>
        ))}
      </defs>
    </svg>
  );
}
