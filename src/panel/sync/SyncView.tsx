import { Fragment, useEffect, useRef } from 'react';
import type { Kernel, Synchronisation } from '../../core/schema.js';
import { LineLink } from '../LineLink.js';
import { placeName } from '../text.js';
import { useWords } from '../words.js';
import { barriersOf, layersOf } from './layers.js';
import type { Layer, LayerEntry } from './layers.js';
import { Sequence, SEQUENCE_NAME } from './Sequence.js';

/** The hierarchy on the left, and what the chosen barrier does on the right. */
export function SyncView({ kernel, chosen, onChoose }: { readonly kernel: Kernel; readonly chosen: string | undefined; readonly onChoose: (barrier: string) => void }) {
  const words = useWords();
  const layers = layersOf(kernel);
  const barriers = barriersOf(kernel);
  const asked = useRef(chosen);
  useEffect(() => {
    // In a narrow pane the steps are below the hierarchy, out of sight.
    if (asked.current !== chosen) document.getElementById(SEQUENCE_NAME)?.scrollIntoView({ block: 'nearest' });
    asked.current = chosen;
  }, [chosen]);
  if (layers.every(({ entries }) => entries.length === 0)) return <p className="empty">{words.sync.none}</p>;
  const shown = barriers.find((barrier) => keyOf(barrier) === chosen) ?? longest(barriers);
  return (
    <div className="sync">
      <section className="hierarchy" aria-labelledby="hierarchy-name">
        <h2 id="hierarchy-name">{words.sync.hierarchy}</h2>
        <Nested layers={layers} file={kernel.file} shown={shown} onChoose={(barrier) => { onChoose(keyOf(barrier)); }} />
      </section>
      {shown === undefined ? null : <Sequence barrier={shown} file={kernel.file} />}
    </div>
  );
}

interface NestedProps {
  readonly layers: readonly Layer[];
  readonly file: string;
  readonly shown: Synchronisation | undefined;
  readonly onChoose: (barrier: Synchronisation) => void;
}

/** Each layer is drawn inside the next wider one. */
function Nested({ layers, ...props }: NestedProps) {
  const words = useWords();
  const [first, ...rest] = layers;
  if (first === undefined) return null;
  const [name, who] = words.sync.layers[first.layer];
  const isUsed = first.entries.length > 0;
  return (
    <div className={`layer layer-${first.layer} ${isUsed ? '' : 'is-unused'}`}>
      <h3>{name} <span className="layer-who">{isUsed ? who : `— ${words.sync.unused}`}</span></h3>
      {isUsed ? <ul>{first.entries.map((entry) => <li key={entry.key}><Entry entry={entry} {...props} /></li>)}</ul> : null}
      <Nested layers={rest} {...props} />
    </div>
  );
}

function Entry({ entry, file, shown, onChoose }: { readonly entry: LayerEntry } & Omit<NestedProps, 'layers'>) {
  const words = useWords();
  return (
    <>
      <code>{entry.name}</code>
      {entry.note === '' ? null : <code className="layer-note">{entry.note}</code>}
      {entry.role === undefined ? null : <span className="layer-role">{entry.role}</span>}
      {entry.places.map((place) => {
        const barrier = entry.barriers.find((other) => other === place);
        return (
          <Fragment key={`${place.file}:${place.line}:${place.column ?? 0}`}>
            {' '}<LineLink place={place} file={file} />
            {barrier === undefined ? null : (
              <button type="button" className="choose" aria-pressed={barrier === shown} onClick={() => { onChoose(barrier); }}>
                {words.sync.protocol}<span className="only-read">{` ${barrier.text ?? ''} ${placeName(barrier, file, words)}`}</span>
              </button>
            )}
          </Fragment>
        );
      })}
    </>
  );
}

function keyOf({ file, line, column }: Synchronisation): string {
  return `${file}:${line}:${column}`;
}

/** The barrier that does the most says the most about the others. */
function longest(barriers: readonly Synchronisation[]): Synchronisation | undefined {
  const length = ({ protocols = [] }: Synchronisation): number => Math.max(0, ...protocols.map(({ steps }) => steps.length));
  return barriers.toSorted((a, b) => Number(b.level === 'ranks') - Number(a.level === 'ranks') || length(b) - length(a))[0];
}
