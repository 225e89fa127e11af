/** The table of budgets. */

/** `above`: known to be above what we aim at; `OVER`: a failure; `not measured`: the detail says why. */
export type Verdict = 'ok' | 'above' | 'OVER' | 'not measured';

export interface Row {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

/** A ratio is within its `aim`, or above it, or so far above that something has become slower (docs/decisions/0008). */
export interface Budget {
  readonly aim: number;
  readonly limit: number;
}

/** A ratio with its two sides. */
export function ratioRow(what: string, { aim, limit }: Budget, ours: number, theirs: number, detail: string): Row {
  const ratio = ours / theirs;
  return {
    what,
    budget: `<= ${aim} x, fails above ${limit} x`,
    measured: `${ratio.toFixed(2)} x`,
    verdict: ratio <= aim ? 'ok' : ratio <= limit ? 'above' : 'OVER',
    detail: `${ours.toFixed(1)} ms / ${theirs.toFixed(1)} ms; ${detail}`,
  };
}

export function limitRow(what: string, atMost: number, measured: number, unit: string, detail: string): Row {
  return { what, budget: `<= ${atMost} ${unit}`, measured: `${measured.toFixed(measured < 10 ? 2 : 0)} ${unit}`, verdict: measured <= atMost ? 'ok' : 'OVER', detail };
}

export function missingRow(what: string, budget: string, why: string): Row {
  return { what, budget, measured: '-', verdict: 'not measured', detail: why };
}

export function formatTable(rows: readonly Row[]): string {
  const cells = [
    ['what', 'budget', 'measured', '', 'how'],
    ...rows.map(({ what, budget, measured, verdict, detail }) => [what, budget, measured, verdict, detail]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}
