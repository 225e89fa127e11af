/** Diagrams that leave the program, read by the programs that they are for: nothing is lost, nothing of the source becomes code of theirs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareProjects, renderMarkdown } from '../../src/core/compare/index.js';
import { flowchart, sequence } from '../../src/core/compare/mermaid.js';
import type { ComparisonReport, Flow, Step } from '../../src/core/compare/model.js';
import { edgeLines, flowOf, nodeLines } from '../../src/core/graph/export/flow.js';
import { exportKernel } from '../../src/core/graph/export/index.js';
import type { Kernel } from '../../src/core/schema.js';
import { withExamples } from './support/comparison.js';
import { createGraphvizReader, createMermaidReader, type ReadDiagram } from './support/diagrams.js';
import { edge, kernel, node } from './support/kernelFixture.js';

let kernels: readonly Kernel[];
let report: ComparisonReport;
let mermaid: (text: string) => Promise<ReadDiagram>;
let graphviz: (text: string) => ReadDiagram;
beforeAll(async () => {
  // The readers come last: for Mermaid there is a window then, and the grammar's loader would think that it is in a browser.
  await withExamples([], (projects) => {
    report = compareProjects(projects, 'test');
    // What a kernel makes on demand is copied while the analyser lives.
    kernels = projects.flatMap((project) => project.kernels.map((each) => ({ ...each })));
  });
  graphviz = await createGraphvizReader();
  mermaid = await createMermaidReader();
});

const sorted = (texts: readonly string[]): readonly string[] => texts.map((text) => text.replace(/[^\S\n]+/gu, ' ').split('\n').map((row) => row.trim()).filter((row) => row !== '').join('\n')).sort();
const sortedDiagram = ({ nodes, edges }: ReadDiagram): ReadDiagram => ({ nodes: sorted(nodes), edges: sorted(edges) });

/** What must stand in the drawing of a kernel. */
function expected(of: Kernel): ReadDiagram {
  const { groups, arrows } = flowOf(of);
  const rows = (lines: readonly string[]): string => lines.map((line) => line.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')).join('\n');
  return sortedDiagram({
    nodes: groups.flatMap(({ nodes }) => nodes.map((each) => rows(nodeLines(each.node)))),
    edges: arrows.map(({ isLeadIn, edge: each }) => (isLeadIn ? '' : rows(edgeLines(each)))),
  });
}

describe('every kernel of the examples', () => {
  it('is read by Mermaid as it was written, alone and in its report', async () => {
    expect(kernels.length).toBeGreaterThan(10);
    for (const each of kernels) {
      const text = exportKernel(each, 'mermaid');
      expect(sortedDiagram(await mermaid(text))).toEqual(expected(each));
      expect(mermaidBlocks(exportKernel(each, 'markdown'))).toEqual([text.trimEnd()]);
    }
  });

  it('is read by Graphviz as it was written, without a warning', () => {
    for (const each of kernels) expect(sortedDiagram(graphviz(exportKernel(each, 'dot')))).toEqual(expected(each));
  });
});

function mermaidBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/```mermaid\n([^]*?)\n```/gu)].map(([, block = '']) => block);
}

it.each(['en', 'zh-cn'] as const)('every diagram of the report is read by Mermaid: %s', async (language) => {
  const diagrams = report.sections.flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'diagram' || block.kind === 'steps'));
  const blocks = mermaidBlocks(renderMarkdown(report, { language, addressOf: (file) => file }));
  expect(blocks.length).toBe(diagrams.length);
  expect(blocks.length).toBeGreaterThan(5);
  for (const block of blocks) {
    const read = await mermaid(block);
    expect(read.nodes.length + read.edges.length).toBeGreaterThan(1);
  }
});

/** Names, conditions and literals that mean something to one of the programs. */
const HOSTILE: readonly string[] = [
  'end', 'graph', 'subgraph x', 'click n0 "javascript:alert(1)"', 'style n0 fill:red', '%% not a comment', '%%{init: {"securityLevel": "loose"}}%%', '---', 'title: x',
  '"', "'", '`', '\\', '\\"', 'a\\', '\\n', '\\N', '\\l', '#', '#quot;', '#35;', '&lt;b&gt;', '&#60;', '<script>alert(1)</script>', '<b>bold</b>', '<br/>', '|', '||', ';', '; x --> y',
  '"]; x --> y', ']', '[[', '{{', '}', '((', ')', '@{ shape: x }', ':::c', 'n0 --> n1', 'A & B', '__any__ **b** *i*', '1. one', '- one', '+ one', '# one', '> one', '$$x$$',
  'a\nb', 'a\r\nb', 'a\u2028b', 'a\tb', '\u0000\u001b[31m', '通信 · 核心', '🦀', 'é', 'ﬂ°°', '¶ß', 'x'.repeat(3000), 'HTML=<TABLE>', 'strict digraph', '//', '/* */', '-->', 'o--o', 'x--x', 'default', 'this', 'loop', 'Note over self: x',
  'self->>peers: x', 'activate self', 'autonumber', 'par', 'alt', 'else', 'opt', 'rect rgb(0,0,0)', ',', ':', '::', 'ns::f<int>(a, b)', ' ', '',
];

describe.each(HOSTILE.map((text) => [JSON.stringify(text).slice(0, 60), text]))('the name %s', (_, text) => {
  const nodes = [node(['a', text, 'shared', 1, text]), node(['b', text, 'peer', 2]), node(['c', text, 'unknown', 3, text, { kind: 'decision' }]), node(['d', text, 'unknown', 4, undefined, { kind: 'gap' }]), node(['e', text, 'unknown', 5, undefined, { kind: 'barrier' }])];
  const edges = [edge(['a', 'b', text, 3, { condition: text, path: 'nvlink', via: 'c' }]), edge(['a', 'd', text, 4, { gap: true }]), edge(['a', 'a', text, 5, { path: 'rdma', mechanism: text }])];
  const hostile = kernel(text, [{ name: text, condition: text, line: 1, endLine: 9 }], nodes, edges);

  it('is drawn as it is by Mermaid', async () => {
    expect(sortedDiagram(await mermaid(exportKernel(hostile, 'mermaid')))).toEqual(expected(hostile));
  });

  it('is drawn as it is by Graphviz', () => {
    expect(sortedDiagram(graphviz(exportKernel(hostile, 'dot')))).toEqual(expected(hostile));
  });

  it('is a label in the diagrams of a report', async () => {
    const place = { file: text, line: 7, column: 1 };
    const flow: Flow = { from: text, to: `${text} @ peer`, path: 'nvlink', mechanism: text, condition: text, place };
    expect(await mermaid(flowchart([flow, { ...flow, path: 'gap' }]))).toMatchObject({ nodes: { length: 2 }, edges: { length: 2 } });
    const step: Step = { what: 'signal', text: { en: text, 'zh-cn': text }, mechanism: text, place };
    const read = await mermaid(sequence([step, { ...step, what: 'wait' }, { ...step, what: 'join' }]));
    expect(read.nodes.length + read.edges.length).toBe(3);
  });
});
