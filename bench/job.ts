/** What the benchmark asks of a fresh child process, and what it answers. Times are in milliseconds. */
export type Job =
  /** Bare web-tree-sitter parsing of the raw text of the files, one after another. */
  | { readonly kind: 'parse'; readonly wasm: string; readonly root: string; readonly files: readonly string[] }
  /** Whole analysis of the same files. */
  | { readonly kind: 'analyze'; readonly wasm: string; readonly root: string; readonly files: readonly string[] }
  /** Edits in one file of a project that is analysed already, against full parses of that file. */
  | { readonly kind: 'edit'; readonly wasm: string; readonly root: string; readonly files: readonly string[]; readonly file: string; readonly text: string; readonly rounds: number };

export interface ColdAnswer {
  /** Compiling the two wasm files and making a parser. */
  readonly init: number;
  /** Reading the files and all the work on them. */
  readonly work: number;
  /** Making the graphs of all kernels afterwards, which nobody waits for until a panel asks. */
  readonly graphs: number;
}

export interface EditAnswer {
  /** One entry a round. */
  readonly edit: readonly number[];
  readonly parse: readonly number[];
}
