/** What the text formats draw: the graph with the edges that a decision chooses led through it, and nodes by role. */
import type { GraphEdge, GraphNode, Kernel, Role } from '../../schema.js';

export interface FlowNode {
  /** Safe in every format: `n0`, `n1`, … */
  readonly id: string;
  readonly node: GraphNode;
}

export interface FlowArrow {
  readonly from: string;
  readonly to: string;
  /** Only leads to a decision. */
  readonly isLeadIn: boolean;
  readonly edge: GraphEdge;
}

export interface Flow {
  readonly groups: readonly { readonly role: Role | undefined; readonly nodes: readonly FlowNode[] }[];
  readonly arrows: readonly FlowArrow[];
}

export function flowOf({ graph, roles }: Kernel): Flow {
  const nodes = graph.nodes.map((node, index): FlowNode => ({ id: `n${index}`, node }));
  const ids = new Map(nodes.map(({ id, node }) => [node.id, id]));
  const leadIns = new Set<string>();
  const arrows = graph.edges.flatMap((edge): FlowArrow[] => {
    const [from, to, via] = [ids.get(edge.from), ids.get(edge.to), edge.via === undefined ? undefined : ids.get(edge.via)];
    if (from === undefined || to === undefined) return [];
    if (via === undefined) return [{ from, to, isLeadIn: false, edge }];
    const key = `${from} ${via}`;
    const leadIn = leadIns.has(key) ? [] : [{ from, to: via, isLeadIn: true, edge }];
    leadIns.add(key);
    return [...leadIn, { from: via, to, isLeadIn: false, edge }];
  });
  const inRole = (role: Role | undefined): readonly FlowNode[] => nodes.filter(({ node }) => roles.find(({ name }) => name === node.role)?.name === role?.name);
  const unique = roles.filter((role, index) => roles.findIndex(({ name }) => name === role.name) === index);
  return { groups: [undefined, ...unique].map((role) => ({ role, nodes: inRole(role) })).filter((group) => group.nodes.length > 0), arrows };
}

/** The lines of a node's text. */
export function nodeLines({ label, space, kind, line }: GraphNode): readonly string[] {
  const what = kind === 'memory' ? SPACES[space] : kind === 'gap' ? 'gap' : kind;
  return [label, `${what} · ${line}`];
}

/** The lines of an edge's text. */
export function edgeLines({ label, mechanism, line, condition }: GraphEdge): readonly string[] {
  return [`${label === '' ? (mechanism ?? 'data') : label} · ${line}`, ...(condition === undefined || condition === '' ? [] : [`if ${condition}`])];
}

const SPACES: Readonly<Record<GraphNode['space'], string>> = {
  global: 'global memory', shared: 'shared memory', tensor: 'tensor memory', 'own-window': 'own window', peer: 'peer, NVLink', remote: 'peer, RDMA',
  host: 'host memory', register: 'registers', unknown: 'unknown memory',
};
