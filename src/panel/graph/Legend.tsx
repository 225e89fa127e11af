import type { PositionedGraph } from '../graphModel.js';
import { shapeOf, shapePaths } from '../shapes.js';
import type { Shape } from '../shapes.js';
import { useWords } from '../words.js';
import { edgeKind } from './elements.js';

const SHAPES: readonly Shape[] = ['global', 'shared', 'tensor', 'register', 'own-window', 'peer', 'remote', 'host', 'unknown', 'decision', 'gap'];
const [WIDTH, HEIGHT] = [20, 13];

/** What the shapes and lines of this graph mean; those that it does not use are left out. */
export function Legend({ graph }: { readonly graph: PositionedGraph }) {
  const { legend } = useWords();
  const used = new Set(graph.nodes.map(shapeOf));
  const lines = new Set(graph.edges.map(edgeKind));
  return (
    <ul className="legend" aria-label={legend.title}>
      {SHAPES.filter((shape) => used.has(shape)).map((shape) => (
        <li key={shape} className={`shape-${shape}`}>
          <Swatch shape={shape} />
          {legend.shapes[shape]}
        </li>
      ))}
      {lines.has('nvlink') ? <li><Stroke kind="nvlink" />{legend.nvlink}</li> : null}
      {lines.has('rdma') ? <li><Stroke kind="rdma" />{legend.rdma}</li> : null}
      {lines.has('gap') ? <li><Stroke kind="gap" />{legend.gap}</li> : null}
      {graph.barriers.length > 0 ? <li><span className="legend-barrier" aria-hidden="true" />{legend.barrier}</li> : null}
    </ul>
  );
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
