/** Where the bundled programs find the two wasm files: beside themselves. */
import { readFileSync } from 'node:fs';
import type { GrammarBytes } from '../core/source/parser.js';

/** `directory`: where the program's own bundle lies, as a file URL that ends with a slash. Throws if the installation is damaged. */
export function readGrammar(directory: URL): GrammarBytes {
  return {
    runtime: readFileSync(new URL('web-tree-sitter.wasm', directory)),
    grammar: readFileSync(new URL('tree-sitter-cuda.wasm', directory)),
  };
}
