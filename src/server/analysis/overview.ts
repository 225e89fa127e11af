/** The tree of a workspace's symmetric memory: kernels with their roles and what these do to peers; findings by rule. */
import type { Language, Text } from '../../core/knowledge/language.js';
import { ruleInfo, RULES } from '../../core/rules/table.js';
import type { Finding, GraphEdge, Kernel, Location, Pipeline } from '../../core/schema.js';
import { lineText } from '../../panel/text.js';
import type { OverviewItem } from '../protocol.js';
import { countKernel, summaryOf } from './kernelSummary.js';
import type { FileAnalysis } from '../../core/analyzer.js';

export interface OverviewScene {
  readonly language: Language;
  readonly uriOf: (file: string) => string;
}

type Target = NonNullable<OverviewItem['target']>;

const WORDS = {
  gap: { en: 'gap', 'zh-cn': '缺口' },
  init: { en: 'initialised', 'zh-cn': '初始化' },
  arrive: { en: 'arrival', 'zh-cn': '到达' },
  wait: { en: 'wait', 'zh-cn': '等待' },
} as const satisfies Record<string, Text>;

/** The kernel's own graph is read, which makes it if it is not made yet. */
export function kernelItem(kernel: Kernel, sites: FileAnalysis['sites'], scene: OverviewScene): OverviewItem | undefined {
  const within = (role: string | undefined): OverviewItem[] => [...accesses(kernel, role, scene), ...barriers(kernel, role, scene), ...pipelines(kernel, role, scene)];
  const roles = kernel.roles.map((role): OverviewItem => ({
    kind: 'role',
    label: role.name,
    description: role.condition,
    target: target(scene, { file: kernel.file, line: role.line }),
    children: within(role.name),
  }));
  const children = [...roles, ...within(undefined)];
  // A kernel that neither reaches a peer nor waits for anybody has no place in this tree.
  if (roles.every((role) => role.children.length === 0) && children.length === roles.length) return undefined;
  return {
    kind: 'kernel',
    label: kernel.name,
    description: summaryOf(countKernel(kernel, sites), scene.language),
    target: target(scene, kernel),
    children,
  };
}

/** Kernels that reach peers, or were meant to, come first; otherwise the order is kept. */
export function byReach(kernels: readonly OverviewItem[]): readonly OverviewItem[] {
  const reaches = ({ kind, children }: OverviewItem): boolean => ['gap', 'write', 'read'].includes(kind) || children.some(reaches);
  return kernels.toSorted((a, b) => Number(reaches(b)) - Number(reaches(a)));
}

/** Kernels of one name are told apart by their files, first of all: the view is narrow. */
export function toldApart(kernels: readonly OverviewItem[]): readonly OverviewItem[] {
  const fileOf = ({ target }: OverviewItem): string => decodeURIComponent(target?.uri.slice(target.uri.lastIndexOf('/') + 1) ?? '');
  const isAlone = ({ label }: OverviewItem): boolean => kernels.filter((other) => other.label === label).length === 1;
  return kernels.map((kernel) => (isAlone(kernel) ? kernel : { ...kernel, description: [fileOf(kernel), kernel.description].filter((text) => text !== undefined && text !== '').join(' · ') }));
}

