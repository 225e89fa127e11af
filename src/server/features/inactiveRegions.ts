/** Tells the client which lines the preprocessor configuration leaves out. */
import type { FileAnalysis } from '../../core/analyzer.js';
import { lineIndex } from '../lineIndex.js';
import { INACTIVE_REGIONS, type InactiveRegionsParams } from '../protocol.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const inactiveRegions: Feature = {
  capabilities: {},
  register({ connection, onSession }) {
    onSession((session) => {
      session.listen({
        analyzed(path, analysis) {
          const params = regionsOf(session, path, analysis);
          if (params !== undefined) sendQuietly(() => connection.sendNotification(INACTIVE_REGIONS, params));
        },
      });
    });
  },
};

function regionsOf(session: Session, path: string, { inactive }: FileAnalysis): InactiveRegionsParams | undefined {
  const document = session.workspace.opened(path);
  const text = session.analyses.text(path);
  if (document === undefined || text === undefined) return undefined;
  const lineOf = lineIndex(text);
  const regions = session.settings.inactiveRegions
    ? inactive
        // A span may end at the start of the line after it.
        .map(({ start, end }) => ({ start: lineOf(start), end: lineOf(Math.max(start, end - 1)) }))
    : [];
  return { uri: document.uri, version: document.version, regions };
}
