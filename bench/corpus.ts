/** What is measured on: the projects under SYMSCOPE_CORPUS, else the examples of this repository. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { discover, relativePath } from '../src/host/files.js';

export interface Corpus {
  readonly root: string;
  /** Relative to the root. */
  readonly files: readonly string[];
  readonly bytes: number;
}

export function openCorpus(repository: string): Corpus {
  const root = process.env['SYMSCOPE_CORPUS'] ?? join(repository, 'examples');
  const files = discover(root, [root]).files;
  if (files.length === 0) throw new Error(`No sources under ${root}. Set SYMSCOPE_CORPUS to a folder with clones of the projects to measure on.`);
  return {
    root,
    files: files.map((file) => relativePath(root, file)),
    bytes: files.reduce((sum, file) => sum + statSync(file).size, 0),
  };
}

export interface Kernel {
  readonly file: string;
  readonly text: string;
  readonly lines: number;
}

const WANTED_LINES = 1400;

/** The kernel source whose length is nearest to 1400 lines; if the corpus has none of about that length, its longest one repeated. */
export function longKernel({ root, files }: Corpus): Kernel {
  const kernels = files
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    .filter(({ text }) => text.includes('__global__'))
    .map((kernel) => ({ ...kernel, lines: kernel.text.split('\n').length }));
  const [nearest] = kernels.sort((a, b) => Math.abs(a.lines - WANTED_LINES) - Math.abs(b.lines - WANTED_LINES));
  if (nearest === undefined) throw new Error(`No kernel under ${root}.`);
  if (nearest.lines > WANTED_LINES / 2) return nearest;
  const text = nearest.text.repeat(Math.round(WANTED_LINES / nearest.lines));
  return { file: nearest.file, text, lines: text.split('\n').length };
}
