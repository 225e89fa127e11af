/** Which drawn items stand out, and how. */
import type { Finding } from '../core/schema.js';
import type { Place, PositionedEdge, PositionedGraph } from './graphModel.js';

/** What stands out, by ids of drawn items. */
export interface Emphasis {
  /** Where the keyboard is, or what was clicked. */
  readonly selected: string | undefined;
  /** Where else the same object is drawn. */
  readonly twins: ReadonlySet<string>;
  /** What the cursor's line stands for. */
  readonly lit: ReadonlySet<string>;
  /** What the search found; undefined: there is no search. */
  readonly matches: ReadonlySet<string> | undefined;
}

/** The items that stand for graph nodes and edges (by index). */
export function drawnFor(graph: PositionedGraph, nodeIds: readonly string[], edges: readonly number[]): ReadonlySet<string> {
  const wanted = new Set(nodeIds);
  const indexes = new Set(edges);
  return new Set([
    ...graph.nodes.filter((node) => node.nodeIds.some((id) => wanted.has(id))).map((node) => node.id),
    ...graph.barriers.filter((barrier) => barrier.nodeIds.some((id) => wanted.has(id))).map((barrier) => barrier.id),
    ...graph.edges.filter((edge) => edge.edges.some((index) => indexes.has(index))).map((edge) => edge.id),
  ]);
}

/** The drawn nodes of other bands that stand for an object of this one. */
export function twinsOf(graph: PositionedGraph, id: string | undefined): readonly string[] {
  const node = graph.nodes.find((other) => other.id === id);
  if (node === undefined) return [];
  return graph.nodes.filter((other) => other.band !== node.band && other.nodeIds.some((nodeId) => node.nodeIds.includes(nodeId))).map((other) => other.id);
}

export function findingsAt(findings: readonly Finding[], places: readonly Place[]): readonly Finding[] {
  return findings.filter((finding) => places.some((place) => place.file === finding.file && place.line === finding.line));
}

/** Class names for an item. */
export function emphasisClass(id: string, emphasis: Emphasis): string {
  const classes: string[] = [];
  if (emphasis.selected === id) classes.push('is-selected');
  if (emphasis.twins.has(id)) classes.push('is-twin');
  if (emphasis.lit.has(id)) classes.push('is-lit');
  if (emphasis.matches !== undefined) classes.push(emphasis.matches.has(id) ? 'is-match' : 'is-dim');
  return classes.join(' ');
}

/** An edge of the selected node stands out with it. */
export function edgeEmphasis(edge: PositionedEdge, emphasis: Emphasis): string {
  const own = emphasisClass(edge.id, emphasis);
  return emphasis.selected === edge.from || emphasis.selected === edge.to ? `${own} is-near` : own;
}
