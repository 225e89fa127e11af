/** SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"): for code scanning and other viewers. Section numbers are of that standard. */
import { RULES } from '../core/rules/table.js';
import type { AnalysisResult, Finding, Level, Location } from '../core/schema.js';
import { fingerprints } from '../core/rules/fingerprints.js';
import { plainJson } from './plain.js';
import type { ReportOptions } from './report.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** 3.27.10; SARIF has no hints. */
const LEVEL: Readonly<Record<Level, 'error' | 'warning' | 'note' | 'none'>> = { error: 'error', warning: 'warning', information: 'note', hint: 'note', off: 'none' };

export function formatSarif(result: AnalysisResult, { lineOf, ruleDocs }: ReportOptions): string {
  const prints = fingerprints(result.findings.map((finding) => ({ finding, file: finding.file, line: lineOf(finding.file, finding.line) })));
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{
      tool: { driver: { name: 'symscope', version: result.tool.version, rules: RULES.map((rule) => descriptor(rule, ruleDocs)) } },
      // 3.14.17: Columns are of UTF-16 units, as in the rest of the results.
      columnKind: 'utf16CodeUnits',
      originalUriBaseIds: { SRCROOT: { uri: directoryUri(result.root) } },
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: notifications(result) }],
      results: result.findings.map((finding, i) => sarifResult(finding, prints[i] ?? '')),
    }],
  };
  return `${plainJson(JSON.stringify(log, undefined, 1))}\n`;
}

/** 3.49. `helpUri` wants an absolute address, so that it is left out where none is known. */
function descriptor({ code, title, description, level }: (typeof RULES)[number], ruleDocs: string | undefined): object {
  return {
    id: code,
    shortDescription: { text: title },
    fullDescription: { text: description },
    help: { text: `${description} More: docs/rules/${code}.md.` },
    ...(ruleDocs === undefined ? {} : { helpUri: `${ruleDocs}/${code}.md` }),
    defaultConfiguration: { level: LEVEL[level] },
  };
}

/** 3.20.21: What the analysis did not understand is no result: nothing is said of that part. */
function notifications({ files }: AnalysisResult): object[] {
  return files.flatMap(({ path, problems }) => problems.map(({ code, message, line, column }) => ({
    descriptor: { id: `analysis.${code}` },
    level: 'note',
    message: { text: message },
    locations: [location({ file: path, line, column })],
  })));
}

function sarifResult(finding: Finding, print: string): object {
  const { rule, level, message, related, confidence, why } = finding;
  const ruleIndex = RULES.findIndex(({ code }) => code === rule);
  return {
    ruleId: rule,
    ...(ruleIndex < 0 ? {} : { ruleIndex }),
    level: LEVEL[level],
    message: { text: why === undefined ? message : `${message} (approximate: ${why})` },
    locations: [{ physicalLocation: { ...location(finding).physicalLocation, region: region(finding) } }],
    partialFingerprints: { 'symscopeFinding/v1': print },
    ...(related.length === 0 ? {} : {
      relatedLocations: related.map((place, i) => ({ id: i + 1, ...step(place) })),
      codeFlows: [{ threadFlows: [{ locations: path(finding).map((each) => ({ location: each })) }] }],
    }),
    properties: { confidence },
  };
}

/** 3.36: The steps that a viewer walks through. They end at the finding, also where the last one does not say so itself. */
function path(finding: Finding): object[] {
  const { related, file, line, column, message } = finding;
  const last = related.at(-1);
  const endsThere = last?.file === file && last.line === line && last.column === column;
  return [...related, ...(endsThere ? [] : [{ file, line, column, text: message }])].map(step);
}

function step(place: Location) {
  return { ...location(place), message: { text: place.text ?? 'on this path' } };
}

function location({ file, line, column }: Location) {
  return { physicalLocation: { artifactLocation: { uri: pathUri(file), uriBaseId: 'SRCROOT' }, region: { startLine: line, startColumn: column } } };
}

/** 3.30: An end column is the one behind the last character, as ours is. */
function region({ line, column, endLine, endColumn }: Finding): object {
  const isEmpty = endLine === line && endColumn <= column;
  return { startLine: line, startColumn: column, ...(isEmpty ? {} : { endLine, endColumn }) };
}

function pathUri(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}

/** Of an absolute path with forward slashes; a drive letter stands behind the third slash. */
function directoryUri(directory: string): string {
  const encoded = directory.split('/').map((segment) => (/^[A-Za-z]:$/u.test(segment) ? segment : encodeURIComponent(segment))).join('/');
  return `file://${encoded.startsWith('/') ? '' : '/'}${encoded.replace(/\/$/u, '')}/`;
}
