/** Defects put into copies of the real kernels, in memory. The copies differ from the originals only by what each test says. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer } from '../../src/core/analyzer.js';
import type { Finding } from '../../src/core/schema.js';
import { corpusAnalyzer, fileNamed } from './corpus.js';

let analyzer: Analyzer;
beforeAll(async () => {
  analyzer = await corpusAnalyzer();
});
afterAll(() => {
  analyzer.dispose();
});

/** Findings in `watched` with one file edited; the original is put back. Each edit has to match once. */
function findingsAfter(edited: string, edits: readonly (readonly [from: RegExp, to: string])[], watched = edited): readonly Finding[] {
  const { path, text } = fileNamed(edited);
  const changed = edits.reduce((current, [from, to]) => {
    if (!from.test(current)) throw new Error(`${String(from)} is not in ${path}: is it another version?`);
    return current.replace(from, to);
  }, text);
  analyzer.setFile(path, changed);
  try {
    return analyzer.analyzeFile(fileNamed(watched).path)?.findings ?? [];
  } finally {
    analyzer.setFile(path, text);
  }
}

/** Line of the first match in the original; the edits do not add or remove lines above what they are about. */
function lineOf(file: string, pattern: RegExp, after = 0): number {
  const { text } = fileNamed(file);
  const offset = text.slice(after).search(pattern);
  if (offset < 0) throw new Error(`${String(pattern)} is not in ${file}.`);
  return text.slice(0, after + offset).split('\n').length;
}

const ruled = (findings: readonly Finding[], rule: string): readonly Finding[] => findings.filter((finding) => finding.rule === rule);
const lines = (findings: readonly Finding[]): number[] => findings.map(({ line }) => line);

const DISPATCH = 'impls/dispatch.cuh';
const COMBINE = 'impls/combine.cuh';
const HYBRID = 'impls/hybrid_dispatch.cuh';
const HANDLE = 'common/handle.cuh';
const COMM = 'common/comm.cuh';

/** The test that guards the NVLink store of a token, without the words around it. */
const NULL_TEST = /(?<=if \()dst_ptr != nullptr(?=\))/u;

