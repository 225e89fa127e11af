import type { PositionedGraph } from '../graphModel.js';
import { shapeOf, shapePaths } from '../shapes.js';
import type { Shape } from '../shapes.js';
import { spaceName } from '../text.js';
import { edgeKind } from './elements.js';

const SHAPES: readonly Shape[] = ['global', 'shared', 'tensor', 'register', 'own-window', 'peer', 'remote', 'host', 'unknown', 'decision', 'gap'];
const [WIDTH, HEIGHT] = [20, 13];

/** What the shapes and lines of this graph mean; those that it does not use are left out. */
export function Legend({ graph }: { readonly graph: PositionedGraph }) {
  const used = new Set(graph.nodes.map(shapeOf));
  const lines = new Set(graph.edges.map(edgeKind));
  return (
    <ul className="legend" aria-label="Legend">
      {SHAPES.filter((shape) => used.has(shape)).map((shape) => (
        <li key={shape} className={`shape-${shape}`}>
          <Swatch shape={shape} />
          {shapeName(shape)}
        </li>
      ))}
      {lines.has('nvlink') ? <li><Stroke kind="nvlink" />NVLink path</li> : null}
      {lines.has('rdma') ? <li><Stroke kind="rdma" />RDMA path</li> : null}
      {lines.has('gap') ? <li><Stroke kind="gap" />missing path</li> : null}
      {graph.barriers.length > 0 ? <li><span className="legend-barrier" aria-hidden="true" />barrier</li> : null}
    </ul>
  );
}

function shapeName(shape: Shape): string {
  if (shape === 'decision') return 'choice of path';
  return shape === 'gap' ? 'nowhere' : spaceName(shape);
}

/** Drawn at twice the size and scaled down, so that the details of the shape stay in proportion. */
function Swatch({ shape }: { readonly shape: Shape }) {
  const { outline, inner } = shapePaths(shape, WIDTH * 2, HEIGHT * 2);
  return (
    <svg className="legend-swatch" width={WIDTH} height={HEIGHT} viewBox={`-2 -2 ${WIDTH * 2 + 4} ${HEIGHT * 2 + 4}`} aria-hidden="true">
      <path className="shape-outline" d={outline} />
      {inner === '' ? null : <path className="shape-inner" d={inner} />}
    </svg>
  );
}

function Stroke({ kind }: { readonly kind: 'nvlink' | 'rdma' | 'gap' }) {
  return (
    <svg className={`legend-stroke flow-edge ${kind}`} width="26" height="10" aria-hidden="true">
      <path className="react-flow__edge-path" d="M1 5H25" />
    </svg>
  );
}
