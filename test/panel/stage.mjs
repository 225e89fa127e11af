/** Runs the panel outside VS Code: a local page with the product's own HTML and policy, a fake host and a theme. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.mjs';
import { themeKind, themeSheet } from './themes.mjs';

const root = path.resolve(import.meta.dirname, '../..');

async function bundle(folder) {
  const common = { absWorkingDir: root, bundle: true, logLevel: 'warning', define: { 'process.env.NODE_ENV': '"production"' } };
  await build({ ...common, entryPoints: ['src/panel/main.tsx'], outfile: path.join(folder, 'panel.js'), format: 'iife', platform: 'browser', target: 'es2022', jsx: 'automatic', minify: true });
  await build({ ...common, entryPoints: ['test/panel/data.ts'], outfile: path.join(folder, 'data.cjs'), format: 'cjs', platform: 'node', external: ['web-worker'] });
}

/** Serves the page; the theme is part of the address. The theme's sheet is a file, as the policy allows nothing inline. */
function serve(folder, data) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const theme = url.searchParams.get('theme') ?? 'dark';
    const send = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (url.pathname === '/panel.js') send('text/javascript', readFileSync(path.join(folder, 'panel.js')));
    else if (url.pathname === '/panel.css') send('text/css', themeSheet(theme) + readFileSync(path.join(folder, 'panel.css'), 'utf8'));
    else if (url.pathname === '/') {
      const page = data.panelPage({ cspSource: "'self'", script: '/panel.js', style: `/panel.css?theme=${theme}`, nonce: data.randomNonce(), language: 'en' });
      send('text/html', page.replace('<body>', `<body class="${themeKind(theme)}">`));
    } else response.writeHead(404).end();
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve({ server, origin: `http://127.0.0.1:${server.address().port}` }));
  });
}

/** Starts everything. `open` gives a page with a scene drawn; `close` ends it all. */
export async function startStage() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'symscope-panel-'));
  await bundle(folder);
  const data = createRequire(import.meta.url)(path.join(folder, 'data.cjs'));
  const { server, origin } = await serve(folder, data);
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_FLAGS });

  async function open(scene, { theme = 'dark', width = 1400, height = 760, state, reducedMotion = 'reduce', answers = true, language = 'en' } = {}) {
    const context = await browser.newContext({ viewport: { width, height }, reducedMotion });
    const page = await context.newPage();
    const host = { posted: [], state, violations: [], errors: [] };
    page.on('pageerror', (error) => host.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') host.violations.push(message.text());
    });
    const show = async (layout) => page.evaluate((message) => globalThis.postMessage(message, '*'), { kind: 'show', answer: await data.answer(scene, layout, language) });
    let given;
    await page.exposeFunction('__post', async (message) => {
      host.posted.push(message);
      // Like the extension, which knows the values from the layout.
      if (message.kind === 'ready' || message.kind === 'layout') given = message.layout.given;
      if (answers && message.kind === 'compare') await page.evaluate((m) => globalThis.postMessage(m, '*'), { kind: 'comparison', answer: data.comparison(scene, message.other, given) });
      if (answers && (message.kind === 'ready' || message.kind === 'layout')) await show(message.layout);
    });
    await page.exposeFunction('__setState', (value) => {
      host.state = value;
    });
    await page.addInitScript((initial) => {
      globalThis.acquireVsCodeApi = () => ({ postMessage: (message) => globalThis.__post(message), getState: () => initial, setState: (value) => globalThis.__setState(value) });
    }, state);
    await page.goto(`${origin}/?theme=${theme}`);
    if (answers) await page.waitForSelector('.header');
    return { page, host, show, send: (message) => page.evaluate((m) => globalThis.postMessage(m, '*'), message), close: () => context.close() };
  }

  async function close() {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  return { open, close };
}
