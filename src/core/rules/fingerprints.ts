/** What a finding is known by where lines move: for baselines and for viewers of reports. */
import type { Finding } from '../schema.js';

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

const MASK = (1n << 64n) - 1n;

/** FNV-1a, 64 bits: short, the same everywhere, and collisions do not matter here. */
function hash(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & MASK;
  return value.toString(16).padStart(16, '0');
}
