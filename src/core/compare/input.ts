/** What a comparison reads: the analysis of each project, as far as it is in the open workspace. */
import type { Analyzer, FileAnalysis, FunctionSymbol } from '../analyzer.js';
import type { Kernel, Predicate, Site, Translation } from '../schema.js';

export interface ProjectInput {
  readonly name: string;
  /** Its folder relative to the root; empty: the root. */
  readonly prefix: string;
  readonly files: readonly string[];
  readonly kernels: readonly Kernel[];
  readonly sites: readonly Site[];
  readonly translations: readonly Translation[];
  readonly predicates: readonly Predicate[];
  functions(file: string): readonly FunctionSymbol[];
  /** What the file includes, directly or not, and itself. */
  includes(file: string): readonly string[];
  text(file: string): string;
}

/** The two projects whose files lie under the prefixes; `names` are what readers call them. */
export function readProjects(analyzer: Analyzer, projects: readonly [Pick<ProjectInput, 'name' | 'prefix'>, Pick<ProjectInput, 'name' | 'prefix'>]): readonly [ProjectInput, ProjectInput] {
  const [first, second] = projects;
  return [readProject(analyzer, first), readProject(analyzer, second)];
}

/** One project; also from an analyser of its own. */
export function readProject(analyzer: Analyzer, which: Pick<ProjectInput, 'name' | 'prefix'>): ProjectInput {
  const reader = projectReader(analyzer, which);
  for (const file of reader.files) reader.read(file);
  return reader.project();
}

/** Reads a project file by file, for hosts that have to answer others in between. */
export interface ProjectReader {
  readonly files: readonly string[];
  /** Takes as long as the analysis of the file; undefined: there is none. */
  read(file: string): FileAnalysis | undefined;
  /** What was read so far. */
  project(): ProjectInput;
}

export function projectReader(analyzer: Analyzer, { name, prefix }: Pick<ProjectInput, 'name' | 'prefix'>): ProjectReader {
  const files = analyzer.files().filter((file) => prefix === '' || file.startsWith(`${prefix}/`)).toSorted();
  const analyses = new Map<string, FileAnalysis>();
  const translations: Translation[] = [];
  const predicates: Predicate[] = [];
  return {
    files,
    read(file) {
      const analysis = analyzer.analyzeFile(file);
      analysis?.complete();
      if (analysis) analyses.set(file, analysis);
      translations.push(...analyzer.translations(file));
      predicates.push(...analyzer.predicates(file));
      return analysis;
    },
    project() {
      const all = [...analyses.values()];
      return {
        name, prefix, files, translations, predicates,
        kernels: all.flatMap(({ kernels }) => kernels),
        sites: all.flatMap(({ sites }) => sites),
        functions: (file) => analyses.get(file)?.functions ?? [],
        includes: (file) => analyses.get(file)?.dependencies ?? [file],
        text: (file) => analyzer.fileText(file) ?? '',
      };
    },
  };
}
