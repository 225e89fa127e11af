/** Entry of the command-line program: binds `run` to this process, and does a share of the work in each further thread. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Configuration } from '../core/analyzer.js';
import { createAnalyzer } from '../core/createAnalyzer.js';
import type { AnalysisResult } from '../core/schema.js';
import { DamagedInstallation, readGrammar } from '../host/grammar.js';
import { optimizeLate } from '../host/tiering.js';
import { runJob, type Job } from './job.js';
import { run, type Drawing } from './run.js';

const MAX_THREADS = 4;
const RULE_DOCS = new URL('../docs/rules', import.meta.url);
declare const __SYMSCOPE_VERSION__: string;
const version = __SYMSCOPE_VERSION__;

const analyzer = (configuration: Configuration): ReturnType<typeof createAnalyzer> =>
  createAnalyzer({ grammar: readGrammar(new URL('./', import.meta.url)), version, configuration });

// Status 1 means findings: whatever goes wrong that nothing has caught must not end with it.
if (isMainThread) for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, fail);

if (isMainThread) await main();
else parentPort?.postMessage(await runJob(workerData as Job, analyzer));

async function main(): Promise<void> {
  // A reader that stops early (`symscope … | head`) closes the pipe; that is not a failure of ours.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      process.exit(error.code === 'EPIPE' && stream === process.stdout ? 0 : 2);
    });
  }
  try {
    optimizeLate();
    // The status is set, not forced with exit(), so that a long report is written out first.
    process.exitCode = await run(process.argv.slice(2), {
      cwd: process.cwd(),
      version,
      ruleDocs: existsSync(RULE_DOCS) ? RULE_DOCS.href : undefined,
      out: (text) => process.stdout.write(text),
      err: (text) => process.stderr.write(text),
      createAnalyzer: analyzer,
      drawing: () => import(new URL('./drawings.js', import.meta.url).href) as Promise<Drawing>,
      parallelism: Math.min(availableParallelism(), MAX_THREADS),
      analyze: ([own, ...others]) => {
        // The other threads start first: this one does its share in the meantime.
        const results = others.map(inThread);
        return Promise.all([...(own === undefined ? [] : [runJob(own, analyzer)]), ...results]);
      },
    });
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  const what = error instanceof DamagedInstallation
    ? error.message
    : `this is a defect of symscope, please report it with the files at hand.\n${String(error instanceof Error ? error.stack : error)}`;
  process.stderr.write(`symscope: ${what}\n`);
  process.exit(2);
}

function inThread(job: Job): Promise<AnalysisResult> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: job });
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => {
      reject(new Error(`A thread ended with ${code} before it had a result.`));
    });
  });
}
