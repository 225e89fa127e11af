/** Draws media/icon.png, which the package needs, from media/icon.svg. */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './lib/browser.mjs';
import { main } from './lib/log.mjs';
import { fromRoot } from './lib/paths.mjs';

const SIZE = 128;

await main(async () => {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${readFileSync(fromRoot('media/icon.svg'), 'utf8')}`);
  await page.screenshot({ path: fromRoot('media/icon.png'), omitBackground: true });
  await browser.close();
});
