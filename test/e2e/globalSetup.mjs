/** Packages the extension, installs it into the VS Code host, and starts that on a copy of examples/. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_FLAGS, findBrowser } from '../../scripts/lib/browser.mjs';
import { choosePort, ensureHost, installExtension, prepareProfile, startHost } from '../../scripts/lib/host.mjs';
import { cache, fromRoot, vsix } from '../../scripts/lib/paths.mjs';
import { run } from '../../scripts/lib/run.mjs';

/** `SYMSCOPE_VSIX` names a package to test instead of a fresh one. */
async function packageToTest() {
  const given = process.env['SYMSCOPE_VSIX'];
  if (given !== undefined) return path.resolve(given);
  await run(process.execPath, ['scripts/package.mjs'], { quiet: true });
  return vsix;
}

export default async function setup(project) {
  const browser = findBrowser();
  const host = await ensureHost();
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'e2e-'));
  const workspace = path.join(folder, 'examples');
  const artifacts = fromRoot('test/e2e/artifacts');
  rmSync(artifacts, { recursive: true, force: true });
  mkdirSync(artifacts, { recursive: true });
  cpSync(fromRoot('examples'), workspace, { recursive: true });

  const profile = prepareProfile(folder, { 'files.hotExit': 'off', 'workbench.colorTheme': 'Light Modern', 'editor.minimap.enabled': false });
  await installExtension(host, profile, await packageToTest());
  const running = await startHost(host, profile, {
    port: await choosePort(),
    folder: workspace,
    log: path.join(artifacts, 'host.log'),
    // No gallery: the tests ask nothing of any other machine.
    env: { EXTENSIONS_GALLERY: '{}' },
  });
  project.provide('e2e', {
    address: running.address,
    pid: running.pid,
    folder,
    workspace,
    artifacts,
    browser,
    browserFlags: BROWSER_FLAGS,
  });
  return async () => {
    await running.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
