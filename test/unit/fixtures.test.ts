import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Analyzer, FileAnalysis } from '../../src/core/analyzer.js';
import type { Location } from '../../src/core/schema.js';
import { createAnalyzer } from '../../src/core/createAnalyzer.js';
import { grammarBytes } from './support/grammar.js';
import { compare, loadFixtures, readExpectations, sharedHeaders, type Fixture, type SourceText } from './support/fixtures.js';

const shared = sharedHeaders();
const fixtures = loadFixtures();
let analyzer: Analyzer;

beforeAll(async () => {
  analyzer = await createAnalyzer({ grammar: grammarBytes(), version: '0.0.0' });
});

afterAll(() => {
  analyzer.dispose();
});

type Rewrite = (text: string) => string;
const asItIs: Rewrite = (text) => text;

/** Analyses a fixture in a workspace of its own; `rewrite` is applied to every text of it. */
function analyze(fixture: Fixture, rewrite: Rewrite = asItIs): readonly { readonly source: SourceText; readonly analysis: FileAnalysis }[] {
  const subjects: readonly SourceText[] = [fixture, ...fixture.headers];
  for (const path of analyzer.files()) analyzer.removeFile(path);
  for (const { path, text } of [...shared, ...subjects]) analyzer.setFile(path, rewrite(text));
  return subjects.map((source) => {
    const analysis = analyzer.analyzeFile(source.path);
    if (!analysis) throw new Error(`${source.path}: no analysis`);
    return { source, analysis };
  });
}

function differences(fixture: Fixture): string[] {
  return analyze(fixture).flatMap(({ source: { path, text }, analysis }) =>
    compare(readExpectations(path, text), path, analysis).map((what) => `${path}: ${what}`));
}

/** What an analysis says, without the words in which it says it. */
function outline(fixture: Fixture, rewrite?: Rewrite): unknown {
  const places = (locations: readonly Location[]): string[] => locations.map(({ file, line, column }) => `${file}:${line}:${column}`);
  return analyze(fixture, rewrite).map(({ analysis }) => ({
    findings: analysis.findings.map(({ rule, line, column, endLine, endColumn, confidence, related }) =>
      [rule, line, column, endLine, endColumn, confidence, places(related)]),
    sites: analysis.sites.map(({ kind, line, column, team, nullness, handling, evidence, fallback, consumers }) =>
      [kind, line, column, team?.values, nullness, handling, places(evidence), places(fallback), consumers.map((use) => [use.line, use.access])]),
  }));
}

/**
 * Names that mean nothing to a compiler. Each is replaced by one of the same length, so that columns stay where they are:
 * what the analysis says must come from the bodies of these functions, not from what they are called.
 */
const RENAMED = new Map([
  ['get_sym_ptr', 'locate_peer'], ['is_nvlink_accessible', 'can_reach_by_address'], ['put_value', 'hand_over'], ['signal_add', 'raise_word'],
  ['get_base_ptr', 'where_it_is_'], ['set_base_ptr', 'move_it_over'], ['get_token_buffer', 'pick_one_of_them'], ['tma_store_1d', 'bulk_out_raw'],
  ['tma_load_1d', 'bulk_in_raw'], ['st_relaxed_sys', 'write_it_there'], ['st_release_sys', 'tell_it_there_'], ['red_add_rel_sys', 'bump_there_loud'],
  ['elect_one_sync', 'is_it_this_one'], ['SymBuffer', 'Distances'], ['sym_buffer', 'somewhere_'], ['map', 'way'], ['peer_address', 'far_location'],
  ['Gin', 'Net'], ['gin', 'net'], ['peer', 'that'], ['dst_ptr', 'its_pos'], ['dst_rank', 'which_dr'],
]);

const renameAll: Rewrite = (text) => text.replace(/^#include.*$|\b[A-Za-z_]\w*\b/gm, (name) => RENAMED.get(name) ?? name);

const byPath = fixtures.map((fixture) => [fixture.path, fixture] as const);

describe('fixtures', () => {
  it.each(byPath)('%s', (_, fixture) => {
    expect(differences(fixture)).toEqual([]);
  });

  it('stay silent in their own headers', () => {
    const text = shared.map(({ path }) => `#include <${path.replace('include/', '')}>\n`).join('');
    expect(differences({ path: 'include/all.cu', text, headers: shared })).toEqual([]);
  });
});

describe('what must not matter', () => {
  it.each(byPath)('line ends and a byte order mark: %s', (_, fixture) => {
    expect(outline(fixture, (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`)).toEqual(outline(fixture));
  });

  it('replaces names by names of the same length', () => {
    for (const [name, other] of RENAMED) expect(other).toHaveLength(name.length);
  });

  it.each(byPath)('names: %s', (_, fixture) => {
    expect(outline(fixture, renameAll)).toEqual(outline(fixture));
  });
});
