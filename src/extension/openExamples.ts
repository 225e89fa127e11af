/** SymScope: Open Sample Kernels. The examples that the extension brings, in a window of their own. */
import * as vscode from 'vscode';
import type { App } from './app.js';
import { command } from './commands.js';

export function openExamples(app: App): vscode.Disposable {
  return command(app, 'symscope.openExamples', async () => {
    await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.joinPath(app.context.extensionUri, 'examples'), { forceNewWindow: true });
  });
}
