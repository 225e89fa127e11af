import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { reveal, useActions } from '../actions.js';
import { useWords } from '../words.js';
import type { BandElement } from './elements.js';

/** A band: heading with the role's name, condition and lines, and a button that opens or closes it. */
export const BandNode = memo(function BandNode({ data }: NodeProps<BandElement>) {
  const { band } = data;
  const { toggleBand } = useActions();
  const words = useWords().graph;
  const lines = words.lines(band.line, band.endLine);
  const isEmpty = band.nodeCount === 0;
  return (
    <div className={`band band-${band.kind}`}>
      {/* As SVG, whose stroke does not thin out or vanish when the view is zoomed. */}
      <svg className="band-outline" width={band.width} height={band.height} aria-hidden="true">
        <rect x="0.5" y="0.5" width={band.width - 1} height={band.height - 1} rx="5" />
      </svg>
      <div className="band-heading nopan nodrag">
        {isEmpty ? null : (
          <button
            type="button"
            className="band-toggle"
            aria-expanded={!band.collapsed}
            aria-label={band.collapsed ? words.open(band.name) : words.close(band.name)}
            onClick={() => {
              toggleBand(band.id);
            }}
          >
            <span aria-hidden="true">{band.collapsed ? '▸' : '▾'}</span>
          </button>
        )}
        <button
          type="button"
          className="band-name"
          title={[band.name, band.condition, lines].filter((part) => part !== '').join('\n')}
          onClick={() => {
            reveal(band);
          }}
        >
          {band.name}
        </button>
        {band.condition === '' ? null : <code className="band-condition" title={band.condition}>{band.condition}</code>}
        <span className="band-lines">{lines}</span>
        {band.collapsed ? <span className="band-lines">{words.size(band.nodeCount, band.edgeCount)}</span> : null}
        {isEmpty ? <span className="band-lines">{words.noFlowHere}</span> : null}
      </div>
    </div>
  );
});
