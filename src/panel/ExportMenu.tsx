import { useRef } from 'react';
import { EXPORT_FORMATS } from './messages.js';
import type { ExportFormat } from './messages.js';
import { useWords } from './words.js';

/** A disclosure with a button for each format. */
export function ExportMenu({ onExport }: { readonly onExport: (format: ExportFormat) => void }) {
  const words = useWords();
  const details = useRef<HTMLDetailsElement>(null);
  const close = (): void => {
    if (details.current === null) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details
      className="specialise menu"
      ref={details}
      onKeyDown={(event) => { if (event.key === 'Escape') close(); }}
    >
      <summary>{words.export}</summary>
      <div className="specialise-fields">
        {EXPORT_FORMATS.map((format) => (
          <button key={format} type="button" className="menu-item" onClick={() => { close(); onExport(format); }}>{words.formats[format]}</button>
        ))}
      </div>
    </details>
  );
}
