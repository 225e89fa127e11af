/** The graph without a mouse: from the panel's bar to a node, to the line it stands for, and on to its neighbour. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Frame } from 'playwright-core';
import { activeFile, currentLine, gotoLine } from './support/editor.js';
import { environment } from './support/environment.js';
import { panelFrame } from './support/panel.js';
import { DISPATCH } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, runCommand, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

const NODE = '.react-flow__node-shape';

let window: Workbench;
let panel: Frame;
const sample = workspaceAt(environment.workspace);
const kernel = sample.find(DISPATCH, 'dispatch_kernel').line;

/** The lines of a node, read from what a screen reader says of it. */
const linesOf = (name: string | null): readonly number[] => [...(name ?? '').matchAll(/(?:·|\bline) (\d+)/gu)].map(([, line]) => Number(line));
const focusedName = (): Promise<string | null> => panel.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH, width: 1900 });
  await gotoLine(window.page, kernel);
  await runCommand(window.page, 'SymScope: Analyze Kernel');
  panel = await panelFrame(window.page, NODE);
});
afterAll(async () => {
  await window.close();
});

test('Tab reaches a node, Enter puts the cursor on its line, and the focus stays in the graph', async () => {
  await panel.getByRole('searchbox').focus();
  const name = await waitFor(
    'the focus on a node',
    async () => {
      await window.page.keyboard.press('Tab');
      return panel.evaluate((selector) => (document.activeElement?.matches(selector) === true ? document.activeElement.getAttribute('aria-label') : null), NODE);
    },
    (focused) => focused !== null,
  );
  const [line] = linesOf(name);
  expect(line).toBeGreaterThan(kernel);
  expect(await currentLine(window.page)).toBe(kernel);
  await window.page.keyboard.press('Enter');
  await waitFor(`line ${line ?? 0} as the current line`, () => currentLine(window.page), (current) => current === line);
  expect(await panel.evaluate((selector) => document.activeElement?.matches(selector), NODE)).toBe(true);
});

test('an arrow key goes to another node, whose line Enter shows', async () => {
  const shown = await currentLine(window.page);
  let name = await focusedName();
  // What a node is computed from may stand in the same line: then one more step.
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
    const before = name;
    await window.page.keyboard.press(key);
    name = await waitFor(`another node by ${key}`, focusedName, (now) => now !== null && (now !== before || key === 'ArrowRight'));
    if (linesOf(name)[0] !== shown) break;
  }
  const [line] = linesOf(name);
  expect(line).not.toBe(shown);
  await window.page.keyboard.press('Enter');
  await waitFor(`line ${line ?? 0}, of "${name ?? ''}"`, () => currentLine(window.page), (current) => current === line);
  expect(await activeFile(window.page)).toContain('dispatch');
});
