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

describe('breaking the sample workspace', () => {
  const DISPATCH = 'mini-ep/include/mini_ep/impls/dispatch.cuh';
  const COMBINE = 'mini-ep/include/mini_ep/impls/combine.cuh';
  const COMM = 'mini-ep/include/mini_ep/comm.cuh';
  const HANDLE = 'mini-ep/include/mini_ep/handle.cuh';
  const PULL = 'mini-gemm/include/mini_gemm/impls/pull_moe.cuh';

  /** What is found in `path` after `from` in `edited` has become `to`; the file is put back afterwards. */
  function rulesAfter(path: string, from: string, to: string, edited = path): string[] {
    const text = readFileSync(`${EXAMPLES}/${edited}`, 'utf8');
    expect(text.split(from), `${edited} has it once: ${from}`).toHaveLength(2);
    analyzer.setFile(edited, text.replace(from, to));
    const rules = analysisOf(path).findings.map(({ rule }) => rule);
    analyzer.setFile(edited, text);
    expect(analysisOf(path).findings).toEqual([]);
    return rules;
  }

  it.each([
    ['the test is deleted', DISPATCH, 'if (peer_ptr != nullptr)\n', '', 'pointer.unchecked'],
    ['the test is inverted', DISPATCH, 'if (peer_ptr != nullptr)\n', 'if (peer_ptr == nullptr)\n', 'pointer.always-null'],
    ['the put is deleted', DISPATCH, 'gin.put<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), send_ptr, num_token_bytes, dst_rank_idx)', '__nanosleep(1)', 'pointer.no-fallback'],
    ['the put is compiled in for the other topology', DISPATCH, 'if constexpr (!kScaleupIsNvlink) {', 'if constexpr (kScaleupIsNvlink) {', 'pointer.no-fallback'],
    ['the put gets the peer pointer', DISPATCH, 'gin.put<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), send_ptr', 'gin.put<team_t>(peer_ptr, send_ptr', 'pointer.double-translation'],
    ['the translated address is in shared memory', DISPATCH, 'gin.get_sym_ptr<team_t>(recv_buffer.get_token_buffer(slot_idx).get_base_ptr(), dst_rank_idx)', 'gin.get_sym_ptr<team_t>(staged.get_base_ptr(), dst_rank_idx)', 'pointer.not-symmetric'],
    ['the guard asks about the own rank', COMBINE, 'gin.is_nvlink_accessible<team_t>(src_rank_idx)', 'gin.is_nvlink_accessible<team_t>(rank_idx)', 'pointer.guard-mismatch'],
    ['the guard asks about the LSA team', COMBINE, 'gin.is_nvlink_accessible<team_t>(src_rank_idx)', 'gin.is_nvlink_accessible<ncclTeamTagLsa>(src_rank_idx)', 'pointer.guard-mismatch'],
    ['the lambda takes the other arm', COMBINE, 'if (has_nvlink) {', 'if (!has_nvlink) {', 'pointer.always-null'],
    ['the last step is for NVLink ranks', COMBINE, 'if (!has_nvlink && ptx::elect_one_sync())', 'if (has_nvlink && ptx::elect_one_sync())', 'pointer.no-fallback'],
    ['the mapped token is mapped again', PULL, 'pull_barrier->arrive_and_expect_tx(kNumTokenBytes);\n                ptx::tma_load_1d(staged, src_ptr,', 'pull_barrier->arrive_and_expect_tx(kNumTokenBytes);\n                ptx::tma_load_1d(staged, sym_buffer.map(src_ptr, src_rank_idx),', 'pointer.double-translation'],
    ['the mapped address is tested', PULL, 'pull_barrier->arrive_and_expect_tx(kNumTokenBytes);', 'if (src_ptr != nullptr) pull_barrier->arrive_and_expect_tx(kNumTokenBytes);', 'pointer.redundant-check'],
  ])('%s', (_, path, from, to, rule) => {
    expect(new Set(rulesAfter(path, from, to))).toContain(rule);
  });

  it('the contract follows the handle: without its question nobody needs a test, with a null for the own rank everybody does', () => {
    const unasked = rulesAfter(DISPATCH, 'if (!is_nvlink_accessible<team_t>(dst_rank_idx))\n            return nullptr;\n', '', HANDLE);
    expect(unasked).not.toContain('pointer.unchecked');
    const stricter = rulesAfter(COMM, 'lsa_rank_idx == lsa.rank)\n            return ptr;', 'lsa_rank_idx == lsa.rank)\n            return nullptr;', HANDLE);
    expect(stricter).toContain('pointer.unchecked');
  });
});
