/**
 * An analyser for tests of the server: it "analyses" by calling a function of the text, caches like the real one, and counts.
 */
import type { Analyzer, Configuration, FileAnalysis } from '../../../src/core/analyzer.js';

export type FakeAnalysis = (path: string, text: string, configuration: Configuration) => Partial<FileAnalysis>;

export interface FakeAnalyzer extends Analyzer {
  /** Paths in the order in which they were really analysed. */
  readonly analyzed: string[];
}

export function createFakeAnalyzer(analysis: FakeAnalysis = () => ({})): FakeAnalyzer {
  const files = new Map<string, string | undefined>();
  const cache = new Map<string, FileAnalysis>();
  const analyzed: string[] = [];
  let configuration: Configuration = {};
  const dependents = (path: string): void => {
    for (const [key, { dependencies }] of cache) if (dependencies.includes(path)) cache.delete(key);
  };
  return {
    analyzed,
    setFile(path, content) {
      const text = content === undefined || typeof content === 'string' ? content : new TextDecoder().decode(content);
      if (files.has(path) && files.get(path) === text) return;
      files.set(path, text);
      dependents(path);
    },
    removeFile(path) {
      files.delete(path);
      dependents(path);
    },
    hasFile: (path) => files.has(path),
    fileText: (path) => files.get(path),
    files: () => [...files.keys()],
    configure(next) {
      configuration = next;
      cache.clear();
    },
    prepare: () => undefined,
    translations: () => [],
    predicates: () => [],
    analyzeFile(path) {
      const text = files.get(path);
      if (text === undefined) return undefined;
      const cached = cache.get(path);
      if (cached !== undefined) return cached;
      analyzed.push(path);
      const made: FileAnalysis = {
        report: { path, parse: 'clean', problems: [] },
        sites: [],
        findings: [],
        complete: () => ({ sites: [], findings: [] }),
        kernels: [],
        specialise: () => undefined,
        orderingAt: () => undefined,
        functions: [],
        inactive: [],
        peerNames: [],
        dependencies: [path],
        ...analysis(path, text, configuration),
      };
      cache.set(path, made);
      return made;
    },
    analyze: (root) => ({ schema: 1, tool: { name: 'symscope', version: '0' }, root, files: [], sites: [], findings: [], kernels: [] }),
    liveTrees: 0,
    dispose: () => undefined,
  };
}
