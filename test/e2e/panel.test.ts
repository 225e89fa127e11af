import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from 'playwright-core';
import { environment } from './support/environment.js';
import { currentLine, focusEditor, gotoLine } from './support/editor.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH, DISPATCH_KERNEL } from './support/samples.js';
import { useTheme } from './support/theme.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, runCommand, screenshot, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

const NODE = '.react-flow__node-shape';

let window: Workbench;
let panel: Frame;
const sample = workspaceAt(environment.workspace);

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH, width: 1900 });
  await gotoLine(window.page, sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>').line);
  await runCommand(window.page, 'View: Toggle Primary Side Bar Visibility');
  await runCommand(window.page, 'SymScope: Analyze Kernel');
  panel = await panelFrame(window.page, NODE);
});
afterAll(async () => {
  await window.close();
});

test('Analyze Kernel draws the kernel under the cursor: its roles, both paths and the decision between them', async () => {
  expect(await panel.locator('.kernel-name').innerText()).toBe(DISPATCH_KERNEL);
  expect(await panel.locator(NODE).count()).toBeGreaterThan(5);
  expect(await panel.locator('.react-flow__node-band').count()).toBeGreaterThanOrEqual(2);
  expect(await panel.locator(`${NODE}.shape-decision`).count()).toBeGreaterThanOrEqual(1);
  expect(await panel.locator('.flow-edge.nvlink').count()).toBeGreaterThanOrEqual(1);
  expect(await panel.locator('.flow-edge.rdma').count()).toBeGreaterThanOrEqual(1);
  expect(await panel.locator('.flow-edge.gap').count()).toBe(0);
  await screenshot(window.page, 'panel-light');
});

test('a click on the decision puts the cursor on the line of the null test', async () => {
  const { line } = sample.find(DISPATCH, 'if (peer_ptr != nullptr)');
  const decision = panel.locator(`${NODE}.shape-decision`, { hasText: `line ${line}` }).first();
  await decision.locator('.shape-label').first().click();
  await waitFor(`line ${line} as the current line`, () => currentLine(window.page), (current) => current === line);
});

test('the cursor in the source lights up the node', async () => {
  await focusEditor(window.page);
  await gotoLine(window.page, sample.find(DISPATCH, 'gin.put<team_t>').line);
  await waitFor('something lit in the graph', () => panel.locator('.is-lit').count(), (count) => count > 0);
});

test('the text view has the same graph for screen readers', async () => {
  await panel.getByRole('tab', { name: 'Text' }).click();
  const text = await panel.locator('#view').innerText();
  const { line } = sample.find(DISPATCH, 'gin.put<team_t>');
  expect(text).toMatch(/peer's window through RDMA/u);
  expect(text).toContain(`line ${line}`);
  await panel.getByRole('tab').first().click();
  await panel.locator(NODE).first().waitFor();
});

test('the panel follows the dark and the high contrast theme', async () => {
  const backgrounds = new Set<string>();
  for (const theme of ['light', 'dark', 'contrast'] as const) {
    await useTheme(window.page, theme);
    const background = (): Promise<string> => panel.evaluate(() => getComputedStyle(document.body).backgroundColor);
    backgrounds.add(await waitFor(`another background for the theme ${theme}`, background, (colour) => !backgrounds.has(colour)));
    await screenshot(window.page, `panel-${theme}`);
  }
  await useTheme(window.page, 'light');
});

test('a reload of the window brings the panel back', async () => {
  await window.reload();
  panel = await panelFrame(window.page, NODE);
  expect(await panel.locator('.kernel-name').innerText()).toBe(DISPATCH_KERNEL);
});

test('nothing was asked of any other machine', () => {
  expect([...window.hosts]).toEqual([new URL(environment.address).host]);
});
