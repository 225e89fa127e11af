import type { KeyboardEvent, ReactNode } from 'react';
import { TABS } from './messages.js';
import type { Tab } from './messages.js';
import { useWords } from './words.js';

export interface TabsProps {
  readonly tab: Tab;
  /** How much there is in a view; absent: not shown. */
  readonly counts: Readonly<Partial<Record<Tab, number>>>;
  readonly onTab: (tab: Tab) => void;
  /** Stands at the end of the row. */
  readonly children: ReactNode;
}

/** The tab list, by the ARIA pattern: one stop for the Tab key, the arrow keys move and select. */
export function Tabs({ tab, counts, onTab, children }: TabsProps) {
  const words = useWords();
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = tabFor(event.key, tab);
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div className="tabs">
      <div className="tab-list" role="tablist" aria-label={words.views} onKeyDown={onKeyDown}>
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
            {counts[name] === undefined ? words.tabs[name] : `${words.tabs[name]} (${counts[name]})`}
          </button>
        ))}
      </div>
      {children}
    </div>
  );
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
