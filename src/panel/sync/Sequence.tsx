import type { ReactNode } from 'react';
import type { Synchronisation, SyncProtocol, SyncStep } from '../../core/schema.js';
import { Condition, LineLink, OperationButton } from '../LineLink.js';
import { useWords } from '../words.js';
import type { Words } from '../words.js';
import { LANES, LaneHeads, StepDrawing } from './StepDrawing.js';
import type { Lane } from './StepDrawing.js';
import { groupsOf } from './groups.js';
import type { SequenceGroup, SequenceRow } from './groups.js';

/** Id of the heading. */
export const SEQUENCE_NAME = 'sequence-name';

/** A sequence diagram of a barrier for each instantiation that differs: a row a step, each a way to its line. */
export function Sequence({ barrier, file }: { readonly barrier: Synchronisation; readonly file: string }) {
  const words = useWords();
  return (
    <section className="sequence" aria-labelledby={SEQUENCE_NAME}>
      <h2 id={SEQUENCE_NAME}>{words.sync.sequence(barrier.text ?? '')} <LineLink place={barrier} file={file} /></h2>
      {(barrier.protocols ?? []).map((protocol) => <Protocol key={JSON.stringify(protocol.given)} protocol={protocol} level={barrier.level} file={file} />)}
    </section>
  );
}

function Protocol({ protocol, level, file }: { readonly protocol: SyncProtocol; readonly level: Synchronisation['level']; readonly file: string }) {
  const words = useWords();
  const lanes = LANES.filter((lane) => lane !== 'peers' || level === 'ranks');
  const given = protocol.given.map(({ name, value }) => `${name} = ${value}`).join(', ');
  return (
    <>
      {given === '' ? null : <h3>{words.sync.given} <code>{given}</code></h3>}
      <LaneHeads lanes={lanes} names={words.sync.lanes} />
      <ol className="steps" aria-label={given === '' ? words.sync.protocol : given}>
        {groupsOf(protocol.steps).map((group, index) => <Group key={index} group={group} lanes={lanes} file={file} />)}
      </ol>
    </>
  );
}

interface RowsProps {
  readonly lanes: readonly Lane[];
  readonly file: string;
}

/** What is done under the same conditions has a frame around it that says them, as alternatives have in UML. */
function Group({ group, ...props }: { readonly group: SequenceGroup } & RowsProps) {
  const words = useWords();
  const { within, when, rows } = group;
  if (within === undefined && when === undefined) return rows.map((row, index) => <Row key={index} row={row} {...props} />);
  return (
    <li className="frame">
      <p className="frame-name">
        {within === undefined ? null : <span>{words.sync.within} <code>{within}</code></span>}
        {when === undefined ? null : <span>{words.pipelines.when} <Condition text={when} /></span>}
      </p>
      <ol className="steps">{rows.map((row, index) => <Row key={index} row={row} {...props} />)}</ol>
    </li>
  );
}

function Row({ row, lanes, file }: { readonly row: SequenceRow } & RowsProps) {
  const words = useWords();
  return (
    <li className="step">
      {row.kind === 'mirrored'
        ? <><StepDrawing lanes={lanes} drawing={{ kind: 'arrow', from: 'peers', to: 'memory', className: `${row.path} is-mirrored` }} label="" /><span className="mirrored">{words.sync.mirrored}</span></>
        : <><StepDrawing lanes={lanes} drawing={drawingOf(row.step)} label={labelOf(row.step)} /><OperationButton place={row.step} file={file} facts={factsOf(row.step, words)} when={row.when} /></>}
    </li>
  );
}

function drawingOf(step: SyncStep): Parameters<typeof StepDrawing>[0]['drawing'] {
  switch (step.does) {
    case 'signal': return { kind: 'arrow', from: 'block', to: 'peers', className: step.path ?? '' };
    case 'count': return { kind: 'arrow', from: 'block', to: 'memory', className: 'plain' };
    case 'wait': return { kind: 'arrow', from: 'memory', to: 'block', className: 'waits' };
    case 'meet':
      if (step.level === 'ranks') return { kind: 'bar', from: 'blocks', to: 'peers' };
      return { kind: 'bar', from: step.level === 'grid' || step.level === 'cluster' ? 'blocks' : 'block', to: 'block' };
    default: return { kind: 'self' };
  }
}

/** Over the line: the value, then order and scope as PTX writes them. */
function labelOf({ values = [], order, scope, does, level }: SyncStep): string {
  if (does === 'meet') return level ?? '';
  const short = values.filter((value) => value.length <= 6).map((value) => (/^\d/.test(value) ? `+${value}` : value)).join(' / ');
  return [short, [order, scope].filter((part) => part !== undefined).join('.')].filter((part) => part !== '').join(' · ');
}

function factsOf(step: SyncStep, { sync: text }: Words): readonly ReactNode[] {
  const { values = [] } = step;
  const isSigned = values.length === 2 && Number(values[0]) === -Number(values[1]);
  return [
    step.does === 'meet' && step.level !== undefined ? text.meets[step.level] : text.does[step.does],
    ...(step.path === undefined ? [] : [text.path[step.path]]),
    <code key="mechanism">{step.mechanism}</code>,
    ...(values.length === 0 ? [] : [<span key="value">{text.value} <code>{values.join(' / ')}</code>{isSigned ? `, ${text.alternates}` : ''}</span>]),
    ...(step.until === undefined ? [] : [<span key="until">{text.until} <code>{step.until}</code></span>]),
    ...(step.within === undefined ? [] : [<span key="within">{text.within} <code>{step.within}</code></span>]),
  ];
}
