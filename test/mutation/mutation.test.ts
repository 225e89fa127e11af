/** Seeds faults into correct code and asks whether the rule that is for them speaks. See README.md beside this file. */
import { beforeAll, describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/rules/table.js';
import { EQUIVALENTS } from './equivalents.js';
import { noiseOf, type Noise } from './noise.js';
import { OPERATORS } from './operators/index.js';
import { noiseText, scoresOf, scoreText, survivorText } from './report.js';
import { judgeAll, type Verdict } from './run.js';
import { workspaces } from './subjects.js';

const MIN_FAULTS = 150;
const MIN_FAULTS_PER_RULE = 3;
const MIN_SCORE = 0.95;
/** Lower, as many a rule has so few places that one miss is more than a twentieth. */
const MIN_SCORE_OF_RULE = 2 / 3;

let verdicts: readonly Verdict[];
let noise: Noise;

const fits = (verdict: Verdict) => ({ operator, path, line }: (typeof EQUIVALENTS)[number]): boolean =>
  verdict.operator === operator && verdict.path === path && verdict.before.includes(line);

const faults = (): readonly Verdict[] => verdicts.filter((verdict) => verdict.killed || !EQUIVALENTS.some(fits(verdict)));

beforeAll(async () => {
  verdicts = await judgeAll(workspaces(), OPERATORS);
  noise = await noiseOf(workspaces());
  console.log([scoreText(faults(), OPERATORS), noiseText(noise), survivorText(faults())].join('\n\n'));
});

describe('seeded faults', () => {
  it.each(RULES.map(({ code }) => code))('%s', (rule) => {
    const { faults: all, killed, score } = scoresOf(faults().filter((verdict) => verdict.rule === rule));
    expect(killed, `faults of ${all} that the rule finds; test/mutation/operators has to seed them`).toBeGreaterThanOrEqual(MIN_FAULTS_PER_RULE);
    expect(score).toBeGreaterThanOrEqual(MIN_SCORE_OF_RULE);
  });

  it('are found', () => {
    const { faults: all, score } = scoresOf(faults());
    expect(all).toBeGreaterThanOrEqual(MIN_FAULTS);
    expect(score).toBeGreaterThanOrEqual(MIN_SCORE);
  });

  it.each(OPERATORS)('$name applies somewhere', ({ name }) => {
    expect(verdicts.some(({ operator }) => operator === name)).toBe(true);
  });

  it.each(EQUIVALENTS)('no fault, and not reported: $operator in $path', (equivalent) => {
    const fitting = verdicts.filter((verdict) => fits(verdict)(equivalent));
    expect(fitting.map(({ killed }) => killed)).toEqual(fitting.length > 0 ? fitting.map(() => false) : ['a mutant']);
  });
});

describe('correct code', () => {
  it('has no finding of warning or error level', () => {
    expect(noise.findings).toEqual([]);
  });
});
