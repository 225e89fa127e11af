/** The projects under SYMSCOPE_CORPUS, read once a process. */
import { join } from 'node:path';
import type { Analyzer } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { AnalysisResult } from '../../src/core/schema.js';
import { discover, readSource, relativePath } from '../../src/host/files.js';
import { grammarBytes } from '../unit/support/grammar.js';

/** Path relative to the corpus -> text. Directories of other projects are left out, as the CLI does. */
export function corpusFiles(): ReadonlyMap<string, string> {
  files ??= readFiles();
  return files;
}
let files: ReadonlyMap<string, string> | undefined;

function readFiles(): ReadonlyMap<string, string> {
  const root = process.env['SYMSCOPE_CORPUS'];
  if (root === undefined) throw new Error('Set SYMSCOPE_CORPUS to a folder with clones of DeepEP and DeepGEMM; the documentation says which commits.');
  return new Map(discover(root, [root]).files.map((path) => [relativePath(root, path), new TextDecoder().decode(readSource(path))]));
}

/** An analyser with the whole corpus in it. Whoever asks for it disposes of it. */
export async function corpusAnalyzer(): Promise<Analyzer> {
  const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
  for (const [path, text] of corpusFiles()) analyzer.setFile(path, text);
  return analyzer;
}

/** The result for the corpus as it is. */
export function corpusResult(): Promise<AnalysisResult> {
  result ??= analyzeCorpus();
  return result;
}
let result: Promise<AnalysisResult> | undefined;

async function analyzeCorpus(): Promise<AnalysisResult> {
  const analyzer = await corpusAnalyzer();
  try {
    return analyzer.analyze(join('/', 'corpus'));
  } finally {
    analyzer.dispose();
  }
}

/** The one file of the corpus whose path ends so. */
export function fileNamed(end: string): { readonly path: string; readonly text: string } {
  const matches = [...corpusFiles()].filter(([path]) => path.endsWith(`/${end}`));
  const [match] = matches;
  if (match === undefined || matches.length > 1) throw new Error(`${matches.length} files of the corpus end in ${end}.`);
  return { path: match[0], text: match[1] };
}
