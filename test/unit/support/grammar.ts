/** One parser for a test process: loading the two wasm files costs more than most tests. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CudaParser, type GrammarBytes } from '../../../src/core/source/parser.js';

const require = createRequire(import.meta.url);
let parser: Promise<CudaParser> | undefined;

/** The bytes of the runtime and the grammar, from the installed packages. */
export function grammarBytes(): GrammarBytes {
  return {
    runtime: readFileSync(require.resolve('web-tree-sitter/web-tree-sitter.wasm')),
    grammar: readFileSync(require.resolve('tree-sitter-cuda/tree-sitter-cuda.wasm')),
  };
}

export function testParser(): Promise<CudaParser> {
  parser ??= CudaParser.create(grammarBytes());
  return parser;
}
