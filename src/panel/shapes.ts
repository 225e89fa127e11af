/**
 * The shapes that tell the memory spaces apart without colour. Pure geometry: the layout ends the edges on the outlines,
 * the panel draws them.
 */
import type { GraphNode, Space } from '../core/schema.js';

export type Shape = Space | 'decision' | 'gap';

/** Slant of the hexagon, and size of the folded corner, in pixels. */
const SLANT = 13;
const FOLD = 11;
/** Distance of inner lines from the outline. */
const INNER = 6;

export function shapeOf(node: Pick<GraphNode, 'kind' | 'space'>): Shape {
  return node.kind === 'decision' || node.kind === 'gap' ? node.kind : node.space;
}

/** Horizontal room that a shape takes away from the text on each side. */
export function textInset(shape: Shape): number {
  switch (shape) {
    case 'peer':
      return 18;
    case 'remote':
      return SLANT + 8;
    case 'tensor':
      return INNER + 10;
    case 'gap':
      return 26;
    default:
      return 11;
  }
}

/** How far inside the bounding box the outline is at the top and bottom, `dx` away from the middle of the width. */
export function verticalInset(shape: Shape, width: number, height: number, dx: number): number {
  const half = width / 2;
  const away = Math.min(Math.abs(dx), half);
  switch (shape) {
    case 'peer': {
      const radius = Math.min(height / 2, half);
      const over = Math.max(0, away - (half - radius));
      return radius - Math.sqrt(radius * radius - over * over);
    }
    case 'remote':
      return ((height / 2) * Math.max(0, away - (half - SLANT))) / SLANT;
    case 'decision':
      return ((height / 2) * away) / half;
    default:
      return 0;
  }
}

/** How far inside the bounding box the outline is at the left and right, `dy` away from the middle of the height. */
export function outlineInset(shape: Shape, width: number, height: number, dy: number): number {
  const half = height / 2;
  const away = Math.min(Math.abs(dy), half);
  switch (shape) {
    case 'peer': {
      const radius = Math.min(half, width / 2);
      const over = Math.max(0, away - (half - radius));
      return radius - Math.sqrt(radius * radius - over * over);
    }
    case 'remote':
      return (SLANT * away) / half;
    case 'decision':
      return ((width / 2) * away) / half;
    default:
      return 0;
  }
}

export interface ShapePaths {
  /** The closed outline. */
  readonly outline: string;
  /** Lines inside it; empty if none. */
  readonly inner: string;
}

/** SVG paths of a shape in a box from (0, 0). */
export function shapePaths(shape: Shape, width: number, height: number): ShapePaths {
  const [w, h] = [width, height];
  switch (shape) {
    case 'global':
      return { outline: rounded(w, h, 1), inner: `M0 ${INNER}H${w}` };
    case 'shared':
      return { outline: rounded(w, h, 1), inner: '' };
    case 'tensor':
      return { outline: rounded(w, h, 1), inner: `M${INNER} 0V${h}M${w - INNER} 0V${h}` };
    case 'own-window':
      return { outline: rounded(w, h, 9), inner: '' };
    case 'peer':
      return { outline: rounded(w, h, Math.min(h, w) / 2), inner: '' };
    case 'remote':
      return { outline: `M${SLANT} 0H${w - SLANT}L${w} ${h / 2}L${w - SLANT} ${h}H${SLANT}L0 ${h / 2}Z`, inner: '' };
    case 'host':
      return { outline: `M0 0H${w - FOLD}L${w} ${FOLD}V${h}H0Z`, inner: `M${w - FOLD} 0V${FOLD}H${w}` };
    case 'register':
      return { outline: rounded(w, h, 3), inner: `M0 ${h - INNER}H${w}` };
    case 'unknown':
      return { outline: rounded(w, h, 5), inner: '' };
    case 'decision':
      return { outline: `M0 ${h / 2}L${w / 2} 0L${w} ${h / 2}L${w / 2} ${h}Z`, inner: '' };
    case 'gap':
      return { outline: rounded(w, h, 3), inner: `M8 ${h / 2 - 5}l10 10m0 -10l-10 10` };
  }
}

function rounded(w: number, h: number, r: number): string {
  return `M${r} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}
