/** The language server as an editor sees it: hover latency and memory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Position } from 'vscode-languageserver/node';
import { startServer, type Client } from './client.js';
import type { Places } from './cold.js';
import { longKernel, type Corpus } from './corpus.js';
import { quantile, sleep } from './measure.js';
import { placeInBody } from './place.js';
import { limitRow, missingRow, type Row } from './table.js';

const HOVERS = 400;
const BURST = 20;
const WARM_UP = 400;
const MEGABYTE = 1e6;

export async function serverRows(places: Places, corpus: Corpus, edits: number): Promise<readonly Row[]> {
  if (!existsSync(join(places.repository, 'dist/server.cjs'))) return [missingRow('hover, p95', '<= 5 ms', 'the server is not built')];
  const client = await startServer(places.repository, corpus.root);
  try {
    await client.analysed();
    const kernel = longKernel(corpus);
    client.open(kernel.file, kernel.text);
    client.change(kernel.file, 2, `${kernel.text}\n`);
    await client.analysed();
    const read = await settledMemory(client);
    const hover = await hoverRow(client, kernel.file, kernel.text);
    // The first edits bring code and buffers that stay; growth from there on would be a leak.
    await edit(client, kernel.file, kernel.text, 3, WARM_UP);
    const warm = await settledMemory(client);
    await edit(client, kernel.file, kernel.text, 3 + WARM_UP, edits);
    return [hover, ...memoryRows(read, warm, await settledMemory(client), corpus, edits)];
  } finally {
    await client.stop();
  }
}

async function hoverRow(client: Client, file: string, text: string): Promise<Row> {
  const names = [...text.matchAll(/\b[A-Za-z_]\w*(?=\s*[(<])/gu)];
  const step = Math.max(1, Math.floor(names.length / HOVERS));
  const times: number[] = [];
  let answered = 0;
  for (let i = 0; i < names.length; i += step) {
    const start = performance.now();
    const hover = await client.hover(file, positionAt(text, names[i]?.index ?? 0));
    times.push(performance.now() - start);
    if (hover !== null) answered++;
  }
  return limitRow('hover, p95', 5, quantile(times, 0.95), 'ms', `${times.length} names called in the long kernel, ${answered} with a hover; over stdio`);
}

/** Edits come in bursts, as in typing; the server may drop what is out of date, and is waited for after each burst. */
async function edit(client: Client, file: string, text: string, firstVersion: number, edits: number): Promise<void> {
  const at = placeInBody(text);
  for (let version = firstVersion; version < firstVersion + edits; version++) {
    client.change(file, version, `${text.slice(0, at)} int probe = ${version}; ${text.slice(at)}`);
    if (version % BURST === 0) await client.analysed();
  }
}

function memoryRows(read: number | undefined, warm: number | undefined, after: number | undefined, corpus: Corpus, edits: number): Row[] {
  if (read === undefined || warm === undefined || after === undefined) return [missingRow('server memory', '<= 150 MB', 'this system has no /proc')];
  const drift = (100 * (after - warm)) / warm;
  return [
    limitRow('server memory', 150, read / MEGABYTE, 'MB', `resident, ${corpus.files.length} files analysed`),
    {
      what: `server memory after ${edits} edits`,
      budget: '+- 5 %',
      measured: `${drift >= 0 ? '+' : ''}${drift.toFixed(1)} %`,
      verdict: Math.abs(drift) <= 5 ? 'ok' : 'OVER',
      detail: `${megabytes(warm)} after the first ${WARM_UP} -> ${megabytes(after)}`,
    },
  ];
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}

/** The server looks at files a second time and collects garbage when it is left alone, as it is while people read: the least of 10 seconds. */
async function settledMemory(client: Client): Promise<number | undefined> {
  const readings: number[] = [];
  for (let i = 0; i < 20; i++) {
    const reading = client.memory();
    if (reading === undefined) return undefined;
    readings.push(reading);
    await sleep(500);
  }
  return Math.min(...readings);
}

function positionAt(text: string, offset: number): Position {
  const line = text.slice(0, offset).split('\n').length - 1;
  return { line, character: offset - (text.lastIndexOf('\n', offset - 1) + 1) };
}
