/** The analyses made so far, and the way to an up-to-date one. A failure of the analyser is logged and counts as no analysis. */
import type { Analyzer, FileAnalysis } from '../../core/analyzer.js';
import type { Guard } from '../guard.js';
import { isDeviceCode } from './deviceCode.js';

export interface Analyses {
  /** The file can hold device code; of any other there is no analysis. */
  readonly isWorthwhile: (path: string) => boolean;
  /** Up to date; blocks for as long as the analysis takes if the file or what it includes has changed. */
  of(path: string): FileAnalysis | undefined;
  /** The second look at a file, which adds to its analysis. */
  complete(analysis: FileAnalysis): void;
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
  const marked = new Map<string, { readonly text: string; readonly isWorthwhile: boolean }>();
  let version = 0;
  const isWorthwhile = (path: string): boolean => {
    const text = analyzer.fileText(path);
    if (text === undefined) return false;
    const before = marked.get(path);
    if (before?.text === text) return before.isWorthwhile;
    const answer = isDeviceCode(path, text);
    marked.set(path, { text, isWorthwhile: answer });
    return answer;
  };
  const forget = (path: string): void => {
    if (known.delete(path)) version++;
  };
  return Object.freeze({
    isWorthwhile,
    of(path: string) {
      if (!isWorthwhile(path)) {
        forget(path);
        return undefined;
      }
      const analysis = guard.run('analysis', undefined, () => analyzer.analyzeFile(path));
      if (analysis !== undefined && analysis !== known.get(path)) {
        known.set(path, analysis);
        version++;
      }
      return analysis;
    },
    complete(analysis: FileAnalysis) {
      guard.run('analysis', undefined, () => analysis.complete());
      version++;
    },
    known: () => known,
    get version() {
      return version;
    },
    prune() {
      for (const path of [...known.keys(), ...marked.keys()]) {
        if (analyzer.hasFile(path)) continue;
        forget(path);
        marked.delete(path);
      }
    },
    files: () => analyzer.files(),
    text: (path: string) => analyzer.fileText(path),
  });
}
