/** Pieces of SVG that the drawings of a page share. */

const KINDS = ['plain', 'nvlink', 'rdma', 'gap'] as const;

/** Several drawings of a page can share the heads: they are the same. */
export function arrowHeads(): string {
  return KINDS.map((kind) => `<marker id="head-${kind}" class="head ${kind}" viewBox="0 0 10 10" refX="9.5" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 1L10 5L0 9Z"/></marker>`).join('');
}

export function svgText(words: string, x: number, y: number, style: string): string {
  return `<text x="${round(x)}" y="${round(y)}"${style.trim() === '' ? '' : ` class="${style.trim()}"`}>${escapeSvg(words)}</text>`;
}

const round = (value: number): number => Math.round(value * 2) / 2;

/** Names of the workspace are text, never markup; control characters would make the file unreadable. */
export function escapeSvg(words: string): string {
  return words.replace(/[&<>"']/gu, (char) => `&#${char.charCodeAt(0)};`).replace(/[^\P{Cc}\n\t]/gu, ' ');
}
