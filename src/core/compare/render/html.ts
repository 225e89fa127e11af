/** The report as one HTML page that stands alone: no script, nothing from the network. */
import type { Location } from '../../schema.js';
import type { Block, Cell, Claims, ComparisonReport, Diagram, Flow, Steps, Table } from '../model.js';
import type { RenderOptions } from './markdown.js';
import { STYLE } from './style.js';
import { href, labels, PATHS, pieces, sayIn, sizeOf, STEPS, VERDICTS, WORDS, type AddressOf, type Say } from './words.js';

export interface HtmlOptions extends RenderOptions {
  /** SVG drawings by the id of their diagram, with links of their own; a diagram without one is a list. */
  readonly drawings?: ReadonlyMap<string, string>;
  /** The style sheet of the drawings. */
  readonly drawingStyle?: string;
}

interface Page {
  readonly say: Say;
  readonly addressOf: AddressOf;
  readonly drawings: ReadonlyMap<string, string>;
}

export function renderHtml(report: ComparisonReport, { language, addressOf, drawings = new Map(), drawingStyle = '' }: HtmlOptions): string {
  const say = sayIn(language);
  const page: Page = { say, addressOf, drawings };
  const contents = report.sections.map(({ id, title }) => `<li><a href="#${attribute(id)}">${inline(say(title))}</a></li>`).join('');
  const projects = report.projects.map((project) => `<li><strong>${escapeHtml(project.name)}</strong> ${say(sizeOf(project))}</li>`).join('');
  const sections = report.sections.map(({ id, title, blocks }) => `<section id="${attribute(id)}"><h2>${inline(say(title))}</h2>${blocks.map((each) => block(each, page)).join('\n')}</section>`).join('\n');
  return `<!doctype html>
<html lang="${language === 'zh-cn' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(say(report.title))}</title>
<style>${STYLE}${drawingStyle}</style>
</head>
<body>
<header><h1>${inline(say(report.title))}</h1><p>${say(WORDS.counted)}</p><ul class="projects">${projects}</ul>
<nav aria-label="${attribute(say(WORDS.contents))}"><ol>${contents}</ol></nav></header>
<main>
${sections}
</main>
</body>
</html>
`;
}

export function escapeHtml(words: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return words.replace(/[&<>"']/gu, (char) => entities[char] ?? char);
}
const attribute = escapeHtml;

function inline(words: string): string {
  return pieces(words).map(({ isCode, text }) => (isCode ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text))).join('');
}

function links(places: readonly Location[], addressOf: AddressOf, known?: string): string {
  if (places.length === 0) return '';
  return ` <span class="places">${labels(places, known).map((words, i) => {
    const place = places[i] ?? { file: '', line: 1 };
    return `<a href="${attribute(href(place, addressOf))}" title="${attribute(`${place.file}:${place.line}`)}">${escapeHtml(words)}</a>`;
  }).join(' ')}</span>`;
}

function block(each: Block, page: Page): string {
  const { say, addressOf } = page;
  switch (each.kind) {
    case 'table': return table(each, say, addressOf);
    case 'diagram': return diagram(each, page);
    case 'steps': return steps(each, say, addressOf);
    case 'claims': return claims(each, say, addressOf);
    case 'note': return `<p class="note">${inline(say(each.text))}</p>`;
  }
}

/** Wide tables scroll on their own, by keyboard too. */
function scrolled(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [, ...others] = head;
  const body = rows.map(([first, ...cells]) => `<tr><th scope="row">${first ?? ''}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${attribute(caption.replace(/<[^>]*>/gu, ''))}"><table><caption>${caption}</caption><thead><tr><th scope="col">${head[0] ?? ''}</th>${others.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

function table({ caption, columns, rows, folded }: Table, say: Say, addressOf: AddressOf): string {
  const entry = ({ text, places }: Cell, known?: string): string => `${inline(say(text))}${links(places, addressOf, known)}`;
  const cellHtml = (cell: Cell, known?: string): string => (cell.more === undefined ? entry(cell, known) : `<ul>${[cell, ...cell.more].map((each) => `<li>${entry(each, known)}</li>`).join('')}</ul>`);
  const rowHtml = (row: readonly Cell[]): string[] => row.map((cell, i) => cellHtml(cell, i === 0 ? undefined : row[0]?.places[0]?.file));
  const html = scrolled(inline(say(caption)), columns.map((column) => inline(say(column))), rows.map(rowHtml));
  return folded === true ? `<details class="table"><summary>${inline(say(caption))}</summary>${html}</details>` : html;
}

function diagram({ id, caption, flows, mermaid }: Diagram, { say, addressOf, drawings }: Page): string {
  const drawing = drawings.get(id);
  const rows = flows.map((flow) => flowRow(flow, say, addressOf)).join('\n');
  const head = `<figcaption>${inline(say(caption))}</figcaption>`;
  if (drawing === undefined) return `<figure class="flow">${head}<ol>${rows}</ol>${source(mermaid, say)}</figure>`;
  return `<figure class="flow">${head}<div class="scroll" tabindex="0" role="region" aria-label="${attribute(say(caption).replaceAll('`', ''))}">${drawing}</div>${source(mermaid, say)}</figure>`;
}

function flowRow({ from, to, path, mechanism, condition, role, place }: Flow, say: Say, addressOf: AddressOf): string {
  const notes = [...(condition === undefined ? [] : [`${say(WORDS.when)} <code>${escapeHtml(condition)}</code>`]), ...(role === undefined ? [] : [`${say(WORDS.role)}: ${escapeHtml(role)}`])].join(' · ');
  return `<li class="${path}"><span class="node">${escapeHtml(from)}</span><span class="edge"><span class="path">${say(PATHS[path])}</span> <code>${escapeHtml(mechanism)}</code>${links([place], addressOf)}</span><span class="node">${escapeHtml(to)}</span>${notes === '' ? '' : `<span class="notes">${notes}</span>`}</li>`;
}

function steps({ caption, steps: all, mermaid }: Steps, say: Say, addressOf: AddressOf): string {
  const rows = all.map(({ what, text, place, when }) => `<li class="${what}"><span class="lane">${say(STEPS[what])}</span><span class="lifeline" aria-hidden="true"></span><span>${inline(say(text))}${links([place], addressOf)}${when === undefined ? '' : `<span class="notes">${say(WORDS.when)} <code>${escapeHtml(when)}</code></span>`}</span></li>`).join('\n');
  return `<figure class="steps"><figcaption>${inline(say(caption))}</figcaption><ol>${rows}</ol>${source(mermaid, say)}</figure>`;
}

function source(mermaid: string, say: Say): string {
  return `<details><summary>${say(WORDS.diagramText)}</summary><pre>${escapeHtml(mermaid)}</pre></details>`;
}

function claims({ caption, claims: all }: Claims, say: Say, addressOf: AddressOf): string {
  const rows = all.map(({ text, source: from, verdict, because, places }) => [inline(say(text)), `<span class="verdict ${verdict}">${say(VERDICTS[verdict])}</span>`, `${inline(say(because))}${links(places, addressOf)}`, escapeHtml(from)]);
  return scrolled(inline(say(caption)), [WORDS.statement, WORDS.verdict, WORDS.because, WORDS.read].map(say), rows);
}
