/**
 * The functions that a file calls, as far as a hover speaks of them. Where only open documents are analysed, the headers with their bodies
 * are not; what is said of a call must not depend on whether somebody has looked at them before.
 */
import type { Analyzer, FileAnalysis } from '../../core/analyzer.js';
import type { Translation } from '../../core/schema.js';
import type { Analyses } from './analyses.js';

export interface Callees {
  /** Analyses, of the other files that a file includes, those in which one of the functions can be defined. */
  read(caller: FileAnalysis, names: readonly string[]): void;
  /** What the function of that name does that the file sees, if it forms peer pointers. */
  translation(file: string, name: string): Translation | undefined;
}

/** `whole`: both looks at a file; barriers inside barriers are found by the second. */
export function createCallees(analyses: Analyses, analyzer: Pick<Analyzer, 'translations'>, whole: (path: string) => FileAnalysis | undefined): Callees {
  const translations = new WeakMap<FileAnalysis, readonly Translation[]>();
  const translationsIn = (path: string, analysis: FileAnalysis): readonly Translation[] => {
    const known = translations.get(analysis) ?? analyzer.translations(path);
    translations.set(analysis, known);
    return known;
  };
  return Object.freeze({
    read({ dependencies, report }: FileAnalysis, names: readonly string[]) {
      if (names.length === 0) return;
      const named = new RegExp(String.raw`\b(?:${names.map((name) => name.replaceAll(/\W/gu, '')).join('|')})\s*\(`, 'u');
      for (const path of dependencies) if (path !== report.path && named.test(analyses.text(path) ?? '')) whole(path);
    },
    translation(file: string, name: string) {
      for (const path of analyses.known().get(file)?.dependencies ?? []) {
        const analysis = analyses.known().get(path);
        const isHere = analysis?.functions.some((fn) => fn.name === name || fn.name.endsWith(`::${name}`)) === true;
        const found = analysis === undefined || !isHere ? undefined : translationsIn(path, analysis).find((each) => each.name === name);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  });
}
