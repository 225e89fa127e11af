/** The built command line, apart from its package. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'symscope-bundle-'));
const cli = join(folder, 'cli.mjs');
copyFileSync(join(import.meta.dirname, '../../dist/cli.js'), cli);
afterAll(() => { rmSync(folder, { recursive: true }); });

test('knows its version', () => {
  expect(execFileSync(process.execPath, [cli, '--version'], { encoding: 'utf8' })).toMatch(/^symscope \d+\.\d+\.\d+\n$/u);
});

test('says which of its files is missing, with status 2', () => {
  writeFileSync(join(folder, 'a.cu'), '__global__ void k() {}\n');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'analyze', join(folder, 'a.cu')], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^symscope: the installation is damaged: web-tree-sitter\.wasm cannot be read from .*\. Install symscope anew\.\n$/u);
});
