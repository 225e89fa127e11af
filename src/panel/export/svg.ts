import type { PositionedGraph } from '../graphModel.js';
import { draw } from './drawing.js';
import type { Colour, Mark } from './drawing.js';

const FONTS = { label: 'sans-serif', code: 'monospace' };

/** A document of its own: no style sheet, no script, nothing fetched; texts are escaped. */
export function toSvg(graph: PositionedGraph, title: string, colours: Readonly<Record<Colour, string>>): string {
  const { width, height } = graph;
  const marks = draw(graph).map((mark) => markText(mark, colours));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${escape(colours.background)}"/>`,
    ...marks,
    '</svg>',
    '',
  ].join('\n');
}

function markText(mark: Mark, colours: Readonly<Record<Colour, string>>): string {
  const colour = (name: Colour | undefined): string => (name === undefined ? 'none' : escape(colours[name]));
  if (mark.kind === 'text') {
    const anchor = mark.isCentred === true ? ' text-anchor="middle"' : '';
    return `<text x="${mark.x}" y="${mark.y}" font-family="${FONTS[mark.font]}" font-size="${mark.size}"${mark.bold === true ? ' font-weight="600"' : ''}${anchor} fill="${colour(mark.colour)}">${escape(mark.text)}</text>`;
  }
  const dash = mark.dash === undefined || mark.dash.length === 0 ? '' : ` stroke-dasharray="${mark.dash.join(' ')}"`;
  const place = mark.x === 0 && mark.y === 0 ? '' : ` transform="translate(${mark.x} ${mark.y})"`;
  return `<path d="${mark.d}"${place} fill="${colour(mark.fill)}" stroke="${colour(mark.stroke)}" stroke-width="${mark.width ?? 1}"${dash}/>`;
}

/** Control characters are not allowed in XML at all. */
function escape(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
