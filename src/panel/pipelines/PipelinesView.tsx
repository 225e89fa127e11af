import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Kernel, PipelineArrival, PipelineOperation, PipelineWait } from '../../core/schema.js';
import { LineLink, OperationButton } from '../LineLink.js';
import { shorten } from '../text.js';
import { useWords } from '../words.js';
import type { Words } from '../words.js';
import { ringsOf } from './rings.js';
import type { ByRole, Ring } from './rings.js';
import { RingDrawing } from './RingDrawing.js';

/** Longest text in the middle of a ring, in character cells. */
const RING_CELLS = 12;

/** A ring for each array of mbarriers: who arrives on the left, who waits on the right. */
export function PipelinesView({ kernel }: { readonly kernel: Kernel }) {
  const words = useWords();
  const rings = useMemo(() => ringsOf(kernel.pipelines), [kernel.pipelines]);
  if (rings.length === 0) return <p className="empty">{words.pipelines.none}</p>;
  return (
    <div className="pipelines">
      <p className="intro">{words.pipelines.intro}</p>
      {rings.map((ring) => <RingCard key={ring.object} ring={ring} file={kernel.file} />)}
    </div>
  );
}

function RingCard({ ring, file }: { readonly ring: Ring; readonly file: string }) {
  const words = useWords();
  const text = words.pipelines;
  const id = ringId(ring.object);
  return (
    <section className="ring" id={id} tabIndex={-1} aria-labelledby={`${id}-name`}>
      <h2 className="ring-name" id={`${id}-name`}>
        <span className="only-read">{text.spoken('')}</span>
        <code>{ring.object}</code>
        <span className="ring-facts">{factsOf(ring, words)}</span>
        <span className="ring-init">
          {ring.init.length === 0 ? text.noInit : <>{text.init} {ring.init.map((init) => <LineLink key={`${init.line}:${init.column}`} place={init} file={file} />)}</>}
        </span>
        {ring.partners.length === 0 ? null : (
          <span className="ring-partners">
            {text.partner} {ring.partners.map((partner) => <a key={partner} className="place" href={`#${ringId(partner)}`} onClick={(event) => { event.preventDefault(); focusRing(partner); }}>{partner}</a>)}
          </span>
        )}
      </h2>
      <div className="ring-body">
        <Side className="ring-arrive" title={text.arrives} nobody={text.nobodyArrives} roles={ring.arrive} file={file} facts={(arrival) => arrivalFacts(arrival, words)} />
        <RingDrawing
          segments={ring.segments}
          title={ring.stages === '' ? '?' : shorten(ring.stages, RING_CELLS)}
          subtitle={ring.counts.length === 0 ? '' : shorten(text.arrivals(ring.counts.join(', ')), RING_CELLS + 3)}
        />
        <Side className="ring-wait" title={text.waits} nobody={text.nobodyWaits} roles={ring.wait} file={file} facts={(wait) => waitFacts(wait, words)} />
      </div>
    </section>
  );
}

function Side<T extends PipelineOperation>({ className, title, nobody, roles, file, facts }: {
  readonly className: string;
  readonly title: string;
  readonly nobody: string;
  readonly roles: readonly ByRole<T>[];
  readonly file: string;
  readonly facts: (operation: T) => readonly ReactNode[];
}) {
  const words = useWords();
  return (
    <div className={`ring-side ${className}`}>
      <h3>{title}</h3>
      {roles.length === 0 ? <p className="empty-side">{nobody}</p> : null}
      {roles.map(({ role, operations }) => (
        <div key={role ?? ''} className="ring-role">
          <h4>{role ?? words.wholeKernel}</h4>
          <ul>
            {operations.map((operation) => (
              <li key={`${operation.file}:${operation.line}:${operation.column}`}>
                <OperationButton place={operation} file={file} facts={[...facts(operation), words.pipelines.threads[operation.threads]]} when={operation.when} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function factsOf(ring: Ring, { pipelines: text }: Words): string {
  const stages = ring.stages === '' ? text.unknownStages : ring.stages === '1' ? text.oneStage : text.stages(ring.stages);
  return [stages, ...ring.counts.map(text.count)].join(' · ');
}

function arrivalFacts(arrival: PipelineArrival, { pipelines: text }: Words): readonly ReactNode[] {
  return [
    text.how[arrival.how],
    ...(arrival.bytes === undefined ? [] : [<span key="bytes">{text.bytes} <code>{arrival.bytes}</code></span>]),
    ...(arrival.target === 'own block' ? [] : [text.target[arrival.target]]),
  ];
}

function waitFacts(wait: PipelineWait, { pipelines: text }: Words): readonly ReactNode[] {
  return wait.phase === undefined ? [] : [<span key="phase">{text.phase} <code>{wait.phase}</code></span>];
}

function ringId(object: string): string {
  return `ring-${object.replace(/\W/g, '-')}`;
}

function focusRing(object: string): void {
  const ring = document.getElementById(ringId(object));
  ring?.focus();
  ring?.scrollIntoView({ block: 'nearest' });
}
