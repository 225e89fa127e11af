/** A baseline: the findings that a project has agreed to live with for now. What is in it is not reported. */

/** Bytes of a baseline. */
export const MAX_BASELINE = 16 << 20;

/** Where a finding is, without its line number: what stands there. */
export interface Known {
  readonly rule: string;
  /** Relative to the folder of the baseline. */
  readonly file: string;
  readonly fingerprint: string;
  /** For the reader only. */
  readonly message: string;
}

export function formatBaseline(known: readonly Known[]): string {
  const sorted = [...known].sort((a, b) => compare(a.file, b.file) || compare(a.rule, b.rule) || compare(a.fingerprint, b.fingerprint));
  return `${JSON.stringify({ schema: 1, findings: sorted }, undefined, 1)}\n`;
}

/** A string says what is wrong with it. */
export function parseBaseline(text: string): readonly Known[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    // What the parser says quotes the file, whichever that is.
    return 'it is no JSON';
  }
  if (!isRecord(value)) return 'it is no object';
  const { schema, findings } = value;
  if (schema !== 1) return 'its "schema" is not 1, so that another version wrote it';
  if (!Array.isArray(findings)) return 'it has no list "findings"';
  return findings.every(isKnown) ? findings : 'an entry lacks its rule, file, fingerprint or message';
}

function isKnown(value: unknown): value is Known {
  return isRecord(value) && ['rule', 'file', 'fingerprint', 'message'].every((key) => typeof value[key] === 'string');
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
