/** A kernel of the result whose graph is made on first use: diagnostics do not wait for pictures. */
import type { FunctionDecl } from '../program/ir.js';
import type { Finding, Kernel, TemplateChoice, TemplateValue } from '../schema.js';
import type { Locator } from '../sites/locate.js';
import type { FunctionRuns } from '../sites/run.js';
import { addGaps } from './gaps.js';
import { buildKernel, type KernelBody } from './kernelGraph.js';

const NOTHING: KernelBody = { roles: [], graph: { nodes: [], edges: [] }, barriers: [] };

/** What a kernel is made of when somebody asks; undefined: it takes too long, or was not looked for. */
export interface KernelParts {
  readonly given?: readonly TemplateValue[];
  readonly choices: () => readonly TemplateChoice[];
  /** What the second look found, if it was taken. */
  readonly trace: () => Pick<Kernel, 'pipelines' | 'synchronisation'> | undefined;
  readonly runs: () => FunctionRuns | undefined;
}

export function lazyKernel(fn: FunctionDecl, locator: Locator, findings: readonly Finding[], { given, choices, trace, runs }: KernelParts): Kernel {
  const lines = locator.lines(fn.file);
  const line = lines.position(fn.nameSpan.start).line;
  const endLine = lines.position(fn.span.end).line;
  let made: KernelBody | undefined;
  const body = (): KernelBody => {
    if (made) return made;
    const evaluated = runs();
    const built = evaluated ? buildKernel(evaluated, locator) : NOTHING;
    made = { ...built, graph: addGaps(built.graph, findings.filter((finding) => line <= finding.line && finding.line <= endLine)) };
    return made;
  };
  let offered: readonly TemplateChoice[] | undefined;
  return {
    name: fn.name, file: fn.file, line, endLine, column: lines.position(fn.span.start).column, ...(given && given.length > 0 ? { given } : {}),
    get choices() { return (offered ??= choices()); },
    get roles() { return body().roles; },
    get graph() { return body().graph; },
    get pipelines() { return trace()?.pipelines ?? []; },
    get synchronisation() { return trace()?.synchronisation ?? []; },
    get barriers() { return body().barriers; },
  };
}
