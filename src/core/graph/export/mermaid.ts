/** Mermaid flowchart; https://mermaid.js.org/syntax/flowchart.html. Texts are quoted. */
import { mermaidText } from '../../mermaidText.js';
import type { GraphNode, Kernel } from '../../schema.js';
import { edgeLines, flowOf, nodeLines, type FlowArrow, type FlowNode } from './flow.js';

export function toMermaid(kernel: Kernel): string {
  const { groups, arrows } = flowOf(kernel);
  const lines = ['flowchart LR'];
  groups.forEach(({ role, nodes }, index) => {
    if (role === undefined) lines.push(...nodes.map((node) => `  ${nodeText(node)}`));
    else lines.push(`  subgraph r${index} [${quoted([role.name])}]`, ...nodes.map((node) => `    ${nodeText(node)}`), '  end');
  });
  return `${[...lines, ...arrows.map(arrowText)].join('\n')}\n`;
}

const SHAPES: Readonly<Record<GraphNode['space'], readonly [string, string]>> = {
  global: ['[(', ')]'], shared: ['[', ']'], tensor: ['[', ']'], 'own-window': ['(', ')'], peer: ['([', '])'], remote: ['{{', '}}'], host: ['[\\', '\\]'], register: ['[/', '/]'], unknown: ['[', ']'],
};

function nodeText({ id, node }: FlowNode): string {
  const [open, close] = node.kind === 'decision' ? ['{', '}'] : node.kind === 'barrier' ? ['[[', ']]'] : node.kind === 'gap' ? ['((', '))'] : SHAPES[node.space];
  return `${id}${open}${quoted(nodeLines(node))}${close}`;
}

function arrowText({ from, to, edge, isLeadIn }: FlowArrow): string {
  const line = isLeadIn ? '-->' : edge.gap === true ? '--x' : edge.path === 'rdma' ? '-.->' : edge.path === 'nvlink' ? '==>' : '-->';
  return `  ${from} ${line}${isLeadIn ? '' : `|${quoted(edgeLines(edge))}|`} ${to}`;
}

function quoted(lines: readonly string[]): string {
  return `"${lines.map(mermaidText).join('<br/>')}"`;
}
