/**
 * The only owner of tree-sitter objects. A `SyntaxTree` lives in the wasm heap and must be deleted by whoever asked for it;
 * `liveTrees` lets a test prove that nobody forgets.
 */
import { Language, Parser, type Node, type Tree } from 'web-tree-sitter';
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

export class CudaParser {
  private live = 0;

  private constructor(private readonly parser: Parser) {}

  static async create(bytes: GrammarBytes): Promise<CudaParser> {
    // Only `wasmBinary` is read when it is given; initialisation adds the rest of the module to the same object.
    const options = { wasmBinary: bytes.runtime };
    await Parser.init(options);
    useRuntime(options);
    const parser = new Parser();
    parser.setLanguage(await Language.load(bytes.grammar));
    return new CudaParser(parser);
  }

  get liveTrees(): number {
    return this.live;
  }

  /** Never fails on any text. `deadline` (ms since epoch): gives up and returns undefined when parsing takes longer. */
  parse(text: string, deadline?: number): SyntaxTree | undefined {
    const tree: Tree | null = this.parser.parse(
      text,
      null,
      deadline === undefined ? undefined : { progressCallback: () => Date.now() > deadline },
    );
    if (!tree) {
      this.parser.reset();
      return undefined;
    }
    this.live++;
    let deleted = false;
    return {
      root: tree.rootNode,
      hasError: tree.rootNode.hasError,
      delete: () => {
        if (deleted) return;
        deleted = true;
        this.live--;
        tree.delete();
      },
    };
  }

  dispose(): void {
    this.parser.delete();
  }
}
