/** Registers a command inside the one error handler: what goes wrong is logged and said, never swallowed. */
import * as vscode from 'vscode';
import type { App } from './app.js';
import { TEXTS, titleOf } from './texts.js';
import { say } from './words.js';

export function command(app: App, name: string, run: (...args: unknown[]) => Promise<void>): vscode.Disposable {
  return vscode.commands.registerCommand(name, async (...args: unknown[]) => {
    try {
      await run(...args);
    } catch (error) {
      if (isCancellation(error)) return;
      const text = error instanceof Error ? error.message : String(error);
      app.log.error(`${name}: ${error instanceof Error ? (error.stack ?? text) : text}`);
      const show = say(titleOf('symscope.showOutput'));
      if ((await vscode.window.showErrorMessage(say(TEXTS.symscope, text), show)) === show) app.log.show(true);
    }
  });
}

/** VS Code's own cancellation, or the protocol's RequestCancelled. */
function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && 'code' in error && error.code === -32800);
}
