/** Cold command line, wall clock, against `ast-grep scan` with one rule over the same files. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SOURCE_EXTENSIONS } from '../src/host/sources.js';
import type { Corpus } from './corpus.js';
import type { Places } from './cold.js';
import { median, runToEnd } from './measure.js';
import { missingRow, ratioRow, type Row } from './table.js';

const WHAT = 'cold CLI / ast-grep scan';
const BUDGET = { aim: 2, limit: 17 };

export async function commandRow(places: Places, corpus: Corpus, runs: number): Promise<Row> {
  const program = astGrep(places.repository);
  if (program === undefined) return missingRow(WHAT, `<= ${BUDGET.aim} x`, 'the program of @ast-grep/cli is not installed for this platform');
  const directory = mkdtempSync(join(tmpdir(), 'symscope-bench-'));
  try {
    // ast-grep has no grammar for CUDA; its C++ one does about the same work.
    const globs = SOURCE_EXTENSIONS.map((extension) => `'*.${extension}'`).join(', ');
    writeFileSync(join(directory, 'sgconfig.yml'), `ruleDirs: [rules]\nlanguageGlobs:\n  cpp: [${globs}]\n`);
    const rule = join(directory, 'rule.yml');
    writeFileSync(rule, 'id: launch-bounds\nlanguage: cpp\nseverity: hint\nmessage: A barrier.\nrule: { pattern: __syncthreads() }\n');
    const files = corpus.files.map((file) => join(corpus.root, file));
    const theirs: number[] = [];
    const ours: number[] = [];
    const whole: number[] = [];
    for (let run = 0; run < runs; run++) {
      theirs.push(await timed(program, ['scan', '--config', join(directory, 'sgconfig.yml'), '--rule', rule, ...files], [0, 1]));
      const command = [join(places.repository, 'dist/cli.js'), 'analyze', corpus.root];
      ours.push(await timed(process.execPath, command, [0, 1]));
      whole.push(await timed(process.execPath, [...command, '--format', 'json'], [0, 1]));
    }
    return ratioRow(WHAT, BUDGET, median(ours), median(theirs), `median of ${runs} processes each; with all graphs as JSON ${median(whole).toFixed(0)} ms`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function timed(command: string, args: readonly string[], good: readonly number[]): Promise<number> {
  const { ms, code, err } = await runToEnd(command, args);
  if (!good.includes(code)) throw new Error(`${command} ended with ${code}:\n${err}`);
  return ms;
}

/** The native program itself: the package's launcher would add the start of another process. */
function astGrep(repository: string): string | undefined {
  const require = createRequire(join(repository, 'package.json'));
  const { platform, arch } = process;
  const suffix = platform === 'linux' ? '-gnu' : platform === 'win32' ? '-msvc' : '';
  try {
    const manifest = require.resolve(`@ast-grep/cli-${platform}-${arch}${suffix}/package.json`);
    const program = join(dirname(manifest), platform === 'win32' ? 'ast-grep.exe' : 'ast-grep');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
