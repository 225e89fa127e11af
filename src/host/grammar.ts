/** Where the bundled programs find the two wasm files: beside themselves, the large one packed. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { GrammarBytes } from '../core/source/parser.js';

/** `directory`: where the program's own bundle lies, as a file URL that ends with a slash. Throws if the installation is damaged. */
export function readGrammar(directory: URL): GrammarBytes {
  return {
    runtime: readFileSync(new URL('web-tree-sitter.wasm', directory)),
    grammar: brotliDecompressSync(readFileSync(new URL('tree-sitter-cuda.wasm.br', directory))),
  };
}
