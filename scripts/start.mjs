/**
 * `npm start`: packages the extension, installs it into a real VS Code that runs in the browser, and opens examples/ in it.
 * `-- --port N` another port; `-- --code` installs into the VS Code on this machine instead; `-- FOLDER` opens another folder.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { choosePort, ensureHost, installExtension, prepareProfile, startHost } from './lib/host.mjs';
import { Explained, main, say } from './lib/log.mjs';
import { cache, fromRoot, vsix } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const DEFAULT_PORT = 7878;

function readArguments(args) {
  const options = { port: DEFAULT_PORT, code: false, folder: fromRoot('examples') };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--code') options.code = true;
    else if (args[i] === '--port') options.port = Number(args[++i]);
    else if (args[i].startsWith('-')) throw new Explained(`Unknown option ${args[i]}. There are: --port N, --code, and a folder to open.`);
    else options.folder = path.resolve(args[i]);
  }
  if (!Number.isInteger(options.port) || options.port < 1 || options.port > 65535) throw new Explained('--port wants a number from 1 to 65535.');
  if (!existsSync(options.folder)) throw new Explained(`${options.folder} does not exist.`);
  return options;
}

async function startInOwnCode(folder) {
  const { code } = await run('code', ['--install-extension', vsix, '--force'], { allowFailure: true });
  if (code !== 0) throw new Explained('`code` did not work: is VS Code installed, and its command on the PATH? (In VS Code: F1, "Shell Command: Install \'code\' command in PATH".)');
  await run('code', [folder]);
}

await main(async () => {
  const options = readArguments(process.argv.slice(2));
  if (!options.code) await choosePort(options.port);
  say('Packaging the extension ...');
  await run(process.execPath, ['scripts/package.mjs'], { quiet: true });
  if (options.code) return startInOwnCode(options.folder);

  const host = await ensureHost();
  const folder = path.join(cache, 'start');
  const profile = prepareProfile(folder);
  await installExtension(host, profile, vsix);
  const running = await startHost(host, profile, { port: options.port, folder: options.folder, log: path.join(folder, 'host.log') });
  say(`\nVS Code with SymScope is at  ${running.address}/?folder=${encodeURI(options.folder)}\nCtrl+C ends it.`);
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      asked = true;
      say('\nEnding VS Code ...');
      void running.stop();
    });
  }
  const code = await new Promise((resolve) => running.child.on('close', resolve));
  if (!asked) throw new Explained(`VS Code ended with code ${code}; its output is in ${path.join(folder, 'host.log')}.`);
});
