/** The two WebAssembly files that are shipped as they come from npm, and where each is from. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dist, fromRoot } from './paths.mjs';

export const WASM = [
  { package: 'web-tree-sitter', file: 'web-tree-sitter.wasm' },
  { package: 'tree-sitter-cuda', file: 'tree-sitter-cuda.wasm' },
];

/** Copies both to `target` and writes provenance.json beside them: package, version, licence, size and SHA-256 of each. */
export function copyWasm(target = dist) {
  mkdirSync(target, { recursive: true });
  const provenance = WASM.map(({ package: name, file }) => {
    const folder = fromRoot('node_modules', name);
    const { version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const bytes = readFileSync(path.join(folder, file));
    writeFileSync(path.join(target, file), bytes);
    return { file, package: name, version, license, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  writeFileSync(path.join(target, 'provenance.json'), `${JSON.stringify(provenance, undefined, 2)}\n`);
  return provenance;
}
