/** Decision nodes: where the kernel chooses between the NVLink path and the RDMA path of one peer. */
import type { GraphEdge, GraphNode } from '../schema.js';
import type { Event } from '../flow/events.js';
import type { FactSource } from '../flow/facts.js';
import type { Locator } from '../sites/locate.js';
import { locate } from '../sites/locate.js';
import { namesRank, oneSidedOnNullPath } from '../sites/fallback.js';
import type { Run } from '../sites/run.js';

export function addDecisions(run: Run, nodes: Map<string, GraphNode>, edges: Map<string, GraphEdge>, locator: Locator, roleOf: (event: Event) => string | undefined): void {
  for (const use of run.uses) {
    if (!use.peer || !use.evidence || use.event.access === 'load') continue;
    const decision = decisionNode(nodes, use.evidence, locator, roleOf(use.event));
    const lines = new Set([locate(locator, use.event.anchor).line]);
    route(edges, decision.id, 'nvlink', lines);
    const { peer } = use;
    route(edges, decision.id, 'rdma', new Set(oneSidedOnNullPath(run, peer).filter((event) => event.access !== undefined && namesRank(event, peer)).map((event) => locate(locator, event.anchor).line)));
  }
}

function decisionNode(nodes: Map<string, GraphNode>, test: FactSource, locator: Locator, role: string | undefined): GraphNode {
  const at = locate(locator, test.place);
  const id = `decision:${at.file}:${at.line}:${at.column}`;
  const known = nodes.get(id);
  if (known) return known;
  const node: GraphNode = {
    id, kind: 'decision', label: `${test.text}?`, space: 'unknown', ...at, ...(role === undefined ? {} : { role }), remote: false,
  };
  nodes.set(id, node);
  return node;
}

function route(edges: Map<string, GraphEdge>, via: string, path: 'nvlink' | 'rdma', lines: ReadonlySet<number>): void {
  for (const [key, edge] of edges) if (edge.path === path && edge.via === undefined && lines.has(edge.line)) edges.set(key, { ...edge, via });
}
