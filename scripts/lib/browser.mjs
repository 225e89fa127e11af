/** Finds a Chromium for the tests; nothing is downloaded. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Explained } from './log.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge'];
const FIXED = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

export function findBrowser() {
  const wanted = process.env['SYMSCOPE_BROWSER'];
  if (wanted !== undefined) {
    if (existsSync(wanted)) return wanted;
    throw new Explained(`SYMSCOPE_BROWSER names ${wanted}, and there is no such file.`);
  }
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...FIXED];
  const found = candidates.find((candidate) => existsSync(candidate));
  if (found !== undefined) return found;
  throw new Explained(
    'The end-to-end tests need a Chromium and none was found.\n' +
      '  Debian or Ubuntu:  sudo apt-get update && sudo apt-get install chromium fonts-dejavu fonts-noto-cjk\n' +
      '  elsewhere:         install Chrome or Chromium, or set SYMSCOPE_BROWSER to its executable.',
  );
}

/** No sandbox: CI runs as root. The rest keeps the browser from contacting its maker. */
export const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
