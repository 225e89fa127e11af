/** Child processes: run to the end, and end a whole process group. */
import { spawn } from 'node:child_process';
import { root } from './paths.mjs';
import { Explained } from './log.mjs';

/** Runs a command to its end. `quiet` keeps its output and shows it only when it fails; `keep` shows it and keeps it too. */
export async function run(command, args, { cwd = root, env = process.env, quiet = false, keep = false, allowFailure = false } = {}) {
  const child = spawn(command, args, { cwd, env, stdio: quiet || keep ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      if (keep) process.stdout.write(chunk);
    });
  }
  const code = await new Promise((resolve) => {
    child.on('error', (error) => {
      output += String(error);
      resolve(127);
    });
    child.on('close', (exit, signal) => resolve(exit ?? (signal ? 1 : 0)));
  });
  if (code !== 0 && !allowFailure) {
    throw new Explained(`${output}\n${[command, ...args].join(' ')} ended with code ${code}.`);
  }
  return { code, output };
}

/** Ends a child that was started with `detached: true`, and its children; forcibly after a grace period. */
export async function endGroup(child, grace = 5000) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The group is already gone.
    }
  };
  kill('SIGTERM');
  const timer = setTimeout(() => kill('SIGKILL'), grace);
  await closed;
  clearTimeout(timer);
}
