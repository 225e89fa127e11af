/** Red edges to nowhere: what the findings say is lost. */
import type { Finding, GraphEdge, GraphNode, Kernel } from '../schema.js';

type Graph = Kernel['graph'];

export function addGaps(graph: Graph, findings: readonly Finding[]): Graph {
  const nodes: GraphNode[] = [...graph.nodes];
  const edges: GraphEdge[] = [...graph.edges];
  for (const gap of findings) {
    if (gap.rule !== 'pointer.no-fallback' && gap.rule !== 'pointer.unchecked') continue;
    const near = graph.edges.find((edge) => edge.path === 'nvlink' && (edge.line === gap.line || gap.related.some((step) => step.line === edge.line)));
    if (!near) continue;
    const lost = gap.rule === 'pointer.no-fallback';
    const id = `gap:${gap.line}:${gap.column}`;
    const role = near.role === undefined ? {} : { role: near.role };
    nodes.push({ id, kind: 'gap', label: lost ? 'nowhere' : 'null pointer', space: 'unknown', file: gap.file, line: gap.line, column: gap.column, remote: false, ...role, detail: gap.message });
    edges.push({ from: near.from, to: id, label: lost ? 'null path: nothing' : 'null: untested', file: gap.file, line: gap.line, gap: true, ...role });
  }
  return { nodes, edges };
}
