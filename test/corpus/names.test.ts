/** The verdicts rest on what code does: with other names for everything, files and directories included, they are the same. */
import { describe, expect, it } from 'vitest';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import type { Site } from '../../src/core/schema.js';
import { grammarBytes } from '../unit/support/grammar.js';
import { corpusFiles, corpusResult } from './corpus.js';

/** Names of the projects and of their functions, variables and files, each replaced by one of the same length (columns stay). */
const NAMES = [
  'deep_ep', 'deep_gemm', 'DeepEP', 'DeepGEMM', 'elastic', 'handle', 'symmetric', 'sym_buffer', 'SymBuffer', 'NCCLGin',
  'get_sym_ptr', 'get_sym_offset', 'is_nvlink_accessible', 'nvlink_bypass', 'red_add_rel', 'put_value', 'dst_ptr', 'team_t', 'team_lsa', 'team_world', 'team_rail',
  'dispatch', 'combine', 'hybrid', 'comm', 'barrier', 'mega_moe', 'tma_store_1d', 'tma_load_1d', 'st_relaxed_sys', 'stored_dst_slot_idx', 'kIsScaleupNVLink',
];

const renamed = new Map(NAMES.map((name, i) => [name, `q${String(i).padStart(2, '0')}`.padEnd(name.length, 'z')]));
/** `barrier.sync` is an instruction. */
const WORD = new RegExp(`\\b(?:${NAMES.join('|')})\\b(?!\\.sync)`, 'gu');
const rename = (text: string): string => text.replace(WORD, (name) => renamed.get(name) ?? name);

function verdict(site: Site): string {
  const { kind, line, column, nullness, handling, team, fallback, consumers } = site;
  const uses = consumers.map(({ access, line: at }) => `${access}@${at}`);
  return [kind, line, column, nullness, handling, team?.values.join('+'), fallback.map(({ line: at }) => at), uses].flat().join(' ');
}

describe('names', () => {
  it('decide nothing', async () => {
    const analyzer = await createAnalyzer({ grammar: grammarBytes(), version: 'test' });
    for (const [path, text] of corpusFiles()) analyzer.setFile(rename(path), rename(text));
    const other = analyzer.analyze('/corpus');
    analyzer.dispose();
    const { sites, findings } = await corpusResult();
    const expected = sites.map((site) => `${rename(site.file)} ${verdict(site)}`).sort();
    expect(expected.length).toBeGreaterThan(20);
    expect(other.sites.map((site) => `${site.file} ${verdict(site)}`).sort()).toEqual(expected);
    expect(other.findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`).sort()).toEqual(findings.map(({ rule, line, column }) => `${rule} ${line}:${column}`).sort());
  });
});
