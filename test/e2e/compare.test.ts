/** Two projects compared in the editor: the command's report, the panel's view, and the counterpart beside the editor. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from 'playwright-core';
import { currentLine, cursor, focusEditor, gotoLine, hoverWord, openFile } from './support/editor.js';
import { environment } from './support/environment.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH, HANDLE } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { notifications, openWorkbench, pick, runCommand, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples } from './support/workspace.js';

const PULL = 'mini-gemm/include/mini_gemm/impls/pull_moe.cuh';
const COMPARE = 'SymScope: Compare DeepEP and DeepGEMM';
const COUNTERPART = 'SymScope: Open Counterpart';

let window: Workbench;
const sample = copyOfExamples('compare');

const activeTab = (name: string) => window.page.locator('.editor-group-container.active .tab.active', { hasText: name }).first();

const cursorAt = (line: number) => waitFor(`the cursor at line ${line}`, () => cursor(window.page), (at) => at.line === line);

beforeAll(async () => {
  window = await openWorkbench({ folder: sample.folder, file: DISPATCH, width: 1900 });
  await runCommand(window.page, 'View: Toggle Primary Side Bar Visibility');
});
afterAll(async () => {
  await window.close();
});

test('Open Counterpart shows what the other project does in place of a peer pointer, beside the editor', async () => {
  await gotoLine(window.page, sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>').line);
  await runCommand(window.page, COUNTERPART);
  await activeTab('pull_moe.cuh').waitFor({ timeout: 60_000 });
  await cursorAt(sample.find(PULL, 'const auto src_ptr = sym_buffer.map').line);
  expect(await window.page.locator('.editor-group-container').count()).toBe(2);
  await screenshot(window.page, 'counterpart');
});

test('and back: the counterpart of the last barrier is the last barrier', async () => {
  const all = sample.read(PULL).split('\n').flatMap((text, i) => (text.includes('comm::nvlink_barrier<') ? [i + 1] : []));
  await gotoLine(window.page, all.at(-1) ?? 0);
  await runCommand(window.page, COUNTERPART);
  await activeTab('dispatch.cuh').waitFor();
  const barriers = sample.read(DISPATCH).split('\n').flatMap((text, i) => (text.includes('comm::gpu_barrier<') ? [i + 1] : []));
  await cursorAt(barriers.at(-1) ?? 0);
  expect(await window.page.locator('.editor-group-container').count()).toBe(2);
});

test('where there is none it says so', async () => {
  await openFile(window.page, HANDLE);
  const { line, column } = sample.find(HANDLE, 'is_nvlink_accessible<team_t>(dst_rank_idx))\n            return');
  await gotoLine(window.page, line, column);
  await runCommand(window.page, COUNTERPART);
  await waitFor('a message that there is none', () => notifications(window.page), (all) => all.some((text) => text.includes('no other project of this workspace does what is_nvlink_accessible does')));
  await runCommand(window.page, 'Notifications: Clear All Notifications');
});

test('the panel sets the kernel beside its counterpart; a cell leads to its line', async () => {
  await runCommand(window.page, 'View: Close All Editors');
  await openFile(window.page, DISPATCH);
  await gotoLine(window.page, sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>').line);
  await runCommand(window.page, 'SymScope: Analyze Kernel');
  const panel: Frame = await panelFrame(window.page, '.kernel-name');
  await panel.getByRole('tab', { name: 'Compare' }).click();
  await panel.locator('.compare-table').first().waitFor({ timeout: 60_000 });
  expect(await panel.locator('.compare-table h2').allInnerTexts()).toEqual(['Translating a pointer', 'Paths to and from peers', 'Accesses to peers, by mechanism', 'Barriers', 'Pipelines of mbarriers', 'Overhead, counted in the source']);
  expect(await panel.locator('thead').first().innerText()).toMatch(/mini-ep\s+dispatch_kernel.*mini-gemm\s+pull_moe_kernel/su);
  await screenshot(window.page, 'panel-compare');
  const { line } = sample.find(PULL, 'ptx::tma_load_1d(staged, src_ptr');
  const movement = panel.getByRole('table', { name: 'Accesses to peers, by mechanism' });
  await movement.getByRole('button', { name: `line ${line}`, exact: true }).first().click();
  await window.page.locator('.tab.active', { hasText: 'pull_moe.cuh' }).first().waitFor();
  await focusEditor(window.page);
  await waitFor(`line ${line} as the current line`, () => currentLine(window.page), (current) => current === line);
});

test('Compare opens the report of the two projects, whose links open their lines', async () => {
  await runCommand(window.page, COMPARE);
  await pick(window.page, 'Open as a Markdown document');
  const preview = await panelFrame(window.page, '#at-a-glance');
  expect(await preview.locator('h1').innerText()).toBe('mini-ep and mini-gemm: symmetric memory, from source');
  expect(await preview.locator('table').count()).toBeGreaterThan(10);
  await screenshot(window.page, 'report');
  const { line } = sample.find(PULL, 'ptx::tma_load_1d(staged, src_ptr');
  await preview.locator('a', { hasText: `pull_moe.cuh:${line}` }).first().click();
  await window.page.locator('.tab.active', { hasText: 'pull_moe.cuh' }).first().waitFor();
  await focusEditor(window.page);
  await waitFor(`line ${line} as the current line`, () => currentLine(window.page), (current) => current === line);
});

test('and saves it as a page, with links from where it is saved', async () => {
  await runCommand(window.page, COMPARE);
  await pick(window.page, 'Save as HTML');
  const input = window.page.locator('.quick-input-widget input[type="text"]').first();
  await waitFor('the dialog with a name for the file', () => input.inputValue(), (value) => value.endsWith('mini-ep-mini-gemm.html'));
  await window.page.keyboard.press('Enter');
  const target = path.join(sample.folder, 'mini-ep-mini-gemm.html');
  const page = await waitFor('the page on the disk', () => {
    try {
      return readFileSync(target, 'utf8');
    } catch {
      return '';
    }
  }, (text) => text.includes('</html>'), { timeout: 60_000 });
  expect(page).toContain('href="mini-gemm/include/mini_gemm/impls/pull_moe.cuh#L108"');
  expect(page).toContain('<svg class="drawing"');
});

test('with one project it says what is missing', async () => {
  const alone = await openWorkbench({ folder: path.join(environment.folder, 'compare/mini-gemm'), file: 'include/mini_gemm/impls/pull_moe.cuh' });
  try {
    await runCommand(alone.page, COMPARE);
    await waitFor('a message that another project is needed', () => notifications(alone.page), (all) => all.some((text) => text.includes('only one project of this workspace has kernels that reach peers: mini-gemm')), { timeout: 60_000 });
  } finally {
    await alone.close();
  }
});

test("a hover's link opens the counterpart beside the editor", async () => {
  await runCommand(window.page, 'View: Close All Editors');
  await openFile(window.page, DISPATCH);
  const { line } = sample.find(DISPATCH, 'gin.get_sym_ptr<team_t>');
  await gotoLine(window.page, line);
  await hoverWord(window.page, line, 'get_sym_ptr', { expected: 'Open counterpart' });
  await window.page.locator('.monaco-hover-content:visible a', { hasText: 'Open counterpart' }).first().click();
  await activeTab('pull_moe.cuh').waitFor();
  await cursorAt(sample.find(PULL, 'const auto src_ptr = sym_buffer.map').line);
  expect(await window.page.locator('.editor-group-container').count()).toBe(2);
});
