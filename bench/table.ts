/** The table of budgets. */
export interface Row {
  readonly what: string;
  readonly budget: string;
  readonly measured: string;
  /** Undefined: not measured here; `why` says why. */
  readonly ok: boolean | undefined;
  readonly detail: string;
}

/** A ratio with its two sides. */
export function ratioRow(what: string, atMost: number, ours: number, theirs: number, detail: string): Row {
  const ratio = ours / theirs;
  return {
    what,
    budget: `<= ${atMost} x`,
    measured: `${ratio.toFixed(2)} x`,
    ok: ratio <= atMost,
    detail: `${ours.toFixed(1)} ms / ${theirs.toFixed(1)} ms; ${detail}`,
  };
}

export function limitRow(what: string, atMost: number, measured: number, unit: string, detail: string): Row {
  return { what, budget: `<= ${atMost} ${unit}`, measured: `${measured.toFixed(measured < 10 ? 2 : 0)} ${unit}`, ok: measured <= atMost, detail };
}

export function missingRow(what: string, budget: string, why: string): Row {
  return { what, budget, measured: '-', ok: undefined, detail: why };
}

export function formatTable(rows: readonly Row[]): string {
  const cells = [
    ['what', 'budget', 'measured', '', 'how'],
    ...rows.map(({ what, budget, measured, ok, detail }) => [what, budget, measured, ok === undefined ? 'not measured' : ok ? 'ok' : 'OVER', detail]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd()).join('\n');
}
