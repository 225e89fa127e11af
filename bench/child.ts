/** Runs one job in a process of its own: reads it as JSON from the standard input, prints the answer as JSON. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAnalyzer } from '../src/core/createAnalyzer.js';
import { CudaParser } from '../src/core/source/parser.js';
import { readGrammar } from '../src/host/grammar.js';
import { optimizeLate } from '../src/host/tiering.js';
import { placeInBody } from './place.js';
import type { ColdAnswer, EditAnswer, Job } from './job.js';

// As the command line and the server do, for every job alike.
optimizeLate();
const job = JSON.parse(readFileSync(0, 'utf8')) as Job;
console.log(JSON.stringify(await perform(job)));

function perform(asked: Job): Promise<ColdAnswer | EditAnswer> {
  switch (asked.kind) {
    case 'parse':
      return parse(asked);
    case 'analyze':
      return analyze(asked);
    case 'edit':
      return edit(asked);
  }
}

async function parse({ wasm, root, files }: Extract<Job, { kind: 'parse' }>): Promise<ColdAnswer> {
  const start = performance.now();
  const parser = await CudaParser.create(readGrammar(pathToFileURL(wasm)));
  const ready = performance.now();
  for (const file of files) parser.parse(readFileSync(join(root, file), 'utf8'))?.delete();
  return { init: ready - start, work: performance.now() - ready, graphs: 0 };
}

async function analyze({ wasm, root, files }: Extract<Job, { kind: 'analyze' }>): Promise<ColdAnswer> {
  const start = performance.now();
  const analyzer = await createAnalyzer({ grammar: readGrammar(pathToFileURL(wasm)), version: 'bench' });
  const ready = performance.now();
  for (const file of files) analyzer.setFile(file, readFileSync(join(root, file)));
  const { kernels } = analyzer.analyze(root);
  const done = performance.now();
  const nodes = kernels.reduce((sum, { graph }) => sum + graph.nodes.length, 0);
  if (nodes === 0) throw new Error('The corpus has no graph to draw.');
  return { init: ready - start, work: done - ready, graphs: performance.now() - done };
}

/** The edits change a value inside a function body, so nothing can be kept but what does not depend on this file. */
async function edit({ wasm, root, files, file, text, rounds }: Extract<Job, { kind: 'edit' }>): Promise<EditAnswer> {
  const grammar = readGrammar(pathToFileURL(wasm));
  const analyzer = await createAnalyzer({ grammar, version: 'bench' });
  const parser = await CudaParser.create(grammar);
  for (const each of files) analyzer.setFile(each, readFileSync(join(root, each)));
  analyzer.setFile(file, text);
  analyzer.analyzeFile(file);
  const at = placeInBody(text);
  const edits: number[] = [];
  const parses: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const edited = `${text.slice(0, at)} int probe_${round} = ${round}; ${text.slice(at)}`;
    const start = performance.now();
    analyzer.setFile(file, edited);
    if (analyzer.analyzeFile(file) === undefined) throw new Error(`${file} was not analysed.`);
    const analysed = performance.now();
    parser.parse(edited)?.delete();
    edits.push(analysed - start);
    parses.push(performance.now() - analysed);
  }
  return { edit: edits, parse: parses };
}
