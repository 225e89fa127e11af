/** What the status item shows: work going on, how much of each open document was understood, how much was found. */
import { STATUS, type DocumentStatus, type StatusParams } from '../protocol.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const status: Feature = {
  capabilities: {},
  register({ connection, onSession }) {
    onSession((session) => {
      const send = (busy: boolean): void => {
        const params: StatusParams = {
          busy,
          files: session.analyses.files().length,
          skipped: session.workspace.skipped,
          documents: session.workspace.openPaths().flatMap((path) => documentStatus(session, path)),
        };
        sendQuietly(() => connection.sendNotification(STATUS, params));
      };
      send(true);
      session.listen({
        runStarted() {
          send(true);
        },
        runEnded(_changed, finished) {
          if (finished) send(false);
        },
      });
    });
  },
};

function documentStatus(session: Session, path: string): DocumentStatus[] {
  const analysis = session.analyses.known().get(path);
  const document = session.workspace.opened(path);
  if (analysis === undefined || document === undefined) return [];
  const { report, findings, kernels, sites } = analysis;
  return [
    {
      uri: document.uri,
      parse: report.parse,
      problems: report.problems.slice(0, 5).map(({ line, message }) => `${line}: ${message}`),
      findings: findings.filter(({ level }) => level !== 'off').length,
      kernels: kernels.length,
      sites: sites.length,
    },
  ];
}
