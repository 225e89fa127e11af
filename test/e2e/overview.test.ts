import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelFrame } from './support/panel.js';
import { currentLine, openFile } from './support/editor.js';
import { DISPATCH, DISPATCH_KERNEL } from './support/samples.js';
import { environment } from './support/environment.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

let window: Workbench;
const sample = workspaceAt(environment.workspace);

const activity = () => window.page.locator('.activitybar .action-label[aria-label^="Symmetric Memory"]');
const row = (text: string) => window.page.locator('.sidebar .monaco-list-row', { hasText: text }).first();

/** By the arrow before its name: a click on the name reveals it in the source. Again if the tree is drawn anew just then. */
async function open(text: string): Promise<void> {
  const isOpen = async (): Promise<boolean> => {
    const expanded = (await row(text).getAttribute('aria-expanded')) === 'true';
    if (!expanded) await row(text).locator('.monaco-tl-twistie').click({ timeout: 5000 });
    return expanded;
  };
  await waitFor(`\`${text}\` to be open`, isOpen, (open) => open, { interval: 1000 });
}

beforeAll(async () => {
  window = await openWorkbench();
});
afterAll(async () => {
  await window.close();
});

test('the view is not there before a kernel has been seen', async () => {
  await window.page.locator('.activitybar .action-label').first().waitFor();
  expect(await activity().count()).toBe(0);
});

test('with a kernel it shows: kernels, roles, what they do to peers, barriers', async () => {
  await openFile(window.page, DISPATCH);
  await activity().waitFor({ timeout: 60_000 });
  await activity().click();
  await open(DISPATCH_KERNEL);
  await open('Token role');
  await row('loaded').waitFor();
  await row('gpu_barrier').waitFor();
  await screenshot(window.page, 'overview');
});

test('a click puts the cursor on the line', async () => {
  await row('recv_buffer @ remote').click();
  const { line } = sample.find(DISPATCH, 'gin.put<team_t>');
  await waitFor(`line ${line} as the current line`, () => currentLine(window.page), (current) => current === line);
});

test('it has the findings of the whole workspace, by rule', async () => {
  await row('pointer.unchecked').click();
  await row('missing_null_test.cuh').click();
  await window.page.locator('.tab.active', { hasText: 'missing_null_test.cuh' }).waitFor();
  await screenshot(window.page, 'overview-findings');
});

test('a kernel in the tree opens its panel', async () => {
  await row(DISPATCH_KERNEL).hover();
  await row(DISPATCH_KERNEL).locator('.action-label[aria-label^="Analyze Kernel"]').click();
  const panel = await panelFrame(window.page, '.kernel-name');
  expect(await panel.locator('.kernel-name').innerText()).toBe(DISPATCH_KERNEL);
});
