/** Puts a hover together. Never more than a screen: details are cut with an ellipsis, the table is kept. */
import type { Topic } from '../../core/knowledge/comparison.js';
import type { Term } from '../../core/knowledge/glossary.js';
import type { Source } from '../../core/knowledge/types.js';
import type { Ordering, Site } from '../../core/schema.js';
import { isRankBarrier } from './barriers.js';
import { writtenCallee } from './callee.js';
import { compare, type Comparison } from './comparison.js';
import { code, escape, link } from '../../core/markdown.js';
import { barrierLines, flagLines, mbarrierLines, oneSidedLines, reachabilityLines } from './others.js';
import { orderingLines } from './ordering.js';
import { KIND_NAMES, PHRASES } from './phrases.js';
import { findingOf, pointerLines } from './pointer.js';
import { roleOf, say, type Scene } from './scene.js';

/** Text above the table; about 20 lines in a hover of usual width. */
const MAX_TEXT = 1600;

/** `orderings`: of a synchronisation, what it orders. */
export function renderSite(scene: Scene, site: Site, orderings?: readonly Ordering[]): string {
  const { lines: own, topic } = body(scene, site);
  const lines = orderings && orderings.length > 0 ? [...own, ...orderingLines(scene, orderings)] : own;
  const comparison = topic === undefined ? undefined : compare(scene, site, topic);
  return [title(scene, site), ...within(lines, MAX_TEXT), comparison?.markdown ?? '', links(scene, site, comparison)]
    .filter((block) => block !== '')
    .join('\n\n');
}

function body(scene: Scene, site: Site): { readonly lines: readonly string[]; readonly topic?: Topic } {
  switch (site.kind) {
    case 'peer-pointer':
      return { lines: pointerLines(scene, site), topic: 'pointer' };
    case 'reachability':
      return { lines: reachabilityLines(scene, site), topic: 'reachability' };
    case 'one-sided':
      return { lines: oneSidedLines(scene, site), topic: 'one-sided' };
    case 'barrier':
      return { lines: barrierLines(scene, site), topic: isRankBarrier(site.api) ? 'barrier' : 'levels' };
    case 'mbarrier':
      return { lines: mbarrierLines(scene, site) };
    case 'flag':
      return { lines: flagLines(scene, site) };
  }
}

function title(scene: Scene, site: Site): string {
  const kind = say(scene, KIND_NAMES[site.kind]);
  const role = roleOf(scene, site);
  return `**${code(writtenCallee(scene.lines, site))}** — ${kind}${role === undefined ? '' : ` · ${escape(role)}`}`;
}

function links(scene: Scene, site: Site, comparison: Comparison | undefined): string {
  const parts: string[] = [];
  const counterpart = comparison?.counterpart;
  const uri = counterpart && scene.uriOf(counterpart.file);
  if (counterpart !== undefined && uri !== undefined) parts.push(link(say(scene, PHRASES.counterpart), scene.besideOf(counterpart) ?? `${uri}#L${counterpart.line}`));
  const rule = findingOf(scene, site)?.rule;
  const page = rule === undefined ? undefined : scene.ruleDoc(rule);
  if (page !== undefined) parts.push(link(say(scene, PHRASES.explain), page));
  return parts.join(' · ');
}

function within(lines: readonly string[], length: number): string[] {
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += line.length;
    if (used > length) return [...kept, '…'];
    kept.push(line);
  }
  return kept;
}

export function renderTerm(scene: Scene, term: Term): string {
  return `**${escape(term.title)}**\n\n${say(scene, term.fact.text)}\n\n*${escape(sourceText(term.fact.source))}*`;
}

export function sourceText({ document, commit, path, lines }: Source): string {
  const place = path === undefined ? '' : ` ${path}${lines === undefined ? '' : `:${lines}`}`;
  return `${document}${commit === undefined ? '' : ` ${commit}`}${place}`;
}
