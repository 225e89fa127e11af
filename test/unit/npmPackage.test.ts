/** What `npm pack` takes: all that the command line loads, of what was built. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CLI = join(ROOT, 'dist/cli.js');

it.runIf(existsSync(CLI))('holds every file that the command line names', () => {
  const named = [...readFileSync(CLI, 'utf8').matchAll(/["'`/]([\w.-]+\.(?:js|cjs|wasm|wasm\.br|json))["'`]/gu)].map(([, name = '']) => name).filter((name) => existsSync(join(ROOT, 'dist', name)));
  expect(named).toEqual(expect.arrayContaining(['drawings.js', 'tree-sitter-cuda.wasm.br', 'web-tree-sitter.wasm']));
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: ROOT, encoding: 'utf8', shell: process.platform === 'win32' });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  expect(files.map(({ path }) => path)).toEqual(expect.arrayContaining(['dist/cli.js', ...named.map((name) => `dist/${name}`)]));
});
