/** Starts the server with the first document that can hold device code. Most C++ has none, and its editor need not carry a further process. */
import * as vscode from 'vscode';
import { isDeviceCode } from '../server/analysis/deviceCode.js';
import type { App } from './app.js';
import { isOurs } from './languages.js';

export function startWhenNeeded({ client, log }: App): vscode.Disposable {
  let started = false;
  const look = (document: vscode.TextDocument | undefined): void => {
    if (started || document === undefined || !isNeededFor(document)) return;
    started = true;
    // Not awaited: a request waits for the client by itself, and activation should be short.
    client.start().catch((error: unknown) => {
      log.error(`The server did not start: ${error instanceof Error ? error.message : String(error)}`);
    });
  };
  vscode.workspace.textDocuments.forEach(look);
  return vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidSaveTextDocument(look),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      look(editor?.document);
    }),
  );
}

function isNeededFor(document: vscode.TextDocument): boolean {
  return isOurs(document) && (document.languageId === 'cuda-cpp' || isDeviceCode(document.uri.path, document.getText()));
}
