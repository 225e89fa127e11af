/** Files of the graph: a picture is drawn here in the theme's colours, a text is asked of the host. */
import type { PositionedGraph } from '../graphModel.js';
import type { ExportFormat } from '../messages.js';
import { post } from '../vscodeApi.js';
import { COLOURS, draw } from './drawing.js';
import type { Colour } from './drawing.js';
import { toSvg } from './svg.js';

/** Pixels of the PNG for one of the graph, fewer where a canvas cannot be so large. */
const SCALE = 2;
const MAX_PIXELS = 12_000;

export function exportAs(format: ExportFormat, graph: PositionedGraph, name: string): void {
  switch (format) {
    case 'svg':
      post({ kind: 'save', format, data: toSvg(graph, name, themeColours()) });
      return;
    case 'png':
      post({ kind: 'save', format, data: toPng(graph) });
      return;
    default:
      post({ kind: 'export', format });
  }
}

/** The theme's colours as numbers: mixed ones are written in ways that not every program reads, so each is painted and looked at. */
function themeColours(): Readonly<Record<Colour, string>> {
  const probe = document.createElement('span');
  document.body.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const entries = COLOURS.map((name) => {
    probe.style.color = `var(--${name})`;
    if (canvas === null) return [name, '#808080'] as const;
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = getComputedStyle(probe).color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 255] = canvas.getImageData(0, 0, 1, 1).data;
    return [name, `rgba(${r}, ${g}, ${b}, ${(a / 255).toFixed(2)})`] as const;
  });
  probe.remove();
  return Object.fromEntries(entries) as Record<Colour, string>;
}

/** Base64 without the address's head. */
function toPng(graph: PositionedGraph): string {
  const colours = themeColours();
  const scale = Math.min(SCALE, MAX_PIXELS / graph.width, MAX_PIXELS / graph.height);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.ceil(graph.width * scale), Math.ceil(graph.height * scale)];
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The picture could not be drawn.');
  context.scale(scale, scale);
  context.fillStyle = colours.background;
  context.fillRect(0, 0, graph.width, graph.height);
  const families = { label: 'sans-serif', code: 'monospace' };
  for (const mark of draw(graph)) {
    if (mark.kind === 'text') {
      context.font = `${mark.bold === true ? '600 ' : ''}${mark.size}px ${families[mark.font]}`;
      context.textAlign = mark.isCentred === true ? 'center' : 'left';
      context.fillStyle = colours[mark.colour];
      context.fillText(mark.text, mark.x, mark.y);
      continue;
    }
    const path = new Path2D(mark.d);
    context.save();
    context.translate(mark.x, mark.y);
    if (mark.fill !== undefined) {
      context.fillStyle = colours[mark.fill];
      context.fill(path);
    }
    if (mark.stroke !== undefined) {
      context.strokeStyle = colours[mark.stroke];
      context.lineWidth = mark.width ?? 1;
      context.setLineDash([...(mark.dash ?? [])]);
      context.stroke(path);
    }
    context.restore();
  }
  return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
}
