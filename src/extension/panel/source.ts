import type { CancellationToken, Event, Uri } from 'vscode';
import type { CompareKernelParams, CompareKernelResult, ExportGraphParams } from '../../server/protocol.js';
import type { KernelGraphAnswer, KernelGraphParams } from '../../panel/graphModel.js';

/** Where the panel gets its data from: implemented over the language client. */
export interface KernelGraphSource {
  /** The request `symscope/kernelGraph`; null if there is no such kernel (any more). Rejects only if the server is gone. */
  kernelGraph(params: KernelGraphParams, token: CancellationToken): Promise<KernelGraphAnswer | null>;
  /** The request `symscope/exportGraph`; null if there is no such kernel (any more). */
  exportGraph(params: ExportGraphParams): Promise<string | null>;
  /** The request `symscope/compareKernel`; null: cancelled. */
  compareKernel(params: CompareKernelParams, token: CancellationToken): Promise<CompareKernelResult>;
  /** The document for a `file` of the result schema, as seen from the kernel's document; undefined if it cannot be opened. */
  locate(file: string, kernelUri: string): Uri | undefined;
  /** Fires with the URIs of documents whose analysis has changed (`symscope/changed`). */
  readonly onDidChange: Event<readonly string[]>;
}
