/** The sites of all files that are analysed so far, by what a hover asks for. Made anew when an analysis changes. */
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Around } from '../../core/compare/index.js';
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
  /** The kernel around a site, with what is known of its file. */
  aroundOf(site: Site): Around | undefined;
}

export function indexSites(analyses: Iterable<FileAnalysis>, isDrawn: (kernel: Kernel) => boolean = () => true): SiteIndex {
  const sites: Site[] = [];
  const byFunction = new Map<string, Site[]>();
  const kernels = new Map<string, readonly Kernel[]>();
  const byFile = new Map<string, readonly Site[]>();
  for (const analysis of analyses) {
    kernels.set(analysis.report.path, analysis.kernels);
    byFile.set(analysis.report.path, analysis.sites);
    for (const site of analysis.sites) {
      sites.push(site);
      const others = byFunction.get(site.function);
      if (others === undefined) byFunction.set(site.function, [site]);
      else others.push(site);
    }
  }
  const kernelAt = ({ file, line }: Site): Kernel | undefined => kernels.get(file)?.find((kernel) => kernel.line <= line && line <= kernel.endLine);
  return Object.freeze({
    sites,
    kernels: () => [...kernels.values()].flat().filter(isDrawn),
    inFunction: (name: string) => byFunction.get(name) ?? [],
    kernelOf: (site: Site) => {
      const kernel = kernelAt(site);
      return kernel && isDrawn(kernel) ? kernel : undefined;
    },
    aroundOf: (site: Site) => {
      const kernel = kernelAt(site);
      return kernel && { kernel, sites: byFile.get(site.file) ?? [], isDrawn: isDrawn(kernel) };
    },
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
