/** Where the bundled programs find the two wasm files: beside themselves, the large one packed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { GrammarBytes } from '../core/source/parser.js';

/** Room for the unpacked grammar (4 MB) at once: it would be put together from pieces, and what those took is not given back. */
const UNPACKED = 1 << 23;

/** A file of the program itself is missing. */
export class DamagedInstallation extends Error {}

/** `directory`: where the program's own bundle lies, as a file URL that ends with a slash. Throws if the installation is damaged. */
export function readGrammar(directory: URL): GrammarBytes {
  return {
    runtime: readOwn('web-tree-sitter.wasm', directory),
    grammar: brotliDecompressSync(readOwn('tree-sitter-cuda.wasm.br', directory), { chunkSize: UNPACKED }),
  };
}

function readOwn(name: string, directory: URL): Buffer {
  try {
    return readFileSync(new URL(name, directory));
  } catch {
    throw new DamagedInstallation(`the installation is damaged: ${name} cannot be read from ${fileURLToPath(directory)}. Install symscope anew.`);
  }
}
