const SIZE = 132;
const CENTRE = SIZE / 2;
const RADIUS = 52;
/** Radians between two segments. */
const GAP = 0.09;

/** The stages as segments of a circle; the last of a number that only the build knows is dotted. */
export function RingDrawing({ segments, isSymbolic, title, subtitle }: { readonly segments: number; readonly isSymbolic: boolean; readonly title: string; readonly subtitle: string }) {
  const step = (2 * Math.PI) / segments;
  return (
    <svg className="ring-drawing" width={SIZE} height={SIZE} viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
      {Array.from({ length: segments }, (_, index) => (
        <path key={index} className={`ring-segment ${isSymbolic && index === segments - 1 ? 'is-symbolic' : ''}`} d={arc(index * step + GAP / 2, (index + 1) * step - GAP / 2)} />
      ))}
      <text className="ring-title" x={CENTRE} y={CENTRE - 2} textAnchor="middle">{title}</text>
      <text className="ring-subtitle" x={CENTRE} y={CENTRE + 14} textAnchor="middle">{subtitle}</text>
    </svg>
  );
}

/** Clockwise from the top. */
function arc(from: number, to: number): string {
  const at = (angle: number): string => `${(CENTRE + RADIUS * Math.sin(angle)).toFixed(1)} ${(CENTRE - RADIUS * Math.cos(angle)).toFixed(1)}`;
  // An arc cannot end where it begins: a whole circle is two halves.
  const middle = (from + to) / 2;
  return `M${at(from)}A${RADIUS} ${RADIUS} 0 0 1 ${at(middle)}A${RADIUS} ${RADIUS} 0 0 1 ${at(to)}`;
}
