/** Findings as diagnostics, pushed: for open documents, or for all files by a setting. */
import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Finding, Level, Problem } from '../../core/schema.js';
import { toLocation, toRange } from '../positions.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

const SEVERITY: Readonly<Record<Exclude<Level, 'off'>, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What a quick fix needs to know again; it travels through the client. */
export interface DiagnosticData {
  readonly rule: string;
  readonly fixes: readonly string[];
}

export const diagnostics: Feature = {
  capabilities: {},
  register({ connection, onSession }) {
    onSession((session) => {
      /** Addresses with diagnostics. Not paths: those change with the folders. */
      const published = new Set<string>();
      const publish = (uri: string, list: Diagnostic[]): void => {
        if (list.length === 0 && !published.has(uri)) return;
        if (list.length === 0) published.delete(uri);
        else published.add(uri);
        const document = session.workspace.opened(session.workspace.paths.toPath(uri));
        sendQuietly(() => connection.sendDiagnostics({
          uri,
          ...(document === undefined ? {} : { version: document.version }),
          diagnostics: list,
        }));
      };
      const isShown = (path: string): boolean => session.settings.analyze === 'workspace' || session.workspace.opened(path) !== undefined;
      session.listen({
        analyzed(path, analysis) {
          publish(session.workspace.paths.toUri(path), isShown(path) ? diagnosticsOf(session, analysis) : []);
        },
        closed(_path, uri) {
          if (session.settings.analyze !== 'workspace') publish(uri, []);
        },
        runEnded() {
          for (const uri of [...published]) {
            const path = session.workspace.paths.toPath(uri);
            if (!isShown(path) || !session.analyses.known().has(path)) publish(uri, []);
          }
        },
      });
    });
  },
};

function diagnosticsOf(session: Session, { findings, report }: FileAnalysis): Diagnostic[] {
  return [...findings.flatMap((finding) => diagnosticOf(session, finding)), ...problemDiagnostics(report.problems)];
}

function diagnosticOf(session: Session, finding: Finding): Diagnostic[] {
  if (finding.level === 'off') return [];
  const { ruleDocs } = session.client.options;
  const data: DiagnosticData = { rule: finding.rule, fixes: finding.fixes };
  return [
    {
      range: toRange(finding),
      severity: SEVERITY[finding.level],
      source: 'symscope',
      code: finding.rule,
      ...(ruleDocs === undefined ? {} : { codeDescription: { href: `${ruleDocs}/${finding.rule}.md` } }),
      message: finding.why === undefined ? finding.message : `${finding.message}\nApproximate: ${finding.why}`,
      relatedInformation: finding.related.map((place) => ({
        location: toLocation(session.workspace.paths, place),
        message: place.text ?? 'on this path',
      })),
      data,
    },
  ];
}

/** What was not understood is said once for the file, at its first place: no rule speaks about such a part. */
function problemDiagnostics(problems: readonly Problem[]): Diagnostic[] {
  const [first, ...others] = problems;
  if (first === undefined) return [];
  const more = others.length === 0 ? '' : ` There are ${others.length} more such places in this file.`;
  return [
    {
      range: toRange(first),
      severity: first.code === 'syntax' || first.code === 'macro-recursion' ? DiagnosticSeverity.Hint : DiagnosticSeverity.Information,
      source: 'symscope',
      code: `analysis.${first.code}`,
      message: `${first.message}${first.code === 'too-large' ? ' The setting `symscope.exclude` leaves it out.' : more}`,
    },
  ];
}
