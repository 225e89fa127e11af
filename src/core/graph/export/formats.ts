/** The text formats of a kernel's graph, apart from what makes them. */
export const GRAPH_FORMATS = ['mermaid', 'dot', 'json', 'markdown'] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];
