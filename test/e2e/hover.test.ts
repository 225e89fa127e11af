import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from './support/environment.js';
import { hoverWord } from './support/editor.js';
import { DISPATCH } from './support/samples.js';
import { useTheme } from './support/theme.js';
import { openWorkbench, runCommand, screenshot, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

let window: Workbench;
const sample = workspaceAt(environment.workspace);

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH });
  await runCommand(window.page, 'View: Toggle Primary Side Bar Visibility');
});
afterAll(async () => {
  await window.close();
});

test('resting on get_sym_ptr tells that the pointer can be null, for which team, and where that is tested', async () => {
  const call = sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>');
  const text = await hoverWord(window.page, call.line, 'get_sym_ptr', { expected: 'null' });
  expect(text).toMatch(/may be null/iu);
  expect(text).toMatch(/world/iu);
  expect(text).toContain(String(sample.find(DISPATCH, 'if (peer_ptr != nullptr)').line));
  await screenshot(window.page, 'hover-light');
});

test('the hover is readable in the dark theme', async () => {
  await useTheme(window.page, 'dark');
  const call = sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>');
  expect(await hoverWord(window.page, call.line, 'get_sym_ptr', { expected: 'null' })).toMatch(/may be null/iu);
  await screenshot(window.page, 'hover-dark');
  await useTheme(window.page, 'light');
});

test('resting on the RDMA put tells what it does', async () => {
  const call = sample.find(DISPATCH, 'gin.put<team_t>');
  expect(await hoverWord(window.page, call.line, 'put', { expected: 'RDMA' })).toMatch(/RDMA/u);
});
