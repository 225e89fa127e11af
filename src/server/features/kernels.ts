/** The requests of the panel and the pick list, and the notice that analyses have changed. */
import type { FileAnalysis } from '../../core/analyzer.js';
import { exportKernel } from '../../core/graph/export/index.js';
import type { Kernel } from '../../core/schema.js';
import { countKernel, summaryOf } from '../analysis/kernelSummary.js';
import { nextTurn } from '../analysis/scheduler.js';
import { specialised } from '../analysis/specialised.js';
import { CHANGED, EXPORT_GRAPH, KERNEL_GRAPH, KERNELS } from '../protocol.js';
import type { ChangedParams, ExportGraphParams, KernelGraphParams, KernelGraphResult, KernelsParams, KernelSummary } from '../protocol.js';
import { sendQuietly } from '../guard.js';
import type { Feature } from '../registry.js';
import type { Session } from '../session.js';

export const kernels: Feature = {
  capabilities: {},
  register({ connection, answer, onSession }) {
    connection.onRequest(KERNEL_GRAPH, answer<KernelGraphParams, KernelGraphResult | null>('kernel graph', null, kernelGraph));
    connection.onRequest(EXPORT_GRAPH, answer<ExportGraphParams, string | null>('graph export', null, (session, params) => {
      const found = findKernel(session, params);
      return found === undefined ? null : exportKernel(found.kernel, params.format);
    }));
    connection.onRequest(
      KERNELS,
      answer<KernelsParams, KernelSummary[]>('kernels', [], async (session, { uri }, token) => {
        const paths = uri === undefined ? session.analyses.files() : [session.workspace.paths.toPath(uri)];
        const found: KernelSummary[] = [];
        for (const path of paths) {
          for (const kernel of session.analyses.of(path)?.kernels ?? []) {
            if (token.isCancellationRequested) return [];
            found.push(summary(session, path, kernel));
            await nextTurn();
          }
          await nextTurn();
        }
        return found;
      }),
    );
    onSession((session) => {
      session.listen({
        runEnded(changed) {
          if (changed.length === 0) return;
          const params: ChangedParams = { uris: changed.map((path) => session.workspace.paths.toUri(path)) };
          sendQuietly(() => connection.sendNotification(CHANGED, params));
        },
      });
    });
  },
};

function summary(session: Session, path: string, kernel: Kernel): KernelSummary {
  session.drawn.draw(kernel);
  const sites = session.analyses.known().get(path)?.sites ?? [];
  return {
    name: kernel.name,
    uri: session.workspace.paths.toUri(path),
    line: kernel.line,
    endLine: kernel.endLine,
    summary: summaryOf(countKernel(kernel, sites), session.language),
  };
}

/** The kernel that is meant, after the second look, in the chosen instantiations. */
function findKernel({ analyses, workspace }: Session, params: KernelGraphParams): { readonly analysis: FileAnalysis; readonly kernel: Kernel } | undefined {
  const analysis = analyses.of(workspace.paths.toPath(params.uri));
  const whole = analysis && chooseKernel(analysis, params);
  if (analysis === undefined || whole === undefined) return undefined;
  // Pipelines and what orders the kernel's accesses are found by the second look.
  analyses.complete(analysis);
  return { analysis, kernel: specialised(analysis, whole, params.layout.given) ?? whole };
}

async function kernelGraph(session: Session, params: KernelGraphParams): Promise<KernelGraphResult | null> {
  const { paths } = session.workspace;
  const found = findKernel(session, params);
  if (found === undefined) return null;
  const { analysis, kernel } = found;
  const { detail, toggled, room } = params.layout;
  const findings = analysis.findings
    .filter(({ line, level }) => level !== 'off' && kernel.line <= line && line <= kernel.endLine)
    .sort((a, b) => a.line - b.line || a.column - b.column);
  // The layout engine is large, and most sessions never open the panel.
  const { layoutKernel } = await import('../layout.js');
  const { nodes, edges } = kernel.graph;
  const operations = kernel.pipelines.flatMap(({ init, arrive, wait }) => [...init, ...arrive, ...wait]);
  const synchronisation = kernel.synchronisation ?? [];
  const steps = synchronisation.flatMap(({ protocols = [] }) => protocols.flatMap((protocol) => protocol.steps));
  const files = new Set([kernel, ...nodes, ...edges, ...kernel.barriers, ...operations, ...synchronisation, ...steps, ...findings.flatMap(({ related }) => related)].map(({ file }) => file));
  return {
    uri: params.uri,
    kernel,
    findings,
    positioned: await layoutKernel(
      kernel,
      { toggled, ...(detail === undefined ? {} : { detail }), ...(room === undefined ? {} : { room }), ...(kernel.given ? { given: kernel.given } : {}) },
      session.language,
    ),
    language: session.language,
    uris: Object.fromEntries([...files].map((file) => [file, paths.toUri(file)])),
  };
}

function chooseKernel({ kernels }: FileAnalysis, { name, line }: KernelGraphParams): Kernel | undefined {
  const around = (kernel: Kernel): boolean => line !== undefined && kernel.line <= line && line <= kernel.endLine;
  if (name !== undefined) {
    const named = kernels.filter((kernel) => kernel.name === name);
    return named.find(around) ?? named[0];
  }
  return line === undefined ? kernels[0] : kernels.find(around);
}
