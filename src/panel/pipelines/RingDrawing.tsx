import type { Segment } from './rings.js';

const SIZE = 132;
const CENTRE = SIZE / 2;
const RADIUS = 52;
/** Of the names of segments: outside the stroke. */
const NAMES = RADIUS + 20;
/** Radians between two segments. */
const GAP = 0.09;
/** A dash and the room behind it, as in the style sheet. */
const DASH = 7;

/** The stages as segments of a circle. Where the source does not say how many, the first ones and the last have their names, and what is between them is dotted. */
export function RingDrawing({ segments, title, subtitle }: { readonly segments: readonly Segment[]; readonly title: string; readonly subtitle: string }) {
  const step = (2 * Math.PI) / segments.length;
  // A circle of one segment has no gap in it.
  const gap = segments.length === 1 ? 0 : GAP;
  return (
    <svg className="ring-drawing" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {segments.map(({ name, isMany }, index) => (
        <g key={index}>
          <path className={`ring-segment ${isMany ? 'is-symbolic' : ''}`} d={arc(index * step + gap / 2, (index + 1) * step - gap / 2)} pathLength={isMany ? wholeDashes((step - gap) * RADIUS) : undefined} />
          {name === '' ? null : <text className="ring-subtitle" {...at((index + 0.5) * step, NAMES, 4)} textAnchor="middle">{name}</text>}
        </g>
      ))}
      <text className="ring-title" x={CENTRE} y={CENTRE - 2} textAnchor="middle">{title}</text>
      <text className="ring-subtitle" x={CENTRE} y={CENTRE + 14} textAnchor="middle">{subtitle}</text>
    </svg>
  );
}

/** Clockwise from the top. */
function arc(from: number, to: number): string {
  const point = (angle: number): string => {
    const { x, y } = at(angle, RADIUS, 0);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  // An arc cannot end where it begins: a whole circle is two halves.
  const middle = (from + to) / 2;
  return `M${point(from)}A${RADIUS} ${RADIUS} 0 0 1 ${point(middle)}A${RADIUS} ${RADIUS} 0 0 1 ${point(to)}`;
}

/** The length to reckon with so that the last dash is as long as the first: a circle has no seam. */
function wholeDashes(length: number): number {
  return Math.round(length / DASH) * DASH;
}

function at(angle: number, radius: number, down: number): { readonly x: number; readonly y: number } {
  return { x: CENTRE + radius * Math.sin(angle), y: CENTRE - radius * Math.cos(angle) + down };
}
