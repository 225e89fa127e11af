/** The panel's data, asked of the server. */
import * as vscode from 'vscode';
import { CHANGED, EXPORT_GRAPH, KERNEL_GRAPH, type ChangedParams, type KernelGraphResult } from '../server/protocol.js';
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
  return {
    async kernelGraph(params, token) {
      const answer = await client.sendRequest<KernelGraphResult | null>(KERNEL_GRAPH, params, token);
      if (answer === null) return null;
      const known = addresses.get(answer.uri) ?? new Map<string, string>();
      for (const [file, uri] of Object.entries(answer.uris)) known.set(file, uri);
      // Moved to the end, so that the oldest goes first.
      addresses.delete(answer.uri);
      addresses.set(answer.uri, known);
      const [oldest] = addresses.keys();
      if (addresses.size > MAX_REMEMBERED && oldest !== undefined) addresses.delete(oldest);
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
