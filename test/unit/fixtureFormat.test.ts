import { describe, expect, it } from 'vitest';
import type { FileAnalysis } from '../../src/core/analyzer.js';
import type { Finding, Site } from '../../src/core/schema.js';
import { compare, loadFixtures, readExpectations } from './support/fixtures.js';

const PATH = 'a.cu';
const TEXT = [
  'int* peer = gin.get_sym_ptr<W>(p, r);  // @formed',
  '// site get_sym_ptr: nullness=maybe handling=unchecked teams=World consumers=@store:remote-store',
  '*peer = 1;  // @store',
  '// ^^ pointer.unchecked: `peer`',
  '// related: @formed',
].join('\n');

const FINDING: Finding = {
  rule: 'pointer.unchecked', level: 'error', confidence: 'certain', file: PATH, line: 3, column: 1, endLine: 3, endColumn: 6,
  message: '`peer` can be null here', related: [{ file: PATH, line: 1, column: 13 }], fixes: [],
};
const SITE: Site = {
  kind: 'peer-pointer', api: 'get_sym_ptr', family: 'workspace', file: PATH, line: 1, column: 17, endColumn: 28, function: 'f', isKernel: true,
  team: { expr: 'W', values: ['World'] }, nullness: 'maybe', handling: 'unchecked', evidence: [], fallback: [],
  consumers: [{ file: PATH, line: 3, column: 1, op: '*p = …', access: 'remote-store', mechanism: 'st' }],
};

function differences(findings: readonly Finding[], sites: readonly Site[] = [SITE], text = TEXT): string[] {
  const analysis: FileAnalysis = {
    report: { path: PATH, parse: 'clean', problems: [] }, findings, sites, complete: () => ({ findings, sites }), kernels: [], orderingAt: () => undefined, specialise: () => undefined, functions: [], inactive: [], peerNames: [], dependencies: [PATH],
  };
  return compare(readExpectations(PATH, text), PATH, analysis);
}

describe('fixture comments', () => {
  it('agree with the analysis that they describe', () => {
    expect(differences([FINDING])).toEqual([]);
  });

  it('miss a finding that is not there', () => {
    expect(differences([])).toEqual(['line 3: pointer.unchecked: missing']);
  });

  it('reject a finding that nobody asked for', () => {
    expect(differences([FINDING, { ...FINDING, line: 1 }])).toEqual([
      'line 1: unexpected pointer.unchecked at a.cu:1:1: `peer` can be null here',
    ]);
  });

  it('want the range under the carets', () => {
    expect(differences([{ ...FINDING, column: 1, endColumn: 2 }])[0]).toBe('line 3: pointer.unchecked: missing');
  });

  it('want the words of the message, the related line and the confidence', () => {
    expect(differences([{ ...FINDING, message: 'null', related: [] }])).toEqual([
      'line 3: pointer.unchecked: the message does not say "`peer`": null',
      'line 3: pointer.unchecked: line 1 is not among the related locations',
    ]);
    expect(differences([FINDING], [SITE], TEXT.replace('unchecked: `', 'unchecked (approximate): `'))).toEqual([
      'line 3: pointer.unchecked: is certain',
    ]);
  });

  it('leave other rules alone unless the scope is everything', () => {
    const other: Finding = { ...FINDING, rule: 'order.weak-flag' };
    expect(differences([FINDING, other])).toEqual([]);
    expect(differences([FINDING, other], [SITE], `${TEXT}\n// scope: *`)).toHaveLength(1);
  });

  it('accept one of several lines', () => {
    const text = TEXT.replace('// ^^ pointer.unchecked: `peer`', '// pointer.unchecked at @formed @store: `peer`');
    expect(differences([FINDING], [SITE], text)).toEqual([]);
    expect(differences([{ ...FINDING, line: 2 }], [SITE], text)[0]).toBe('line 1 or 3: pointer.unchecked: missing');
  });

  it('compare every word of a site', () => {
    const site: Site = { ...SITE, nullness: 'never', handling: 'not-needed', team: { expr: 'L', values: ['Lsa'] }, consumers: [] };
    expect(differences([FINDING], [site])).toEqual([
      'line 1: get_sym_ptr: nullness is never, not maybe',
      'line 1: get_sym_ptr: handling is not-needed, not unchecked',
      'line 1: get_sym_ptr: teams is Lsa, not World',
      'line 1: get_sym_ptr: no remote-store at line 3',
    ]);
    expect(differences([FINDING], [])).toEqual(['line 1: no site of get_sym_ptr']);
  });

  it('refuse a label that no line has', () => {
    expect(() => readExpectations(PATH, 'f();\n// pointer.unchecked at @nowhere')).toThrow('no line is labelled @nowhere');
  });
});

describe('the fixtures themselves', () => {
  const fixtures = loadFixtures();
  const paths = new Set(fixtures.map((fixture) => fixture.path));

  it('come in pairs, and only the bad half is marked', () => {
    expect(fixtures.length).toBeGreaterThan(150);
    for (const { path, text } of fixtures) {
      const marked = readExpectations(path, text).findings.length;
      if (path.endsWith('.bad.cu')) {
        expect(marked, path).toBeGreaterThan(0);
        expect(paths, path).toContain(path.replace('.bad.cu', '.good.cu'));
      }
      if (path.endsWith('.good.cu') || path.startsWith('traps/')) expect(marked, path).toBe(0);
    }
  });

  it('mark the rule that their folder is named after', () => {
    for (const { path, text } of fixtures) {
      const folder = path.slice(0, path.indexOf('/'));
      if (!path.endsWith('.bad.cu') || !folder.includes('.')) continue;
      expect(readExpectations(path, text).findings.map((finding) => finding.rule), path).toContain(folder);
    }
  });

  it('put their carets under code', () => {
    for (const { path, text } of fixtures) {
      const lines = text.split('\n');
      for (const { lines: [line = 1], columns } of readExpectations(path, text).findings) {
        if (!columns) continue;
        const marked = lines[line - 1]?.slice(columns[0] - 1, columns[1]) ?? '';
        expect(marked, `${path}:${line}`).toHaveLength(columns[1] - columns[0] + 1);
        expect(marked, `${path}:${line}`).toMatch(/^\S.*\S$|^\S$/);
      }
    }
  });
});
