/**
 * A real VS Code without a desktop: the npm package code-server, kept apart in test/e2e/host with its own lock file so that
 * the root stays small and on its own Node. Installed on first use, then reused.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Explained, say } from './log.mjs';
import { fromRoot } from './paths.mjs';
import { endGroup, run } from './run.mjs';

const HOST = fromRoot('test/e2e/host');
const CODE = path.join(HOST, 'node_modules/code-server');
const ENTRY = path.join(CODE, 'out/node/entry.js');
const WORKBENCH = path.join(CODE, 'lib/vscode');
const STAMP = path.join(HOST, 'node_modules/.ready');
const NODE_MAJOR = '24';

/** What gets in the way of a test or a first look: trust prompt, welcome page, chat, telemetry, updates. */
export const SETTINGS = {
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'window.commandCenter': false,
  'git.openRepositoryInParentFolders': 'never',
};

/** The host wants Node 24: this process's own when it is that, else the binary that the host's npm packages bring. */
function hostNode() {
  if (process.versions.node.split('.')[0] === NODE_MAJOR) return process.execPath;
  const brought = path.join(HOST, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(brought)) return brought;
  throw new Explained(
    `The VS Code host needs Node ${NODE_MAJOR}; this is Node ${process.versions.node}, and npm has no Node ${NODE_MAJOR} binary for ${process.platform} ${process.arch}.\n` +
      `Install Node ${NODE_MAJOR} and run the same command with it, or use your own VS Code: npm start -- --code`,
  );
}

function hostEnvironment(node, extra = {}) {
  const env = { ...process.env, ...extra, PATH: `${path.dirname(node)}${path.delimiter}${process.env['PATH'] ?? ''}` };
  // Set inside a VS Code terminal; code-server would then hand the request to that window instead of starting.
  delete env['VSCODE_IPC_HOOK_CLI'];
  return env;
}

function wantedStamp() {
  return createHash('sha256').update(readFileSync(path.join(HOST, 'package-lock.json'))).digest('hex');
}

/** Installs the host when it is missing or its lock file changed. Returns the Node and the entry to run. */
export async function ensureHost() {
  if (process.platform === 'win32') {
    throw new Explained('The VS Code host does not run on Windows itself: use WSL, or your own VS Code: npm start -- --code');
  }
  if (!existsSync(STAMP) || readFileSync(STAMP, 'utf8') !== wantedStamp()) await installHost();
  return { node: hostNode(), entry: ENTRY };
}

async function installHost() {
  say('Installing a VS Code that runs in a browser into test/e2e/host (about 800 MB, once; takes one to three minutes) ...');
  // Install scripts are off: they would compile modules that are not needed here (kerberos wants system headers).
  const npm = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await run('npm', ['ci', ...npm], { cwd: HOST, quiet: true });
  const node = hostNode();
  const env = hostEnvironment(node);
  for (const folder of [WORKBENCH, path.join(WORKBENCH, 'extensions')]) {
    await run('npm', ['install', '--omit=dev', ...npm], { cwd: folder, env, quiet: true });
  }
  // Only the log files need this one; without a compiler the host runs all the same.
  const built = await run('npm', ['rebuild', '@vscode/spdlog', '--loglevel=error'], { cwd: WORKBENCH, env, quiet: true, allowFailure: true });
  if (built.code !== 0) {
    say('  Note: the host keeps no log files, since its logger could not be compiled (it needs python3, make and a C++ compiler).');
  }
  const version = await run(node, [ENTRY, '--version', '--config', path.join(HOST, 'node_modules/.config.yaml')], { env, quiet: true });
  writeFileSync(STAMP, wantedStamp());
  say(`  Installed: ${version.output.trim().split('\n').at(-1)}`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** `wanted` when it is free, else an explanation; without `wanted` any free port. */
export async function choosePort(wanted) {
  if (wanted !== undefined) {
    if (await isFree(wanted)) return wanted;
    throw new Explained(`Port ${wanted} is in use. Another one: npm start -- --port ${wanted + 1}`);
  }
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** Creates the private user data of one host below `folder`; settings that are already there stay. */
export function prepareProfile(folder, settings = {}) {
  const profile = { userData: path.join(folder, 'user-data'), extensions: path.join(folder, 'extensions'), config: path.join(folder, 'config.yaml') };
  mkdirSync(path.join(profile.userData, 'User'), { recursive: true });
  mkdirSync(profile.extensions, { recursive: true });
  writeFileSync(profile.config, '');
  const file = path.join(profile.userData, 'User/settings.json');
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ ...SETTINGS, ...settings }, undefined, 2));
  return profile;
}

function profileArguments(profile) {
  return ['--config', profile.config, '--user-data-dir', profile.userData, '--extensions-dir', profile.extensions];
}

/** Must come before the host starts: one installed while it runs is not picked up. */
export async function installExtension(host, profile, file) {
  const { output } = await run(host.node, [host.entry, ...profileArguments(profile), '--install-extension', file, '--force'], {
    env: hostEnvironment(host.node),
    quiet: true,
  });
  if (!output.includes('successfully installed')) throw new Explained(`The VSIX was not installed:\n${output}`);
}

/** Starts the host and waits until it answers. `stop()` ends it with everything that it started. */
export async function startHost(host, profile, { port, folder, log, env = {}, timeout = 60_000 }) {
  const args = [host.entry, ...profileArguments(profile), '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`];
  const child = spawn(host.node, [...args, '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', folder], {
    env: hostEnvironment(host.node, env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const sink = createWriteStream(log);
  child.stdout.pipe(sink, { end: false });
  child.stderr.pipe(sink, { end: false });
  const address = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + timeout;
  for (;;) {
    if (child.exitCode !== null) throw new Explained(`The VS Code host ended at once with code ${child.exitCode}; its output is in ${log}.`);
    if (await answers(`${address}/healthz`)) break;
    if (Date.now() > deadline) {
      await endGroup(child);
      throw new Explained(`The VS Code host did not answer at ${address} within ${timeout / 1000} s; its output is in ${log}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { address, pid: child.pid, child, stop: () => endGroup(child) };
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
