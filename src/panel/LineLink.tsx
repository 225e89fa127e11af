import { Fragment, type ReactNode } from 'react';
import type { Location } from '../core/schema.js';
import { reveal } from './actions.js';
import type { Place } from './graphModel.js';
import { conjuncts, placeName, placeText, withoutNot } from './text.js';
import { useWords } from './words.js';

/** A line as a link, with the file's name where it is not `file`. */
export function LineLink({ place, file }: { readonly place: Place; readonly file: string }) {
  const words = useWords();
  return (
    <button type="button" className="place" title={words.showLine(placeText(place))} onClick={() => { reveal(place); }}>
      {placeName(place, file, words)}
    </button>
  );
}

/** One operation in source: the line, the code as written, what is known of it. The whole row leads there. */
export function OperationButton({ place, file, facts, when }: { readonly place: Location; readonly file: string; readonly facts: readonly ReactNode[]; readonly when: string | undefined }) {
  const words = useWords();
  return (
    <button type="button" className="operation" title={words.showLine(placeText(place))} onClick={() => { reveal(place); }}>
      <span className="operation-head"><span className="place">{placeName(place, file, words)}</span> {place.text === undefined ? null : <code>{place.text}</code>}</span>
      <span className="operation-facts">{facts.map((fact, index) => <span key={index} className="fact">{fact}</span>)}</span>
      {when === undefined ? null : <span className="operation-when">{words.pipelines.when} <Condition text={when} /></span>}
    </button>
  );
}

/** Its parts are broken between, not within, as long as each fits on a line of its own. */
export function Condition({ text }: { readonly text: string }) {
  return conjuncts(text).map((part, index) => <Fragment key={index}>{index === 0 ? null : ' and '}<code className="whole">{withoutNot(part)}</code></Fragment>);
}
