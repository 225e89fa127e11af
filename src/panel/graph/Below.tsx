import { useReactFlow, useStore } from '@xyflow/react';
import { useWords } from '../words.js';
import type { PositionedGraph } from '../graphModel.js';
import { rowsBelow } from './view.js';

/** At the foot of the pane, the rows that are further down: a reader who does not see the second path scrolls to it only if there is a sign of it. */
export function Below({ graph }: { readonly graph: PositionedGraph }) {
  const flow = useReactFlow();
  const words = useWords();
  const bottom = useStore((state) => {
    const [, y, zoom] = state.transform;
    return state.height === 0 ? Infinity : (state.height - y) / zoom;
  });
  const rows = rowsBelow(graph, bottom);
  const [first] = rows;
  if (first === undefined) return null;
  const names = rows.map(({ name }) => name).join(', ');
  const show = (): void => {
    const { x, zoom } = flow.getViewport();
    void flow.setViewport({ x, y: -first.y * zoom, zoom });
  };
  return (
    <button type="button" className="below" title={names} aria-label={words.below(names)} onClick={show}>
      <span aria-hidden="true">↓ {names}</span>
    </button>
  );
}
