/**
 * Runs all parts of the tests, or those named: `node scripts/test.mjs [part ...]`. Goes on after a failure, so that one run tells
 * everything, and ends with one line of totals: `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from './lib/browser.mjs';
import { ensureHost } from './lib/host.mjs';
import { Explained, main, say, table } from './lib/log.mjs';
import { cache, fromRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const REPORTS = path.join(cache, 'reports');
const TOOLS = fromRoot('node_modules/.bin');

/**
 * A check passes or fails as a whole and is no test; a suite reports its tests; a program prints a line `ok NAME` or `FAIL NAME`
 * a test. `onDemand`: not part of a plain `npm test`.
 */
function parts() {
  const suites = readdirSync(fromRoot())
    .map((file) => /^vitest\.(?<name>\w+)\.config\.ts$/u.exec(file)?.groups?.name)
    .filter((name) => name !== undefined && name !== 'e2e' && name !== 'bench');
  return [
    { kind: 'check', name: 'typecheck', command: ['npm', 'run', '--silent', 'typecheck'] },
    { kind: 'check', name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
    { kind: 'check', name: 'build', command: [process.execPath, 'scripts/build.mjs'] },
    { kind: 'check', name: 'notices', command: [process.execPath, 'scripts/notices.mjs', '--check'] },
    { kind: 'suite', name: 'unit', config: 'vitest.config.ts' },
    ...suites.map((name) => ({ kind: 'suite', name, config: `vitest.${name}.config.ts`, onDemand: name === 'corpus' })),
    { kind: 'program', name: 'panel', file: 'test/panel/harness.mjs' },
    { kind: 'suite', name: 'e2e', config: 'vitest.e2e.config.ts' },
  ];
}

/** What a suite needs before it can run; throws an explanation of what is missing. */
async function prepare(name) {
  if (name === 'panel' || name === 'e2e') findBrowser();
  if (name === 'e2e') await ensureHost();
  if (name === 'corpus' && process.env['SYMSCOPE_CORPUS'] === undefined) {
    throw new Explained('The corpus tests need SYMSCOPE_CORPUS: a folder with clones of DeepEP and DeepGEMM. README.md says which commits.');
  }
}

async function runCheck({ command: [program, ...args] }) {
  const { code } = await run(program, args, { allowFailure: true });
  return { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function runProgram({ file }) {
  const { code, output } = await run(process.execPath, [file], { keep: true, allowFailure: true });
  const passed = output.match(/^ok\s/gmu)?.length ?? 0;
  const failed = output.match(/^FAIL\s/gmu)?.length ?? 0;
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed, skipped: 0 };
}

async function runSuite({ name, config }) {
  const report = path.join(REPORTS, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code } = await run(path.join(TOOLS, 'vitest'), ['run', '--config', config, ...reporters], { allowFailure: true });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests: passed, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'));
  // A file that does not load, or an error outside any test, fails the run without a failed test.
  const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests;
  return { passed, failed, skipped: numPendingTests + numTodoTests };
}

const RUN = { check: runCheck, program: runProgram, suite: runSuite };

/** What a part lacks is a failure of that part, with the explanation, and no skip. */
async function runPart(part) {
  try {
    await prepare(part.name);
    return await RUN[part.kind](part);
  } catch (error) {
    if (!(error instanceof Explained)) throw error;
    say(error.message);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

await main(async () => {
  const wanted = process.argv.slice(2);
  const all = parts();
  const unknown = wanted.filter((name) => !all.some((part) => part.name === name));
  if (unknown.length > 0) throw new Explained(`No such part: ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`);
  const chosen = all.filter((part) => (wanted.length > 0 ? wanted.includes(part.name) : part.onDemand !== true));
  mkdirSync(REPORTS, { recursive: true });
  const rows = [];
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const part of chosen) {
    say(`\n── ${part.name} ──`);
    const start = Date.now();
    const result = await runPart(part);
    for (const key of Object.keys(total)) total[key] += result[key];
    const verdict = part.kind === 'check' ? (result.failed === 0 ? 'ok' : 'FAILED') : `${result.passed} passed, ${result.failed} failed`;
    rows.push([part.name, verdict, `${((Date.now() - start) / 1000).toFixed(1)} s`]);
  }
  say(`\n${table(rows)}\n`);
  say(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
  if (total.failed > 0) process.exitCode = 1;
});
