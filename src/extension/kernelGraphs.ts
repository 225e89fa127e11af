/** The panel's data, asked of the server. */
import * as vscode from 'vscode';
import { CHANGED, COMPARE_KERNEL, EXPORT_GRAPH, KERNEL_GRAPH, type ChangedParams, type CompareKernelResult, type KernelGraphResult } from '../server/protocol.js';
import type { App } from './app.js';
import type { KernelGraphSource } from './panel/source.js';

export interface KernelGraphs extends KernelGraphSource {
  readonly dispose: () => void;
}

/** How many kernels' addresses are remembered. */
const MAX_REMEMBERED = 50;

export function kernelGraphs({ client }: Pick<App, 'client'>): KernelGraphs {
  const changed = new vscode.EventEmitter<readonly string[]>();
  /** Addresses of the files that a kernel's answer names, by the document that was asked about. */
  const addresses = new Map<string, Map<string, string>>();
  const subscription = client.onNotification(CHANGED, ({ uris }: ChangedParams) => {
    changed.fire(uris);
  });
  const remember = (document: string, uris: Readonly<Record<string, string>>): void => {
    const known = addresses.get(document) ?? new Map<string, string>();
    for (const [file, uri] of Object.entries(uris)) known.set(file, uri);
    // Moved to the end, so that the oldest goes first.
    addresses.delete(document);
    addresses.set(document, known);
    const [oldest] = addresses.keys();
    if (addresses.size > MAX_REMEMBERED && oldest !== undefined) addresses.delete(oldest);
  };
  return {
    async kernelGraph(params, token) {
      const answer = await client.sendRequest<KernelGraphResult | null>(KERNEL_GRAPH, params, token);
      if (answer !== null) remember(answer.uri, answer.uris);
      return answer;
    },
    async compareKernel(params, token) {
      const answer = await client.sendRequest<CompareKernelResult>(COMPARE_KERNEL, params, token);
      if (answer !== null) remember(params.uri, answer.uris);
      return answer;
    },
    exportGraph: (params) => client.sendRequest<string | null>(EXPORT_GRAPH, params),
    locate(file, kernelUri) {
      const uri = addresses.get(kernelUri)?.get(file);
      return uri === undefined ? undefined : vscode.Uri.parse(uri);
    },
    onDidChange: changed.event,
    dispose() {
      subscription.dispose();
      changed.dispose();
    },
  };
}
