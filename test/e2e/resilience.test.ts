import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from './support/environment.js';
import { hoverWord } from './support/editor.js';
import { languageServers } from './support/processes.js';
import { DISPATCH } from './support/samples.js';
import { waitFor } from './support/wait.js';
import { openWorkbench, type Workbench } from './support/workbench.js';
import { workspaceAt } from './support/workspace.js';

let window: Workbench;
const { line } = workspaceAt(environment.workspace).find(DISPATCH, 'gin.get_sym_ptr<team_t>');

beforeAll(async () => {
  window = await openWorkbench({ file: DISPATCH });
});
afterAll(async () => {
  await window.close();
});

test('a killed language server comes back, and hovers with it', async () => {
  expect(await hoverWord(window.page, line, 'get_sym_ptr', { expected: 'null' })).not.toBe('');
  const before = languageServers();
  expect(before).not.toHaveLength(0);
  for (const pid of before) process.kill(pid, 'SIGKILL');
  await waitFor(
    'another language server process',
    () => languageServers(),
    (now) => now.some((pid) => !before.includes(pid)),
  );
  expect(await hoverWord(window.page, line, 'get_sym_ptr', { expected: 'null' })).not.toBe('');
});
