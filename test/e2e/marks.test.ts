/** What the analysis marks in the text: peer pointers by semantic tokens, and hints behind the calls that form them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gotoLine, lineColours, visibleText } from './support/editor.js';
import { DISPATCH, DISPATCH_TEST, DISPATCH_USE } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples, writeTo } from './support/workspace.js';

let window: Workbench;
const sample = copyOfExamples('marks', []);

beforeAll(async () => {
  writeTo(sample, '.vscode/settings.json', JSON.stringify({ 'symscope.inlayHints.enabled': true }));
  window = await openWorkbench({ folder: sample.folder, file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('a peer pointer has another colour than the names beside it', async () => {
  const { line } = sample.find(DISPATCH, DISPATCH_USE);
  await gotoLine(window.page, line);
  const colours = await waitFor('a colour of its own for peer_ptr', () => lineColours(window.page, line), (found) => found.has('peer_ptr'), { timeout: 60_000 });
  const others = [...colours].filter(([text]) => text !== 'peer_ptr').map(([, colour]) => colour);
  expect(others).not.toContain(colours.get('peer_ptr'));
});

test('the call that forms it is followed by its team and whether it can be null', async () => {
  await gotoLine(window.page, sample.find(DISPATCH, DISPATCH_TEST).line);
  await waitFor('the hint', () => visibleText(window.page), (text) => text.includes('LSA/world, may be null'));
  await screenshot(window.page, 'marks');
});
