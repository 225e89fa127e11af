import { ViewportPortal } from '@xyflow/react';
import { twinsOf } from '../emphasis.js';
import type { PositionedGraph, PositionedNode } from '../graphModel.js';

/** Lines from a selected object to the other bands in which it is drawn: what one role leaves there for another. */
export function Handoffs({ graph, selected }: { readonly graph: PositionedGraph; readonly selected: string | undefined }) {
  const node = graph.nodes.find((other) => other.id === selected);
  const twins = new Set(twinsOf(graph, selected));
  if (node === undefined || twins.size === 0) return null;
  return (
    <ViewportPortal>
      <svg className="handoffs" aria-hidden="true">
        {graph.nodes.filter((other) => twins.has(other.id)).map((twin) => (
          <path key={twin.id} d={bow(node, twin)} />
        ))}
      </svg>
    </ViewportPortal>
  );
}

/** From the lower edge of the upper one to the upper edge of the lower one. */
function bow(a: PositionedNode, b: PositionedNode): string {
  const [upper, lower] = a.y < b.y ? [a, b] : [b, a];
  const start = { x: upper.x + upper.width / 2, y: upper.y + upper.height };
  const end = { x: lower.x + lower.width / 2, y: lower.y };
  const pull = Math.max(20, (end.y - start.y) / 2);
  return `M${start.x} ${start.y}C${start.x} ${start.y + pull} ${end.x} ${end.y - pull} ${end.x} ${end.y}`;
}
