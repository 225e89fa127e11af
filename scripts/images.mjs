/** Makes docs/images/ from the screenshots of the last end-to-end run: the real window, scaled, as WebP. All, or those named. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from './lib/browser.mjs';
import { Explained, main, say } from './lib/log.mjs';
import { fromRoot } from './lib/paths.mjs';

const WIDTH = 1200;
const QUALITY = 0.82;
const ALL = ['panel-dark', 'panel-light', 'panel-compare', 'views-sync', 'views-pipelines', 'views-text', 'panel-contrast', 'hover-dark', 'problem'];

/** Runs in the page: scales a picture and encodes it; the answer is base64. */
async function encode({ source, width, quality }) {
  const image = new globalThis.Image();
  image.src = source;
  await image.decode();
  const canvas = globalThis.document.createElement('canvas');
  canvas.width = width;
  canvas.height = Math.round((image.height * width) / image.width);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

const screenshot = (name) => fromRoot('test/e2e/artifacts', `${name}.png`);

await main(async () => {
  const given = process.argv.slice(2);
  const unknown = given.filter((name) => !ALL.includes(name));
  if (unknown.length > 0) throw new Explained(`No such picture: ${unknown.join(', ')}. There are: ${ALL.join(', ')}`);
  const names = given.length > 0 ? given : ALL;
  const missing = names.filter((name) => !existsSync(screenshot(name)));
  if (missing.length > 0) throw new Explained(`There is no screenshot of ${missing.join(', ')} in test/e2e/artifacts. Run the end-to-end tests first: npm run test:e2e`);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });
  try {
    const page = await browser.newPage();
    const target = fromRoot('docs/images');
    mkdirSync(target, { recursive: true });
    for (const name of names) {
      const png = readFileSync(screenshot(name));
      const webp = Buffer.from(await page.evaluate(encode, { source: `data:image/png;base64,${png.toString('base64')}`, width: WIDTH, quality: QUALITY }), 'base64');
      writeFileSync(path.join(target, `${name}.webp`), webp);
      say(`docs/images/${name}.webp  ${webp.length}`);
    }
  } finally {
    // A failure would leave the browser open, and this process waiting for it.
    await browser.close();
  }
});
