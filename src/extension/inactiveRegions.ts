/** Fades the lines that the preprocessor configuration leaves out. */
import * as vscode from 'vscode';
import { INACTIVE_REGIONS, type InactiveRegionsParams } from '../server/protocol.js';
import type { App } from './app.js';

export function inactiveRegions({ client }: App): vscode.Disposable {
  // Opacity works in every theme.
  const faded = vscode.window.createTextEditorDecorationType({ opacity: '0.55', isWholeLine: true });
  const regions = new Map<string, readonly vscode.Range[]>();
  const show = (editor: vscode.TextEditor): void => {
    const ranges = regions.get(editor.document.uri.toString());
    if (ranges !== undefined) editor.setDecorations(faded, ranges);
  };
  return vscode.Disposable.from(
    faded,
    client.onNotification(INACTIVE_REGIONS, (params: InactiveRegionsParams) => {
      const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === params.uri);
      // Meanwhile the text may have changed; the next analysis comes with the next version.
      if (editors.some(({ document }) => document.version !== params.version)) return;
      regions.set(params.uri, params.regions.map(({ start, end }) => new vscode.Range(start - 1, 0, end - 1, Number.MAX_SAFE_INTEGER)));
      editors.forEach(show);
    }),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      editors.forEach(show);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => regions.delete(uri.toString())),
  );
}
