/**
 * A kernel's data flow as an SVG drawing for a page: the layout and the shapes of the panel, with links in place of clicks. Colours come
 * from the page's style sheet (`DRAWING_STYLE`), so that one drawing serves light, dark and paper.
 */
import type { Language } from '../core/knowledge/language.js';
import type { Kernel } from '../core/schema.js';
import { edgePath } from '../panel/graph/view.js';
import type { Detail, Place, PositionedBand, PositionedBarrier, PositionedEdge, PositionedGraph, PositionedNode } from '../panel/graphModel.js';
import { shapeOf, shapePaths, textInset } from '../panel/shapes.js';
import { ROW_HEIGHT } from '../panel/text.js';
import { layoutKernel } from '../server/layout.js';
import { arrowHeads, escapeSvg, svgText } from './svg.js';

export interface PictureOptions {
  readonly detail: Detail;
  /** Names the drawing for screen readers. */
  readonly title: string;
  /** Of what does not come from the source. */
  readonly language: Language;
  /** Address of a line. */
  href(place: Place): string;
}

export async function kernelPicture(kernel: Kernel, { detail, language, ...options }: PictureOptions): Promise<string> {
  return drawing(await layoutKernel(kernel, { detail, toggled: [] }, language), options);
}

const CORNER = 9;
/** Distance of a row's base line from its top, in pixels. */
const BASE = 11.5;
/** Distance of two rows of what a barrier does. */
const BARRIER_ROW = 17;

export function drawing(graph: PositionedGraph, { title, href }: Omit<PictureOptions, 'detail' | 'language'>): string {
  const parts = [
    ...graph.bands.map((each) => band(each, href)),
    ...graph.edges.map(line),
    ...graph.nodes.map((each) => node(each, href)),
    ...graph.edges.map((each) => label(each, href)),
    ...graph.barriers.map((each) => barrier(each, href)),
  ];
  return `<svg class="drawing" role="group" aria-label="${escapeSvg(title)}" viewBox="0 0 ${graph.width} ${graph.height}" width="${graph.width}" height="${graph.height}" xmlns="http://www.w3.org/2000/svg"><defs>${arrowHeads()}</defs>${parts.join('\n')}</svg>`;
}

function linked(places: readonly Place[], title: string, content: string, href: PictureOptions['href']): string {
  const [first] = places;
  const inner = `<title>${escapeSvg(title)}</title>${content}`;
  return first === undefined ? `<g>${inner}</g>` : `<a href="${escapeSvg(href(first))}">${inner}</a>`;
}

function band({ x, y, width, height, name, condition, line: from, endLine, file, nodeCount }: PositionedBand, href: PictureOptions['href']): string {
  const words = [condition, `${from}–${endLine}`, ...(nodeCount === 0 ? ['no data flow here'] : [])].filter((part) => part !== '').join('  ·  ');
  const heading = `<text class="name" x="${x + 14}" y="${y + 20}">${escapeSvg(name)}<tspan class="dim code" dx="10">${escapeSvg(cut(words, Math.floor(width / 7) - name.length - 6))}</tspan></text>`;
  return `<rect class="band" x="${x + 0.5}" y="${y + 0.5}" width="${width - 1}" height="${height - 1}" rx="5"/>${linked([{ file, line: from }], `${name}: ${words}`, heading, href)}`;
}

function node(each: PositionedNode, href: PictureOptions['href']): string {
  const { x, y, width, height } = each;
  const shape = shapeOf(each);
  const { outline, inner } = shapePaths(shape, width, height);
  const isDecision = shape === 'decision';
  const inside = isDecision ? each.label : [...each.label, each.caption, ...each.details];
  const outside = isDecision ? [each.caption, ...each.details].filter((row) => row !== '') : [];
  const top = (height - inside.length * ROW_HEIGHT) / 2 + (shape === 'global' ? 2.5 : shape === 'register' ? -2.5 : 0);
  const rows = inside.map((row, i) => svgText(row, isDecision ? width / 2 : textInset(shape), top + i * ROW_HEIGHT + BASE, `${i < each.label.length ? '' : `code${i === each.label.length ? ' dim' : ''}`}${isDecision ? ' middle' : ''}`));
  const beside = (height - outside.length * ROW_HEIGHT) / 2;
  const around = outside.map((row, i) => (each.isBeside === true
    ? svgText(row, width + 3, beside + i * ROW_HEIGHT + BASE, 'code dim')
    : svgText(row, width / 2, height + 2 + i * ROW_HEIGHT + BASE, 'code dim middle')));
  const content = `<g transform="translate(${x} ${y})" class="shape ${shape}"><path class="outline" d="${outline}"/>${inner === '' ? '' : `<path class="inner" d="${inner}"/>`}${[...rows, ...around].join('')}</g>`;
  return linked(each.places, each.title, content, href);
}

