import { Handle, Position } from '@xyflow/react';
import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { Finding } from '../../core/schema.js';
import { shapeOf, shapePaths, textInset } from '../shapes.js';
import { useWords } from '../words.js';
import type { ShapeElement } from './elements.js';

/** A memory object, a decision or a gap: the shape as SVG, the texts as HTML over it. */
export const ShapeNode = memo(function ShapeNode({ data }: NodeProps<ShapeElement>) {
  const { node, findings } = data;
  const { alsoIn } = useWords().graph;
  const shape = shapeOf(node);
  const { outline, inner } = shapePaths(shape, node.width, node.height);
  const isDecision = shape === 'decision';
  const also = node.alsoIn.length === 0 ? '' : `\n${alsoIn(node.alsoIn.join(', '))}`;
  return (
    <div className="shape" title={node.title + also}>
      <svg className="shape-drawing" width={node.width} height={node.height} aria-hidden="true">
        <path className="shape-outline" d={outline} />
        {inner === '' ? null : <path className="shape-inner" d={inner} />}
      </svg>
      <div className="shape-texts" style={{ paddingLeft: isDecision ? 0 : textInset(shape), paddingRight: isDecision ? 0 : textInset(shape) }}>
        <Rows rows={node.label} className="shape-label" />
        {isDecision ? null : <Rows rows={[node.caption]} className="shape-caption" />}
        {isDecision ? null : <Rows rows={node.details} className="shape-detail" />}
      </div>
      {isDecision ? (
        <div className={node.isBeside === true ? 'shape-beside' : 'shape-below'}>
          <Rows rows={[node.caption, ...node.details].filter((row) => row !== '')} className="shape-caption" />
        </div>
      ) : null}
      {node.alsoIn.length === 0 ? null : <span className="shape-elsewhere" aria-hidden="true">⇄</span>}
      <FindingMark findings={findings} />
      {/* React Flow draws an edge only between handles; where they are does not matter, the corners come from the layout. */}
      <Handle type="target" position={Position.Left} isConnectable={false} className="anchor" />
      <Handle type="source" position={Position.Right} isConnectable={false} className="anchor" />
    </div>
  );
});

function Rows({ rows, className }: { readonly rows: readonly string[]; readonly className: string }) {
  return rows.map((row, index) => (
    // The blank keeps the words of two rows apart for a screen reader.
    <div key={index} className={className}>{`${row} `}</div>
  ));
}

/** The worst level of the findings at a place, as a mark with a tooltip. */
export function FindingMark({ findings }: { readonly findings: readonly Finding[] }) {
  const worst = findings.find((finding) => finding.level === 'error') ?? findings.find((finding) => finding.level === 'warning') ?? findings[0];
  if (worst === undefined) return null;
  return (
    <span className={`finding-mark level-${worst.level}`} title={findings.map((finding) => `${finding.rule}: ${finding.message}`).join('\n')} aria-hidden="true">
      !
    </span>
  );
}
