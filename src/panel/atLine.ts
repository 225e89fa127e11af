import type { Kernel } from '../core/schema.js';

export interface AtLine {
  readonly nodeIds: readonly string[];
  /** Indexes into `kernel.graph.edges`. */
  readonly edges: readonly number[];
}

/** What of the graph stands for a line (1-based) of any of the files: what the panel highlights for the cursor. */
export function atLine(kernel: Kernel, files: ReadonlySet<string>, line: number): AtLine {
  const here = (place: { readonly file: string; readonly line: number }): boolean => place.line === line && files.has(place.file);
  return {
    nodeIds: kernel.graph.nodes.filter(here).map((node) => node.id),
    edges: kernel.graph.edges.flatMap((edge, index) => (here(edge) ? [index] : [])),
  };
}

/** The files that the graph points into, each once, the kernel's own first. */
export function graphFiles(kernel: Kernel): readonly string[] {
  const places = [kernel, ...kernel.graph.nodes, ...kernel.graph.edges, ...kernel.barriers];
  return [...new Set(places.map((place) => place.file))];
}
