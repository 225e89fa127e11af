/** What every feature of the extension gets. */
import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';

export interface App {
  readonly context: vscode.ExtensionContext;
  readonly client: LanguageClient;
  readonly log: vscode.LogOutputChannel;
}

/** A feature subscribes to what it needs and gives back how to end that. */
export type Feature = (app: App) => vscode.Disposable;
