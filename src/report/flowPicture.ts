/** Flows that are no kernel's data flow as an SVG drawing: boxes and arrows by the layered algorithm, in the style of the kernels' pictures. */
import type { ElkExtendedEdge, ElkNode } from 'elkjs/lib/elk-api.js';
import type { Diagram, Flow } from '../core/compare/index.js';
import { codeWidth } from '../panel/text.js';
import { layoutEngine } from '../server/layout/elk.js';
import { arrowHeads, escapeSvg, svgText } from './svg.js';

/** Pixels. */
const ROW = 14;
const BASE = 11;
const INSET = { x: 10, y: 8 };
const LABEL_GAP = 8;
/** What fits on the page; a wider flow goes down. */
const ROOM = 1120;
/** Longest row of a box or a label, in characters of code. */
const LONGEST = 44;

const OPTIONS: Readonly<Record<string, string>> = {
  'elk.algorithm': 'layered', 'elk.edgeRouting': 'ORTHOGONAL', 'elk.randomSeed': '1', 'elk.padding': '[top=8,left=8,bottom=8,right=8]',
  'elk.spacing.nodeNode': '16', 'elk.spacing.edgeLabel': '2', 'elk.layered.spacing.nodeNodeBetweenLayers': '18', 'elk.layered.spacing.edgeNodeBetweenLayers': '10',
  'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES', 'elk.layered.nodePlacement.strategy': 'BRANDES_KOEPF',
};

export interface FlowPictureOptions {
  /** Names the drawing for screen readers. */
  readonly title: string;
  /** Address of a line. */
  readonly href: (place: Flow['place']) => string;
}

export async function flowPicture({ flows, spaces = {} }: Pick<Diagram, 'flows' | 'spaces'>, { title, href }: FlowPictureOptions): Promise<string> {
  const ends = [...new Set(flows.flatMap(({ from, to }) => [from, to]))];
  const graph = (direction: 'RIGHT' | 'DOWN'): ElkNode => ({
    id: 'flows', layoutOptions: { ...OPTIONS, 'elk.direction': direction },
    children: ends.map((end, i) => ({ id: `n${i}`, ...sizeOf(wrapped(end), INSET) })),
    edges: flows.map((flow, i) => ({
      id: `e${i}`, sources: [`n${ends.indexOf(flow.from)}`], targets: [`n${ends.indexOf(flow.to)}`],
      labels: [{ text: ' ', ...sizeOf(labelOf(flow), { x: LABEL_GAP, y: 0 }), layoutOptions: { 'elk.edgeLabels.inline': 'true' } }],
    })),
  });
  const engine = await layoutEngine();
  const across: ElkNode = await engine.layout(graph('RIGHT'));
  const root: ElkNode = (across.width ?? 0) <= ROOM ? across : await engine.layout(graph('DOWN'));
  const { width = 0, height = 0, children = [], edges = [] } = root;
  const parts = [
    ...edges.map((edge, i) => line(edge, flows[i])),
    ...children.map((child, i) => box(child, ends[i] ?? '', spaces[ends[i] ?? ''] ?? 'unknown')),
    ...edges.map((edge, i) => label(edge, flows[i], href)),
  ];
  return `<svg class="drawing flows" role="group" aria-label="${escapeSvg(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg"><defs>${arrowHeads()}</defs>${parts.join('\n')}</svg>`;
}

function sizeOf(rows: readonly string[], inset: { readonly x: number; readonly y: number }): { readonly width: number; readonly height: number } {
  return { width: Math.ceil(Math.max(...rows.map(codeWidth))) + 2 * inset.x, height: rows.length * ROW + 2 * inset.y };
}

/** Broken where code may be broken: at a space, or after a sign. */
function wrapped(words: string): readonly string[] {
  const rows: string[] = [];
  let rest = words;
  while (rest.length > LONGEST) {
    const head = rest.slice(0, LONGEST);
    const at = Math.max(head.lastIndexOf(' '), ...['(', ',', ':', '.', '_', '|'].map((sign) => head.lastIndexOf(sign) + 1));
    const cut = at > LONGEST / 3 ? at : LONGEST;
    rows.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return [...rows, rest];
}

function labelOf({ mechanism, condition, place }: Flow): readonly string[] {
  return [...wrapped(`${mechanism} · ${place.line}`), ...(condition === undefined ? [] : wrapped(`if ${condition}`))];
}

const kindOf = (flow: Flow | undefined): string => (flow === undefined || flow.path === 'local' ? 'plain' : flow.path);

function line({ sections = [] }: ElkExtendedEdge, flow: Flow | undefined): string {
  const points = sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]);
  return `<path class="line ${kindOf(flow)}" d="M${points.map(({ x, y }) => `${x} ${y}`).join('L')}" marker-end="url(#head-${kindOf(flow)})"/>`;
}

function box({ x = 0, y = 0, width = 0, height = 0 }: ElkNode, name: string, space: string): string {
  const rows = wrapped(name).map((row, i) => svgText(row, x + INSET.x, y + INSET.y + i * ROW + BASE, 'code'));
  return `<g class="shape ${space}"><rect class="outline" x="${x}" y="${y}" width="${width}" height="${height}" rx="${space === 'peer' || space === 'remote' ? 12 : 4}"/>${rows.join('')}</g>`;
}

function label({ labels = [] }: ElkExtendedEdge, flow: Flow | undefined, href: FlowPictureOptions['href']): string {
  const [at] = labels;
  if (at === undefined || flow === undefined) return '';
  const { x = 0, y = 0, width = 0, height = 0 } = at;
  const [head = '', ...others] = labelOf(flow);
  const rows = [svgText(head, x + width / 2, y + BASE, 'code middle'), ...others.map((row, i) => svgText(row, x + width / 2, y + (i + 1) * ROW + BASE, 'code dim middle'))];
  const words = `${flow.from} → ${flow.to}: ${flow.mechanism}${flow.condition === undefined ? '' : `, if ${flow.condition}`}`;
  const ground = `<rect class="ground" x="${x}" y="${y}" width="${width}" height="${height}"/>`;
  return `<a href="${escapeSvg(href(flow.place))}"><title>${escapeSvg(words)}</title><g class="words ${kindOf(flow)}">${ground}${rows.join('')}</g></a>`;
}
