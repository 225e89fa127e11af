import { afterAll, beforeAll, expect, test } from 'vitest';
import { hoverWord } from './support/editor.js';
import { DISPATCH } from './support/samples.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples, writeTo } from './support/workspace.js';

let window: Workbench;
const workspace = copyOfExamples('chinese');
writeTo(workspace, '.vscode/settings.json', JSON.stringify({ 'symscope.language': 'zh-cn' }));

beforeAll(async () => {
  window = await openWorkbench({ folder: workspace.folder, file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('hovers are in Chinese when the setting says so', async () => {
  const { line } = workspace.find(DISPATCH, 'gin.get_sym_ptr<team_t>');
  expect(await hoverWord(window.page, line, 'get_sym_ptr', { expected: '空' })).toMatch(/可能为空/u);
  await screenshot(window.page, 'hover-chinese');
});
