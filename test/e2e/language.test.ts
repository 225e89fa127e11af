import { afterAll, beforeAll, expect, test } from 'vitest';
import { gotoLine, hoverWord, openFile } from './support/editor.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH } from './support/samples.js';
import { openWorkbench, pick, runCommand, screenshot, type Workbench } from './support/workbench.js';
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

test('so are the report and the Compare view, and what the commands ask', async () => {
  await runCommand(window.page, 'SymScope: Compare DeepEP and DeepGEMM');
  await pick(window.page, '以 Markdown 文档打开');
  const report = await panelFrame(window.page, 'h1#mini-ep-与-mini-gemm由源码得出的对称内存对比');
  expect(await report.locator('h2').first().innerText()).toBe('总览');
  await openFile(window.page, DISPATCH);
  await gotoLine(window.page, workspace.find(DISPATCH, 'gin.get_sym_ptr<team_t>').line);
  await runCommand(window.page, 'SymScope: Analyze Kernel');
  const panel = await panelFrame(window.page, '.kernel-name');
  await panel.getByRole('tab', { name: '对比' }).click();
  await panel.locator('.compare-table h2', { hasText: '指针翻译' }).waitFor({ timeout: 60_000 });
  await screenshot(window.page, 'compare-chinese');
});
