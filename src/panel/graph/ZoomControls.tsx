import { useReactFlow } from '@xyflow/react';
import { useWords } from '../words.js';

/** Outside the graph's pane, where they would cover what is drawn. */
export function ZoomControls() {
  const flow = useReactFlow();
  const words = useWords().graph.zoom;
  return (
    <div className="zoom" role="group" aria-label={words.group}>
      <button type="button" aria-label={words.in} title={words.in} onClick={() => { void flow.zoomIn(); }}>+</button>
      <button type="button" aria-label={words.out} title={words.out} onClick={() => { void flow.zoomOut(); }}>−</button>
      <button type="button" title={words.whole} onClick={() => { void flow.fitView({ padding: 0 }); }}>{words.fit}</button>
    </div>
  );
}
