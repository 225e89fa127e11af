/** One analysis: plain data, so that it can be done in another thread. */
import type { Analyzer, Configuration } from '../core/analyzer.js';
import type { AnalysisResult, Kernel } from '../core/schema.js';

export interface Job {
  readonly root: string;
  readonly configuration: Configuration;
  /** Path relative to the root -> bytes; undefined: the file could not be read. */
  readonly sources: ReadonlyMap<string, Uint8Array | undefined>;
  /** The sources that are reported; the others are only context. */
  readonly reported: readonly string[];
  /** Without them kernels have their place only: the rest is made on demand, and costs as much as the findings. */
  readonly graphs: boolean;
}

export async function runJob(job: Job, createAnalyzer: (configuration: Configuration) => Promise<Analyzer>): Promise<AnalysisResult> {
  const analyzer = await createAnalyzer(job.configuration);
  try {
    for (const [path, content] of job.sources) analyzer.setFile(path, content);
    const result = analyzer.analyze(job.root, job.reported);
    return { ...result, kernels: result.kernels.map(job.graphs ? wholeKernel : bareKernel) };
  } finally {
    analyzer.dispose();
  }
}

/** Reads what is made on demand, which needs the analyser. */
function wholeKernel(kernel: Kernel): Kernel {
  return { ...kernel };
}

function bareKernel({ name, file, line, endLine, column }: Kernel): Kernel {
  return { name, file, line, endLine, column, roles: [], graph: { nodes: [], edges: [] }, pipelines: [], barriers: [] };
}

/** The result of several jobs as if they had been one. */
export function mergeResults([first, ...others]: readonly [AnalysisResult, ...AnalysisResult[]]): AnalysisResult {
  if (others.length === 0) return first;
  const all = [first, ...others];
  return {
    ...first,
    files: inPathOrder(all.flatMap(({ files }) => files), ({ path }) => path),
    sites: inPathOrder(all.flatMap(({ sites }) => sites), ({ file }) => file),
    findings: inPathOrder(all.flatMap(({ findings }) => findings), ({ file }) => file),
    kernels: inPathOrder(all.flatMap(({ kernels }) => kernels), ({ file }) => file),
  };
}

/** What belongs to one file keeps its order. */
function inPathOrder<T>(items: readonly T[], pathOf: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : pathOf(a) > pathOf(b) ? 1 : 0));
}
