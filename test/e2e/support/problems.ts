/** The Problems view. */
import type { Page } from 'playwright-core';
import { runCommand } from './workbench.js';
import { waitFor } from './wait.js';

/** Shows the Problems view and waits until `accept` holds for the texts of its rows. */
export async function problems(page: Page, what: string, accept: (rows: readonly string[]) => boolean): Promise<readonly string[]> {
  const view = page.locator('.markers-panel');
  if (!(await view.isVisible())) await runCommand(page, 'Problems: Focus on Problems View');
  const rows = page.locator('.markers-panel .monaco-list-row');
  return waitFor(
    `${what} in the Problems view`,
    () => rows.allInnerTexts(),
    accept,
    { timeout: 60_000 },
  );
}
