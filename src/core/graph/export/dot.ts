/** Graphviz; https://graphviz.org/doc/info/lang.html. Texts are double-quoted strings. */
import { oneLine } from '../../oneLine.js';
import type { GraphNode, Kernel } from '../../schema.js';
import { edgeLines, flowOf, nodeLines, type FlowArrow, type FlowNode } from './flow.js';

export function toDot(kernel: Kernel): string {
  const { groups, arrows } = flowOf(kernel);
  const lines = [`digraph ${quoted([kernel.name])} {`, '  rankdir=LR;', '  node [fontname="sans-serif"];', '  edge [fontname="monospace", fontsize=10];'];
  groups.forEach(({ role, nodes }, index) => {
    if (role === undefined) lines.push(...nodes.map((node) => `  ${nodeText(node)}`));
    else lines.push(`  subgraph cluster_${index} {`, `    label=${quoted([role.name, role.condition])};`, ...nodes.map((node) => `    ${nodeText(node)}`), '  }');
  });
  return `${[...lines, ...arrows.map(arrowText), '}'].join('\n')}\n`;
}

const SHAPES: Readonly<Record<GraphNode['space'], string>> = {
  global: 'cylinder', shared: 'box', tensor: 'box3d', 'own-window': 'box, style=rounded', peer: 'ellipse', remote: 'hexagon', host: 'note', register: 'underline', unknown: 'box, style=dashed',
};

function nodeText({ id, node }: FlowNode): string {
  const shape = node.kind === 'decision' ? 'diamond' : node.kind === 'barrier' ? 'box, peripheries=2' : node.kind === 'gap' ? 'box, style=dotted' : SHAPES[node.space];
  return `${id} [label=${quoted(nodeLines(node))}, shape=${shape}];`;
}

function arrowText({ from, to, edge, isLeadIn }: FlowArrow): string {
  if (isLeadIn) return `  ${from} -> ${to};`;
  const style = edge.gap === true ? ', style=dotted, arrowhead=tee' : edge.path === 'rdma' ? ', style=dashed' : edge.path === 'nvlink' ? ', style=bold' : '';
  return `  ${from} -> ${to} [label=${quoted(edgeLines(edge))}${style}];`;
}

/** Inside quotes the quote and the backslash have a meaning, and labels are read for HTML's entities. */
function quoted(lines: readonly string[]): string {
  return `"${lines.map((line) => oneLine(line).replaceAll('&', '&amp;').replace(/["\\]/gu, '\\$&')).join('\\n')}"`;
}
