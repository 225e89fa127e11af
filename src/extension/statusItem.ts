/** The language status item: busy, how much of the file was understood, how much was found. */
import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import { STATUS, type DocumentStatus, type StatusParams } from '../server/protocol.js';
import type { App } from './app.js';
import { LANGUAGES } from './languages.js';

export function statusItem({ client }: App): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('symscope.status', LANGUAGES.map((language) => ({ language })));
  item.name = 'SymScope';
  let status: StatusParams | undefined;
  let isStopped = false;
  const update = (): void => {
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const document = status?.documents.find((each) => each.uri === uri);
    item.busy = status?.busy === true && !isStopped;
    item.severity = severityOf(isStopped, document);
    item.text = isStopped ? 'SymScope: server stopped' : `SymScope: ${document === undefined ? 'not analyzed' : describe(document)}`;
    item.detail = detailOf(status, document);
    item.command = isStopped
      ? { title: 'Restart Server', command: 'symscope.restartServer' }
      : { title: 'Show Output', command: 'symscope.showOutput' };
  };
  update();
  return vscode.Disposable.from(
    item,
    client.onNotification(STATUS, (params: StatusParams) => {
      status = params;
      update();
    }),
    client.onDidChangeState(({ newState }) => {
      isStopped = newState === State.Stopped;
      update();
    }),
    vscode.window.onDidChangeActiveTextEditor(update),
  );
}

function severityOf(isStopped: boolean, document: DocumentStatus | undefined): vscode.LanguageStatusSeverity {
  if (isStopped) return vscode.LanguageStatusSeverity.Error;
  return document?.parse === 'partial' ? vscode.LanguageStatusSeverity.Warning : vscode.LanguageStatusSeverity.Information;
}

function describe({ findings, kernels, parse }: DocumentStatus): string {
  const found = findings === 0 ? 'no findings' : `${findings} finding${findings === 1 ? '' : 's'}`;
  const inside = kernels === 0 ? '' : `${kernels} kernel${kernels === 1 ? '' : 's'}, `;
  return `${inside}${found}${parse === 'partial' ? ', partly understood' : ''}`;
}

function detailOf(status: StatusParams | undefined, document: DocumentStatus | undefined): string {
  const files = status === undefined ? '' : `${status.files} files${status.skipped > 0 ? `, ${status.skipped} left out (limits)` : ''}`;
  const problem = document?.problems[0];
  return problem === undefined ? files : `${files} · line ${problem}`;
}
