/** One row of the sequence diagram: the life lines and what one step does between them. */
export const LANES = ['blocks', 'block', 'memory', 'peers'] as const;
export type Lane = (typeof LANES)[number];

export type Drawing =
  | { readonly kind: 'arrow'; readonly from: Lane; readonly to: Lane; readonly className: string }
  | { readonly kind: 'bar'; readonly from: Lane; readonly to: Lane }
  | { readonly kind: 'self' };

const LANE_WIDTH = 112;
const HEIGHT = 46;
const MIDDLE = 28;
/** The life lines go on as far as the texts beside them; what is longer than the row is cut. */
const LONG = 400;

export function LaneHeads({ lanes, names }: { readonly lanes: readonly Lane[]; readonly names: Readonly<Record<Lane, string>> }) {
  return (
    <svg className="lanes" width={lanes.length * LANE_WIDTH} height="24" aria-hidden="true">
      {lanes.map((lane) => <text key={lane} className="lane-name" x={at(lane)} y="16" textAnchor="middle">{names[lane]}</text>)}
    </svg>
  );
}

export function StepDrawing({ lanes, drawing, label }: { readonly lanes: readonly Lane[]; readonly drawing: Drawing; readonly label: string }) {
  return (
    <svg className="step-drawing" width={lanes.length * LANE_WIDTH} height={HEIGHT} aria-hidden="true">
      {lanes.map((lane) => <path key={lane} className="lifeline" d={`M${at(lane)} 0V${LONG}`} />)}
      <Mark drawing={drawing} />
      <text className="step-label" x={labelX(drawing)} y={MIDDLE - 7} textAnchor="middle">{label}</text>
    </svg>
  );
}

function Mark({ drawing }: { readonly drawing: Drawing }) {
  switch (drawing.kind) {
    case 'arrow': {
      const [from, to] = [at(drawing.from), at(drawing.to)];
      const sign = Math.sign(to - from);
      return (
        <g className={`step-arrow ${drawing.className}`}>
          <path className="step-line" d={`M${from} ${MIDDLE}H${to - 7 * sign}`} />
          <path className="step-head" d={`M${to} ${MIDDLE}l${-9 * sign} -4.5v9Z`} />
        </g>
      );
    }
    case 'bar':
      return <rect className="step-bar" x={at(drawing.from) - 10} y={MIDDLE - 3} width={at(drawing.to) - at(drawing.from) + 20} height="6" rx="2" />;
    case 'self':
      return <path className="step-self" d={`M${at('block')} ${MIDDLE - 7}h16v12h-10m6 -4l-6 4l6 4`} />;
  }
}

function at(lane: Lane): number {
  return (LANES.indexOf(lane) + 0.5) * LANE_WIDTH;
}

function labelX(drawing: Drawing): number {
  return drawing.kind === 'self' ? at('block') : (at(drawing.from) + at(drawing.to)) / 2;
}