describe('dispatch', () => {
  const store = lineOf(DISPATCH, /tma_store_1d\(dst_ptr/u);
  const formed = lineOf(DISPATCH, /get_sym_ptr<team_t>\(recv_buffer/u);

  it('without the null test, the store turns red and the path to it is shown', () => {
    const [finding, ...others] = ruled(findingsAfter(DISPATCH, [[NULL_TEST, 'true']]), 'pointer.unchecked');
    expect(finding).toMatchObject({ level: 'error', line: store });
    expect(finding?.message).toContain('dst_ptr');
    expect(finding?.related.map(({ line }) => line)).toContain(formed);
    expect(others).toEqual([]);
  });

  it('with the test turned round, the pointer is known to be null where it is used', () => {
    expect(lines(ruled(findingsAfter(DISPATCH, [[NULL_TEST, 'dst_ptr == nullptr']]), 'pointer.always-null'))).toEqual([store]);
  });

  it('with a test of the slot alone, the pointer can still be null', () => {
    expect(lines(ruled(findingsAfter(DISPATCH, [[NULL_TEST, 'stored_dst_slot_idx >= 0']]), 'pointer.unchecked'))).toEqual([store]);
  });

  it('without the RDMA put, nothing carries the data to far peers', () => {
    const put = /gin\.put<team_t>\(recv_buffer[^;]*;(?=\s*\})/u;
    const [finding, ...others] = ruled(findingsAfter(DISPATCH, [[put, '']]), 'pointer.no-fallback');
    expect(finding).toMatchObject({ level: 'warning' });
    expect([formed, store]).toContain(finding?.line);
    expect(others).toEqual([]);
  });

  it('with the translated pointer handed to the put, it is translated twice', () => {
    const put = /gin\.put<team_t>\((?=recv_buffer)/u;
    const edit: [RegExp, string] = [put, 'gin.put<team_t>(dst_ptr, send_buffer_ptr, 16, stored_dst_rank_idx); gin.put<team_t>('];
    const condition: [RegExp, string] = [/and dst_ptr == nullptr/u, 'and dst_ptr != nullptr'];
    expect(ruled(findingsAfter(DISPATCH, [edit, condition]), 'pointer.double-translation')).toHaveLength(1);
  });
});

describe('the contract of the handle', () => {
  it('that may be null for LSA ranks makes every LSA caller red, wherever it is', () => {
    const edit: [RegExp, string] = [/return true;/u, 'return team_rail.rank == dst_rank_idx;'];
    const barrier = ruled(findingsAfter(HANDLE, [edit], COMM), 'pointer.unchecked');
    expect(lines(barrier)).toContain(lineOf(COMM, /red_add_rel_sys\(dst_ptr/u));
    const hybrid = ruled(findingsAfter(HANDLE, [edit], HYBRID), 'pointer.unchecked');
    expect(lines(hybrid)).toContain(lineOf(HYBRID, /tma_store_1d\(dst_ptr/u));
    expect(hybrid.flatMap(({ related }) => related.map(({ file }) => file))).toContain(fileNamed(HANDLE).path);
  });

  it('that is never null makes the test of the dispatch dead code, and no error', () => {
    const edits: [RegExp, string][] = [[/if \(not is_nvlink_accessible<team_t>\(dst_rank_idx\)\)\s*return nullptr;/u, '']];
    const findings = findingsAfter(HANDLE, edits, DISPATCH);
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('is judged per team: a barrier over the world team needs a test', () => {
    const edit: [RegExp, string] = [/get_sym_ptr<ncclTeamTagLsa>/u, 'get_sym_ptr<ncclTeamTagWorld>'];
    expect(lines(ruled(findingsAfter(COMM, [edit]), 'pointer.unchecked'))).toEqual([lineOf(COMM, /red_add_rel_sys\(dst_ptr/u)]);
  });
});

describe('combine', () => {
  it('guarded by the reachability of another rank, the guard does not protect the pointer', () => {
    const edit: [RegExp, string] = [/is_nvlink_accessible<team_t>\(src_rank_idx\)/u, 'is_nvlink_accessible<team_t>(rank_idx)'];
    expect(ruled(findingsAfter(COMBINE, [edit]), 'pointer.guard-mismatch')).not.toEqual([]);
  });

  it('with the pointer formed for every rank, each store through it turns red, through the object that carries it', () => {
    const edit: [RegExp, string] = [/(?<=\{\s*\/\/ NVLink bypass\s*if \()nvlink_bypass/u, 'true'];
    const stores = [...fileNamed(COMBINE).text.matchAll(/tma_store_1d\(master_token_buffer/gu)].map(({ index }) => lineOf(COMBINE, /./u, index));
    expect(stores).toHaveLength(2);
    expect(lines(ruled(findingsAfter(COMBINE, [edit]), 'pointer.unchecked'))).toEqual(expect.arrayContaining(stores));
  });
});

describe('a helper that puts one value', () => {
  it('without its null test is red at the store', () => {
    const { text } = fileNamed(HANDLE);
    const at = text.indexOf('void put_value');
    const edit: [RegExp, string] = [new RegExp(`(?<=^[^]{${at},}?)if \\(dst_ptr != nullptr\\)`, 'u'), 'if (true)'];
    expect(lines(ruled(findingsAfter(HANDLE, [edit]), 'pointer.unchecked'))).toEqual([lineOf(HANDLE, /st_relaxed_sys\(dst_ptr/u)]);
  });
});

describe('the mega kernel', () => {
  const MEGA = 'impls/sm100_fp8_fp4_mega_moe.cuh';
  it('with a pointer translated twice says so', () => {
    const edit: [RegExp, string] = [/\*sym_buffer\.map\(dst_ptr, dst_rank_idx\)/u, '*sym_buffer.map(sym_buffer.map(dst_ptr, dst_rank_idx), dst_rank_idx)'];
    expect(lines(ruled(findingsAfter(MEGA, [edit]), 'pointer.double-translation'))).toEqual([lineOf(MEGA, edit[0])]);
  });
});
