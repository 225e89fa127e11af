/** A request that takes long: a notification with how far it is, which can be cancelled. */
import * as vscode from 'vscode';
import { WorkDoneProgress } from 'vscode-languageclient/node';
import type { ProgressParams } from '../server/protocol.js';
import type { App } from './app.js';
import { TEXTS } from './texts.js';
import { say } from './words.js';

let count = 0;

/** Throws a CancellationError if the user cancels. */
export async function ask<R>({ client }: App, title: string, method: string, params: object): Promise<R> {
  const options = { location: vscode.ProgressLocation.Notification, title: say(TEXTS.symscope, title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const workDoneToken = `symscope-${++count}`;
    // A project after the other is read: each begins at nothing again, and the bar only grows.
    let shown = 0;
    const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
      if (value.kind !== 'report' || value.percentage === undefined) return;
      progress.report({ message: `${value.percentage} %`, ...(value.percentage > shown ? { increment: value.percentage - shown } : {}) });
      shown = Math.max(shown, value.percentage);
    });
    try {
      const asked: ProgressParams = { ...params, workDoneToken };
      const answer = await client.sendRequest<R>(method, asked, token);
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      return answer;
    } finally {
      listening.dispose();
    }
  });
}
