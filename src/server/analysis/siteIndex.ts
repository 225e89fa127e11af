/** The sites of all files that are analysed so far, by what a hover asks for. Made anew when an analysis changes. */
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Kernel, Site } from '../../core/schema.js';
import type { Analyses } from './analyses.js';

export interface SiteIndex {
  /** Sites in the bodies of functions of that name. */
  inFunction(name: string): readonly Site[];
  readonly sites: readonly Site[];
  /** Kernels whose graph is made. */
  kernels(): readonly Kernel[];
  /** The kernel around a site, if its graph is made. */
  kernelOf(site: Site): Kernel | undefined;
}

export function indexSites(analyses: Iterable<FileAnalysis>, isDrawn: (kernel: Kernel) => boolean = () => true): SiteIndex {
  const sites: Site[] = [];
  const byFunction = new Map<string, Site[]>();
  const kernels = new Map<string, readonly Kernel[]>();
  for (const analysis of analyses) {
    kernels.set(analysis.report.path, analysis.kernels);
    for (const site of analysis.sites) {
      sites.push(site);
      const others = byFunction.get(site.function);
      if (others === undefined) byFunction.set(site.function, [site]);
      else others.push(site);
    }
  }
  return Object.freeze({
    sites,
    kernels: () => [...kernels.values()].flat().filter(isDrawn),
    inFunction: (name: string) => byFunction.get(name) ?? [],
    kernelOf: ({ file, line }: Site) => kernels.get(file)?.find((kernel) => kernel.line <= line && line <= kernel.endLine && isDrawn(kernel)),
  });
}

/** Keeps one index for each state of the analyses. */
export function createSiteIndexCache(analyses: Analyses, isDrawn: (kernel: Kernel) => boolean): () => SiteIndex {
  let version = -1;
  let index: SiteIndex = indexSites([]);
  return () => {
    if (version !== analyses.version) {
      version = analyses.version;
      index = indexSites(analyses.known().values(), isDrawn);
    }
    return index;
  };
}
