/** Numbers out of repeated runs, and a fresh process for each cold one. */
import { spawn } from 'node:child_process';

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Linear interpolation between the two nearest ranks; `q` from 0 to 1. NaN for no values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (sorted.length - 1) * q;
  const below = sorted[Math.floor(rank)] ?? NaN;
  const above = sorted[Math.ceil(rank)] ?? NaN;
  return below + (above - below) * (rank - Math.floor(rank));
}

export interface Finished {
  /** Wall clock from start to exit, in milliseconds. */
  readonly ms: number;
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runToEnd(command: string, args: readonly string[], input = ''): Promise<Finished> {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      resolve(exit ?? 1);
    });
  });
  return { ms: performance.now() - start, code, out, err };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
