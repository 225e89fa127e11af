/** The extension's webview: its own document is in the third nested frame of the page. */
import type { Frame, Page } from 'playwright-core';
import { waitFor } from './wait.js';

/** Waits for the webview whose document has an element for `selector`, and returns its frame. */
export async function panelFrame(page: Page, selector: string): Promise<Frame> {
  let found: Frame | undefined;
  await waitFor(
    `a webview with ${selector}`,
    async () => {
      for (const frame of page.frames()) {
        if (frame.parentFrame() === null) continue;
        const count = await frame.locator(selector).count().catch(() => 0);
        if (count > 0) {
          found = frame;
          return true;
        }
      }
      return page.frames().map((frame) => frame.url().slice(0, 80));
    },
    (value) => value === true,
    { timeout: 60_000, interval: 300 },
  );
  if (found === undefined) throw new Error('unreachable: waitFor throws when there is no frame');
  return found;
}
