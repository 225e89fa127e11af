/** The sites of all files that are analysed so far, by what a hover asks for. Made anew when an analysis changes. */
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Kernel, Site } from '../../core/schema.js';
import type { Analyses } from './analyses.js';

export interface SiteIndex {
  /** Sites in the bodies of functions of that name. */
  inFunction(name: string): readonly Site[];
  readonly sites: readonly Site[];
  readonly kernels: readonly Kernel[];
  /** The kernel around a site. */
  kernelOf(site: Site): Kernel | undefined;
}

export function indexSites(analyses: Iterable<FileAnalysis>): SiteIndex {
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
    kernels: [...kernels.values()].flat(),
    inFunction: (name: string) => byFunction.get(name) ?? [],
    kernelOf: ({ file, line }: Site) => kernels.get(file)?.find((kernel) => kernel.line <= line && line <= kernel.endLine),
  });
}

/** Keeps one index for each state of the analyses. */
export function createSiteIndexCache(analyses: Analyses): () => SiteIndex {
  let version = -1;
  let index: SiteIndex = indexSites([]);
  return () => {
    if (version !== analyses.version) {
      version = analyses.version;
      index = indexSites(analyses.known().values());
    }
    return index;
  };
}
