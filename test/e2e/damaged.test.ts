import { afterAll, beforeAll, expect, test } from 'vitest';
import { hoverWord, openFile } from './support/editor.js';
import { languageServers } from './support/processes.js';
import { DISPATCH } from './support/samples.js';
import { notifications, openWorkbench, type Workbench } from './support/workbench.js';
import { copyOfExamples, writeTo } from './support/workspace.js';

const workspace = copyOfExamples('damaged');
const kernel = workspace.read(DISPATCH);
const damaged: Readonly<Record<string, string | Uint8Array>> = {
  'damaged/empty.cuh': '',
  'damaged/cut.cuh': kernel.slice(0, kernel.indexOf('get_sym_ptr<team_t>') + 12),
  'damaged/binary.cuh': Uint8Array.from({ length: 4096 }, (_, i) => (i * 73) % 256),
  'damaged/braces.cuh': `__global__ void k() ${'{ if (x) '.repeat(3000)}`,
  'damaged/includes_itself.cuh': '#include "includes_itself.cuh"\n#include "missing.cuh"\n#define F(x) F(F(x))\n__global__ void k() { F(1); }\n',
};

let window: Workbench;

beforeAll(async () => {
  for (const [file, content] of Object.entries(damaged)) writeTo(workspace, file, content);
  window = await openWorkbench({ folder: workspace.folder, file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('damaged files neither end the server nor raise a message, and whole ones still get their hovers', async () => {
  const { line } = workspace.find(DISPATCH, 'gin.get_sym_ptr<team_t>');
  await hoverWord(window.page, line, 'get_sym_ptr', { expected: 'null' });
  const before = languageServers();
  for (const file of Object.keys(damaged)) await openFile(window.page, file);
  await openFile(window.page, DISPATCH);
  expect(await hoverWord(window.page, line, 'get_sym_ptr', { expected: 'null' })).toMatch(/may be null/iu);
  expect(languageServers()).toEqual(before);
  expect(await notifications(window.page)).toEqual([]);
});
