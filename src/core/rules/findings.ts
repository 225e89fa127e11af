/** Runs the rules over a file's functions and turns drafts into findings. */
import type { Accepted, Configuration, FolderConfiguration } from '../analyzer.js';
import type { FileDecls } from '../program/ir.js';
import { oneLine } from '../oneLine.js';
import type { Finding, Location } from '../schema.js';
import { locate, type LineIndex, type Locator } from '../sites/locate.js';
import { alwaysNull } from './alwaysNull.js';
import { distinctDrafts, oneForNull } from './drafts.js';
import { doubleTranslation } from './doubleTranslation.js';
import { fingerprints } from './fingerprints.js';
import { guardMismatch } from './guardMismatch.js';
import { noFallback } from './noFallback.js';
import { notSymmetric } from './notSymmetric.js';
import { offsetBeforeTest } from './offsetBeforeTest.js';
import { rankSpace } from './rankSpace.js';
import { redundantCheck } from './redundantCheck.js';
import type { Draft, Rule, RuleContext } from './rule.js';
import { applySuppressions } from './suppressions.js';
import { ruleInfo, type RuleCode } from './table.js';
import { unchecked } from './unchecked.js';

const CHECKS: readonly Rule[] = [unchecked, alwaysNull, guardMismatch, noFallback, redundantCheck, rankSpace, doubleTranslation, notSymmetric, offsetBeforeTest];

export function draftsOf(context: RuleContext): Draft[] {
  return oneForNull(distinctDrafts(CHECKS.flatMap((check) => check(context)), context.fn.file));
}

/** What comes later in a function cannot change what these say of a place in it. */
const DECIDED_BY_NOW: ReadonlySet<RuleCode> = new Set<RuleCode>([
  'pointer.unchecked', 'pointer.always-null', 'pointer.guard-mismatch', 'pointer.redundant-check', 'pointer.rank-space', 'pointer.double-translation',
  'pointer.not-symmetric', 'pointer.offset-before-test',
]);

export function isDecidedByNow(code: RuleCode): boolean {
  return DECIDED_BY_NOW.has(code);
}

/** `isJudged`: whether the drafts are all that a rule has to say of the file, so that a suppression that nothing used is unused. */
export function finishFindings(drafts: readonly Draft[], { decls, lines }: Judged, locator: Locator, { levels, accepted }: Pick<FolderConfiguration, 'levels' | 'accepted'>, isJudged: (code: string) => boolean): Finding[] {
  const findings = applySuppressions(drafts, decls, lines, isJudged).flatMap((draft) => finding(draft, lines, locator, levels) ?? []);
  findings.sort((a, b) => a.line - b.line || a.column - b.column || a.rule.localeCompare(b.rule));
  return accepted ? withoutAccepted(findings, locator, accepted) : findings;
}

function withoutAccepted(findings: readonly Finding[], locator: Locator, { fingerprints: known, nameOf }: Accepted): Finding[] {
  const prints = fingerprints(findings.map((finding) => ({ finding, file: nameOf(finding.file), line: locator.lines(finding.file).line(finding.line) })));
  return findings.filter((_, i) => !known.has(prints[i] ?? ''));
}

interface Judged {
  readonly decls: FileDecls;
  readonly lines: LineIndex;
}

function finding(draft: Draft, lines: LineIndex, locator: Locator, levels: Configuration['levels']): Finding | undefined {
  const level = levels?.[draft.rule] ?? draft.level ?? ruleInfo(draft.rule).level;
  if (level === 'off') return undefined;
  const start = lines.position(draft.place.span.start);
  const end = lines.position(draft.place.span.end);
  const fixes = draft.fixes ?? [];
  return {
    rule: draft.rule, level, confidence: draft.approximate === undefined ? 'certain' : 'approximate', ...(draft.approximate === undefined ? {} : { why: draft.approximate }),
    file: draft.place.file, ...start, endLine: end.line, endColumn: end.column, message: oneLine(draft.message),
    related: draft.path.map((step): Location => locate(locator, step.place, oneLine(step.text))),
    fixes: fixes.map((fix) => fix.title), fixEdits: fixes,
  };
}