/** What reaches another rank's memory, by address or through the NIC, and where the data ends in nowhere; in the order of the text. */
function accesses({ graph, file }: Kernel, role: string | undefined, scene: OverviewScene): OverviewItem[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const isPeer = (id: string): boolean => nodes.get(id)?.space === 'peer' || nodes.get(id)?.space === 'remote';
  const labelOf = (id: string): string => nodes.get(id)?.label ?? '';
  const kindOf = ({ from, to, gap }: GraphEdge): 'gap' | 'write' | 'read' | undefined => {
    if (gap === true || nodes.get(to)?.kind === 'gap') return 'gap';
    return isPeer(to) ? 'write' : isPeer(from) ? 'read' : undefined;
  };
  return graph.edges.filter((edge) => edge.role === role).flatMap((edge): OverviewItem[] => {
    const kind = kindOf(edge);
    if (kind === undefined) return [];
    // The icon says which way the data goes; what is only computed has no name that would help.
    const ends = `${labelOf(edge.from)} → ${labelOf(edge.to)}`;
    const own = nodes.get(kind === 'read' ? edge.to : edge.from);
    const other = own === undefined || own.space === 'register' ? undefined : `${kind === 'read' ? '→' : '←'} ${own.label}`;
    const joined = (...texts: readonly (string | undefined)[]): string => texts.filter((text) => text !== undefined && text !== '').join(' · ');
    return [{
      kind,
      label: kind === 'gap' ? WORDS.gap[scene.language] : labelOf(kind === 'read' ? edge.from : edge.to),
      description: joined(lineText([edge], file), other, edge.label, edge.condition),
      tooltip: joined(ends, edge.mechanism ?? edge.label, edge.condition),
      target: target(scene, edge),
      children: [],
    }];
  });
}

function barriers({ graph }: Kernel, role: string | undefined, scene: OverviewScene): OverviewItem[] {
  return graph.nodes.filter((node) => node.kind === 'barrier' && node.role === role).map((node) => ({
    kind: 'barrier',
    label: node.label,
    ...(node.detail === undefined ? {} : { description: node.detail }),
    target: target(scene, node),
    children: [],
  }));
}

/** A ring stands with each role that has a part in it, with that part. */
function pipelines({ pipelines: rings }: Kernel, role: string | undefined, scene: OverviewScene): OverviewItem[] {
  return rings.flatMap((ring): OverviewItem[] => {
    const children = operations(ring, role, scene);
    const [first] = children;
    if (first?.target === undefined) return [];
    const stages = ring.stages === '' || ring.stages === '1' ? '' : `× ${ring.stages}`;
    return [{ kind: 'pipeline', label: ring.object, description: stages, target: first.target, children }];
  });
}

function operations(ring: Pipeline, role: string | undefined, scene: OverviewScene): OverviewItem[] {
  const all = [
    ...ring.init.map((each) => ({ each, word: WORDS.init, detail: each.count })),
    ...ring.arrive.map((each) => ({ each, word: WORDS.arrive, detail: each.bytes })),
    ...ring.wait.map((each) => ({ each, word: WORDS.wait, detail: each.phase })),
  ];
  return all.filter(({ each }) => each.role === role).map(({ each, word, detail }) => ({
    kind: 'operation',
    label: word[scene.language],
    ...(detail === undefined ? {} : { description: detail }),
    ...(each.text === undefined ? {} : { tooltip: each.text }),
    target: target(scene, each),
    children: [],
  }));
}

/** By rule, in the order of the rule table; within a rule as given. */
export function ruleItems(findings: readonly Finding[], scene: OverviewScene): OverviewItem[] {
  const byRule = new Map<string, Finding[]>();
  for (const finding of findings) {
    if (finding.level === 'off') continue;
    const others = byRule.get(finding.rule);
    if (others === undefined) byRule.set(finding.rule, [finding]);
    else others.push(finding);
  }
  return RULES.filter(({ code }) => byRule.has(code)).map(({ code }) => {
    const own = byRule.get(code) ?? [];
    return { kind: 'rule', label: code, description: `${ruleInfo(code).title} · ${own.length}`, children: own.map((finding) => findingItem(finding, scene)) };
  });
}

function findingItem(finding: Finding, scene: OverviewScene): OverviewItem {
  return {
    kind: finding.level === 'off' ? 'hint' : finding.level,
    label: finding.message,
    description: `${finding.file.slice(finding.file.lastIndexOf('/') + 1)}:${finding.line}`,
    tooltip: finding.message,
    target: target(scene, finding),
    children: [],
  };
}

function target({ uriOf }: OverviewScene, { file, line, column = 1 }: Pick<Location, 'file' | 'line'> & { readonly column?: number }): Target {
  return { uri: uriOf(file), line, column };
}
