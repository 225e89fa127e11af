/** A kernel of the result whose graph is made on first use: diagnostics do not wait for pictures. */
import type { FunctionDecl } from '../program/ir.js';
import type { Finding, Kernel } from '../schema.js';
import type { Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import { addGaps } from './gaps.js';
import { buildKernel, type KernelBody } from './kernelGraph.js';

const NOTHING: KernelBody = { roles: [], graph: { nodes: [], edges: [] }, barriers: [] };

/** `evaluate` gives undefined when it takes too long; the kernel is then empty. `trace` gives what the second look found, if it was taken. */
export function lazyKernel(fn: FunctionDecl, locator: Locator, findings: readonly Finding[], trace: () => Pick<Kernel, 'pipelines' | 'synchronisation'> | undefined, evaluate: () => FunctionRuns | undefined): Kernel {
  const lines = locator.lines(fn.file);
  const line = lines.position(fn.nameSpan.start).line;
  const endLine = lines.position(fn.span.end).line;
  let made: KernelBody | undefined;
  const body = (): KernelBody => {
    if (made) return made;
    const runs = evaluate();
    const built = runs ? buildKernel(runs, locator) : NOTHING;
    made = { ...built, graph: addGaps(built.graph, findings.filter((finding) => line <= finding.line && finding.line <= endLine)) };
    return made;
  };
  return {
    name: fn.name, file: fn.file, line, endLine, column: lines.position(fn.span.start).column,
    get roles() { return body().roles; },
    get graph() { return body().graph; },
    get pipelines() { return trace()?.pipelines ?? []; },
    get synchronisation() { return trace()?.synchronisation ?? []; },
    get barriers() { return body().barriers; },
  };
}
