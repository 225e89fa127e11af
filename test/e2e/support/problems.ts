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

/** Levels of the problems whose row has this text, as their icons show them: `error`, `warning` or `info`. */
export async function problemLevels(page: Page, text: string): Promise<readonly string[]> {
  return page.locator('.markers-panel .monaco-list-row', { hasText: text }).evaluateAll((rows) =>
    rows.flatMap((row) => [...row.querySelectorAll('.marker-icon [class*="codicon-"]')].flatMap((icon) => /codicon-(error|warning|info)\b/u.exec(icon.className)?.[1] ?? [])),
  );
}
