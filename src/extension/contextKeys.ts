/** `symscope.hasKernels`: the active editor shows a file with kernels; `symscope.hasSites`: one with kernels or other places of interest. Menus and keys are for those only. */
import * as vscode from 'vscode';
import { STATUS, type StatusParams } from '../server/protocol.js';
import type { App } from './app.js';

export function contextKeys({ client }: App): vscode.Disposable {
  let withKernels = new Set<string>();
  let withSites = new Set<string>();
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const set = (key: string, uris: ReadonlySet<string>): void => void vscode.commands.executeCommand('setContext', key, uri !== undefined && uris.has(uri));
    set('symscope.hasKernels', withKernels);
    set('symscope.hasSites', withSites);
  };
  return vscode.Disposable.from(
    client.onNotification(STATUS, ({ documents }: StatusParams) => {
      withKernels = new Set(documents.filter(({ kernels }) => kernels > 0).map(({ uri }) => uri));
      withSites = new Set(documents.filter(({ kernels, sites }) => kernels + sites > 0).map(({ uri }) => uri));
      update();
    }),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}
