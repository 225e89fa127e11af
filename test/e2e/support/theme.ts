/** Colour themes, switched as a person would. */
import type { Page } from 'playwright-core';
import { pick, runCommand } from './workbench.js';
import { waitFor } from './wait.js';

const THEMES = {
  light: { name: 'Light Modern', workbenchClass: 'vs' },
  dark: { name: 'Dark Modern', workbenchClass: 'vs-dark' },
  contrast: { name: 'Dark High Contrast', workbenchClass: 'hc-black' },
} as const;

/** Switches the colour theme and waits until the window shows it. */
export async function useTheme(page: Page, theme: keyof typeof THEMES): Promise<void> {
  const { name, workbenchClass } = THEMES[theme];
  await runCommand(page, 'Preferences: Color Theme');
  await pick(page, name);
  await waitFor(
    `the theme ${name}`,
    async () => (await page.locator('.monaco-workbench').first().getAttribute('class'))?.split(' ') ?? [],
    (classes) => classes.includes(workbenchClass),
  );
  // The list of themes fades out: a picture taken at once would show it.
  await page.locator('.quick-input-widget').first().waitFor({ state: 'hidden', timeout: 5000 });
  await page.waitForTimeout(600);
}
