import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { formatReport } from '../../src/cli/report.js';
import { RULES } from '../../src/core/rules/table.js';
import type { AnalysisResult, Finding } from '../../src/core/schema.js';

const schema = JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json'), 'utf8')) as object;
// The schema's patterns are older than the flag `u`.
const ajv = new Ajv({ strict: false, unicodeRegExp: false });
addFormats(ajv);
const isSarif = ajv.compile(schema);

const finding: Finding = {
  rule: 'pointer.unchecked', level: 'error', confidence: 'certain', file: 'my src/发送.cuh', line: 12, column: 5, endLine: 12, endColumn: 9, message: '`peer` can be null here.',
  related: [{ file: 'my src/发送.cuh', line: 10, column: 17, text: 'pointer formed here' }, { file: 'handle.cuh', line: 3, column: 9 }],
  fixes: [],
};
const result = (findings: readonly Finding[]): AnalysisResult => ({
  schema: 1, tool: { name: 'symscope', version: '1.2.3' }, root: 'C:/my repo',
  files: [{ path: 'handle.cuh', parse: 'partial', problems: [{ code: 'syntax', message: 'Not understood from here on.', line: 40, column: 1 }] }],
  sites: [], kernels: [], findings,
});

interface Log {
  readonly runs: readonly [{
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri?: string; readonly defaultConfiguration: object }[] } };
    readonly originalUriBaseIds: object;
    readonly invocations: readonly object[];
    readonly results: readonly {
      readonly ruleId: string; readonly ruleIndex?: number; readonly level: string;
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly codeFlows?: readonly { readonly threadFlows: readonly { readonly locations: readonly { readonly location: object }[] }[] }[];
    }[];
  }];
}
function sarif(findings: readonly Finding[], lineOf = (file: string, line: number): string => `${file} ${line}`): Log {
  const log: unknown = JSON.parse(formatReport('sarif', result(findings), { quiet: false, lineOf, ruleDocs: 'file:///docs/rules' }));
  expect(isSarif(log), JSON.stringify(isSarif.errors)).toBe(true);
  return log as Log;
}
const prints = (log: Log): (string | undefined)[] => log.runs[0].results.map(({ partialFingerprints }) => partialFingerprints['symscopeFinding/v1']);

describe('SARIF', () => {
  it('is checked against a schema that can refuse', () => {
    expect(isSarif({ version: '2.1.0', runs: [{ tool: {} }] })).toBe(false);
  });

  it('holds every rule with its page and level, and results that point to them', () => {
    const [{ tool, results }] = sarif([finding, { ...finding, level: 'hint' }]).runs;
    expect(tool.driver.rules.map(({ id }) => id)).toEqual(RULES.map(({ code }) => code));
    expect(tool.driver.rules[0]).toMatchObject({ id: 'pointer.unchecked', helpUri: 'file:///docs/rules/pointer.unchecked.md', defaultConfiguration: { level: 'error' } });
    expect(results.map(({ ruleId, ruleIndex, level }) => [ruleId, RULES[ruleIndex ?? -1]?.code, level])).toEqual([['pointer.unchecked', 'pointer.unchecked', 'error'], ['pointer.unchecked', 'pointer.unchecked', 'note']]);
  });

  it('walks the path and ends at the finding, in addresses below the root', () => {
    const [{ results, originalUriBaseIds, invocations }] = sarif([finding]).runs;
    expect(originalUriBaseIds).toEqual({ SRCROOT: { uri: 'file:///C:/my%20repo/' } });
    const steps = results[0]?.codeFlows?.[0]?.threadFlows[0]?.locations.map(({ location }) => location);
    expect(steps).toMatchObject([
      { physicalLocation: { artifactLocation: { uri: 'my%20src/%E5%8F%91%E9%80%81.cuh', uriBaseId: 'SRCROOT' }, region: { startLine: 10, startColumn: 17 } }, message: { text: 'pointer formed here' } },
      { physicalLocation: { artifactLocation: { uri: 'handle.cuh' } } },
      { physicalLocation: { region: { startLine: 12, startColumn: 5 } }, message: { text: '`peer` can be null here.' } },
    ]);
    expect(invocations).toMatchObject([{ toolExecutionNotifications: [{ descriptor: { id: 'analysis.syntax' } }] }]);
    expect(sarif([{ ...finding, related: [] }]).runs[0].results[0]).not.toHaveProperty('codeFlows');
  });

  it('has fingerprints of the line, not of its number', () => {
    const line = (): string => '  *peer  = 1;';
    const [first, second] = prints(sarif([finding, { ...finding, line: 20 }], line));
    expect(first).toMatch(/^[0-9a-f]{16}$/u);
    expect(second).not.toBe(first);
    expect(prints(sarif([{ ...finding, line: 99 }], () => '\t*peer = 1;'))).toEqual([first]);
    expect(prints(sarif([finding], () => '*peer = 2;'))).not.toEqual([first]);
    expect(prints(sarif([{ ...finding, rule: 'pointer.always-null' }], line))).not.toEqual([first]);
  });
});

describe('Markdown', () => {
  const markdown = (findings: readonly Finding[]): string => formatReport('markdown', result(findings), { quiet: false, lineOf: () => '', ruleDocs: undefined });

  it('counts by rule and lists each finding with its path', () => {
    const text = markdown([finding]);
    expect(text).toContain('| pointer.unchecked | Peer pointer used without a null test | error | 1 |');
    expect(text).toContain('- **[my src/发送.cuh:12](my%20src/%E5%8F%91%E9%80%81.cuh#L12)** `peer` can be null here.');
    expect(text).toContain('  1. [my src/发送.cuh:10](my%20src/%E5%8F%91%E9%80%81.cuh#L10): pointer formed here');
    expect(text).toContain('## Not understood');
    expect(markdown([])).toContain(': no findings.');
  });

  it('lets no text of the workspace become markup', () => {
    const hostile = '<img src=x>](javascript:a) **b** ![c](d)\n# e';
    const text = markdown([{ ...finding, file: 'a](b)<i>.cuh', message: hostile, related: [{ ...finding, text: hostile }] }]);
    expect(text).not.toMatch(/(?<!\\)<(?:img|i)\b/u);
    expect(text).not.toMatch(/^# e/mu);
    expect(text).not.toMatch(/(?<!\\)\]\((?:javascript|d\))/u);
  });
});
