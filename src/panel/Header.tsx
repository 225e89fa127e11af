import type { ReactNode, RefObject } from 'react';
import type { TemplateValue } from '../core/schema.js';
import { reveal } from './actions.js';
import { DETAILS } from './graphModel.js';
import type { Detail, KernelGraphAnswer } from './graphModel.js';
import { ExportMenu } from './ExportMenu.js';
import type { ExportFormat, Tab } from './messages.js';
import { counted, summarize } from './summary.js';
import { Specialise } from './Specialise.js';
import { shortFile } from './text.js';

const DETAIL_NAMES: Readonly<Record<Detail, string>> = { overview: 'Overview: the paths', roles: 'Roles', everything: 'Everything' };

export interface HeaderProps {
  readonly answer: KernelGraphAnswer;
  readonly busy: boolean;
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
  const { kernel, findings } = props.answer;
  const { peerWrites, peerReads, rdma, paths, gaps } = summarize(kernel);
  const worst = findings.some((f) => f.level === 'error') ? 'bad' : findings.length > 0 ? 'warn' : 'good';
  return (
    <header className="header">
      <h1 className="kernel-name">{kernel.name}</h1>
      <div className="chips">
        <Chip title={`Show ${kernel.file}:${kernel.line}`} onClick={() => { reveal(kernel); }}>
          {`${fileName(kernel.file)}:${kernel.line}–${kernel.endLine}`}
        </Chip>
        {peerWrites > 0 || peerReads === 0 ? <Chip>{counted(peerWrites, 'peer write')}</Chip> : null}
        {peerReads > 0 ? <Chip>{counted(peerReads, 'peer read')}</Chip> : null}
        {rdma > 0 ? <Chip>{counted(rdma, 'RDMA operation')}</Chip> : null}
        <Chip>{counted(paths, 'path')}</Chip>
        {gaps === 0 ? <Chip tone="good">0 gaps</Chip> : <Chip tone="bad" title="Show the first gap" onClick={props.onGap}>{counted(gaps, 'gap')}</Chip>}
        <Chip tone={worst} title="Show the findings" onClick={() => { props.onTab('findings'); }}>{counted(findings.length, 'finding')}</Chip>
        <span className="busy" role="status">{props.busy ? 'Analysing…' : ''}</span>
      </div>
      <div className="tools">
        <Specialise choices={kernel.choices ?? []} given={props.given} onGiven={props.onGiven} />
        <label className="tool">
          <span>Level</span>
          <select
            className="level"
            value={props.detail}
            onChange={(event) => {
              const detail = DETAILS.find((d) => d === event.target.value);
              if (detail !== undefined) props.onDetail(detail);
            }}
          >
            {DETAILS.map((detail) => <option key={detail} value={detail}>{DETAIL_NAMES[detail]}</option>)}
          </select>
        </label>
        <ExportMenu onExport={props.onExport} />
        <span className="tool search">
          <input
            ref={props.searchBox}
            type="search"
            value={props.query}
            placeholder="Search ( / )"
            aria-label="Search the graph"
            spellCheck={false}
            onChange={(event) => { props.onQuery(event.target.value); }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') props.onNextHit();
            }}
          />
          <span className="hits" role="status">{props.hits === undefined ? '' : String(props.hits)}<span className="only-read">{props.hits === undefined ? '' : ' found'}</span></span>
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
