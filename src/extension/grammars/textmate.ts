/** The parts of the TextMate grammar format that are used here. Regular expressions are Oniguruma's, not JavaScript's. */
export interface Rule {
  readonly include?: string;
  readonly name?: string;
  readonly contentName?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly captures?: Captures;
  readonly beginCaptures?: Captures;
  readonly endCaptures?: Captures;
  readonly patterns?: readonly Rule[];
}

export type Captures = Readonly<Record<string, Rule>>;

export interface Grammar {
  readonly scopeName: string;
  readonly injectionSelector?: string;
  readonly patterns: readonly Rule[];
  readonly repository?: Readonly<Record<string, Rule>>;
}

/** Longest first: an alternation takes the first that fits. */
export function anyOf(words: readonly string[]): string {
  const sorted = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `(?:${sorted.join('|')})`;
}
