/** Lowers a snippet that needs no source view, for tests that start from text. */
import type { BlockStmt, FileDecls } from '../../../src/core/program/ir.js';
import { lowerFile, type LowerableView, type TreeSource } from '../../../src/core/program/lower/index.js';
import type { CudaParser } from '../../../src/core/source/parser.js';
import { testParser } from './grammar.js';

export function identityView(text: string): LowerableView {
  return {
    text, view: text, expanded: false,
    toFile: (offset) => offset,
    spanToFile: (start, end) => ({ start, end }),
    isSynthetic: () => false,
    includes: [], macros: new Map(), guesses: [],
  };
}

/** Parses for each use and deletes the tree after it, as an owner under memory pressure would. */
export function reparsing(parser: CudaParser, text: string): TreeSource {
  return {
    withTree(use) {
      const tree = parser.parse(text);
      try {
        return tree && use(tree.root);
      } finally {
        tree?.delete();
      }
    },
  };
}

export async function lowerText(text: string, path = 'test.cu'): Promise<FileDecls> {
  return lowerFile(path, identityView(text), reparsing(await testParser(), text));
}

/** The body of a kernel that holds these statements. */
export async function lowerBody(statements: string): Promise<BlockStmt> {
  const { functions } = await lowerText(`__global__ void kernel() {\n${statements}\n}`);
  const block = functions[0]?.body()?.block;
  if (!block) throw new Error('The snippet does not parse as the body of a function.');
  return block;
}
