/** The language client: starts the server as a process of its own and starts it again when it dies. */
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, TransportKind, type ErrorHandler } from 'vscode-languageclient/node';
import { SMALL_HEAP, SMALL_MALLOC } from '../host/tiering.js';
import { OPEN_COUNTERPART_COMMAND, type InitializationOptions } from '../server/protocol.js';
import { contributedDefaults, explicitSettings } from './explicitSettings.js';
import { LANGUAGES } from './languages.js';
import { createRestartPolicy, type RestartPolicy } from './restartPolicy.js';
import { semanticTokensMiddleware } from './semanticTokens.js';
import { TEXTS } from './texts.js';
import { say } from './words.js';

export interface Client {
  readonly client: LanguageClient;
  readonly policy: RestartPolicy;
}

export async function createClient(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<Client> {
  const module = context.asAbsolutePath('dist/server.cjs');
  const ruleDocs = vscode.Uri.joinPath(context.extensionUri, 'docs', 'rules');
  const options: InitializationOptions = {
    fileAccess: true,
    opensCounterparts: true,
    ...((await exists(ruleDocs)) ? { ruleDocs: ruleDocs.toString() } : {}),
  };
  const policy = createRestartPolicy();
  const client = new LanguageClient(
    'symscope',
    'SymScope',
    {
      run: { module, transport: TransportKind.ipc, options: { execArgv: SMALL_HEAP, env: { ...SMALL_MALLOC, ...process.env } } },
      debug: { module, transport: TransportKind.ipc, options: { execArgv: ['--nolazy', '--inspect=6019'] } },
    },
    {
      documentSelector: [...LANGUAGES],
      diagnosticCollectionName: 'symscope',
      outputChannel: log,
      initializationOptions: options,
      middleware: { ...semanticTokensMiddleware, workspace: explicitSettings(contributedDefaults(context.extension.packageJSON)) },
      errorHandler: errorHandler(policy),
      // Hovers hold names and comments of the analysed code: they may run no command but the one that shows a place.
      markdown: { isTrusted: { enabledCommands: [OPEN_COUNTERPART_COMMAND] }, supportHtml: false },
    },
  );
  return { client, policy };
}

/** The client opens all documents again after a restart, so that nothing is lost. */
function errorHandler(policy: RestartPolicy): ErrorHandler {
  return {
    error: () => ({ action: ErrorAction.Continue }),
    closed() {
      if (policy.crashed()) return { action: CloseAction.Restart, handled: true };
      return {
        action: CloseAction.DoNotRestart,
        message: say(TEXTS.gaveUp),
      };
    },
  };
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
