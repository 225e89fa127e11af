import { describe, expect, it } from 'vitest';
import { exportKernel } from '../../src/core/graph/export/index.js';
import type { Kernel } from '../../src/core/schema.js';
import { COLOURS } from '../../src/panel/export/drawing.js';
import type { Colour } from '../../src/panel/export/drawing.js';
import { toSvg } from '../../src/panel/export/svg.js';
import { layoutKernel } from '../../src/server/layout.js';
import { dispatchKernel, edge, kernel, node } from './support/kernelFixture.js';
import { pullKernel } from './support/syncFixture.js';

const chosen = kernel('chosen', [{ name: 'Send "warps"', condition: 'warp < 4', line: 4, endLine: 20 }], [
  node(['smem', 'tma_buffer', 'shared', 5, 'Send "warps"']), node(['peer', 'recv @ peer', 'peer', 10]), node(['remote', 'recv @ remote', 'remote', 15]),
  node(['choice', 'dst != nullptr?', 'unknown', 11, undefined, { kind: 'decision' }]), node(['lost', 'nowhere', 'unknown', 16, undefined, { kind: 'gap' }]),
], [
  edge(['smem', 'peer', 'bulk store', 12, { path: 'nvlink', via: 'choice', condition: 'dst != nullptr' }]),
  edge(['smem', 'remote', 'put', 15, { path: 'rdma', via: 'choice', condition: 'dst == nullptr' }]),
  edge(['smem', 'lost', 'null path: nothing', 16, { gap: true }]),
  edge(['smem', 'absent', 'store', 17]),
]);

/** Text of the source that would be code in one of the formats. */
const HOSTILE = '"];\n x --> y; click x "javascript:alert(1)" <script>alert(1)</script> | `a` # \\ end %% {{';
const hostile: Kernel = kernel(HOSTILE, [{ name: HOSTILE, condition: HOSTILE, line: 1, endLine: 2 }],
  [node(['a', HOSTILE, 'shared', 1, HOSTILE]), node(['b', HOSTILE, 'peer', 2])], [edge(['a', 'b', HOSTILE, 3, { condition: HOSTILE, path: 'nvlink' }])]);
const colours = Object.fromEntries(COLOURS.map((name) => [name, 'rgba(1, 2, 3, 1)'])) as Record<Colour, string>;

describe('a graph as text', () => {
  it('is a flowchart of Mermaid: roles as groups, both paths through the decision, the gap', () => {
    expect(exportKernel(chosen, 'mermaid')).toMatchSnapshot();
  });

  it('is a digraph of Graphviz', () => {
    expect(exportKernel(chosen, 'dot')).toMatchSnapshot();
  });

  it('is JSON of the result schema, with what is made on demand', () => {
    const lazy: Kernel = { ...chosen, get pipelines() { return pullKernel.pipelines; } };
    expect(JSON.parse(exportKernel(lazy, 'json'))).toEqual({ schema: 1, kernel: { ...chosen, pipelines: pullKernel.pipelines } });
  });

  it('is a report in Markdown: the picture, then tables of everything with lines', () => {
    expect(exportKernel({ ...chosen, given: [{ name: 'kFlag', value: 'true' }], pipelines: pullKernel.pipelines, synchronisation: pullKernel.synchronisation ?? [] }, 'markdown')).toMatchSnapshot();
  });

  it('stays text whatever is in the source', () => {
    const mermaid = exportKernel(hostile, 'mermaid');
    expect(mermaid.match(/"/g)?.length).toBe(2 * 4);
    expect(mermaid).not.toMatch(/<script|`|click x "|\|[^"|]*\|[^"]*\|/);
    const dot = exportKernel(hostile, 'dot');
    // Without what is quoted, nothing of the source is left.
    expect(dot.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/script|click/);
    const markdown = exportKernel(hostile, 'markdown').replace(/```mermaid[^]*?```/, '');
    for (const row of markdown.split('\n').filter((line) => line.startsWith('|'))) expect(row.replace(/(`+)[^`](?:.*?[^`])?\1(?!`)/g, '')).not.toMatch(/(?<!\\)<script/);
  });
});

describe('a graph as a picture', () => {
  it('has every node, edge and barrier of the layout, in the given colours only', async () => {
    const graph = await layoutKernel(dispatchKernel, { detail: 'roles', toggled: [] });
    const svg = toSvg(graph, 'dispatch', colours);
    for (const { label } of graph.nodes) for (const row of label) expect(svg).toContain(row.replaceAll('&', '&amp;').replaceAll('>', '&gt;').replaceAll('<', '&lt;'));
    for (const { label } of graph.barriers) expect(svg).toContain(label);
    expect(svg.match(/<path /g)?.length).toBeGreaterThan(graph.nodes.length + 2 * graph.edges.length);
    expect([...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].every(([, colour]) => colour === 'none' || colour === 'rgba(1, 2, 3, 1)')).toBe(true);
  });

  it('stays a picture whatever is in the source', async () => {
    const svg = toSvg(await layoutKernel(hostile, { detail: 'everything', toggled: [] }), HOSTILE, colours);
    expect(svg).not.toMatch(/<script|\son\w+=/);
    expect(svg.match(/<(?!\/?(?:svg|title|rect|path|text)\b)/g)).toBeNull();
  });
});
