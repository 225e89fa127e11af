/** The two WebAssembly files that are shipped as they come from npm, the large one packed, and where each is from. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { dist, fromRoot } from './paths.mjs';

export const WASM = [
  { package: 'web-tree-sitter', file: 'web-tree-sitter.wasm' },
  // Brotli leaves a third less of it than the package's own compression, and is undone in about 10 ms.
  { package: 'tree-sitter-cuda', file: 'tree-sitter-cuda.wasm', isPacked: true },
];

/** Above this quality packing takes seconds, for a tenth less. */
const QUALITY = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };

/** Copies both to `target` and writes provenance.json beside them: package, version, licence, size and SHA-256 of each, unpacked. */
export function copyWasm(target = dist) {
  mkdirSync(target, { recursive: true });
  const provenance = WASM.map(({ package: name, file: source, isPacked = false }) => {
    const file = isPacked ? `${source}.br` : source;
    const folder = fromRoot('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const bytes = readFileSync(path.join(folder, source));
    writeFileSync(path.join(target, file), isPacked ? brotliCompressSync(bytes, { params: QUALITY }) : bytes);
    return { file, package: name, version, license, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  writeFileSync(path.join(target, 'provenance.json'), `${JSON.stringify(provenance, undefined, 2)}\n`);
  return provenance;
}
