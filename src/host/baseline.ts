/** A baseline: the findings that a project has agreed to live with for now. What is in it is not reported. */
import type { Finding } from '../core/schema.js';

/** Where a finding is, without its line number: what stands there. */
export interface Known {
  readonly rule: string;
  /** Relative to the folder of the baseline. */
  readonly file: string;
  readonly fingerprint: string;
  /** For the reader only. */
  readonly message: string;
}

export interface Sourced {
  readonly finding: Finding;
  /** The finding's file as the fingerprint takes it. */
  readonly file: string;
  /** The line that the finding begins on. */
  readonly line: string;
}

/**
 * One for each finding, in their order: of the rule, the file, and the words of the line, with a number for equal ones. It survives
 * edits above and changes of indentation; it does not survive an edit of the line, which is a reason to look again.
 */
export function fingerprints(findings: readonly Sourced[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ finding, file, line }) => {
    const key = `${finding.rule}\n${file}\n${line.trim().replace(/\s+/gu, ' ')}`;
    const n = seen.get(key) ?? 0;
    seen.set(key, n + 1);
    return hash(`${key}\n${n}`);
  });
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
  } catch (error) {
    return `it is no JSON (${error instanceof Error ? error.message : String(error)})`;
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

const MASK = (1n << 64n) - 1n;

/** FNV-1a, 64 bits: short, the same everywhere, and collisions do not matter here. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  return value.toString(16).padStart(16, '0');
}
