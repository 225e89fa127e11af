/** Whole cold analysis against bare parsing of the same files; each run is a fresh process, and the two take turns. */
import { join } from 'node:path';
import type { Corpus } from './corpus.js';
import type { ColdAnswer, EditAnswer, Job } from './job.js';
import { longKernel } from './corpus.js';
import { median, quantile, runToEnd } from './measure.js';
import { ratioRow, type Row } from './table.js';

export interface Places {
  readonly repository: string;
  /** Where the bundled benchmark lies. */
  readonly bundles: string;
  readonly vsix: string | undefined;
}

const EDITS = 40;

export async function coldRows(places: Places, corpus: Corpus, runs: number): Promise<readonly Row[]> {
  const parses: ColdAnswer[] = [];
  const analyses: ColdAnswer[] = [];
  for (let run = 0; run < runs; run++) {
    parses.push((await ask(places, { kind: 'parse', ...common(places, corpus) })) as ColdAnswer);
    analyses.push((await ask(places, { kind: 'analyze', ...common(places, corpus) })) as ColdAnswer);
  }
  const whole = (answers: readonly ColdAnswer[]): number => median(answers.map(({ init, work }) => init + work));
  const work = (answers: readonly ColdAnswer[]): number => median(answers.map((answer) => answer.work));
  const graphs = median(analyses.map((answer) => answer.graphs));
  const how = `median of ${runs} fresh processes, starting the parser counted in both (${(work(analyses) / work(parses)).toFixed(2)} x without it); all graphs on demand +${graphs.toFixed(0)} ms`;
  return [ratioRow('cold analysis / bare parsing', { aim: 1.5, limit: 6.5 }, whole(analyses), whole(parses), how)];
}

export async function editRow(places: Places, corpus: Corpus): Promise<Row> {
  const { file, text, lines } = longKernel(corpus);
  const { edit, parse } = (await ask(places, { kind: 'edit', ...common(places, corpus), file, text, rounds: EDITS })) as EditAnswer;
  const how = `median of ${EDITS} edits of a kernel of ${lines} lines, p95 ${quantile(edit, 0.95).toFixed(1)} ms`;
  return ratioRow('edit to diagnostics / full parse', { aim: 1, limit: 4.5 }, median(edit), median(parse), how);
}

function common(places: Places, { root, files }: Corpus): { wasm: string; root: string; files: readonly string[] } {
  return { wasm: `${join(places.repository, 'dist')}/`, root, files };
}

async function ask(places: Places, job: Job): Promise<ColdAnswer | EditAnswer> {
  const { code, out, err } = await runToEnd(process.execPath, [join(places.bundles, 'child.mjs')], JSON.stringify(job));
  if (code !== 0) throw new Error(`The ${job.kind} run failed:\n${err}`);
  return JSON.parse(out) as ColdAnswer | EditAnswer;
}
