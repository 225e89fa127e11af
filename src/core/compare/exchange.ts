/** The kernels of a project that reach peers, and every access that they make there. */
import type { GraphEdge, GraphNode, Kernel, Location, Site } from '../schema.js';
import { at } from './cells.js';
import { representative, type AroundOf } from './counterparts.js';
import type { ProjectInput } from './input.js';
import { isBulk, isInside } from './purpose.js';

export function aroundIn(projects: readonly Pick<ProjectInput, 'kernels' | 'sites'>[]): AroundOf {
  return (site) => {
    for (const { kernels, sites } of projects) {
      const kernel = kernels.find((each) => isInside(each, site));
      if (kernel) return { kernel, sites, isDrawn: true };
    }
    return undefined;
  };
}

/** One access to a peer's memory in a kernel. */
export interface RemoteAccess {
  readonly sort: 'bulk-store' | 'bulk-load' | 'store' | 'load' | 'atomic' | 'rdma';
  readonly mechanism: string;
  readonly place: Location;
}

/** Those in the kernel's own text, each once; a call that can go either way once for each way that it can go here. */
export function accessesIn(project: Pick<ProjectInput, 'sites'>, kernel: Pick<Kernel, 'file' | 'line' | 'endLine' | 'graph'>): readonly RemoteAccess[] {
  const found = new Map<string, RemoteAccess>();
  for (const site of project.sites) {
    if (!isInside(kernel, site)) continue;
    for (const access of waysOf(site, kernel)) found.set(`${access.sort} ${access.place.file} ${access.place.line} ${access.place.column}`, access);
  }
  return [...found.values()];
}

/** What a call does for the teams and instantiations that it is made with, which the graph knows: what it is called with may leave one way only. */
export function waysOf(site: Site, { graph: { nodes, edges } }: Pick<Kernel, 'graph'>): readonly RemoteAccess[] {
  const all = accessesOf(site);
  if (site.kind !== 'one-sided') return all;
  const spaceOf = (id: string): string | undefined => nodes.find((node) => node.id === id)?.space;
  return all.flatMap((access): readonly RemoteAccess[] => {
    const ways = edges.filter(({ file, line, path, mechanism }) => file === access.place.file && line === access.place.line && path !== undefined && mechanism !== undefined);
    const made = ways.map(({ path, from, mechanism = '' }) => ({ ...access, mechanism, sort: path === 'rdma' ? 'rdma' as const : sortOf(spaceOf(from) === 'peer', mechanism) }));
    return made.length > 0 ? made : [access];
  });
}

function sortOf(isLoad: boolean, mechanism: string): RemoteAccess['sort'] {
  if (/^(?:atom|red)\b/u.test(mechanism)) return 'atomic';
  return isBulk({ mechanism }) ? (isLoad ? 'bulk-load' : 'bulk-store') : isLoad ? 'load' : 'store';
}

export function accessesOf(site: Site): readonly RemoteAccess[] {
  if (site.kind !== 'peer-pointer' && site.kind !== 'one-sided') return [];
  return site.consumers.filter(({ access }) => access !== 'address-only').map((use): RemoteAccess => {
    const plain = use.access === 'remote-atomic' ? 'atomic' : use.access === 'remote-load' ? (isBulk(use) ? 'bulk-load' : 'load') : isBulk(use) ? 'bulk-store' : 'store';
    return { sort: site.kind === 'one-sided' ? 'rdma' : plain, mechanism: use.mechanism, place: at(use) };
  });
}

/** One movement to or from a peer, or into the memory that the NIC sends from, as the graph has it. */
export interface Movement {
  readonly edge: GraphEdge;
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly path: 'nvlink' | 'rdma' | 'local' | 'gap';
  /** What crosses; of what is pulled through registers the load, then the store of what was loaded. */
  readonly mechanism: string;
}

/** The operation without what the cache is told. */
export function withoutCacheHints(mechanism: string): string {
  return mechanism.replace(/\.L[12]::\w+/gu, '');
}

