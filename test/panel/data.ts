/** What the harness's host side needs of the product: bundled for Node, used by harness.mjs. */
import { panelPage, randomNonce } from '../../src/extension/panel/html.js';
import type { KernelGraphAnswer, LayoutOptions } from '../../src/panel/graphModel.js';
import { layoutKernel } from '../../src/server/layout.js';
import { dispatchKernel, findings, gapFindings, gapKernel, gemmKernel, largeKernel } from '../unit/support/kernelFixture.js';
import type { Finding, Kernel } from '../../src/core/schema.js';

const SCENES: Readonly<Record<string, { readonly kernel: Kernel; readonly findings: readonly Finding[] }>> = {
  dispatch: { kernel: dispatchKernel, findings },
  gap: { kernel: gapKernel, findings: gapFindings },
  gemm: { kernel: gemmKernel, findings: [] },
  fifty: { kernel: largeKernel(50), findings: [] },
  large: { kernel: largeKernel(200, 6), findings: [] },
};

export async function answer(scene: string, layout: LayoutOptions): Promise<KernelGraphAnswer> {
  const known = SCENES[scene];
  if (known === undefined) throw new Error(`no scene ${scene}`);
  return { uri: 'file:///sample/kernels/dispatch_tokens.cuh', ...known, positioned: await layoutKernel(known.kernel, layout) };
}

export { panelPage, randomNonce };
