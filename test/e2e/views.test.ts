/** Each view of the panel, each export as a file, and what a reload keeps; in one window. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Frame } from 'playwright-core';
import { gotoLine, openFile } from './support/editor.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH, DISPATCH_KERNEL, HANDLE } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, runCommand, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples } from './support/workspace.js';

const NODE = '.react-flow__node-shape';

let window: Workbench;
let panel: Frame;
const sample = copyOfExamples('views');
const put = sample.find(DISPATCH, 'gin.put<team_t>').line;

const tab = (name: string) => panel.getByRole('tab', { name });

beforeAll(async () => {
  // Not by the address: a window that is told which file to open restores nothing when it is loaded again.
  window = await openWorkbench({ folder: sample.folder, width: 1900 });
  await openFile(window.page, DISPATCH);
  await gotoLine(window.page, put);
  await runCommand(window.page, 'View: Toggle Primary Side Bar Visibility');
  await runCommand(window.page, 'SymScope: Analyze Kernel');
  panel = await panelFrame(window.page, NODE);
});
afterAll(async () => {
  await window.close();
});

test('all of the graph is in sight at first, from the left edge of the pane to its right', async () => {
  const width = await panel.evaluate(() => document.documentElement.clientWidth);
  const boxes = await panel.locator(NODE).evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect()).map(({ left, right }) => ({ left, right })));
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
  expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(width);
});

test('the levels of detail show more, and less', async () => {
  const count = (): Promise<number> => panel.locator(NODE).count();
  const choose = (level: string): Promise<unknown> => panel.locator('select.level').selectOption(level);
  await choose('everything');
  const all = await waitFor('registers at the level of everything', async () => ((await panel.locator(`${NODE}.shape-register`).count()) > 0 ? count() : 0), (nodes) => nodes > 0);
  await choose('overview');
  await waitFor('fewer nodes in the overview', count, (nodes) => nodes > 0 && nodes < all);
});

test('specialised to NVLink alone there is no RDMA path', async () => {
  const value = panel.locator('.specialise select').first();
  if (!(await value.isVisible())) await panel.locator('.specialise > summary').first().click();
  const flag = panel.locator('label.tool', { hasText: 'kScaleupIsNvlink' }).locator('select');
  await flag.selectOption('true');
  await waitFor('no RDMA edge', () => panel.locator('.flow-edge.rdma').count(), (edges) => edges === 0);
  expect(await panel.locator('.flow-edge.nvlink').count()).toBeGreaterThan(0);
  await flag.selectOption('');
  await waitFor('the RDMA edges', () => panel.locator('.flow-edge.rdma').count(), (edges) => edges > 0);
});

test('synchronisation: the hierarchy, and the steps of a barrier of ranks', async () => {
  await tab('Synchronisation').click();
  await panel.locator('.layer-grid').waitFor();
  await panel.locator('.choose').last().click();
  expect(await panel.locator('.step').count()).toBeGreaterThan(2);
  expect(await panel.locator('.sequence').innerText()).toMatch(/signals[^]*waits/u);
  await screenshot(window.page, 'views-sync');
});

test('pipelines: a ring, with who arrives and who waits', async () => {
  await tab('Pipelines').click();
  const ring = panel.locator('.ring').first();
  expect(await ring.locator('.ring-arrive .operation').count()).toBeGreaterThan(0);
  expect(await ring.locator('.ring-wait .operation').count()).toBeGreaterThan(0);
  await screenshot(window.page, 'views-pipelines');
});

test('findings and text', async () => {
  await tab('Findings').click();
  await panel.locator('.findings, .empty').first().waitFor();
  await tab('Text').click();
  expect(await panel.locator('#view').innerText()).toContain(`line ${put}`);
  await screenshot(window.page, 'views-text');
});

test('by keyboard alone: to the views with the arrow keys, to a node with Tab, to the source with Enter', async () => {
  await tab('Text').focus();
  await window.page.keyboard.press('Home');
  await panel.locator(NODE).first().waitFor();
  await panel.locator(NODE).first().focus();
  await window.page.keyboard.press('ArrowRight');
  await waitFor('another node with the focus', () => panel.evaluate(() => document.activeElement?.classList.contains('is-selected') ?? false), (isThere) => isThere);
});

const CONTENTS: readonly (readonly [item: string, file: string, content: RegExp])[] = [
  ['SVG picture', 'svg', /^<svg [^]*recv_buffer[^]*<\/svg>\s*$/u],
  ['PNG picture', 'png', /^.PNG/u],
  ['Mermaid', 'mmd', /^flowchart /mu],
  ['Graphviz DOT', 'dot', /^digraph /mu],
  ['JSON', 'json', /^\{[^]*"graph"/u],
  ['Markdown report', 'md', /^# /mu],
];

describe.each(CONTENTS)('export as %s', (item, extension, content) => {
  test('writes the file next to the kernel', async () => {
    const file = path.join(sample.folder, path.dirname(DISPATCH), `${DISPATCH_KERNEL.replace(/\W+/gu, '-')}.${extension}`);
    await panel.locator('.menu > summary').click();
    await panel.locator('.menu-item', { hasText: item }).click();
    const name = window.page.locator('.quick-input-widget input[type="text"]').first();
    await waitFor('the suggested name', () => name.inputValue({ timeout: 2000 }).catch(() => ''), (value) => value.endsWith(`.${extension}`));
    await name.press('Enter');
    await waitFor(file, () => existsSync(file) && readFileSync(file).length > 0, (isThere) => isThere);
    expect(readFileSync(file, extension === 'png' ? 'latin1' : 'utf8')).toMatch(content);
  });
});

test('a file that is opened while the panel has the focus does not cover it', async () => {
  await panel.locator(NODE).first().focus();
  await openFile(window.page, HANDLE);
  expect(await panel.locator('.kernel-name').isVisible()).toBe(true);
});

test('a reload keeps the level, the view and the chosen barrier', async () => {
  await tab('Synchronisation').click();
  await panel.locator('.choose').first().click();
  const chosen = await panel.locator('#sequence-name').innerText();
  await Promise.all([window.page.waitForEvent('load'), runCommand(window.page, 'Developer: Reload Window')]);
  panel = await panelFrame(window.page, '#sequence-name');
  expect(await panel.locator('#sequence-name').innerText()).toBe(chosen);
  expect(await panel.locator('select.level').inputValue()).toBe('overview');
});
