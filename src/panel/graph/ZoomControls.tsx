import { useReactFlow } from '@xyflow/react';

/** Outside the graph's pane, where they would cover what is drawn. */
export function ZoomControls() {
  const flow = useReactFlow();
  return (
    <div className="zoom" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom in" title="Zoom in" onClick={() => { void flow.zoomIn(); }}>+</button>
      <button type="button" aria-label="Zoom out" title="Zoom out" onClick={() => { void flow.zoomOut(); }}>−</button>
      <button type="button" title="Show the whole graph" onClick={() => { void flow.fitView({ padding: 0 }); }}>Fit</button>
    </div>
  );
}
