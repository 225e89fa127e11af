/** Entry of the extension: starts the server, switches the features on. */
import * as vscode from 'vscode';
import { createClient, type Client } from './client.js';
import { command } from './commands.js';
import { features } from './features.js';
import type { App } from './app.js';

let running: Client | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('SymScope', { log: true });
  context.subscriptions.push(log);
  running = await createClient(context, log);
  const { client, policy } = running;
  const app: App = { context, client, log };
  context.subscriptions.push(
    ...features.map((feature) => feature(app)),
    command(app, 'symscope.restartServer', async () => {
      policy.forget();
      await (client.isRunning() ? client.restart() : client.start());
    }),
    command(app, 'symscope.showOutput', () => {
      log.show();
      return Promise.resolve();
    }),
  );
}

export async function deactivate(): Promise<void> {
  await running?.client.stop();
}
