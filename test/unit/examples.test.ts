/** The sample workspace does what its README says: eight gaps, one each, and nothing else. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer, FileAnalysis } from '../../src/core/analyzer.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';

const EXAMPLES = fileURLToPath(new URL('../../examples', import.meta.url));
const paths = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')).filter((path) => /\.(cuh|hpp)$/.test(path)).sort();

/** The table of the README: file -> rule. */
const GAPS = new Map(
  [...readFileSync(`${EXAMPLES}/README.md`, 'utf8').matchAll(/^\| `(\w+\.cuh)` \| ([a-z]+\.[a-z-]+) \|$/gm)].map(([, file = '', rule = '']) => [
    `mini-ep/include/mini_ep/impls/gaps/${file}`, rule,
  ]),
);

let analyzer: Analyzer;
const analysisOf = (path: string): FileAnalysis => {
  const analysis = analyzer.analyzeFile(path);
  if (!analysis) throw new Error(`${path}: no analysis`);
  return analysis;
};

beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
  for (const path of paths) analyzer.setFile(path, readFileSync(`${EXAMPLES}/${path}`));
  return () => {
    analyzer.dispose();
  };
});

describe('the sample workspace', () => {
  it('lists every gap in its README', () => {
    expect([...GAPS.keys()].sort()).toEqual(paths.filter((path) => path.includes('/gaps/')));
  });

  it.each(paths)('%s', (path) => {
    const { report, findings } = analysisOf(path);
    expect(report).toEqual({ path, parse: 'clean', problems: [] });
    const rule = GAPS.get(path);
    expect(findings.map((finding) => finding.rule)).toEqual(rule === undefined ? [] : [rule]);
  });

  it('shows both paths of the dispatch', () => {
    const site = analysisOf('mini-ep/include/mini_ep/impls/dispatch.cuh').sites.find(({ api }) => api === 'get_sym_ptr');
    expect(site).toMatchObject({ nullness: 'maybe', handling: 'checked', team: { values: ['Lsa', 'World'] } });
    expect(site?.fallback).toHaveLength(1);
    expect(site?.consumers.map(({ access }) => access)).toEqual(['remote-store']);
  });

  it('shows that the pulling kernel never asks', () => {
    const sites = analysisOf('mini-gemm/include/mini_gemm/impls/pull_moe.cuh').sites.filter(({ api }) => api === 'map');
    expect(sites.map(({ nullness, handling }) => `${nullness} ${handling}`)).toEqual(Array(5).fill('never not-needed'));
    expect(sites.flatMap(({ consumers }) => consumers.map(({ access }) => access))).toEqual([
      'remote-store', 'remote-store', 'remote-atomic', 'remote-load', 'remote-store',
    ]);
  });
});
