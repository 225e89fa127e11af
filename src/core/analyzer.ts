/**
 * The facade of the analyser. It has no I/O: a host pushes files in and asks for analyses.
 * Nothing here throws for bad input; what is wrong with a file is in its report.
 */
import type { AnalysisResult, FileReport, Finding, Kernel, Level, Ordering, Predicate, Site, TemplateValue, Translation } from './schema.js';
import type { Span } from './program/ir.js';
import type { GrammarBytes } from './source/parser.js';

export interface FolderConfiguration {
  /** Value of `__CUDA_ARCH__`; undefined: the newest arch that the file mentions, else 900. */
  readonly cudaArch?: number;
  /** Extra object-like macros, `NAME` or `NAME=value`. */
  readonly defines?: readonly string[];
  /** Macros that are only specifiers and are blanked, in addition to the learnt and built-in ones. */
  readonly attributeMacros?: readonly string[];
  /** Levels by rule code; absent: the rule's default. */
  readonly levels?: Readonly<Record<string, Level>>;
  /** Findings that are not reported. */
  readonly accepted?: Accepted;
}

/** Findings that a project lives with for now. */
export interface Accepted {
  /** Of `fingerprints` in rules/fingerprints.ts. */
  readonly fingerprints: ReadonlySet<string>;
  /** What the fingerprints call a file. */
  readonly nameOf: (file: string) => string;
}

export interface Configuration extends FolderConfiguration {
  /** What counts for the files below a folder, by its path, in place of what is said for all; of nested folders the innermost counts alone. */
  readonly folders?: ReadonlyMap<string, FolderConfiguration>;
  /** Milliseconds for one file; default 10000. */
  readonly timeLimit?: number;
  /** Larger files are not analysed (UTF-16 units); default 8 Mi. */
  readonly maxFileSize?: number;
}

/** What a whole evaluation adds: sites of synchronisation, and what the rules about order and scope find. */
export interface Completion {
  readonly sites: readonly Site[];
  readonly findings: readonly Finding[];
}

export interface FileAnalysis {
  /** Its problem may be found by the second look. */
  readonly report: FileReport;
  /** Of the first look; of both after `complete`. */
  readonly sites: readonly Site[];
  /** Likewise. */
  readonly findings: readonly Finding[];
  /** Takes the second look, several times as long as the first, once. */
  complete(): Completion;
  readonly kernels: readonly Kernel[];
  /** The kernel whose name is on a line (1-based), in those instantiations only that have these template values; evaluates it anew. */
  specialise(line: number, given: readonly TemplateValue[]): Kernel | undefined;
  /**
   * What the barrier, fence or wait on a line (1-based) orders; undefined: there is none on that line, or the callee is none. Evaluates
   * the function around it, once.
   */
  orderingAt(line: number, callee?: string): readonly Ordering[] | undefined;
  /** Function definitions in line order, also those that no symmetric memory is used in. */
  readonly functions: readonly FunctionSymbol[];
  /** Where variables that hold a peer pointer are named, in text order, in UTF-16 offsets. */
  readonly peerNames: readonly Span[];
  /** Regions left out by the preprocessor configuration, in UTF-16 offsets. */
  readonly inactive: readonly Span[];
  /** Files whose text this analysis depends on (the include closure), itself included. */
  readonly dependencies: readonly string[];
}

/** Lines and columns are 1-based, columns in UTF-16 units. A name that a macro makes stands at the macro's call. */
export interface FunctionSymbol {
  /** With its class, `Handle::put`; namespaces are left out. */
  readonly name: string;
  readonly isKernel: boolean;
  readonly line: number;
  readonly endLine: number;
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly nameEndColumn: number;
}

export interface Analyzer {
  /**
   * Adds or replaces a file. `path` is relative to the root with forward slashes. Bytes are decoded as UTF-8;
   * `undefined` content records a file that could not be read.
   */
  setFile(path: string, content: string | Uint8Array | undefined): void;
  removeFile(path: string): void;
  hasFile(path: string): boolean;
  fileText(path: string): string | undefined;
  files(): readonly string[];
  configure(configuration: Configuration): void;
  /** Parses a file ahead of the analyses that need it, so that the first of them does not parse all files in one go. */
  prepare(path: string): void;
  /** Cached until the file, something that it includes, or the configuration changes. Undefined: no such file, or cancelled. */
  analyzeFile(path: string, isCancelled?: () => boolean): FileAnalysis | undefined;
  /** The functions of a file that translate addresses for another rank, with what they return for each team. Empty: none, or no such file. */
  translations(path: string): readonly Translation[];
  /** The functions of a file that translations ask whether a rank can be reached. */
  predicates(path: string): readonly Predicate[];
  /** All files, or those given, in path order. */
  analyze(root: string, paths?: readonly string[]): AnalysisResult;
  /** Tree-sitter trees alive now; for tests. */
  readonly liveTrees: number;
  dispose(): void;
}

export interface AnalyzerOptions {
  readonly grammar: GrammarBytes;
  readonly version: string;
  readonly configuration?: Configuration;
  /** Syntax trees kept for later; default 96. Fewer take less memory, and more files are parsed twice. */
  readonly maxTrees?: number;
}
