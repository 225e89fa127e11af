/** When the editor follows the disk. */
import type { Page } from 'playwright-core';
import { waitFor } from './wait.js';
import { writeTo, type Workspace } from './workspace.js';

/**
 * Waits until the Explorer shows a file that was written meanwhile. An editor begins to watch a while after its window is there, and
 * tells of nothing that changed before.
 */
export async function untilWatched(page: Page, workspace: Workspace, below = ''): Promise<void> {
  const rows = page.locator('.explorer-folders-view .monaco-list-row');
  let written = 0;
  await waitFor(
    'a new file in the Explorer',
    () => {
      writeTo(workspace, `${below}0-watched-${++written}.txt`, '');
      return rows.allInnerTexts();
    },
    (texts) => texts.some((text) => text.includes('0-watched-')),
    { timeout: 60_000, interval: 1000 },
  );
}
