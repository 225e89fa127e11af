/**
 * The only owner of tree-sitter objects. A `SyntaxTree` lives in the wasm heap and must be deleted by whoever asked for it;
 * `liveTrees` lets a test prove that nobody forgets.
 */
import { Edit, Language, Parser, type Node, type Tree } from 'web-tree-sitter';
import { editBetween } from './textEdit.js';
import { useRuntime } from './cursor.js';

export type { Node } from 'web-tree-sitter';

export interface GrammarBytes {
  /** web-tree-sitter.wasm */
  readonly runtime: Uint8Array;
  /** tree-sitter-cuda.wasm */
  readonly grammar: Uint8Array;
}

export interface SyntaxTree {
  readonly root: Node;
  /** The tree has an ERROR or MISSING node. */
  readonly hasError: boolean;
  delete(): void;
}

/** A tree with the text that it is of. */
export interface ParsedText {
  readonly tree: SyntaxTree;
  readonly text: string;
}

/** The runtime is one for the whole process, whoever asks first: two that start at the same time would write into each other's memory. */
let started: Promise<void> | undefined;

function start(wasmBinary: Uint8Array): Promise<void> {
  // Only `wasmBinary` is read when it is given; initialisation adds the rest of the module to the same object.
  const options = { wasmBinary };
  started ??= Parser.init(options).then(
    () => { useRuntime(options); },
    (error: unknown) => {
      started = undefined;
      throw error;
    },
  );
  return started;
}

export class CudaParser {
  private live = 0;
  private readonly trees = new Map<SyntaxTree, Tree>();

  private constructor(private readonly parser: Parser) {}

  static async create(bytes: GrammarBytes): Promise<CudaParser> {
    await start(bytes.runtime);
    const parser = new Parser();
    parser.setLanguage(await Language.load(bytes.grammar));
    return new CudaParser(parser);
  }

  get liveTrees(): number {
    return this.live;
  }

  /**
   * Never fails on any text. `deadline` (ms since epoch): gives up and returns undefined when parsing takes longer.
   * `before`: the tree of an earlier text, of which only what changed is parsed anew. It is edited for that and good for nothing else.
   */
  parse(text: string, deadline?: number, before?: ParsedText): SyntaxTree | undefined {
    const old = before && this.trees.get(before.tree);
    if (old) old.edit(new Edit(editBetween(before.text, text)));
    const tree: Tree | null = this.parser.parse(
      text,
      old ?? null,
      deadline === undefined ? undefined : { progressCallback: () => Date.now() > deadline },
    );
    if (!tree) {
      this.parser.reset();
      return undefined;
    }
    this.live++;
    const result: SyntaxTree = {
      root: tree.rootNode,
      hasError: tree.rootNode.hasError,
      delete: () => {
        if (!this.trees.delete(result)) return;
        this.live--;
        tree.delete();
      },
    };
    this.trees.set(result, tree);
    return result;
  }

  dispose(): void {
    this.parser.delete();
  }
}
