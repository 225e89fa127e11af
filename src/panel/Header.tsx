import type { ReactNode, RefObject } from 'react';
import type { TemplateValue } from '../core/schema.js';
import { reveal } from './actions.js';
import { DETAILS } from './graphModel.js';
import type { Detail, KernelGraphAnswer } from './graphModel.js';
import { ExportMenu } from './ExportMenu.js';
import type { ExportFormat, Tab } from './messages.js';
import { summarize } from './summary.js';
import { Specialise } from './Specialise.js';
import { shortFile } from './text.js';
import { useWords } from './words.js';

export interface HeaderProps {
  readonly answer: KernelGraphAnswer;
  readonly busy: boolean;
  /** The level that is shown, whether the reader chose it or not. */
  readonly detail: Detail;
  readonly query: string;
  /** Number of hits; undefined: no search. */
  readonly hits: number | undefined;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly given: readonly TemplateValue[];
  readonly onGiven: (given: readonly TemplateValue[]) => void;
  readonly onDetail: (detail: Detail) => void;
  readonly onExport: (format: ExportFormat) => void;
  readonly onTab: (tab: Tab) => void;
  readonly onQuery: (query: string) => void;
  readonly onNextHit: () => void;
  readonly onGap: () => void;
}

/** Name, place, figures, level of detail and search. */
export function Header(props: HeaderProps) {
  const words = useWords();
  const { kernel, findings } = props.answer;
  const { peerWrites, peerReads, rdma, paths, gaps } = summarize(kernel);
  const worst = findings.some((f) => f.level === 'error') ? 'bad' : findings.length > 0 ? 'warn' : 'good';
  return (
    <header className="header">
      <h1 className="kernel-name">{kernel.name}</h1>
      <div className="chips">
        <Chip title={words.showLine(`${kernel.file}:${kernel.line}`)} onClick={() => { reveal(kernel); }}>
          {`${fileName(kernel.file)}:${kernel.line}–${kernel.endLine}`}
        </Chip>
        {peerWrites > 0 || peerReads === 0 ? <Chip>{words.counted.peerWrites(peerWrites)}</Chip> : null}
        {peerReads > 0 ? <Chip>{words.counted.peerReads(peerReads)}</Chip> : null}
        {rdma > 0 ? <Chip>{words.counted.rdma(rdma)}</Chip> : null}
        <Chip>{words.counted.paths(paths)}</Chip>
        {gaps === 0 ? <Chip tone="good">{words.counted.gaps(0)}</Chip> : <Chip tone="bad" title={words.firstGap} onClick={props.onGap}>{words.counted.gaps(gaps)}</Chip>}
        <Chip tone={worst} title={words.showFindings} onClick={() => { props.onTab('findings'); }}>{words.counted.findings(findings.length)}</Chip>
        <span className="busy" role="status">{props.busy ? words.analysing : ''}</span>
      </div>
      <div className="tools">
        <Specialise choices={kernel.choices ?? []} given={props.given} onGiven={props.onGiven} />
        <label className="tool">
          <span>{words.level}</span>
          <select
            className="level"
            value={props.detail}
            onChange={(event) => {
              const detail = DETAILS.find((d) => d === event.target.value);
              if (detail !== undefined) props.onDetail(detail);
            }}
          >
            {DETAILS.map((detail) => <option key={detail} value={detail}>{words.details[detail]}</option>)}
          </select>
        </label>
        <ExportMenu onExport={props.onExport} />
        <span className="tool search">
          <input
            ref={props.searchBox}
            type="search"
            value={props.query}
            placeholder={words.search}
            aria-label={words.searchGraph}
            spellCheck={false}
            onChange={(event) => { props.onQuery(event.target.value); }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') props.onNextHit();
            }}
          />
          <span className="hits" role="status">{props.hits === undefined ? '' : <><span aria-hidden="true">{props.hits}</span><span className="only-read">{words.found(props.hits)}</span></>}</span>
        </span>
      </div>
    </header>
  );
}

type Tone = 'good' | 'warn' | 'bad';

function Chip({ children, tone, title, onClick }: { readonly children: ReactNode; readonly tone?: Tone; readonly title?: string; readonly onClick?: () => void }) {
  const className = `chip ${tone === undefined ? '' : `tone-${tone}`}`;
  if (onClick === undefined) return <span className={className}>{children}</span>;
  return <button type="button" className={className} title={title} onClick={onClick}>{children}</button>;
}

function fileName(file: string): string {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return name === '' ? shortFile(file) : name;
}
