/** Findings in Markdown, for a pull request or a wiki. Text of the analysed code is escaped: it must not become markup. */
import { link, prose, table } from '../core/markdown.js';
import { RULES } from '../core/rules/table.js';
import type { AnalysisResult, FileReport, Finding, Location } from '../core/schema.js';
import { plural } from './plural.js';
import { plain } from './plain.js';

/** A finding names paths and conditions; a report has room for them. */
const MAX_PROSE = 2000;

export function formatMarkdown(result: AnalysisResult): string {
  const { findings, files, kernels, sites } = result;
  const groups = RULES.map((rule) => ({ ...rule, own: findings.filter((finding) => finding.rule === rule.code) })).filter(({ own }) => own.length > 0);
  const partial = files.filter(({ problems }) => problems.length > 0);
  const sections = [
    '# Symmetric memory',
    `${plural(files.length, 'file')}, ${plural(kernels.length, 'kernel')}, ${plural(sites.length, 'site')}: ${findings.length === 0 ? 'no findings' : plural(findings.length, 'finding')}.`,
    ...(groups.length === 0 ? [] : [table(['rule', 'what', 'level', 'findings'], groups.map(({ code, title, own }) => [code, title, own[0]?.level ?? '', String(own.length)]))]),
    ...groups.flatMap(({ code, description, own }) => [`## ${code}`, description, own.map(item).join('\n')]),
    ...(partial.length === 0 ? [] : ['## Not understood', 'Nothing is reported about these parts.', partial.flatMap(notes).join('\n')]),
  ];
  return `${sections.join('\n\n')}\n`;
}

function item(finding: Finding): string {
  const { message, why, related } = finding;
  const approximate = why === undefined ? '' : ` *Approximate: ${sentence(why)}*`;
  const steps = related.map((step, i) => `  ${i + 1}. ${lineLink(step)}: ${sentence(step.text ?? 'on this path')}`);
  return [`- **${lineLink(finding)}** ${sentence(message)}${approximate}`, ...steps].join('\n');
}

function notes({ path, problems }: FileReport): string[] {
  return problems.map(({ line, message, column }) => `- ${lineLink({ file: path, line, column })}: ${sentence(message)}`);
}

/** Relative to the root; hosts of repositories understand `#L`. */
function lineLink({ file, line }: Location): string {
  return link(plain(`${file}:${line}`), `${file.split('/').map(encodeURIComponent).join('/')}#L${line}`);
}

function sentence(text: string): string {
  return prose(plain(text), MAX_PROSE);
}
