/** The request of the tree: all that is analysed so far, in one answer. */
import type { FileAnalysis } from '../../core/analyzer.js';
import type { Finding, Kernel } from '../../core/schema.js';
import { byReach, kernelItem, ruleItems, toldApart, type OverviewScene } from '../analysis/overview.js';
import { nextTurn } from '../analysis/scheduler.js';
import { OVERVIEW, type OverviewItem, type OverviewParams, type OverviewResult } from '../protocol.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

const NOTHING: OverviewResult = { kernels: [], rules: [] };

export const overview: Feature = {
  capabilities: {},
  register({ connection, answer }) {
    connection.onRequest(
      OVERVIEW,
      answer<OverviewParams | undefined, OverviewResult>('overview', NOTHING, async (session, params, token) => {
        if (params?.whole === true) session.wantAll();
        const scene: OverviewScene = { language: session.language, uriOf: (file) => session.workspace.paths.toUri(file) };
        const isCancelled = (): boolean => token.isCancellationRequested;
        const kernels: OverviewItem[] = [];
        const findings: Finding[] = [];
        for (const path of [...session.analyses.known().keys()].sort()) {
          // What is known may be out of date, and its kernels can't be drawn any more. Both looks, since what only the second
          // finds would be gone from the tree after every edit, until it is made again.
          await nextTurn();
          if (isCancelled()) return NOTHING;
          const analysis = session.whole(path);
          if (analysis === undefined) continue;
          findings.push(...analysis.findings);
          for (const kernel of analysis.kernels.filter((each) => isWanted(session, path, analysis, each))) {
            await nextTurn();
            if (isCancelled()) return NOTHING;
            session.drawn.draw(kernel);
            const item = session.guard.run('overview', undefined, () => kernelItem(kernel, analysis.sites, scene));
            if (item !== undefined) kernels.push(item);
          }
        }
        return { kernels: toldApart(byReach(kernels)), rules: ruleItems(findings, scene) };
      }),
    );
  },
};

/** To draw a kernel takes time; of files that are not open only those with a site are drawn. */
function isWanted(session: Session, path: string, { sites }: FileAnalysis, kernel: Kernel): boolean {
  if (session.workspace.opened(path) !== undefined || session.drawn.isDrawn(kernel)) return true;
  return sites.some(({ line }) => kernel.line <= line && line <= kernel.endLine);
}
