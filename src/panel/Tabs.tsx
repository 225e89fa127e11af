import type { KeyboardEvent, ReactNode } from 'react';
import { TABS } from './messages.js';
import type { Tab } from './messages.js';

export interface TabsProps {
  readonly tab: Tab;
  readonly findings: number;
  readonly onTab: (tab: Tab) => void;
  /** Stands at the end of the row. */
  readonly children: ReactNode;
}

/** The tab list, by the ARIA pattern: one stop for the Tab key, the arrow keys move and select. */
export function Tabs({ tab, findings, onTab, children }: TabsProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = tabFor(event.key, tab);
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="view"
            tabIndex={name === tab ? 0 : -1}
            className="tab"
            onClick={() => { onTab(name); }}
          >
            {tabName(name, findings)}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
}

function tabName(tab: Tab, findings: number): string {
  switch (tab) {
    case 'graph':
      return 'Data flow';
    case 'findings':
      return `Findings (${findings})`;
    case 'text':
      return 'Text';
  }
}

function tabFor(key: string, current: Tab): Tab | undefined {
  const index = TABS.indexOf(current);
  switch (key) {
    case 'ArrowRight':
      return TABS[(index + 1) % TABS.length];
    case 'ArrowLeft':
      return TABS[(index + TABS.length - 1) % TABS.length];
    case 'Home':
      return TABS[0];
    case 'End':
      return TABS[TABS.length - 1];
    default:
      return undefined;
  }
}
