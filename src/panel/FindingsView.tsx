import type { ReactNode } from 'react';
import type { Finding } from '../core/schema.js';
import { LineLink } from './LineLink.js';
import { useWords } from './words.js';

/** The findings of the kernel in source order, each with the path that leads to it. */
export function FindingsView({ findings, file }: { readonly findings: readonly Finding[]; readonly file: string }) {
  const words = useWords();
  if (findings.length === 0) return <p className="empty">{words.noFindings}</p>;
  return (
    <ul className="findings">
      {findings.map((finding, index) => (
        <li key={index} className={`finding level-${finding.level}`}>
          <div className="finding-head">
            <span className="finding-level">{words.levels[finding.level]}</span>
            <code className="finding-rule">{finding.rule}</code>
            <LineLink place={finding} file={file} />
            {finding.confidence === 'certain' ? null : (
              <span className="finding-confidence">{`${words.approximate}${finding.why === undefined ? '' : `: ${finding.why}`}`}</span>
            )}
          </div>
          <p className="finding-message">{withCode(finding.message)}</p>
          {finding.related.length === 0 ? null : (
            <ol className="finding-related" aria-label={words.leadsThere}>
              {finding.related.map((location, step) => (
                <li key={step}>
                  <LineLink place={location} file={file} /> <span>{location.text ?? ''}</span>
                </li>
              ))}
            </ol>
          )}
          {finding.fixes.length === 0 ? null : <p className="finding-fixes">{`${words.quickFix}: ${finding.fixes.join(' · ')}`}</p>}
        </li>
      ))}
    </ul>
  );
}

/** A message with its `quoted` parts as code. They stay text: nothing of it is read as HTML. */
function withCode(message: string): readonly ReactNode[] {
  return message.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
