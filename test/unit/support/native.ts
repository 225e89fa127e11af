/** The native binding of the same grammar, to compare trees with. Development only: the product runs on WebAssembly alone. */
import { createRequire } from 'node:module';

interface NativeTree {
  readonly rootNode: { toString(): string };
}
interface NativeParser {
  setLanguage(language: unknown): void;
  parse(input: (offset: number) => string | null): NativeTree;
}

const CHUNK = 4096;
let parser: NativeParser | undefined;

/** The tree of a text as an s-expression. */
export function nativeTree(text: string): string {
  if (!parser) {
    parser = load();
  }
  // A string longer than 32 KiB is refused; a callback is not.
  return parser.parse((offset) => (offset < text.length ? text.slice(offset, offset + CHUNK) : null)).rootNode.toString();
}

function load(): NativeParser {
  const require = createRequire(import.meta.url);
  try {
    const Parser = require('tree-sitter') as new () => NativeParser;
    const native = new Parser();
    native.setLanguage(require('tree-sitter-cuda'));
    return native;
  } catch (error) {
    throw new Error('The native tree-sitter is not there or does not load. Install Python, make and a C++ compiler, then run `npm ci`.', { cause: error });
  }
}
