/** A VS Code window in a browser: opening it, running commands, taking pictures. */
import path from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { environment } from './environment.js';
import { waitFor } from './wait.js';

export interface Workbench {
  readonly page: Page;
  /** Hosts that the page and its webviews asked anything of so far. */
  readonly hosts: ReadonlySet<string>;
  /** Loads the window again, as after a restart: it restores what was open. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The host that stands for a webview's files; its service worker answers, and nothing leaves the browser. */
const WEBVIEW_FILES = '.vscode-resource.vscode-cdn.net';

export interface WorkbenchOptions {
  /** Absolute; the copy of examples/ if absent. */
  readonly folder?: string;
  /** Relative to the folder; opened in the editor. */
  readonly file?: string;
  /** Of the window, in pixels. */
  readonly width?: number;
}

/** Opens a window of its own browser. */
export async function openWorkbench({ folder = environment.workspace, file, width = 1600 }: WorkbenchOptions = {}): Promise<Workbench> {
  const browser: Browser = await chromium.launch({ executablePath: environment.browser, args: [...environment.browserFlags] });
  const context = await browser.newContext({ viewport: { width, height: 1000 }, locale: 'en-US' });
  const page = await context.newPage();
  const hosts = new Set<string>();
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (/^(?:http|ws)/u.test(protocol) && !host.endsWith(WEBVIEW_FILES)) hosts.add(host);
  });
  const query = new URLSearchParams({ folder });
  // With the authority: without it VS Code takes the file for another one than that of the workspace.
  const remote = `vscode-remote://${new URL(environment.address).host}`;
  if (file !== undefined) query.set('payload', JSON.stringify([['openFile', `${remote}${path.join(folder, file)}`]]));
  const load = async (): Promise<void> => {
    await page.goto(`${environment.address}/?${query.toString()}`);
    await page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: 90_000 });
  };
  await load();
  // A window that is told which file to open restores nothing.
  query.delete('payload');
  if (file !== undefined) await page.locator('.monaco-editor .view-line').first().waitFor({ timeout: 90_000 });
  return { page, hosts, reload: load, close: () => browser.close() };
}

/**
 * Runs a command by its full title in the palette, as a person would. The palette is opened anew until it has the command, since
 * it is not refreshed when the command becomes available.
 */
export async function runCommand(page: Page, title: string, timeout = 60_000): Promise<void> {
  const rows = page.locator('.quick-input-list .monaco-list-row');
  await waitFor(
    `the command "${title}" in the palette`,
    async () => {
      await openQuickInput(page, `>${title}`);
      await rows.first().waitFor({ timeout: 3000 }).catch(() => undefined);
      const offered = await labels(rows);
      // A row's label is the title, and behind a comma its keys or where it comes from.
      const index = offered.findIndex((label) => label === title || label.startsWith(`${title},`));
      if (index < 0) {
        await page.keyboard.press('Escape');
        return offered;
      }
      await rows.nth(index).click();
      return true;
    },
    (result) => result === true,
    { timeout, interval: 1000 },
  );
}

function labels(rows: Locator): Promise<readonly string[]> {
  return rows.evaluateAll((elements) => elements.map((element) => element.getAttribute('aria-label') ?? ''));
}

/** Titles that the palette offers for a search text. */
export async function offeredCommands(page: Page, search: string): Promise<readonly string[]> {
  await openQuickInput(page, `>${search}`);
  await page.waitForTimeout(500);
  const offered = await labels(page.locator('.quick-input-list .monaco-list-row'));
  await page.keyboard.press('Escape');
  return offered;
}

/** Opens the quick input with this text: `>title` is a command, `:line` a line, anything else a file. */
export async function openQuickInput(page: Page, text: string): Promise<void> {
  const input = page.locator('.quick-input-widget input[type="text"]').first();
  for (let attempt = 0; ; attempt++) {
    await page.keyboard.press('F1');
    try {
      await input.waitFor({ state: 'visible', timeout: 3000 });
      break;
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
  await input.fill(text);
}

/** The pick list that a command shows: waits for a row with this text and accepts it. */
export async function pick(page: Page, text: string): Promise<void> {
  await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click({ timeout: 15_000 });
}

/** Texts of the notifications that are open. */
export async function notifications(page: Page): Promise<readonly string[]> {
  return page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
}

/** Texts of the status bar's items. */
export async function statusItems(page: Page): Promise<readonly string[]> {
  return page.locator('.part.statusbar .statusbar-item').allInnerTexts();
}

/** Saves a picture of the window as test/e2e/artifacts/<name>.png. */
export async function screenshot(page: Page, name: string): Promise<Buffer> {
  return page.screenshot({ path: path.join(environment.artifacts, `${name}.png`) });
}
