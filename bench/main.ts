/**
 * Prints the table of budgets in docs/design.md with what this machine measures, as ratios where a ratio is possible.
 * `--runs N` fresh processes for each cold figure (5), `--edits N` for the memory of the server (10000), `--only TEXT` rows
 * whose part is named cold, cli, edit, server or size. Exit status 1 when something is over its budget.
 */
import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { coldRows, editRow, type Places } from './cold.js';
import { commandRow } from './command.js';
import { openCorpus } from './corpus.js';
import { serverRows } from './server.js';
import { formatTable, limitRow, missingRow, type Row } from './table.js';

const { values } = parseArgs({
  options: {
    root: { type: 'string', default: '.' },
    bundles: { type: 'string', default: '.cache/bench' },
    vsix: { type: 'string' },
    runs: { type: 'string', default: '5' },
    edits: { type: 'string', default: '10000' },
    only: { type: 'string', multiple: true },
  },
});
const places: Places = { repository: values.root, bundles: values.bundles, vsix: values.vsix };
const runs = Number(values.runs);
const edits = Number(values.edits);
const corpus = openCorpus(places.repository);

const PARTS: readonly (readonly [name: string, measure: () => readonly Row[] | Promise<readonly Row[]>])[] = [
  ['cold', () => coldRows(places, corpus, runs)],
  ['cli', async () => [await commandRow(places, corpus, runs)]],
  ['edit', async () => [await editRow(places, corpus)]],
  ['server', () => serverRows(places, corpus, edits)],
  ['size', () => [sizeRow(places.vsix)]],
];

console.log(`${corpus.files.length} files, ${(corpus.bytes / 1e6).toFixed(2)} MB, under ${corpus.root}; Node ${process.version}, ${availableParallelism()} CPUs\n`);
const rows: Row[] = [];
for (const [name, measure] of PARTS) {
  if (values.only === undefined || values.only.includes(name)) rows.push(...(await measure()));
}
console.log(formatTable(rows));
if (rows.some(({ verdict }) => verdict === 'OVER')) process.exitCode = 1;

function sizeRow(vsix: string | undefined): Row {
  if (vsix === undefined || !existsSync(vsix)) return missingRow('VSIX', '<= 1.5 MB', 'it is not built');
  return limitRow('VSIX', 1.5, statSync(vsix).size / 1e6, 'MB', 'the package as it is installed');
}
