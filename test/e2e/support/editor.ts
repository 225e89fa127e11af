/** The text editor of a VS Code window. Lines and columns are 1-based, as VS Code shows them. */
import type { Page } from 'playwright-core';
import { openQuickInput, runCommand } from './workbench.js';
import { waitFor } from './wait.js';

const ACTIVE = '.editor-group-container.active .editor-instance .monaco-editor';

/** Opens a file by its path in the workspace. */
export async function openFile(page: Page, file: string): Promise<void> {
  await openQuickInput(page, file);
  const name = file.split('/').at(-1) ?? file;
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor({ timeout: 20_000 });
  await page.keyboard.press('Enter');
  await page.locator('.tab.active', { hasText: name }).first().waitFor({ timeout: 20_000 });
  // The placeholder is what a binary file gets instead of an editor.
  await page.locator(`${ACTIVE} .view-line, .editor-group-container.active .monaco-editor-pane-placeholder`).first().waitFor({ timeout: 20_000 });
}

export async function gotoLine(page: Page, line: number, column = 1): Promise<void> {
  await openQuickInput(page, `:${line}:${column}`);
  await page.keyboard.press('Enter');
  await waitFor(`the cursor at ${line}:${column}`, () => cursor(page), (at) => at.line === line);
}

/** Where the cursor is, read from the status bar. */
export async function cursor(page: Page): Promise<{ readonly line: number; readonly column: number }> {
  const text = await page.locator('#status\\.editor\\.selection').innerText({ timeout: 5000 }).catch(() => '');
  const match = /Ln (?<line>\d+), Col (?<column>\d+)/u.exec(text);
  return { line: Number(match?.groups?.['line'] ?? 0), column: Number(match?.groups?.['column'] ?? 0) };
}

/** The line that the text editor marks as current, also while the focus is elsewhere; 0: none. */
export async function currentLine(page: Page): Promise<number> {
  const texts = await page.locator('.editor-instance .monaco-editor .line-numbers.active-line-number').allInnerTexts();
  return Number(texts[0] ?? 0);
}

/** Moves the focus from a webview or a view into the first editor. */
export async function focusEditor(page: Page): Promise<void> {
  await runCommand(page, 'View: Focus First Editor Group');
}

export async function activeFile(page: Page): Promise<string> {
  return page.locator('.editor-group-container .tabs-container .tab.active.selected, .editor-group-container.active .tab.active').first().innerText();
}

/** The centre of a word on a visible line, in pixels of the page. `occurrence` counts from 0 within the line. */
async function wordPosition(page: Page, line: number, word: string, occurrence: number): Promise<{ readonly x: number; readonly y: number } | undefined> {
  return page.evaluate(
    ([selector, wantedLine, wantedWord, index]) => {
      const editor = document.querySelector(selector);
      const number = [...(editor?.querySelectorAll<HTMLElement>('.margin .line-numbers') ?? [])].find((e) => e.textContent === String(wantedLine));
      const top = number?.getBoundingClientRect().top;
      const row = [...(editor?.querySelectorAll<HTMLElement>('.view-lines .view-line') ?? [])].find((e) => Math.abs(e.getBoundingClientRect().top - (top ?? -1000)) < 4);
      if (row === undefined) return undefined;
      // VS Code draws blanks as no-break spaces; both have one UTF-16 unit.
      const at = row.textContent.replaceAll('\u00a0', ' ').split(wantedWord).slice(0, index + 1).join(wantedWord).length;
      const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
      let before = 0;
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const length = node.textContent?.length ?? 0;
        if (at < before + length) {
          const range = document.createRange();
          range.setStart(node, at - before);
          range.setEnd(node, Math.min(length, at - before + wantedWord.length));
          const box = range.getBoundingClientRect();
          return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
        }
        before += length;
      }
      return undefined;
    },
    [ACTIVE, line, word, occurrence] as const,
  );
}

/** Colours on a visible line, by the text that each piece of one colour shows. */
export async function lineColours(page: Page, line: number): Promise<ReadonlyMap<string, string>> {
  const pieces = await page.evaluate(
    ([selector, wanted]) => {
      const editor = document.querySelector(selector);
      const number = [...(editor?.querySelectorAll<HTMLElement>('.margin .line-numbers') ?? [])].find((e) => e.textContent === String(wanted));
      const top = number?.getBoundingClientRect().top;
      const row = [...(editor?.querySelectorAll<HTMLElement>('.view-lines .view-line') ?? [])].find((e) => Math.abs(e.getBoundingClientRect().top - (top ?? -1000)) < 4);
      return [...(row?.querySelectorAll<HTMLElement>('span span') ?? [])].map((piece): [string, string] => [piece.textContent.replaceAll('\u00a0', ' ').trim(), getComputedStyle(piece).color]);
    },
    [ACTIVE, line] as const,
  );
  return new Map(pieces);
}

/** Rests the mouse on a word and returns the text of the hover, which stays open; retries until it contains `expected`. */
export async function hoverWord(page: Page, line: number, word: string, { expected = '', occurrence = 0 } = {}): Promise<string> {
  await gotoLine(page, line);
  return waitFor(
    `a hover on "${word}" at line ${line}${expected === '' ? '' : ` with "${expected}"`}`,
    async () => {
      await page.mouse.move(5, 5);
      const at = await wordPosition(page, line, word, occurrence);
      if (at === undefined) return '';
      await page.mouse.move(at.x - 2, at.y);
      await page.mouse.move(at.x, at.y);
      const hover = page.locator('.monaco-hover-content:visible').first();
      await hover.waitFor({ timeout: 4000 }).catch(() => undefined);
      // Other extensions and the window's own start may still close or extend it.
      await page.waitForTimeout(1000);
      // It can close between the question and the answer: then it is opened anew.
      return (await hover.isVisible()) ? hover.innerText({ timeout: 2000 }).catch(() => '') : '';
    },
    (text) => text !== '' && !text.startsWith('Loading') && text.includes(expected),
    { timeout: 60_000, interval: 500 },
  );
}

/** Applies a quick fix at a position by (part of) its title. Retries, since the diagnostic that it belongs to may still be on its way. */
export async function applyQuickFix(page: Page, line: number, column: number, title: string): Promise<void> {
  const menu = page.locator('.action-widget .monaco-list-row.action');
  await waitFor(
    `the quick fix "${title}" at ${line}:${column}`,
    async () => {
      await page.keyboard.press('Escape');
      await gotoLine(page, line, column);
      await runCommand(page, 'Quick Fix...');
      await menu.first().waitFor({ timeout: 4000 }).catch(() => undefined);
      const item = menu.filter({ hasText: title }).first();
      if (await item.isVisible()) {
        await item.click();
        return true;
      }
      return menu.allInnerTexts();
    },
    (applied) => applied === true,
    { timeout: 60_000 },
  );
}

/** The lines of the active editor that are on screen, by line number. */
export async function visibleText(page: Page): Promise<string> {
  const text = await page.locator(`${ACTIVE} .view-lines`).first().innerText();
  return text.replaceAll('\u00a0', ' ');
}

export async function save(page: Page): Promise<void> {
  await runCommand(page, 'File: Save');
  await page.locator('.tab.active.dirty').first().waitFor({ state: 'detached', timeout: 15_000 });
}
