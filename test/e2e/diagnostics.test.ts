import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyQuickFix, gotoLine, save } from './support/editor.js';
import { problems } from './support/problems.js';
import { DISPATCH, DISPATCH_TEST, DISPATCH_USE } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, screenshot, type Workbench } from './support/workbench.js';
import { copyOfExamples } from './support/workspace.js';

const RULE = 'pointer.unchecked';

let window: Workbench;
const broken = copyOfExamples('null-test-removed', [{ file: DISPATCH, from: DISPATCH_TEST, to: '' }]);

beforeAll(async () => {
  window = await openWorkbench({ folder: broken.folder, file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('a use without a null test is a problem at its line', async () => {
  const rows = await problems(window.page, RULE, (texts) => texts.some((text) => text.includes(RULE)));
  const { line } = broken.find(DISPATCH, DISPATCH_USE);
  const row = rows.find((text) => text.includes(RULE));
  expect(row).toContain(`Ln ${line},`);
  expect(row).toContain('peer_ptr');
  await gotoLine(window.page, line);
  await screenshot(window.page, 'problem');
});

test('the quick fix inserts the test, and the problem goes', async () => {
  const { line, column } = broken.find(DISPATCH, DISPATCH_USE);
  await applyQuickFix(window.page, line, column + 'ptx::'.length, 'for null first');
  await problems(window.page, `no ${RULE}`, (texts) => !texts.some((text) => text.includes(RULE)));
  await save(window.page);
  await waitFor(
    'the null test in the saved file',
    () => broken.read(DISPATCH).replace(/\s+/gu, ' '),
    (text) => /if \(peer_ptr( != nullptr)?\)[ {]*ptx::tma_store_1d\(peer_ptr/u.test(text),
  );
  await screenshot(window.page, 'problem-fixed');
});