function kindOf({ gap, path }: PositionedEdge): 'plain' | 'nvlink' | 'rdma' | 'gap' {
  return gap ? 'gap' : (path ?? 'plain');
}

function line(each: PositionedEdge): string {
  const kind = kindOf(each);
  return `<path class="line ${kind}" d="${edgePath(each, CORNER)}" marker-end="url(#head-${kind})"/>`;
}

function label(each: PositionedEdge, href: PictureOptions['href']): string {
  if (each.label === undefined) return '';
  const { x, y, width, height, upper, lower } = each.label;
  const middle = x + width / 2;
  const content = [svgText(upper, middle, y + BASE, 'code middle'), ...(lower === '' ? [] : [svgText(lower, middle, y + height - ROW_HEIGHT + BASE, 'code dim middle')])].join('');
  return linked(each.places, each.title, `<g class="words ${kindOf(each)}">${content}</g>`, href);
}

function barrier({ x, y, width, height, label: words, details, title, places, band: own, isOfRanks }: PositionedBarrier, href: PictureOptions['href']): string {
  const middle = y + 13;
  const room = Math.floor(width / 6.9) - 6;
  const rows = details.map((row, index) => svgText(cut(row, room), x + 19, y + height - 5 - (details.length - 1 - index) * BARRIER_ROW, 'code dim')).join('');
  const content = `<g class="barrier${own === undefined || isOfRanks === true ? '' : ' within'}"><line x1="${x}" x2="${x + width}" y1="${middle}" y2="${middle}"/><rect x="${x + 12}" y="${middle - 9}" width="${words.length * 6.9 + 14}" height="18" rx="9"/>${svgText(words, x + 19, middle + 4, 'code')}${rows}</g>`;
  return linked(places, title, content, href);
}

function cut(words: string, length: number): string {
  return words.length <= length ? words : `${words.slice(0, Math.max(0, length - 1))}…`;
}

/** For the style sheet of the page; its variables are the page's own. */
export const DRAWING_STYLE = `
.drawing { display: block; max-width: 100%; min-width: 44rem; height: auto; font: 12px system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
.drawing.flows { min-width: 0; }
.drawing text { fill: var(--text); }
.drawing a { text-decoration: none; }
.drawing a:hover text, .drawing a:focus text { text-decoration: underline; }
.drawing .code { font: 11px ui-monospace, "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.drawing .dim { fill: var(--dim); }
.drawing .middle { text-anchor: middle; }
.drawing .name { font-weight: 600; font-size: 13px; }
.drawing .band { fill: var(--band); stroke: var(--line); }
.drawing .outline { fill: var(--back); stroke: var(--shape, var(--local)); stroke-width: 1.5; }
.drawing .inner { fill: none; stroke: var(--shape, var(--local)); stroke-width: 1.25; }
.drawing .shape.global { --shape: var(--global); } .drawing .shape.shared { --shape: var(--shared); } .drawing .shape.tensor { --shape: var(--tensor); }
.drawing .shape.own-window { --shape: var(--link); } .drawing .shape.peer { --shape: var(--nvlink); } .drawing .shape.remote { --shape: var(--rdma); }
.drawing .shape.decision { --shape: var(--text); } .drawing .shape.gap { --shape: var(--gap); } .drawing .shape.host { --shape: var(--text); }
.drawing .shape.peer .outline, .drawing .shape.remote .outline { stroke-width: 2.25; }
.drawing .shape.unknown .outline { stroke-dasharray: 4 3; } .drawing .shape.gap .outline { stroke-dasharray: 2 3; }
.drawing .line { fill: none; stroke: var(--flow, var(--local)); stroke-width: 1.5; }
.drawing .nvlink { --flow: var(--nvlink); } .drawing .rdma { --flow: var(--rdma); } .drawing .gap { --flow: var(--gap); }
.drawing .line.nvlink, .drawing .line.rdma, .drawing .line.gap { stroke-width: 2.25; }
.drawing .line.rdma { stroke-dasharray: 7 4; } .drawing .line.gap { stroke-dasharray: 2 4; }
.drawing .head path { fill: var(--flow, var(--local)); }
.drawing .words.nvlink .code:not(.dim) { fill: var(--nvlink); } .drawing .words.rdma .code:not(.dim) { fill: var(--rdma); } .drawing .words.gap .code:not(.dim) { fill: var(--gap); }
.drawing .ground { fill: var(--back); }
.drawing .barrier line { stroke: var(--text); stroke-width: 2; } .drawing .barrier.within line { stroke-width: 1; stroke-dasharray: 5 3; }
.drawing .barrier rect { fill: var(--back); stroke: var(--text); stroke-width: 1.5; }
`;
