/** A lens over each kernel that opens its data flow. */
import { CodeLensRefreshRequest, type CodeLens, type CodeLensParams } from 'vscode-languageserver';
import { countKernel, summaryOf } from '../analysis/kernelSummary.js';
import { toRange } from '../positions.js';
import { ANALYZE_KERNEL_COMMAND, type AnalyzeKernelArguments } from '../protocol.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const codeLens: Feature = {
  capabilities: { codeLensProvider: { resolveProvider: false } },
  register({ connection, answer, onSession }) {
    connection.onCodeLens(answer<CodeLensParams, CodeLens[]>('code lenses', [], lensesOf));
    onSession((session) => {
      if (!session.client.refreshesLenses) return;
      session.listen({
        runEnded(changed) {
          if (changed.length > 0) sendQuietly(() => connection.sendRequest(CodeLensRefreshRequest.type));
        },
      });
    });
  },
};

function lensesOf(session: Session, { textDocument: { uri } }: CodeLensParams): CodeLens[] {
  if (!session.settings.codeLens) return [];
  const analysis = session.analyses.of(session.workspace.paths.toPath(uri));
  if (analysis === undefined) return [];
  const verb = session.language === 'zh-cn' ? '分析内核' : 'Analyze kernel';
  return analysis.kernels.map((kernel) => {
    session.drawn.draw(kernel);
    const target: AnalyzeKernelArguments = { uri, name: kernel.name, line: kernel.line };
    const summary = summaryOf(countKernel(kernel, analysis.sites), session.language);
    return {
      range: toRange(kernel),
      command: { title: `${verb} · ${summary}`, command: ANALYZE_KERNEL_COMMAND, arguments: [target] },
    };
  });
}
