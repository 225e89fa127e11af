/** The language status item: busy, how much of the file was understood, how much was found. */
import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import { STATUS, type DocumentStatus, type StatusParams } from '../server/protocol.js';
import type { App } from './app.js';
import { LANGUAGES } from './languages.js';
import { TEXTS, titleOf } from './texts.js';
import { say } from './words.js';

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
    item.text = say(TEXTS.symscope, isStopped ? say(TEXTS.stopped) : document === undefined ? say(TEXTS.notAnalyzed) : describe(document));
    item.detail = detailOf(status, document);
    const command = isStopped ? 'symscope.restartServer' : 'symscope.showOutput';
    item.command = { title: say(titleOf(command)), command };
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
  const found = findings === 0 ? say(TEXTS.noFindings) : findings === 1 ? say(TEXTS.oneFinding) : say(TEXTS.findings, String(findings));
  const inside = kernels === 0 ? found : kernels === 1 ? say(TEXTS.oneKernel, found) : say(TEXTS.kernels, String(kernels), found);
  return parse === 'partial' ? say(TEXTS.partly, inside) : inside;
}

function detailOf(status: StatusParams | undefined, document: DocumentStatus | undefined): string {
  const files = status === undefined ? '' : status.skipped > 0 ? say(TEXTS.leftOut, String(status.files), String(status.skipped)) : say(TEXTS.files, String(status.files));
  const problem = document?.problems[0];
  return problem === undefined ? files : `${files} · ${problemText(problem)}`;
}

/** It begins with its line. */
function problemText(problem: string): string {
  const [, line, message] = /^(\d+): (.*)$/su.exec(problem) ?? [];
  return line === undefined || message === undefined ? problem : `${say(TEXTS.line, line)}: ${message}`;
}
