import type { TemplateChoice, TemplateValue } from '../core/schema.js';
import { useWords } from './words.js';

/** More parameters than so many are behind a button. */
const MAX_SHOWN = 2;

export interface SpecialiseProps {
  readonly choices: readonly TemplateChoice[];
  readonly given: readonly TemplateValue[];
  readonly onGiven: (given: readonly TemplateValue[]) => void;
}

/** Fixes template parameters, so that only those instantiations are shown. */
export function Specialise(props: SpecialiseProps) {
  const words = useWords();
  const { choices, given } = props;
  if (choices.length === 0) return null;
  if (choices.length <= MAX_SHOWN) return <div className="specialise" role="group" aria-label={words.specialise}>{fields(props)}</div>;
  return (
    <details className="specialise">
      <summary>{given.length === 0 ? words.specialise : `${words.specialise}: ${given.map(({ name, value }) => `${name} = ${value}`).join(', ')}`}</summary>
      <div className="specialise-fields" role="group" aria-label={words.specialise}>{fields(props)}</div>
    </details>
  );
}

function fields({ choices, given, onGiven }: SpecialiseProps) {
  return choices.map((choice) => <Field key={choice.name} choice={choice} given={given} onGiven={onGiven} />);
}

function Field({ choice: { name, values }, given, onGiven }: { readonly choice: TemplateChoice } & Omit<SpecialiseProps, 'choices'>) {
  const words = useWords();
  return (
    <label className="tool">
      <code>{name}</code>
      <select
        value={given.find((chosen) => chosen.name === name)?.value ?? ''}
        onChange={(event) => {
          const { value } = event.target;
          onGiven([...given.filter((chosen) => chosen.name !== name), ...(value === '' ? [] : [{ name, value }])]);
        }}
      >
        <option value="">{words.any}</option>
        {values.map((value) => <option key={value} value={value}>{value}</option>)}
      </select>
    </label>
  );
}
