/** A kernel's graph as text for other programs. Pure; what comes from the analysed code is escaped for each format. */
import type { Kernel } from '../../schema.js';
import { toDot } from './dot.js';
import type { GraphFormat } from './formats.js';
import { toMarkdown } from './markdown.js';
import { toMermaid } from './mermaid.js';

export function exportKernel(kernel: Kernel, format: GraphFormat): string {
  switch (format) {
    case 'mermaid': return toMermaid(kernel);
    case 'dot': return toDot(kernel);
    // What a kernel makes on demand is copied by this.
    case 'json': return `${JSON.stringify({ schema: 1, kernel }, undefined, 2)}\n`;
    case 'markdown': return toMarkdown(kernel);
  }
}
