import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createSourceWorkspace } from '../../src/core/source/workspace.js';
import { nativeTree } from './support/native.js';
import { testParser } from './support/grammar.js';

const SOURCE = /\.(?:cu|cuh|h|hpp)$/;

function sourcesBelow(folder: string): ReadonlyMap<string, string> {
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => SOURCE.test(path)).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

describe.each(['test/fixtures', 'examples'])('%s', (folder) => {
  const texts = sourcesBelow(folder);
  const workspace = createSourceWorkspace({ text: (path) => texts.get(path), paths: () => texts.keys() });

  it('has files', () => {
    expect(texts.size).toBeGreaterThan(5);
  });

  it('has the same trees from WebAssembly and from the native grammar', async () => {
    const parser = await testParser();
    for (const path of texts.keys()) {
      const view = workspace.view(path)?.view ?? '';
      const tree = parser.parse(view);
      expect(tree?.root.toString(), path).toBe(nativeTree(view));
      tree?.delete();
    }
  });
});
