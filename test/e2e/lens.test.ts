import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelFrame } from './support/panel.js';
import { DISPATCH_KERNEL, DISPATCH } from './support/samples.js';
import { openWorkbench, type Workbench } from './support/workbench.js';

let window: Workbench;

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('the lens above a kernel counts its peer writes and gaps, and opens its panel', async () => {
  const lens = window.page.locator('.codelens-decoration a', { hasText: 'Analyze kernel' }).first();
  await lens.waitFor({ timeout: 60_000 });
  expect(await lens.innerText()).toMatch(/\d+ peer writes? · \d+ paths? · 0 gaps/u);
  await lens.click();
  const panel = await panelFrame(window.page, '.kernel-name');
  expect(await panel.locator('.kernel-name').innerText()).toBe(DISPATCH_KERNEL);
});
