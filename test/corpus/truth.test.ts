import { describe, expect, it } from 'vitest';
import type { SiteKind } from '../../src/core/schema.js';
import { corpusResult } from './corpus.js';
import { formatScore, readTruth, scoreTruth } from './truth.js';

/** Kinds that have to be found and judged without a miss. */
const EXACT: readonly SiteKind[] = ['peer-pointer', 'reachability', 'one-sided', 'barrier', 'mbarrier'];

describe('hand-verified sites', () => {
  it.each(EXACT)('%s: every one is found and judged right', async (kind) => {
    const truth = readTruth().filter((site) => site.kind === kind);
    expect(truth.length).toBeGreaterThan(0);
    const score = scoreTruth(truth, await corpusResult());
    expect(score.misses.length, formatScore(score)).toBe(0);
  });
});
