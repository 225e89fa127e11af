/** What the harness's host side needs of the product: bundled for Node, used by harness.mjs. */
import { readFileSync } from 'node:fs';
import type { Language } from '../../src/core/knowledge/language.js';
import { panelPage, randomNonce } from '../../src/extension/panel/html.js';
import type { KernelComparisonAnswer, KernelPlace } from '../../src/panel/compare/model.js';
import type { KernelGraphAnswer, LayoutOptions } from '../../src/panel/graphModel.js';
import { layoutKernel } from '../../src/server/layout.js';
import { dispatchKernel, findings, gapFindings, gapKernel, gemmKernel, largeKernel } from '../unit/support/kernelFixture.js';
import { comparisonWith } from '../unit/support/comparisonFixture.js';
import { pullKernel } from '../unit/support/syncFixture.js';
import type { AnalysisResult, Finding, Kernel, TemplateValue } from '../../src/core/schema.js';

const SCENES: Readonly<Record<string, { readonly kernel: Kernel; readonly findings: readonly Finding[] }>> = {
  dispatch: { kernel: dispatchKernel, findings },
  gap: { kernel: gapKernel, findings: gapFindings },
  gemm: { kernel: gemmKernel, findings: [] },
  pull: { kernel: pullKernel, findings: [] },
  fifty: { kernel: largeKernel(50), findings: [] },
  large: { kernel: largeKernel(200, 6), findings: [] },
};

/** `scene` is one of the above, or `FILE#KERNEL` for a kernel of a result that the command line wrote as JSON. */
export async function answer(scene: string, layout: LayoutOptions, language: Language = 'en'): Promise<KernelGraphAnswer> {
  const known = SCENES[scene] ?? fromResult(scene);
  if (known === undefined) throw new Error(`no scene ${scene}`);
  return { uri: 'file:///sample/kernels/dispatch_tokens.cuh', ...known, positioned: await layoutKernel(known.kernel, layout, language), language };
}

/** What the host answers to the Compare view: `pull` has a counterpart, for any other scene one project is open. */
export function comparison(scene: string, other?: KernelPlace, given?: readonly TemplateValue[]): KernelComparisonAnswer {
  return scene === 'pull' ? comparisonWith(other, given) : { state: scene === 'gemm' ? 'no-peers' : 'one-project' };
}

function fromResult(scene: string): { readonly kernel: Kernel; readonly findings: readonly Finding[] } | undefined {
  const [path = '', name] = scene.replace(/@.*$/, '').split('#');
  if (name === undefined) return undefined;
  const result = JSON.parse(readFileSync(path, 'utf8')) as AnalysisResult;
  const kernel = result.kernels.find((k) => k.name === name);
  if (kernel === undefined) return undefined;
  const { file, line, endLine } = kernel;
  return { kernel, findings: result.findings.filter((f) => f.file === file && line <= f.line && f.line <= endLine) };
}

export { panelPage, randomNonce };
