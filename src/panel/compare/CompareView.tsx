import { Fragment, useEffect } from 'react';
import type { ReactNode } from 'react';
import type { Cell, ComparedKernel, SideTable } from '../../core/compare/model.js';
import type { Text } from '../../core/knowledge/language.js';
import type { KernelGraphAnswer } from '../graphModel.js';
import { LineLink } from '../LineLink.js';
import { post } from '../vscodeApi.js';
import { useWords } from '../words.js';
import type { KernelChoice, KernelComparisonAnswer, KernelPlace } from './model.js';

export interface CompareViewProps {
  /** The kernel of the panel: a new answer about it, in other instantiations too, asks for a new comparison. */
  readonly shown: KernelGraphAnswer;
  readonly answer: KernelComparisonAnswer | undefined;
  readonly other: KernelPlace | undefined;
  readonly onOther: (other: KernelPlace) => void;
}

/** The kernel beside the one of another project that does the same work: a table for each subject, a row for each aspect. */
export function CompareView({ shown, answer, other, onOther }: CompareViewProps) {
  const { compare: words } = useWords();
  useEffect(() => {
    post({ kind: 'compare', ...(other === undefined ? {} : { other }) });
  }, [shown, other]);
  if (answer === undefined) return <p className="empty" role="status">{words.making}</p>;
  switch (answer.state) {
    case 'one-project': return <OneProject />;
    case 'no-peers': return <p className="empty">{words.noPeers}</p>;
    case 'no-kernel': return <p className="empty">{words.gone}</p>;
    case 'compared': return <Compared answer={answer} other={other} onOther={onOther} />;
  }
}

function OneProject() {
  const { compare: words } = useWords();
  return (
    <div className="empty">
      <p>{words.onlyOne}</p>
      <p>{words.whatToDo}</p>
      <button type="button" className="compare-add" onClick={() => { post({ kind: 'addFolder' }); }}>{words.addFolder}</button>
    </div>
  );
}

type ComparedAnswer = KernelComparisonAnswer & { readonly state: 'compared' };

function Compared({ answer, other, onOther }: { readonly answer: ComparedAnswer } & Pick<CompareViewProps, 'other' | 'onOther'>) {
  const { compare: words } = useWords();
  const { comparison: { kernels, tables }, counterparts, chosen, work } = answer;
  const rows = tables.flatMap((table) => table.rows);
  // What was just chosen is shown as chosen while its tables are on their way.
  const asked = counterparts.findIndex(({ file, line }) => other?.file === file && other.line === line);
  return (
    <div className="compare">
      <div className="compare-head">
        <span className="compare-kernel"><strong>{kernels[0].name}</strong> {`${kernels[0].project} · ${work.map((each) => words.work[each]).join(', ')}`}</span>
        <label className="compare-choice">{words.beside}{' '}
          <select
            value={asked < 0 ? chosen : asked}
            onChange={(event) => {
              const choice = counterparts[Number(event.target.value)];
              if (choice !== undefined) onOther({ file: choice.file, line: choice.line });
            }}
          >
            <Choices label={words.alike} counterparts={counterparts} alike />
            <Choices label={words.others} counterparts={counterparts} alike={false} />
          </select>
        </label>
        <span className="compare-count" title={words.marks}>{words.differences(rows.filter(({ differs }) => differs).length, rows.length)}</span>
      </div>
      {counterparts[chosen]?.alike === false ? <p className="compare-note">{words.notAlike}</p> : null}
      {tables.map((table) => <Side key={table.id} table={table} kernels={kernels} />)}
    </div>
  );
}

function Choices({ label, counterparts, alike }: { readonly label: string; readonly counterparts: readonly KernelChoice[]; readonly alike: boolean }) {
  const { compare: words } = useWords();
  if (!counterparts.some((each) => each.alike === alike)) return null;
  return (
    <optgroup label={label}>
      {counterparts.map((each, index) => (each.alike === alike
        ? <option key={`${each.file}:${each.line}`} value={index}>{`${each.name} — ${each.project}${each.work.length === 0 ? '' : ` · ${each.work.map((purpose) => words.work[purpose]).join(', ')}`}`}</option>
        : null))}
    </optgroup>
  );
}

function Side({ table, kernels }: { readonly table: SideTable; readonly kernels: readonly [ComparedKernel, ComparedKernel] }) {
  const { compare: words, sync } = useWords();
  const name = table.title[words.language];
  return (
    <section className="compare-table" aria-labelledby={`compare-${table.id}`}>
      <h2 id={`compare-${table.id}`}>{name}</h2>
      <table aria-labelledby={`compare-${table.id}`}>
        <thead>
          <tr>
            <th scope="col">{words.aspect}</th>
            {kernels.map((kernel, side) => <th key={side} scope="col">{kernel.project} <code>{kernel.name}</code> {kernel.given === undefined ? null : <>{`${sync.given} `}<code>{kernel.given.map((each) => `${each.name} = ${each.value}`).join(', ')}</code>{' '}</>}<LineLink place={kernel.place} file={kernel.place.file} /></th>)}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ aspect, cells, differs }) => (
            <tr key={aspect.en} className={differs ? 'differs' : 'is-same'}>
              <th scope="row"><span className="compare-mark" aria-hidden="true">{differs ? '≠' : '='}</span>{aspect[words.language]}<span className="only-read">{`, ${differs ? words.differs : words.same}`}</span></th>
              {cells.map((cell, side) => <td key={side}><Entries cell={cell} file={kernels[side]?.place.file ?? ''} /></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `file`: of the column's kernel, which need not be named again. */
function Entries({ cell, file }: { readonly cell: Cell; readonly file: string }) {
  if (cell.more === undefined) return <Entry cell={cell} file={file} />;
  return <ul>{[cell, ...cell.more].map((each, index) => <li key={index}><Entry cell={each} file={file} /></li>)}</ul>;
}

function Entry({ cell: { text, places }, file }: { readonly cell: Cell; readonly file: string }) {
  const { compare: words } = useWords();
  return <>{withCode(text, words.language)}{places.map((place) => <Fragment key={`${place.file}:${place.line}`}> <LineLink place={place} file={file} /></Fragment>)}</>;
}

/** What stands in backticks is code; it stays text, and nothing of it is read as HTML. */
function withCode(text: Text, language: 'en' | 'zh-cn'): readonly ReactNode[] {
  return text[language].split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : <span key={index}>{part}</span>));
}
