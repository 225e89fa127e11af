/** The analyses made so far, and the way to an up-to-date one. A failure of the analyser is logged and counts as no analysis. */
import type { Analyzer, FileAnalysis } from '../../core/analyzer.js';
import type { Guard } from '../guard.js';

export interface Analyses {
  /** Up to date; blocks for as long as the analysis takes if the file or what it includes has changed. */
  of(path: string): FileAnalysis | undefined;
  /** By path, as of the last visit of each; may be out of date, costs nothing. */
  known(): ReadonlyMap<string, FileAnalysis>;
  /** Grows whenever `known` changes. */
  readonly version: number;
  /** Drops what belongs to files that are gone. */
  prune(): void;
  files(): readonly string[];
  text(path: string): string | undefined;
}

export function createAnalyses(analyzer: Analyzer, guard: Guard): Analyses {
  const known = new Map<string, FileAnalysis>();
  let version = 0;
  return Object.freeze({
    of(path: string) {
      const analysis = guard.run('analysis', undefined, () => analyzer.analyzeFile(path));
      if (analysis !== undefined && analysis !== known.get(path)) {
        known.set(path, analysis);
        version++;
      }
      return analysis;
    },
    known: () => known,
    get version() {
      return version;
    },
    prune() {
      for (const path of [...known.keys()]) {
        if (analyzer.hasFile(path)) continue;
        known.delete(path);
        version++;
      }
    },
    files: () => analyzer.files(),
    text: (path: string) => analyzer.fileText(path),
  });
}