export function movementsOf({ graph }: Pick<Kernel, 'graph'>): readonly Movement[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const isFar = (id: string): boolean => ['peer', 'remote'].includes(nodes.get(id)?.space ?? '');
  const crosses = new Set(graph.edges.filter(({ from, to, gap }) => gap === true || isFar(from) || isFar(to)));
  // What fills the memory that the NIC sends from belongs to the path.
  const sent = new Set([...crosses].filter(({ path, from }) => path === 'rdma' && nodes.get(from)?.space === 'own-window').map(({ from }) => from));
  // A load into registers is one with the store that takes what was loaded.
  const isLoad = (edge: GraphEdge): boolean => isFar(edge.from) && nodes.get(edge.to)?.space === 'register';
  const loadOf = (edge: GraphEdge): GraphEdge | undefined => (isFar(edge.from) && !isLoad(edge) ? graph.edges.find((other) => other.from === edge.from && isLoad(other)) : undefined);
  const carried = (edge: GraphEdge): boolean => nodes.get(edge.to)?.space === 'register' && graph.edges.some((other) => other !== edge && other.from === edge.from && nodes.get(other.to)?.space !== 'register');
  return graph.edges.filter((edge) => (crosses.has(edge) || sent.has(edge.to)) && !carried(edge)).toSorted((a, b) => a.line - b.line).flatMap((edge) => {
    const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
    const path = edge.gap === true ? 'gap' : crosses.has(edge) ? (edge.path ?? 'nvlink') : 'local';
    return from && to ? [{ edge, from, to, path, mechanism: [...[loadOf(edge)?.mechanism ?? []].flat(), edge.mechanism ?? edge.label].join(' → ') } satisfies Movement] : [];
  });
}

/** Kernels that reach peers: first those that stand for the project's work, then by paths and accesses. */
export function exchangeKernels(project: ProjectInput): readonly { readonly kernel: Kernel; readonly movements: readonly Movement[] }[] {
  const around = aroundIn([project]);
  const pointers = project.sites.filter((site) => site.kind === 'peer-pointer' && site.isKernel && accessesOf(site).length > 0);
  const main = (['dispatch', 'combine'] as const).map((purpose) => representative(pointers, purpose, around)).map((site) => site && around(site)?.kernel);
  const rank = (kernel: Kernel): number => (main.includes(kernel) ? main.length - main.indexOf(kernel) : 0);
  const paths = (movements: readonly Movement[]): number => new Set(movements.flatMap(({ path }) => (path === 'nvlink' || path === 'rdma' ? [path] : []))).size;
  const all = project.kernels.map((kernel) => ({ kernel, movements: movementsOf(kernel) })).filter(({ movements }) => movements.some(({ path }) => path !== 'local'));
  return all.toSorted((a, b) => rank(b.kernel) - rank(a.kernel) || paths(b.movements) - paths(a.movements) || b.movements.length - a.movements.length);
}

/** The kernel with what `movementsOf` leaves out left out of its graph as well, for a picture. */
export function forPicture(kernel: Kernel): Kernel {
  const { nodes, edges } = kernel.graph;
  const spaceOf = (id: string): string | undefined => nodes.find((node) => node.id === id)?.space;
  const moved = new Set(movementsOf(kernel).map(({ edge }) => edge));
  const kept = edges.filter((edge) => moved.has(edge) || spaceOf(edge.from) !== 'peer');
  return withGraph(kernel, { nodes, edges: kept });
}

/** The movements with what fills their sources, where shared memory that was filled from a peer goes, the decisions between them, and the barriers of ranks: for a diagram as text. */
export function forText(kernel: Kernel): Kernel {
  const { nodes, edges } = kernel.graph;
  const spaceOf = (id: string): string | undefined => nodes.find((node) => node.id === id)?.space;
  const moved = new Set(movementsOf(kernel).map(({ edge }) => edge));
  const sources = new Set([...moved].map(({ from }) => from));
  const filled = new Set([...moved].filter(({ from, to }) => spaceOf(from) === 'peer' && spaceOf(to) === 'shared').map(({ to }) => to));
  const kept = edges.filter((edge) => moved.has(edge) || filled.has(edge.from) || (sources.has(edge.to) && !['register', 'peer', 'remote'].includes(spaceOf(edge.from) ?? '')));
  const ends = new Set(kept.flatMap(({ from, to, via }) => [from, to, ...(via === undefined ? [] : [via])]));
  return withGraph(kernel, { nodes: nodes.filter((node) => node.kind === 'barrier' || ends.has(node.id)), edges: kept });
}

function withGraph({ name, file, line, endLine, column, roles, pipelines, barriers }: Kernel, graph: Kernel['graph']): Kernel {
  return { name, file, line, endLine, column, roles, pipelines, barriers, graph };
}
