import type { NodeProps } from '@xyflow/react';
import { memo } from 'react';
import { useActions } from '../actions.js';
import { findingMark } from './elements.js';
import type { BarrierElement } from './elements.js';

/** A barrier: a line as wide as what it joins, with its name, lines, findings, and what it does in each instantiation. */
export const BarrierNode = memo(function BarrierNode({ data }: NodeProps<BarrierElement>) {
  const { barrier, findings } = data;
  const { openFindings } = useActions();
  const [first] = findings;
  return (
    <div className={`barrier ${barrier.band === undefined ? '' : 'barrier-inner'} ${barrier.isOfRanks === true ? 'barrier-ranks' : ''}`} title={barrier.title}>
      <div className="barrier-line" />
      <div className="barrier-texts">
        <span className="barrier-label">{`${barrier.label} `}</span>
        {first === undefined ? null : (
          // Not a button, which must not stand inside one: by keyboard the heading leads to the findings.
          <span
            aria-hidden="true"
            className={`barrier-finding level-${first.level} nopan`}
            title={findings.map((finding) => `${finding.rule}: ${finding.message}`).join('\n')}
            onClick={(event) => {
              event.stopPropagation();
              openFindings();
            }}
          >
            {findingMark(first)}
          </span>
        )}
      </div>
      {barrier.details.map((row) => <div key={row} className="barrier-detail">{`${row} `}</div>)}
    </div>
  );
});
