/** `symscope.hasKernels`: the active editor shows a file with kernels; menus and keys are for those only. */
import * as vscode from 'vscode';
import { STATUS, type StatusParams } from '../server/protocol.js';
import type { App } from './app.js';

export function contextKeys({ client }: App): vscode.Disposable {
  let withKernels = new Set<string>();
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    void vscode.commands.executeCommand('setContext', 'symscope.hasKernels', uri !== undefined && withKernels.has(uri));
  };
  return vscode.Disposable.from(
    client.onNotification(STATUS, ({ documents }: StatusParams) => {
      withKernels = new Set(documents.filter(({ kernels }) => kernels > 0).map(({ uri }) => uri));
      update();
    }),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}
