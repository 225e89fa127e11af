import type { PositionedGraph } from './graphModel.js';

/**
 * Ids of the drawn nodes, edges and barriers that contain all words of a query, in reading order. Letter case does not matter.
 * An empty query matches nothing.
 */
export function search(graph: PositionedGraph, query: string): readonly string[] {
  const words = query.toLowerCase().split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [];
  const bands = new Map(graph.bands.map((band) => [band.id, band.name]));
  const matches = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  return [
    ...graph.nodes.filter((node) => matches(`${node.title} ${bands.get(node.band) ?? ''}`)),
    ...graph.edges.filter((edge) => matches(edge.title)),
    ...graph.barriers.filter((barrier) => matches(barrier.title)),
  ].map((item) => item.id);
}
