/** What a comparison reads: the analysis of each project, as far as it is in the open workspace. */
import type { Analyzer, FunctionSymbol } from '../analyzer.js';
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
  text(file: string): string;
}

/** The two projects whose files lie under the prefixes; `names` are what readers call them. */
export function readProjects(analyzer: Analyzer, projects: readonly [Pick<ProjectInput, 'name' | 'prefix'>, Pick<ProjectInput, 'name' | 'prefix'>]): readonly [ProjectInput, ProjectInput] {
  const [first, second] = projects;
  return [readProject(analyzer, first), readProject(analyzer, second)];
}

/** One project; also from an analyser of its own. */
export function readProject(analyzer: Analyzer, { name, prefix }: Pick<ProjectInput, 'name' | 'prefix'>): ProjectInput {
  const files = analyzer.files().filter((file) => prefix === '' || file.startsWith(`${prefix}/`)).toSorted();
  const analyses = new Map(files.flatMap((file) => {
    const analysis = analyzer.analyzeFile(file);
    analysis?.complete();
    return analysis ? [[file, analysis] as const] : [];
  }));
  const all = [...analyses.values()];
  return {
    name, prefix, files,
    kernels: all.flatMap(({ kernels }) => kernels),
    sites: all.flatMap(({ sites }) => sites),
    translations: files.flatMap((file) => analyzer.translations(file)),
    predicates: files.flatMap((file) => analyzer.predicates(file)),
    functions: (file) => analyses.get(file)?.functions ?? [],
    text: (file) => analyzer.fileText(file) ?? '',
  };
}
