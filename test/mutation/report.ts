/** The figures as text. */
import type { Finding } from '../../src/core/schema.js';
import type { Noise } from './noise.js';
import type { Operator } from './operator.js';
import type { Verdict } from './run.js';

export interface Score {
  readonly faults: number;
  readonly killed: number;
  /** From 0 to 1. */
  readonly score: number;
}

export function scoresOf(verdicts: readonly Verdict[]): Score {
  const killed = verdicts.filter((verdict) => verdict.killed).length;
  return { faults: verdicts.length, killed, score: verdicts.length === 0 ? 0 : killed / verdicts.length };
}

export function scoreText(verdicts: readonly Verdict[], operators: readonly Operator[]): string {
  const rules = [...new Set(operators.map(({ rule }) => rule))].sort();
  const rows = rules.flatMap((rule) => [
    row(rule, scoresOf(verdicts.filter((verdict) => verdict.rule === rule))),
    ...operators.filter((operator) => operator.rule === rule).map(({ name }) => row(`  ${name}`, scoresOf(verdicts.filter(({ operator }) => operator === name)))),
  ]);
  return [`${'rule, operator'.padEnd(42)} ${'found'.padStart(5)} ${'seeded'.padStart(6)}   score`, ...rows, row('all', scoresOf(verdicts))].join('\n');
}

function row(name: string, { faults, killed, score }: Score): string {
  return `${name.padEnd(42)} ${String(killed).padStart(5)} ${String(faults).padStart(6)} ${(score * 100).toFixed(1).padStart(6)}%`;
}

export function noiseText({ lines, findings, besides }: Noise): string {
  const place = ({ rule, file, line, message }: Finding): string => `  ${file}:${line}: ${rule}: ${message}`;
  const figure = `${((findings.length / lines) * 1000).toFixed(2)} findings of warning or error level per 1000 lines of correct code (${findings.length} on ${lines})`;
  return [figure, ...findings.map(place), `${besides.length} more on points that a fixture does not claim to be right in`, ...besides.map(place)].join('\n');
}

export function survivorText(verdicts: readonly Verdict[]): string {
  const survivors = verdicts.filter(({ killed }) => !killed);
  const places = survivors.map(({ path, line, operator, rule, before, after }) => `  ${path}:${line}: ${operator}, not found by ${rule}\n    - ${before}\n    + ${after}`);
  return [`Survivors: ${survivors.length}`, ...places].join('\n');
}
