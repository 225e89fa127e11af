/** The walkthrough that a newcomer is offered: it opens, its steps can be read, and what its buttons run is there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS, MANIFEST_TEXTS } from '../../src/extension/manifest/commands.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH, DISPATCH_KERNEL } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, offeredCommands, pick, runCommand, screenshot, type Workbench } from './support/workbench.js';

let window: Workbench;

/** Each step with words of the page beside it, and the command of its button. */
const STEPS = [
  { step: 'samples', beside: 'mini-gemm assumes' },
  { step: 'hover', beside: 'where that is tested' },
  { step: 'analyze', beside: 'Green is the NVLink path' },
].map(({ step, beside }) => {
  const command = /\(command:([\w.]+)\)/u.exec(MANIFEST_TEXTS[`walkthrough.${step}.description`]?.en ?? '')?.[1];
  return { title: MANIFEST_TEXTS[`walkthrough.${step}.title`]?.en ?? '', beside, button: COMMANDS.find((each) => each.command === command)?.title.en };
});

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('names commands that the palette has', async () => {
  const titles = STEPS.flatMap(({ button }) => button ?? []);
  expect(titles).toEqual(['Open Sample Kernels', 'Analyze Kernel']);
  for (const title of titles) {
    const offered = await offeredCommands(window.page, `SymScope: ${title}`);
    expect(offered.filter((each) => each.startsWith(`SymScope: ${title}`))).toHaveLength(1);
  }
});

test('opens, and shows each step with its page', async () => {
  await runCommand(window.page, 'Welcome: Open Walkthrough...');
  await pick(window.page, MANIFEST_TEXTS['walkthrough.title']?.en ?? '');
  const steps = window.page.locator('.getting-started-step');
  await steps.first().waitFor({ timeout: 30_000 });
  expect(await steps.locator('h3').allInnerTexts()).toEqual(STEPS.map(({ title }) => title));
  for (const { title, beside } of STEPS) {
    await steps.filter({ hasText: title }).locator('h3').click();
    await panelFrame(window.page, `body:has-text("${beside}")`);
  }
  await screenshot(window.page, 'walkthrough');
});

test('has buttons, and that of the last step analyses a kernel', async () => {
  const steps = window.page.locator('.getting-started-step');
  for (const { title, button } of STEPS) {
    await steps.filter({ hasText: title }).locator('h3').click();
    if (button !== undefined) await steps.getByRole('button', { name: button, exact: true }).waitFor({ timeout: 15_000 });
  }
  const row = window.page.locator('.quick-input-list .monaco-list-row', { hasText: DISPATCH_KERNEL }).first();
  // The page of a step takes the focus when it is there, and a pick list that loses the focus closes.
  await waitFor(
    'the kernel in the pick list',
    async () => {
      await steps.getByRole('button', { name: 'Analyze Kernel', exact: true }).click();
      return row.click({ timeout: 5000 }).then(() => true, () => false);
    },
    (picked) => picked,
  );
  const panel = await panelFrame(window.page, '.kernel-name');
  expect(await panel.locator('.kernel-name').innerText()).toBe(DISPATCH_KERNEL);
});
